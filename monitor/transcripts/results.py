"""Results and scores: who won, how much it was worth, and whether the scores from game to game agree."""

from dataclasses import dataclass

from monitor.backgammon import MatchState, Seat, from_seat, game_result, other_seat
from monitor.transcripts.faults import Fault
from monitor.transcripts.model import CubeTurn, Ending, Game, Match, Move, crawford_games
from monitor.transcripts.table import steps

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the plays of a game say about its end. winner: None while it goes on. worth: the points it can
    have been worth, one for a game played out or dropped, three (single, gammon, backgammon) otherwise."""

    winner: Seat | None
    worth: tuple[int, ...]
    how: Ending


def outcome(match: Match, game: Game) -> Outcome:
    """What the plays of a game say about its end."""
    walk = list(steps(game))
    if not walk:
        return Outcome(None, (1, 2, 3), "unknown")
    last = walk[-1]
    state, entry = last.state(match, game), last.entry
    if isinstance(entry, CubeTurn):
        if entry.act == "drop":
            return Outcome(other_seat(entry.seat), (last.cube,), "dropped")
        if entry.act == "double":
            return Outcome(None, (last.cube, *_multiples(last.cube)), "resigned")
        return Outcome(None, _multiples(entry.value or 2 * last.cube), "resigned")
    if isinstance(entry, Move) and last.after is not None:
        after = from_seat(last.after, entry.seat)
        found = game_result(after)
        if found is not None:
            winner = entry.seat if found.mover_won else other_seat(entry.seat)
            return Outcome(winner, (_worth(state, found.multiple),), "played")
    return Outcome(None, tuple(_worth(state, multiple) for multiple in (1, 2, 3)), "resigned")


def _worth(state: MatchState, multiple: int) -> int:
    return state.worth(multiple)


def _multiples(cube: int) -> tuple[int, ...]:
    return (cube, 2 * cube, 3 * cube)


def check_results(match: Match) -> list[list[Fault]]:
    """For each game the faults of its result, its Crawford mark and its score."""
    due = crawford_games(match.length, list(match.games))
    found: list[list[Fault]] = []
    expected: Score | None = None
    previous: Game | None = None
    for i, game in enumerate(match.games):
        following = match.games[i + 1] if i + 1 < len(match.games) else None
        faults: list[Fault] = []
        if previous is not None and game.number != previous.number + 1:
            text = f"follows game {previous.number}; games are missing or numbered wrongly"
            faults.append(Fault("score", text, notice=True, game=game.number, line=game.line))
        elif expected is not None and game.score != expected:
            faults.append(_wrong_score(match, game, expected))
        if match.length and max(game.score) >= match.length:
            text = f"the match was over at {game.score[0]}-{game.score[1]}"
            faults.append(Fault("match_over", text, game=game.number, line=game.line))
        if game.crawford != due[i] and not (i == 0 and due[i]):
            text = (
                "is marked as the Crawford game"
                if game.crawford
                else "is the Crawford game, but not marked so"
            )
            faults.append(Fault("crawford", f"{text} at {_score(match, game.score)}", game=game.number))
        faults += _result(match, game, following)
        found.append(faults)
        expected = _after(match, game)
        previous = game
    return found


def _wrong_score(match: Match, game: Game, expected: Score) -> Fault:
    due = _score(match, expected)
    text = f"begins at {_score(match, game.score)}, but after the game before it must be {due}"
    return Fault("score", text, game=game.number, line=game.line)


def _score(match: Match, score: Score) -> str:
    return f"{match.players[0]} {score[0]}, {match.players[1]} {score[1]}"


def _after(match: Match, game: Game) -> Score | None:
    """The score after the game, as far as the record tells."""
    if game.result is not None and game.result.points:
        winner, points = game.result.winner, game.result.points
    else:
        end = outcome(match, game)
        if end.winner is None or game.problems:
            return None
        winner, points = end.winner, end.worth[0]
    a, b = game.score
    return (a + points, b) if winner == "A" else (a, b + points)


def _result(match: Match, game: Game, following: Game | None) -> list[Fault]:
    if game.problems:
        return []
    end = outcome(match, game)
    if game.result is None:
        return _no_result(match, game, end, following)
    winner, points, line = game.result.winner, game.result.points, game.result.line
    name = match.name(winner)
    if end.winner is not None and end.winner != winner:
        text = f"the record gives the game to {name}, but {match.name(end.winner)} won it"
        return [Fault("result", text, game=game.number, line=line)]
    if points in end.worth:
        return []
    needed = match.length - game.score[0 if winner == "A" else 1]
    if points == needed > 0 and max(end.worth) >= points:
        return []
    text = f"{name} is given {points} points; the game can have been worth {_or(end.worth)}"
    enough = match.length > 0 and min(points, *end.worth) >= needed and following is None
    if enough:
        text += f", which wins the match for {name} all the same"
    return [Fault("points", text, notice=enough, game=game.number, line=line)]


def _or(worth: tuple[int, ...]) -> str:
    return " or ".join(map(str, dict.fromkeys(worth)))


def _no_result(match: Match, game: Game, end: Outcome, following: Game | None) -> list[Fault]:
    if end.winner is not None:
        text = f"no line says who won; by the plays {match.name(end.winner)} won {end.worth[0]}"
        return [Fault("unfinished", text, notice=True, game=game.number, line=game.line)]
    if following is None or following.number != game.number + 1:
        text = "the record ends in the middle of the game"
        return [Fault("unfinished", text, notice=True, game=game.number, line=game.line)]
    gained = (following.score[0] - game.score[0], following.score[1] - game.score[1])
    text = f"has no result; the next game begins at {_score(match, following.score)}"
    plausible = min(gained) == 0 and max(gained) in end.worth
    if not plausible:
        text += f", but this one can only have been worth {_or(end.worth)}"
    return [Fault("result", text, notice=plausible, game=game.number, line=game.line)]
