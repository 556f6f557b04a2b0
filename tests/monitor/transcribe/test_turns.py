"""Turns folded from what the tracker tells: which dice were a roll, and when a board certainly stands."""

from dataclasses import replace
from typing import Any

from fixtures.readings import Script
from monitor.backgammon import START, Position, apply_play, from_seat, text_of
from monitor.events import Event, Player
from monitor.transcribe.turns import Followed, SeenBoard, Turn, fold
from monitor.transcripts import Move
from tests.monitor.transcribe.table import derived, entries, seen
from vision.reading import Reading

AFTER_A = apply_play(START, "8/5 6/5")
AFTER_B = from_seat(apply_play(from_seat(AFTER_A, "B"), "24/18"), "B")


def die(face: int, u: float) -> dict[str, Any]:
    return {"face": face, "uv": [u, 0.5], "zone": "E"}


def roll(t: float, by: Player, *faces: int) -> tuple[float, Event]:
    dice = [die(face, 0.6 + 0.1 * place) for place, face in enumerate(faces)]
    return t, Event("DiceAtRest", t=t, by=by, data={"dice": dice})


def moved(now: float, t: float, by: Player, board: str) -> tuple[float, Event]:
    return now, Event("CheckersMoved", t=t, by=by, data={"board_after": board})


def played(
    now: float, t: float, by: Player, dice: tuple[int, int], before: str, after: str
) -> tuple[float, Event]:
    data = {"dice": list(dice), "board_before": before, "board_after": after, "legal": True}
    return now, Event("TurnPlayed", t=t, by=by, data=data)


START_TEXT, A_TEXT, B_TEXT = text_of(START), text_of(AFTER_A), text_of(AFTER_B)
BEGUN = (0.0, Event("GameStarted", t=0.0, data={"home": "E", "light": "A"}))


def turns(*told: tuple[float, Event]) -> list[Turn]:
    found: Followed = fold([BEGUN, *told], [], 60.0)
    return found.turns


def test_the_opening_roll_is_the_one_after_the_ties() -> None:
    first, *_ = turns(
        roll(2.0, "B", 3),
        roll(3.0, "A", 2),
        roll(9.0, "A", 3, 1),
        played(14.0, 13.0, "A", (3, 1), START_TEXT, A_TEXT),
    )
    assert sorted(one.face for one in first.dice) == [1, 3]
    first, *_ = turns(
        roll(2.0, "A", 3, 1),
        roll(5.0, "B", 1),
        roll(6.0, "A", 3),
        played(9.0, 8.0, "A", (3, 1), START_TEXT, A_TEXT),
    )
    assert [one.face for one in first.dice] == [3, 1]
    assert first.dice[0].since == 6.0


def test_a_board_stands_from_when_it_was_seen_whatever_time_is_told_for_the_play() -> None:
    first, second = turns(
        roll(2.0, "A", 3, 1),
        moved(9.0, 5.0, "A", A_TEXT),
        played(9.5, 5.0, "A", (3, 1), START_TEXT, A_TEXT),
        roll(12.0, "B", 6, 5),
        moved(16.0, 14.0, "B", B_TEXT),
        played(17.0, 15.0, "B", (6, 5), A_TEXT, B_TEXT),
    )
    assert (first.settled, first.left) == (9.0, 13.0)
    assert second.settled == 16.0


def test_a_play_told_only_when_the_next_one_was_seen_stood_before_it() -> None:
    first, _ = turns(
        roll(2.0, "A", 3, 1),
        roll(12.0, "B", 6, 5),
        played(17.0, 6.0, "A", (3, 1), START_TEXT, A_TEXT),
        moved(17.0, 14.0, "B", B_TEXT),
        played(18.0, 15.0, "B", (6, 5), A_TEXT, B_TEXT),
    )
    assert 6.0 <= first.settled <= first.left <= 14.0


def test_a_turn_read_better_when_the_next_was_played_still_stood_before_that() -> None:
    wrong = text_of(apply_play(START, "24/21 24/23"))
    conflict = Event("EvidenceConflict", t=17.0, by="A", data={"what": "turn_amended", "board_after": A_TEXT})
    first, second = turns(
        roll(2.0, "A", 3, 1),
        moved(5.0, 5.0, "A", wrong),
        played(6.0, 5.5, "A", (3, 1), START_TEXT, wrong),
        roll(12.0, "B", 6, 5),
        moved(16.0, 14.0, "B", B_TEXT),
        (17.0, conflict),
        played(17.0, 15.0, "B", (6, 5), A_TEXT, B_TEXT),
    )
    assert text_of(first.after) == A_TEXT
    assert first.settled < 7.0
    assert first.left <= 13.0
    assert second.before == first.after


def test_a_turn_told_after_the_opponents_double_was_before_it_or_the_double_was_not_his() -> None:
    """Whoever doubles throws next: a roll after the double tells whose it was."""

    def cube(name: str, t: float, by: Player) -> tuple[float, Event]:
        return t, Event(name, t=t, by=by, data={"value": 2})

    told = [
        BEGUN,
        played(10.0, 9.0, "A", (3, 1), START_TEXT, A_TEXT),
        cube("CubeOffered", 15.0, "A"),
        cube("CubeTaken", 20.0, "B"),
        played(22.0, 21.0, "B", (6, 5), A_TEXT, B_TEXT),
    ]
    acts = fold(told, [], 30.0).acts
    kinds = ["turn" if isinstance(act, Turn) else act.ev for act in acts]
    assert kinds == ["GameStarted", "turn", "turn", "CubeOffered", "CubeTaken"]
    assert [act.t for act in acts] == sorted(act.t for act in acts)
    acts = fold([*told[:4], roll(20.5, "B", 6, 5), *told[4:]], [], 30.0).acts
    assert [(act.ev, act.by) for act in acts[2:4] if isinstance(act, Event)] == [
        ("CubeOffered", "B"),
        ("CubeTaken", "A"),
    ]
    answer = fold([*told[:2], cube("CubeOffered", 15.0, "B"), *told[4:]], [], 30.0).acts
    assert isinstance(answer[-1], Turn)


def test_the_last_men_borne_off_unseen_end_the_game_as_played() -> None:
    """A game that seemed given up, with the player to move seen without men and nothing else changed."""
    before = Position.of([2, 1] + [0] * 23, [0, 3] + [0] * 23)
    after = Position.of([2, 1] + [0] * 23, [0] * 25)
    other_way = Position.of([2] + [0] * 24, [0] * 25)
    earlier = Position.of([2, 2] + [0] * 23, [0, 3] + [0] * 23)
    told = [
        BEGUN,
        played(10.0, 9.0, "A", (2, 1), text_of(earlier), text_of(before)),
        roll(12.0, "B", 6, 6),
        (20.0, Event("GameEnded", t=19.0, data={"how": "concede", "winner": None, "points": 1})),
    ]
    for seen_board, how in ((after, "bearoff"), (other_way, "concede")):
        found = fold(told, [SeenBoard(seen_board, 14.0, 14.5)], 30.0)
        end = found.acts[-1]
        assert isinstance(end, Event)
        assert end.get("how") == how
        assert len(found.turns) == (2 if how == "bearoff" else 1)
    last = fold(told, [SeenBoard(after, 14.0, 14.5)], 30.0).turns[-1]
    assert (last.by, last.after, last.guessed) == ("B", after, True)
    assert [die.face for die in last.dice] == [6, 6]


def test_turns_whose_dice_nobody_could_read_are_found_by_their_boards() -> None:
    """The tracker loses the thread; the boards it saw on the way tell the plays, and often the rolls."""
    script = Script(seed=5)
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(11):
        player = "B" if player == "A" else "A"
        script.play(player, script.roll(player))
    begin, end = (next(s.t for s in script.scenes if s.board == script.turns[k][2]) for k in (3, 7))
    blind = [
        reading if not begin + 1.0 < reading.t < end + 0.5 else _without_dice(reading)
        for reading in seen(script)
    ]
    found = derived(blind)
    boards = [one.best.after for _, one in found.turns.values()]
    assert boards == [board for _, _, board in script.turns]
    told = [move for move in entries(found) if isinstance(move, Move)]
    true = [(by, sorted(dice)) for by, dice, _ in script.turns]
    assert all((move.seat, sorted(move.dice)) in true for move in told)


def _without_dice(reading: Reading) -> Reading:
    return replace(reading, dice=())
