"""A verdict in words, for the person at the board."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from monitor.backgammon import kinds as k
from monitor.backgammon.change import fits
from monitor.backgammon.notation import format_play
from monitor.backgammon.plays import dice_to_use
from monitor.backgammon.position import Position

if TYPE_CHECKING:
    from monitor.backgammon.judge import Verdict


def explain(verdict: "Verdict") -> str:
    """What was done, what is wrong with it, what would have been legal; one to three sentences."""
    roll = f"{verdict.dice[0]}-{verdict.dice[1]}"
    done = format_play(verdict.done)
    if verdict.legal:
        return f"{done} is a legal play of {roll}." if done else f"{roll} cannot be played: nothing moves."
    if verdict.kind is None:
        return f"{done or 'Nothing moved'} with {roll} is not legal."
    reason = _REASONS[verdict.kind](verdict)
    said = f"{done} with {roll}: {reason}." if done else f"Nothing was moved with {roll}: {reason}."
    return f"{said} {_legal(verdict)}"


def _legal(verdict: "Verdict") -> str:
    plays = [play.notation for play in verdict.nearest[:2]]
    if not plays:
        return "No play of this roll is legal, so the board must stay as it was."
    if len(plays) == 1:
        return f"The only legal play is {plays[0]}."
    return f"Legal would be {plays[0]} or {plays[1]}."


def _points(points: list[int]) -> str:
    names = ", ".join(map(str, points))
    return f"the {names} point" if len(points) == 1 else f"the points {names}"


def _wrong_pips(verdict: "Verdict") -> str:
    before, after = verdict.before, verdict.after
    moved = before.mover_pips - after.mover_pips
    die, other = verdict.dice
    given = 4 * die if die == other else die + other
    if moved != given and sum(before.mover) == sum(after.mover):
        return f"{moved} pips were moved where the roll gives {given}"
    return "what was moved does not fit the numbers rolled"


def _co_occupied(verdict: "Verdict") -> str:
    return f"both players stand on {_points(list(verdict.after.shared_points))}"


def _count(verdict: "Verdict") -> str:
    parts = []
    for name, old, new in (
        ("mover", verdict.before.mover, verdict.after.mover),
        ("opponent", verdict.before.opponent, verdict.after.opponent),
    ):
        change = sum(new) - sum(old)
        if change:
            what = "more" if change > 0 else "fewer"
            parts.append(f"the {name} has {_men(abs(change))} {what} on the board than before")
    return " and ".join(parts) or "the number of checkers is wrong"


def _men(n: int) -> str:
    return f"{n} checker" if n == 1 else f"{n} checkers"


def _more(verdict: "Verdict") -> str:
    most = dice_to_use(verdict.before, verdict.dice)
    return f"{most} of the numbers can and must be played" if most > 1 else "a number can and must be played"


def _own_to_bar(verdict: "Verdict") -> str:
    return f"the mover put {_men(_raised(verdict.before, verdict.after))} of his own on the bar"


def _raised(before: Position, after: Position) -> int:
    return max(1, after.mover_bar - before.mover_bar)


def _blocked(verdict: "Verdict") -> str:
    """The points held by the opponent on which a man had to touch down, or else the blot left unhit."""
    held: set[int] = set()
    for fit in fits(verdict.before.board, verdict.after.board, verdict.dice):
        landed = [place - die + 1 for place, die in fit.moves if place >= die]
        held |= {point for point in landed if verdict.before.facing(point) > 1}
    if held:
        return f"the opponent holds {_points(sorted(held, reverse=True))}, where a checker had to touch down"
    return "a checker that was hit on the way stayed where it was instead of going to the bar"


def _say(text: str) -> Callable[["Verdict"], str]:
    return lambda _verdict: text


_REASONS: dict[str, Callable[["Verdict"], str]] = {
    k.WRONG_PIPS: _wrong_pips,
    k.BLOCKED_PATH: _blocked,
    k.MUST_PLAY_MORE: _more,
    k.MUST_PLAY_HIGHER: _say("only one number can be played, and it must be the larger"),
    k.NO_MOVE: _say("the roll cannot be played at all"),
    k.WRONG_DIRECTION: _say("a checker was moved backwards"),
    k.BAR_ENTRY_IGNORED: _say("checkers on the bar must enter before any other moves"),
    k.PREMATURE_BEAROFF: _say("a checker was borne off before all were home"),
    k.HIT_CHECKER_REMOVED: _say("a checker that was hit left the board instead of going to the bar"),
    k.CO_OCCUPIED: _co_occupied,
    k.OPPONENT_CHECKER_MOVED: _say("a checker of the opponent was moved without being hit"),
    k.OWN_CHECKER_TO_BAR: _own_to_bar,
    k.CHECKER_COUNT: _count,
    k.DEADLOCK: _say("both players are on the bar against closed boards, and nobody can ever move"),
}
