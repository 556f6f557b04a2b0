"""An operator puts right what was read: believed from then on, no finding, the same in a replay."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from fixtures.faults import SlotWrong, readings_with
from fixtures.readings import readings
from fixtures.staged import StagedGame, stage
from monitor.backgammon import START, Position, from_seat, legal_plays
from monitor.config import MatchConfig
from monitor.events import Event, EventError
from monitor.tracking import check_correction
from tests.monitor.tracking.sim import QUIET, Told, follow_with
from vision.reading import Reading, outcome


def correction(t: float, **data: object) -> Event:
    return Event("Corrected", t=t, src="operator", data={"code": "READING", **data})


def exact(game: StagedGame, told: Told) -> int:
    said = {
        (e.by, tuple(sorted(e.get("dice") or ())), e.get("board_after")) for e in told.named("TurnPlayed")
    }
    true = {(turn.by, tuple(sorted(turn.dice)), turn.after.board26()) for turn in game.played}
    return len(said & true)


def board_at(game: StagedGame, t: float) -> Position:
    return [scene for scene in game.scenes if scene.t <= t][-1].board


@pytest.mark.parametrize("seed", range(6))
def test_a_slot_misread_for_good_counts_as_entered(seed: int) -> None:
    game = stage(seed, most_turns=12)
    at = game.played[3].ended + 0.6
    wrong = SlotWrong(game.played[3].ended - 3.0, 1e9, 0.99, game.rng, until_changed=False)
    source = readings_with(game, readings(game, fps=8.0, noise=QUIET, seed=seed), wrong)
    told, _ = follow_with(source, [correction(at, board=board_at(game, at).board26())])
    newest = {finding.id: finding for finding in told.findings}
    assert all(finding.status == "resolved" and finding.t < at for finding in newest.values())
    assert exact(game, told) >= len(game.played) - 1


def test_a_whole_board_read_wrong_is_overruled() -> None:
    game = stage(3, most_turns=10)
    at = game.played[4].ended + 0.6

    def everything_else(source: Iterable[Reading]) -> Iterable[Reading]:
        """Five slots are seen to hold a man more than they do from the correction on, until they change."""
        for reading in source:
            if reading.t < at - 5.0:
                yield reading
                continue
            points = reading.points.copy()
            for slot in range(0, 24, 5):
                best = int(points[slot].argmax())
                points[slot, [best, outcome(0, 4)]] = points[slot, [outcome(0, 4), best]]
            yield replace(reading, points=points)

    source = everything_else(readings(game, fps=8.0, noise=QUIET, seed=3))
    told, tracker = follow_with(source, [correction(at, board=board_at(game, at).board26(), dice=[])])
    assert not told.raised
    assert tracker.state.following != "lost"
    assert tracker.game is not None
    assert exact(game, told) >= 7


def test_the_last_turn_is_put_right_and_its_finding_withdrawn() -> None:
    game = stage(0, most_turns=8, wrong={3: "wrong_pips"})
    (wrong,) = game.irregular
    turn = next(turn for turn in game.played if turn.ended == wrong.t)
    source = list(readings(game, fps=8.0, noise=QUIET))
    told, _ = follow_with(source, [])
    assert ("ILLEGAL_MOVE", turn.by) in told.raised
    legal = told.named("TurnPlayed")[game.played.index(turn)].get("board_before")
    assert legal == turn.before.board26()
    right = from_seat(legal_plays(from_seat(turn.before, turn.by), turn.dice)[0].result, turn.by)
    told, tracker = follow_with(
        [reading for reading in source if reading.t < wrong.t + 1.5],
        [correction(wrong.t + 0.7, board=right.board26())],
    )
    assert [e.get("board_after") for e in told.named("EvidenceConflict")] == [right.board26()]
    assert told.findings[-1].status == "resolved"
    assert tracker.state.board == right.board26()


def test_dice_entered_are_the_dice_of_the_turn() -> None:
    """Both dice are read wrong, alike and surely, in every frame of one roll."""
    game = stage(2, most_turns=8)
    turn = game.played[4]
    false = tuple(face for face in (1, 2, 3, 4, 5, 6) if face not in turn.dice)[:2]

    def misread(source: Iterable[Reading]) -> Iterable[Reading]:
        for reading in source:
            if game.played[3].ended < reading.t < turn.ended and len(reading.dice) == 2:
                dice = [
                    replace(die, value=face, faces=tuple(0.99 if f + 1 == face else 0.002 for f in range(6)))
                    for die, face in zip(reading.dice, false, strict=True)
                ]
                yield replace(reading, dice=tuple(dice))
            else:
                yield reading

    _, lies = [pair for pair in game.rolls if pair[1] < turn.ended][-1]
    source = misread(readings(game, fps=8.0, noise=QUIET, seed=2))
    told, _ = follow_with(source, [correction(lies + 0.8, dice=list(turn.dice))])
    assert not told.raised
    assert exact(game, told) == len(game.played)


def test_dice_that_the_camera_never_sees_can_be_entered() -> None:
    game = stage(2, most_turns=8)
    turn = game.played[4]
    _, lies = [pair for pair in game.rolls if pair[1] < turn.ended][-1]
    source = (
        replace(reading, dice=()) if game.played[3].ended < reading.t < turn.ended else reading
        for reading in readings(game, fps=8.0, noise=QUIET, seed=2)
    )
    told, _ = follow_with(source, [correction(lies + 0.3, dice=list(turn.dice), to_act=turn.by)])
    assert not told.raised
    assert exact(game, told) == len(game.played)


def test_a_lost_game_is_taken_up_from_the_board_entered() -> None:
    game = stage(5, most_turns=12)
    late = game.played[7].ended
    source = [
        reading
        for reading in readings(game, fps=8.0, noise=QUIET, seed=5)
        if not game.played[2].ended + 1.0 < reading.t < late + 0.6
    ]
    entered = correction(late + 0.65, board=game.played[7].after.board26(), to_act=game.played[8].by, dice=[])
    told, tracker = follow_with(source, [entered])
    assert [e.ev for e in told.events if e.ev.startswith("Track")] == ["TrackLost", "TrackRegained"]
    assert not told.raised
    assert exact(game, told) >= 3 + 4
    assert tracker.lost is None


def test_a_game_that_was_not_followed_begins_with_the_board_entered() -> None:
    game = stage(1, most_turns=10)
    begun = game.played[5].ended + 0.5
    source = [r for r in readings(game, fps=8.0, noise=QUIET, seed=1) if r.t > begun]
    entered = correction(begun + 0.5, board=game.played[5].after.board26(), to_act=game.played[6].by)
    told, _ = follow_with(source, [entered], MatchConfig(home=game.seating.home, light=game.seating.light))
    assert not told.raised
    assert exact(game, told) >= 3


def test_cube_and_score_are_as_entered() -> None:
    game = stage(1, most_turns=6)
    at = game.played[2].ended + 0.6
    cube, score = {"value": 4, "owner": "B"}, {"A": 3, "B": 6}
    told, tracker = follow_with(
        readings(game, fps=8.0, noise=QUIET, seed=1),
        [correction(at, cube=cube, score=score)],
        MatchConfig(length=7),
    )
    assert (tracker.state.cube, tracker.state.owner, tracker.state.score) == (4, "B", (3, 6))
    assert tracker.score.crawford is True
    assert not told.raised


def test_cube_and_score_entered_in_the_middle_of_a_turn_leave_the_turn_alone() -> None:
    game = stage(1, most_turns=6)
    entered = [correction(turn.ended - 0.9, cube={"value": 2, "owner": "A"}) for turn in game.played[1:4]]
    told, tracker = follow_with(readings(game, fps=8.0, noise=QUIET, seed=1), entered)
    assert not told.raised
    assert exact(game, told) == len(game.played)
    assert tracker.state.owner == "A"


def test_a_board_said_to_stand_as_at_the_start_begins_a_game() -> None:
    game = stage(1, most_turns=4)
    wrong = SlotWrong(0.0, 1e9, 0.99, game.rng, until_changed=False)
    source = readings_with(game, readings(game, fps=8.0, noise=QUIET, seed=1), wrong)
    told, _ = follow_with(source, [correction(0.3, board=START.board26())])
    assert not told.raised
    assert told.named("GameStarted")[0].get("board") == START.board26()
    assert exact(game, told) >= 3


def test_the_same_correction_at_the_same_time_gives_the_same_events() -> None:
    game = stage(4, most_turns=6)
    at = game.played[2].ended + 0.6
    source = list(readings(game, fps=8.0, noise=QUIET, seed=4))
    one, two = (follow_with(source, [correction(at, board=board_at(game, at).board26())])[0] for _ in "ab")
    assert [e.to_json() for e in one.events] == [e.to_json() for e in two.events]
    (passed_on,) = one.named("Corrected")
    assert passed_on.get("board_before") == board_at(game, at).board26()


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({}, "something to put right"),
        ({"board": "xx"}, "26 characters"),
        ({"board": 7}, "26 characters"),
        ({"dice": [7, 1]}, "two numbers"),
        ({"dice": [3]}, "two numbers"),
        ({"to_act": "C"}, "A or B"),
        ({"cube": {"value": 3}}, "power of two"),
        ({"cube": 4}, "object"),
        ({"cube": {"value": 2, "owner": "X"}}, "A, B or null"),
        ({"score": {"A": 1}}, "points of both"),
        ({"crawford": "yes"}, "true or false"),
    ],
)
def test_what_means_nothing_is_refused(data: dict[str, object], says: str) -> None:
    with pytest.raises(EventError, match=says):
        check_correction(correction(1.0, **data))
