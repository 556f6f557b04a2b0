"""The analysis of a match in lines of text."""

from collections.abc import Iterator

from monitor.analysis.judged import Analysis, Mistake

SHOWN = 20


def report(analysis: Analysis, most: int = SHOWN) -> Iterator[str]:
    """Both players in numbers, then the costliest decisions."""
    match = analysis.match
    length = f"{match.length}-point match" if match.length else "money play"
    yield f"{match.players[0]} - {match.players[1]}, {length}, GNU Backgammon at {analysis.plies} plies"
    yield ""
    yield f"{'':24}{'error rate':>11}{'play':>9}{'cube':>9}{'luck':>9}"
    for player in analysis.players.values():
        rate = "-" if player.rating is None else f"{player.rating:.2f}"
        losses = f"{player.play_loss:>9.3f}{player.cube_loss:>9.3f}{player.luck:>+9.3f}"
        yield f"{player.name[:23]:24}{rate:>11}{losses}"
    yield "error rate: 500 x loss per decision that was not obvious; losses, luck: equity, cube taken as 1"
    if analysis.skipped:
        yield f"{analysis.skipped} plays were illegal or unknown and are not judged"
    shown = [mistake for mistake in analysis.mistakes if mistake.grade != "small"][:most]
    if shown:
        yield ""
    for mistake in shown:
        yield line(analysis, mistake)


def line(analysis: Analysis, mistake: Mistake) -> str:
    """One decision: where, who, what was done, what was better, and its price."""
    dice = f"{mistake.dice[0]}-{mistake.dice[1]}: " if mistake.dice else ""
    name = analysis.match.name(mistake.seat)
    return (
        f"{mistake.loss:.3f} {mistake.grade:8} game {mistake.game}, roll {mistake.turn:3}, {name}: "
        f"{dice}{mistake.done}, better {mistake.best}"
    )
