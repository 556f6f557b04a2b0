"""Turns folded from what the tracker tells: which dice were a roll, and when a board certainly stands."""

from dataclasses import replace
from typing import Any

import pytest

from fixtures.readings import Script
from monitor.backgammon import START, Position, apply_play, from_seat, text_of
from monitor.config import MatchConfig
from monitor.events import Event, Player
from monitor.tracking.seating import Seating
from monitor.transcribe.corrections import entry_id
from monitor.transcribe.derive import UNREAD, Derived, Following, derive_match, follow
from monitor.transcribe.lattice import Candidate, Smoothed
from monitor.transcribe.turns import Followed, SeenBoard, Turn, fold, pair_seen
from monitor.transcribe.windows import STRAY_P, StrayDice
from monitor.transcripts import Move
from tests.monitor.transcribe.table import derived, entries, seen
from vision.reading import DieReading, Reading, Zone

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
ODD = {"legal": None, "kinds": ["opponent_checker_moved"]}
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


def test_a_player_who_cannot_move_did_not_move_the_opponents_men() -> None:
    """The opponent's dice were not read: what he plays is told as an odd play of the player before him."""
    before = "acBCDCB-A---a-----bcc--b--"
    after, last = "acDCDBB-----a-----bcc--b--", "-dDCDBB-----a------dd--b--"
    earlier = "acBCDBBA--A-a-----bcc--b--"
    odd = played(20.6, 8.6, "B", (3, 2), before, after)
    told = [
        played(3.0, 2.4, "A", (1, 1), earlier, before),
        roll(7.2, "B", 3, 2),
        moved(17.8, 17.4, "A", after),
        (20.6, replace(odd[1], data={**odd[1].data, **ODD})),
        roll(22.6, "B", 1, 1),
        played(31.4, 29.0, "B", (1, 1), after, last),
    ]
    _, dance, play = turns(*told)
    assert text_of(dance.after) == text_of(dance.before) == before
    assert dance.settled == 8.6
    assert dance.left <= 17.4
    assert play.broken
    assert [text_of(one.board) for one in play.boards] == [after]
    unread = {**odd[1].data, **ODD, "dice": None}
    _, dance, _ = turns(told[0], told[2], (20.6, replace(odd[1], t=20.0, data=unread)), *told[4:])
    assert text_of(dance.after) == before
    assert dance.t < 17.4
    could = played(20.6, 8.6, "B", (4, 1), before, after)
    told[3] = 20.6, replace(could[1], data={**could[1].data, **ODD})
    assert text_of(turns(*told)[1].after) == after


def test_a_play_that_the_opponents_roll_ended_is_not_his_play_as_well() -> None:
    """The dice of a play were not read, so that it seemed to go on while the opponent played."""
    both = played(26.6, 25.2, "A", (6, 5), START_TEXT, B_TEXT)
    told = [
        moved(9.8, 9.4, "A", A_TEXT),
        roll(15.2, "B", 5, 1),
        moved(23.2, 22.8, "B", B_TEXT),
        (26.6, replace(both[1], data={**both[1].data, "legal": False, "kinds": ODD["kinds"]})),
    ]
    last = played(40.0, 39.0, "A", (1, 1), B_TEXT, text_of(apply_play(AFTER_B, "24/23 24/23")))
    first, following = turns(*told, last)
    assert (first.by, first.after, first.t) == ("A", AFTER_A, 9.4)
    assert first.settled == 9.8
    assert first.left <= 22.8
    assert [text_of(one.board) for one in following.boards] == [B_TEXT]
    assert [event.by for event in following.rolls] == ["B"]
    assert turns(told[0], *told[2:])[0].after == AFTER_B
    assert turns(told[0], roll(15.2, "B", 3, 2), *told[2:])[0].after == AFTER_B


def test_a_double_after_a_roll_that_could_not_be_played_was_made_after_that_turn() -> None:
    before, after = "acBCDBBA--A-a-----bcc--b--", "acBCDCB-A---a-----bcc--b--"
    told = [
        BEGUN,
        played(3.0, 2.4, "A", (1, 1), before, after),
        roll(7.2, "B", 3, 2),
        (13.0, Event("CubeOffered", t=12.0, by="A", data={"value": 2})),
        (20.0, Event("CubePassed", t=19.0, by="B", data={"value": 2})),
        (20.0, Event("GameEnded", t=19.0, data={"how": "pass", "winner": "A", "points": 1})),
    ]
    dance = fold(told, [], 30.0).acts[2]
    assert isinstance(dance, Turn)
    assert (dance.by, text_of(dance.after), dance.guessed) == ("B", after, True)
    assert [die.face for die in dance.dice] == [3, 2]
    assert len(fold([*told[:2], roll(7.2, "B", 4, 1), *told[3:]], [], 30.0).turns) == 1
    late = played(15.0, 9.0, "B", (3, 2), after, after)
    acts = fold([*told[:4], late, *told[4:]], [], 30.0).acts
    kinds = ["turn" if isinstance(act, Turn) else act.ev for act in acts]
    assert kinds == ["GameStarted", "turn", "turn", "CubeOffered", "CubePassed", "GameEnded"]
    assert isinstance(acts[2], Turn)
    assert not acts[2].guessed


def test_several_plays_whose_dice_nobody_read_are_not_one_illegal_play() -> None:
    last = text_of(apply_play(AFTER_B, "24/23 13/11"))
    whole = played(40.0, 39.0, "A", (6, 1), START_TEXT, last)
    told = [
        moved(9.8, 9.4, "A", A_TEXT),
        moved(23.2, 22.8, "B", B_TEXT),
        moved(38.2, 37.8, "A", last),
        (40.0, replace(whole[1], data={**whole[1].data, "dice": None, "legal": False})),
    ]
    first, *_ = turns(*told)
    assert (first.before, first.broken) == (AFTER_B, True)
    assert text_of(turns(*told[:1], *told[2:])[0].before) == START_TEXT
    rolled = (40.0, replace(whole[1], data={**whole[1].data, "legal": False}))
    assert text_of(turns(*told[:3], rolled)[0].before) == START_TEXT


def test_a_double_between_two_turns_of_one_player_is_his_if_he_threw_next() -> None:
    """The opponent could not move and nobody read his dice: it seemed to be he who doubled."""

    def cube(name: str, t: float, by: Player, side: str) -> tuple[float, Event]:
        return t, Event(name, t=t, by=by, data={"value": 2, "loc": {"region": "rail", "side": side}})

    then = text_of(apply_play(AFTER_A, "24/23 24/23"))
    told = [
        BEGUN,
        played(10.0, 9.0, "A", (3, 1), START_TEXT, A_TEXT),
        cube("CubeOffered", 15.0, "B", "N"),
        cube("CubeTaken", 18.0, "A", "N"),
        roll(20.0, "A", 1, 1),
        played(25.0, 24.0, "A", (1, 1), A_TEXT, then),
    ]

    def doubled(*told: tuple[float, Event]) -> list[tuple[str, Player | None]]:
        acts = fold(told, [], 30.0).acts
        return [(act.ev, act.by) for act in acts if isinstance(act, Event) and act.ev.startswith("Cube")]

    his, theirs = [("CubeOffered", "A"), ("CubeTaken", "B")], [("CubeOffered", "B"), ("CubeTaken", "A")]
    assert doubled(*told) == his
    assert doubled(*told[:3], cube("CubeTaken", 18.0, "A", "S"), *told[4:]) == theirs
    assert doubled(*told[:4], roll(19.0, "B", 6, 5), *told[4:]) == theirs
    again = (19.0, Event("GameStarted", t=19.0, data={"home": "E", "light": "A"}))
    assert doubled(*told[:4], again, *told[4:]) == theirs


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


def one_turn_short(*, spoilt: bool, more: Turn | None = None) -> tuple[Derived, Turn, tuple[int, int]]:
    """A game of which one turn was not told and nobody saw the dice of the next: what is made of it, the
    latter, and its roll. spoilt: the board after it is misread on three points. more: a turn at the end."""
    script, config = Script(seed=5), MatchConfig()
    player, dice = script.opening()
    script.play(player, dice)
    for _ in range(9):
        player = "B" if player == "A" else "A"
        script.play(player, script.roll(player))
    pictures = seen(script)
    whole = follow(config, lambda: iter(pictures)).followed
    gone, turn = whole.turns[5:7]
    whole.acts.remove(gone)
    whole.acts += [] if more is None else [more]
    turn.broken, turn.dice = True, ()
    blind = [_without_dice(one) if gone.since < one.t <= turn.t else one for one in pictures]
    if spoilt:
        blind = [_one_man_less(one) if turn.settled <= one.t <= turn.left else one for one in blind]
    found = derive_match(Following(config, lambda: iter(blind), whole), lambda t: ("film", t))
    return found, turn, script.turns[6][1]


@pytest.mark.parametrize("spoilt", [False, True])
def test_a_turn_after_one_that_nobody_told_has_the_roll_that_its_play_needs(spoilt: bool) -> None:
    found, turn, dice = one_turn_short(spoilt=spoilt)
    assert len(found.turns) == 10
    told = next(event for event in found.events if event.get("entry") == entry_id(turn))
    assert sorted(told.get("dice")) == sorted(dice)
    assert [doubt["what"] for doubt in told.get("doubts")] == [UNREAD]


def test_a_board_badly_seen_is_no_worse_when_a_turn_leaves_it_as_it_is() -> None:
    played_on = Smoothed(START, Candidate((3, 1), AFTER_A, legal=True), (), dice_seen=True, fit=-12.0)
    stays = Smoothed(AFTER_A, Candidate((6, 6), AFTER_A, legal=True), (), dice_seen=True, fit=-12.5)
    moves = replace(stays, best=Candidate((6, 5), AFTER_B, legal=True))
    worse, illegal = replace(stays, fit=-14.0), replace(stays, best=replace(stays.best, legal=False))
    assert [one.sound_after(played_on) for one in (stays, moves, worse, illegal)] == [True] + [False] * 3
    assert replace(moves, fit=-1.0).sound_after(played_on)


def test_a_turn_put_in_at_the_very_end_is_taken_out_again_where_it_does_not_fit() -> None:
    found, _, _ = one_turn_short(spoilt=False, more=Turn(
        Event("TurnPlayed", t=500.0, by="A", data={"dice": None}), "A", AFTER_B, START, Seating("E", "A"),
        broken=True, guessed=True,
    ))  # fmt: skip
    assert len(found.turns) == 10


def _one_man_less(reading: Reading) -> Reading:
    """The first three points that hold two or three men read as holding one less."""
    points = reading.points.copy()
    best = points.argmax(axis=1)
    for slot in [slot for slot, one in enumerate(best) if one in (2, 3, 17, 18)][:3]:
        points[slot] = 0.001
        points[slot, best[slot] - 1] = 0.969
    return replace(reading, points=points)


def test_a_roll_that_was_not_told_is_found_by_what_was_faintly_read() -> None:
    turn = turns(roll(2.0, "A", 3, 1), played(9.0, 8.0, "A", (3, 1), START_TEXT, A_TEXT))[0]
    turn.dice = ()
    faces = (0.05, 0.05, 0.05, 0.1, 0.35, 0.4)
    plain, *_ = seen(Script())
    cases: tuple[tuple[float, Zone, bool, int], ...] = (
        (STRAY_P, "E", False, 1),
        (STRAY_P - 0.05, "E", False, 0),
        (STRAY_P, "W", False, 0),
        (STRAY_P, "W", True, 1),
        (STRAY_P, "frame", True, 0),
    )
    for p, half, opening, count in cases:
        turn.opening = opening
        lies = DieReading(6, p, faces, (0.0, 0.0), (0.7, 0.5), half, "surface", 1.0, "flat", 1.0, 20.0)
        stray = StrayDice(turn, has_bar=True)
        for t in (3.0, 3.5):
            stray.add(replace(plain, t=t, dice=(lies,)))
        assert len(stray.best(2)) == count


def _without_dice(reading: Reading) -> Reading:
    return replace(reading, dice=())


def test_a_roll_of_which_a_die_left_the_board_is_not_what_was_played() -> None:
    lone = {"face": 3, "uv": [0.7, 0.5]}
    gone = {"face": None, "zone": "table", "seen": False}
    pair = [{"face": 5, "uv": [0.7, 0.4]}, {"face": 2, "uv": [0.8, 0.6]}]
    rolls = [
        Event("DiceAtRest", t=t, by="A", data={"dice": dice})
        for t, dice in ((1.0, pair), (2.0, [lone, gone]))
    ]
    assert [die.face for die in pair_seen(rolls, "A")] == [5, 2]
