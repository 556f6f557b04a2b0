"""The report over many matches: one page (HTML, no scripts) with what was found, failed, and is in doubt."""

from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from monitor.batch.matches import Outcome
from monitor.wording import clock_time

SHOWN: Final = 12
"""Doubtful moments listed for each match; the rest is counted."""
STYLE: Final = """
:root { color-scheme: light dark; --line: light-dark(#d5d1c7, #343a40); --soft: light-dark(#545a62, #b3b8bd);
  --bad: light-dark(#b3261e, #ff9d8f); --good: light-dark(#1b6b3a, #86d9a3); }
body { margin: 32px auto; max-width: 1080px; padding: 0 16px; font: 16px/1.45 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; background: light-dark(#fff, #14171a);
  color: light-dark(#1b1e22, #f1efe9); }
table { width: 100%; border-collapse: collapse; margin: 16px 0 32px; }
th, td { padding: 6px 10px; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td.n, th.n { text-align: right; }
.failed { color: var(--bad); font-weight: 600; }
.clean { color: var(--good); }
.soft, caption { color: var(--soft); }
caption { text-align: left; padding-bottom: 6px; }
h2 { margin: 28px 0 4px; font-size: 20px; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } }
"""


def page(outcomes: Sequence[Outcome], root: Path) -> str:
    """The report as HTML. root: the folder it lies in; links are relative to it."""
    return "".join(_page(outcomes, root))


def _page(outcomes: Sequence[Outcome], root: Path) -> Iterator[str]:
    failed = [one for one in outcomes if one.failure is not None]
    doubtful = [one for one in outcomes if one.doubts or one.faults]
    title = f"{len(outcomes)} match{'' if len(outcomes) == 1 else 'es'} transcribed"
    yield f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title><style>{STYLE}</style>"
    yield f"<h1>{title}</h1><p>{len(failed)} failed, {len(doubtful)} with something to look at.</p>"
    yield (
        "<table><caption>All matches</caption><tr><th>match<th>players<th class=n>games<th class=n>plays"
        "<th class=n>doubtful<th class=n>illegal<th class=n>gaps<th class=n>time spent<th>files</tr>"
    )
    for outcome in outcomes:
        yield from _row(outcome, root)
    yield "</table>"
    for outcome in outcomes:
        if outcome.failure is not None or outcome.doubts or outcome.faults or outcome.review.get("problems"):
            yield from _details(outcome)
    yield "</html>\n"


def _row(outcome: Outcome, root: Path) -> Iterator[str]:
    name = escape(outcome.job.name)
    if outcome.failure is not None:
        yield f"<tr><td>{name}<td class=failed colspan=8>{escape(outcome.failure)}</tr>"
        return
    review = outcome.review
    entries: list[dict[str, Any]] = review.get("entries", [])
    plays = sum(entry["kind"] == "move" for entry in entries)
    stood = sum(entry.get("legal") is False for entry in entries)
    gaps = sum(entry["kind"] == "gap" for entry in entries)
    match = review.get("match", {})
    links = " ".join(
        f"<a href='{quote(str(path.relative_to(root)))}'>{escape(path.suffix.lstrip('.'))}</a>"
        for path in sorted(outcome.folder.glob("match.*"))
    )
    doubts = f"<td class='n {'' if outcome.doubts else 'clean'}'>{outcome.doubts}"
    yield (
        f"<tr><td>{name}<td>{escape(' - '.join(match.get('players', ())))}<td class=n>{match.get('games', 0)}"
        f"<td class=n>{plays}{doubts}<td class=n>{stood}<td class=n>{gaps}"
        f"<td class=n>{clock_time(outcome.seconds)}<td>{links}</tr>"
    )


def _details(outcome: Outcome) -> Iterator[str]:
    yield f"<h2>{escape(outcome.job.name)}</h2>"
    recordings = ", ".join(str(path) for path in outcome.job.recordings)
    yield f"<p class=soft>{escape(recordings)}</p>"
    if outcome.failure is not None:
        yield f"<p class=failed>{escape(outcome.failure)}</p>"
        return
    lines = [escape(str(problem)) for problem in outcome.review.get("problems", ())]
    lines += [
        f"game {fault.get('game')}, move {fault.get('move')}: {escape(str(fault.get('text')))}"
        for fault in outcome.faults
    ]
    moments = outcome.review.get("moments", [])
    for moment in moments[:SHOWN]:
        when = "" if moment.get("t") is None else f"{clock_time(moment['t'])}, "
        what = f"{moment.get('recorded') or moment.get('what')}: {moment.get('reason')}"
        lines.append(f"<span class=soft>{when}game {moment.get('game')}:</span> {escape(what)}")
    if len(moments) > SHOWN:
        lines.append(f"and {len(moments) - SHOWN} more doubtful moments")
    yield "<ul>" + "".join(f"<li>{line}" for line in lines) + "</ul>"
    yield f"<p class=soft>gammonitor review {escape(str(outcome.folder))}</p>"
