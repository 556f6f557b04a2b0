"""What somebody has put right in a transcript, applied before everything is derived again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from monitor.backgammon import BackgammonError, Dice, apply_play, from_seat
from monitor.events import Event, Player
from monitor.transcribe.errors import CorrectionError
from monitor.transcribe.turns import Followed, Turn
from monitor.transcribe.ways import Pin
from monitor.transcripts.plays import read_play
from monitor.transcripts.track import board_of, pair_of

_ACTS = {"double": "CubeOffered", "take": "CubeTaken", "drop": "CubePassed", "beaver": "CubeBeavered"}
NO_END = "r-game"
"""The entry for the end of a game that was not seen begins so; that of a gap begins with g."""
JUST_AFTER = 0.001
"""Seconds by which an entry put in comes after the one it follows."""


@dataclass
class Corrected:
    """The acts after all corrections. pins: what is certain about turns, by id; accepted: ids of entries that
    somebody has looked at."""

    followed: Followed
    pins: dict[str, Pin] = field(default_factory=dict)
    accepted: set[str] = field(default_factory=set)


def apply(followed: Followed, corrections: Sequence[Mapping[str, Any]]) -> Corrected:
    """Apply corrections in order. Raises CorrectionError, naming the first one that makes no sense."""
    acts = [replace(act) if isinstance(act, Turn) else act for act in followed.acts]
    done = Corrected(Followed(acts))
    for number, correction in enumerate(corrections, 1):
        try:
            _apply(done, correction)
        except (KeyError, TypeError, ValueError, BackgammonError) as error:
            raise CorrectionError(
                f"correction {number} ({dict(correction)}) cannot be applied: {error}"
            ) from error
    return done


def entry_id(act: Turn | Event) -> str:
    """Name of a turn, cube act or result: kind, player and time in ms, the same whenever it is derived."""
    kind = "m" if isinstance(act, Turn) else "r" if act.ev == "GameEnded" else "c"
    return f"{kind}{act.by or ''}{round(act.t * 1000):09d}"


def _apply(done: Corrected, correction: Mapping[str, Any]) -> None:
    if "insert" in correction:
        _insert(done, correction)
    elif "result" in correction:
        _result(done, correction)
    elif correction.get("remove"):
        place = _place(done, correction["id"])
        del done.followed.acts[place]
    else:
        _say(done, correction)


def _say(done: Corrected, correction: Mapping[str, Any]) -> None:
    name = str(correction["id"])
    if name.startswith(("g", NO_END)) and correction.get("accept"):
        if name.startswith("g"):
            _place(done, name[1:])
        done.accepted.add(name)
        return
    place = _place(done, name)
    act = done.followed.acts[place]
    done.accepted.add(name)
    if isinstance(act, Event):
        data = {**act.data, **({"value": correction["value"]} if "value" in correction else {})}
        done.followed.acts[place] = replace(act, conf=1.0, src="operator", data=data)
        return
    pin = done.pins.get(name, Pin())
    if "dice" in correction:
        pin = replace(pin, dice=_dice(correction["dice"]))
    if "board_after" in correction:
        board = board_of(correction["board_after"])
        if board is None:
            raise ValueError("board_after must be 26 characters or a Position ID")
        pin = replace(pin, after=board, play=None)
    elif "move" in correction:
        pin = replace(pin, after=None, play=str(correction["move"]))
    done.pins[name] = pin


def _insert(done: Corrected, correction: Mapping[str, Any]) -> None:
    what, acts = correction["insert"], done.followed.acts
    after = correction.get("after")
    place = _place(done, after) if after else _game(done, int(correction["game"]))[0]
    seat: Player = "A" if what["seat"] == "A" else "B"
    t = acts[place].t + JUST_AFTER
    if "act" in what:
        act = str(what["act"])
        data = {"value": what["value"]} if "value" in what else {}
        acts.insert(place + 1, Event(_ACTS[act], t=t, by=seat, src="operator", data=data))
        done.accepted.add(entry_id(acts[place + 1]))
        return
    turn_before = next((one for one in reversed(acts[: place + 1]) if isinstance(one, Turn)), None)
    turn_after = next((one for one in acts[place + 1 :] if isinstance(one, Turn)), None)
    neighbour = turn_before or turn_after
    if neighbour is None:
        raise ValueError("there is no turn beside it")
    dice = _dice(what["dice"])
    before = turn_before.after if turn_before is not None else neighbour.before
    start = from_seat(before, seat)
    board = from_seat(apply_play(start, read_play(start, dice, str(what["move"]))), seat)
    event = Event("TurnPlayed", t=t, by=seat, src="operator", data={"dice": list(dice)})
    turn = Turn(
        event, seat, before, board, neighbour.seating, since=t, settled=t, left=t, broken=turn_before is None
    )
    acts.insert(place + 1, turn)
    if turn_after is not None and turn_after.by != seat:
        turn_after.broken = False
    done.pins[entry_id(turn)] = Pin(dice, play=str(what["move"]))
    done.accepted.add(entry_id(turn))


def _dice(value: Any) -> Dice:
    dice = pair_of(value)
    if dice is None:
        raise ValueError("dice must be two numbers from 1 to 6")
    return dice


def _result(done: Corrected, correction: Mapping[str, Any]) -> None:
    said, acts = correction["result"], done.followed.acts
    last = _game(done, int(correction["game"]))[1]
    hows = {"played": "bearoff", "dropped": "pass", "resigned": "concede"}
    data = {
        "winner": said["winner"],
        "points": int(said["points"]),
        "how": hows.get(str(said.get("how")), "unknown"),
    }
    ended = _is(acts[last], "GameEnded")
    t = acts[last].t + (0.0 if ended else JUST_AFTER)
    acts[last + (0 if ended else 1) : last + 1] = [Event("GameEnded", t=t, src="operator", data=data)]
    done.accepted.add(entry_id(acts[last if ended else last + 1]))


def _game(done: Corrected, number: int) -> tuple[int, int]:
    """The first and the last act of a game; games are counted as in the transcript, those with entries."""
    games: list[tuple[int, int]] = []
    first, played = 0, False
    for place, act in enumerate(done.followed.acts):
        if _is(act, "GameStarted") and not played:
            first = place
        elif _is(act, "GameStarted"):
            games.append((first, place - 1))
            first, played = place, False
        elif _is(act, "GameEnded") and played:
            games.append((first, place))
            first, played = place + 1, False
        elif isinstance(act, Turn) or act.ev.startswith("Cube"):
            played = True
    if played:
        games.append((first, len(done.followed.acts) - 1))
    if not 1 <= number <= len(games):
        raise ValueError(f"there is no game {number}")
    return games[number - 1]


def _place(done: Corrected, name: Any) -> int:
    for place, act in enumerate(done.followed.acts):
        if entry_id(act) == name:
            return place
    raise ValueError(
        f"there is no entry {name!r}. If the corrections were made for another transcript, move "
        "corrections.json away"
    )


def _is(act: Turn | Event, name: str) -> bool:
    return isinstance(act, Event) and act.ev == name
