"""The analysis as one page (HTML) that needs nothing else: results, then every mistake with its diagram."""

import json
from collections.abc import Iterator
from html import escape
from typing import Final

from monitor.analysis.judged import Analysis, Mistake
from monitor.web.standalone import board_script, board_style

SHOWN: Final = 60
STYLE: Final = """
:root { color-scheme: light; }
body { margin: 32px auto; max-width: 1080px; padding: 0 16px; font: 16px/1.45 system-ui, sans-serif;
  font-variant-numeric: tabular-nums; background: #fff; color: #1b1e22; }
table { border-collapse: collapse; margin: 16px 0; }
th, td { padding: 6px 14px; border-bottom: 1px solid #d5d1c7; text-align: right; }
th:first-child, td:first-child { text-align: left; }
.mistakes { display: grid; grid-template-columns: repeat(auto-fill, minmax(320px, 1fr)); gap: 24px; }
figure { margin: 0; break-inside: avoid; }
figcaption { padding: 6px 2px; }
figcaption b { font-size: 18px; }
.blunder b { color: #b3261e; }
.soft { color: #545a62; }
@media print { body { margin: 0; max-width: none; } }
"""
_DRAW: Final = """
for (const figure of document.querySelectorAll("figure")) {
  new Board(figure).show(JSON.parse(figure.dataset.scene));
}
"""


def page(analysis: Analysis) -> str:
    """The page as HTML."""
    return "".join(_page(analysis))


def _page(analysis: Analysis) -> Iterator[str]:
    match = analysis.match
    title = escape(f"{match.players[0]} - {match.players[1]}")
    yield f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}: analysis</title>"
    yield f"<style>{STYLE}{board_style()}</style><h1>{title}</h1>"
    length = f"{match.length}-point match" if match.length else "money play"
    yield f"<p class=soft>{length}; GNU Backgammon, {analysis.plies} plies</p>"
    yield (
        "<table><tr><th>player<th>error rate<th>lost by plays<th>lost by the cube<th>luck"
        "<th>decisions that were not obvious</tr>"
    )
    for player in analysis.players.values():
        rate = "-" if player.rating is None else f"{player.rating:.2f}"
        yield (
            f"<tr><td>{escape(player.name)}<td>{rate}<td>{player.play_loss:.3f}<td>{player.cube_loss:.3f}"
            f"<td>{player.luck:+.3f}<td>{player.unforced + player.close_cubes}</tr>"
        )
    yield "</table><p class=soft>Error rate: 500 times the loss per decision that was not obvious. "
    yield "Losses and luck in equity, the cube taken as 1.</p>"
    if analysis.skipped:
        yield f"<p>{analysis.skipped} plays were illegal or unknown and are not judged.</p>"
    shown = analysis.mistakes[:SHOWN]
    yield f"<h2>Mistakes, the costliest first ({len(shown)} of {len(analysis.mistakes)})</h2>"
    yield "<div class=mistakes>"
    for mistake in shown:
        yield _figure(analysis, mistake)
    yield f"</div><script type=module>{board_script()}{_DRAW}</script></html>\n"


def _figure(analysis: Analysis, mistake: Mistake) -> str:
    scene = {
        "board": None if mistake.board.shared_points else mistake.board.board26(),
        "dice": [{"value": value} for value in mistake.dice],
        "toAct": mistake.seat,
        "names": list(analysis.match.players),
    }
    name = escape(analysis.match.name(mistake.seat))
    dice = f"{mistake.dice[0]}-{mistake.dice[1]}, " if mistake.dice else ""
    return (
        f"<figure class={mistake.grade} data-scene='{escape(json.dumps(scene))}'><figcaption>"
        f"<b>{mistake.loss:.3f}</b> {mistake.grade}, game {mistake.game}, roll {mistake.turn}<br>"
        f"{name}: {dice}{escape(mistake.done)}<br>better: {escape(mistake.best)}</figcaption></figure>"
    )
