"""``gammonitor batch``: many recorded matches to transcripts, with one report over all of them."""

import json
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from monitor.batch import chosen
from monitor.batch.matches import Outcome, jobs_of, transcribe_all
from monitor.batch.page import page
from monitor.cli.errors import UsageError
from monitor.cli.transcribe import parse_formats
from monitor.config import MatchConfig
from monitor.rules import load_ruleset
from monitor.transcribe import Placing


def run_batch(
    inputs: list[Path],
    output: Path,
    *,
    formats: str,
    ruleset: str,
    length: int | None,
    jobs: int,
    cluster: str | None,
) -> int:
    """Transcribe them all; 0, or 1 where at least one match could not be transcribed."""
    forms = parse_formats(formats)
    config = replace(MatchConfig(), ruleset=load_ruleset(ruleset).id, length=length)
    console = Console(highlight=False, soft_wrap=True)
    matches = jobs_of(inputs)
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{output} cannot be made: {error.strerror}") from error
    outcomes: list[Outcome] = []
    with chosen(jobs, cluster) as run:
        for outcome in transcribe_all(matches, config, output, run, Placing(), forms):
            outcomes.append(outcome)
            console.print(Text(f"{len(outcomes)} of {len(matches)}  {line(outcome)}"))
            report = output / "report.html"
            report.write_text(page(outcomes, output), encoding="utf-8")
    (output / "report.json").write_text(
        json.dumps([summary(outcome) for outcome in outcomes], ensure_ascii=False, indent=1) + "\n",
        encoding="utf-8",
    )
    console.print(Text(f"report: {output / 'report.html'}"))
    return 1 if any(outcome.failure for outcome in outcomes) else 0


def line(outcome: Outcome) -> str:
    """One match in a line."""
    if outcome.failure is not None:
        return f"{outcome.job.name}: failed: {outcome.failure}"
    games = outcome.review["match"].get("games", 0)
    return f"{outcome.job.name}: {games} game{'' if games == 1 else 's'}, {outcome.doubts} doubtful"


def summary(outcome: Outcome) -> dict[str, object]:
    """One match for other programs."""
    return {
        "match": outcome.job.name,
        "recordings": [str(path) for path in outcome.job.recordings],
        "folder": str(outcome.folder),
        "failure": outcome.failure,
        "games": outcome.review.get("match", {}).get("games", 0),
        "doubtful": outcome.doubts,
        "faults": outcome.faults,
        "problems": outcome.review.get("problems", []),
        "seconds": round(outcome.seconds, 1),
    }
