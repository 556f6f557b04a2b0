"""``gammonitor replay``: a journal followed again from its stored readings."""

import json
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

from monitor.cli.errors import UsageError
from monitor.replay import Replayed, replay
from monitor.timeline import Timeline
from monitor.turn_account import account
from monitor.wording import clock_time, describe


def run_replay(
    journal: Path, ruleset: str | None, events: Path | None, timeline: Path | None, explain: list[int]
) -> int:
    """Follow a journal again; 0 where the same events come out, 1 where they differ."""
    if timeline is not None and timeline.suffix.lower() not in (".html", ".htm"):
        raise UsageError(f"--timeline {timeline}: it is a page; give it a name that ends in .html")
    page = Timeline()
    result = replay(journal, ruleset=ruleset, events=events, look=page.look if timeline else None)
    if timeline is not None:
        page.write(timeline, [json.loads(line) for line in result.lines], result.config, journal.name)
    console = Console(highlight=False, soft_wrap=True)
    for number in explain:
        console.print(Text(account(result.lines, number, result.config) + "\n"))
    return _report(console, result, timeline)


def _report(console: Console, result: Replayed, timeline: Path | None) -> int:
    told = sum('"ev": "Finding"' not in line for line in result.lines)
    count = len(result.findings)
    console.print(
        Text(
            f"{result.readings} readings, {told} events, {count} finding{'s' if count != 1 else ''} "
            f"under {result.config.ruleset}"
        )
    )
    for finding in result.findings.values():
        rule = ", ".join(finding.cite)
        when = clock_time(finding.t)
        console.print(
            Text(f"  {finding.id} {when:>8}  {describe(finding, result.config)} [{rule}], {finding.status}")
        )
    if timeline is not None:
        console.print(Text(f"timeline: {timeline}"))
    difference = result.difference
    if difference is None:
        console.print(Text("the events are those of the journal"))
        return 0
    number, was, now = difference
    sys.stderr.write(
        f"gammonitor: the events differ from the journal's, first in line {number}\n"
        f"  journal: {was or '(nothing)'}\n  now:     {now or '(nothing)'}\n"
    )
    return 1
