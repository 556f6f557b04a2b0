"""What is told of the cube as a game starts: what it shows, and where it lies."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from fixtures.readings import readings
from tests.monitor.tracking.sim import QUIET, follow
from tests.monitor.tracking.test_cube import CENTRE, CubeScript, watched
from vision.reading import Reading


def cube_at_start(value: int, uv: tuple[float, float], seconds: float) -> CubeScript:
    """A cube lies there for so long before the opening is thrown and played."""
    script = CubeScript(seed=37)
    script.lay_at_first(value, uv, seconds)
    script.some_turns(0)
    return script


@pytest.mark.parametrize(
    ("p", "error", "shown"),
    [((0.5, 0.8), 0.0, None), ((0.93, 0.99), 0.0, 2), ((0.86, 0.89), 0.0, 2), ((0.86, 0.89), 0.05, None)],
    ids=["unsure", "sure", "less sure, and all agree", "less sure, and not all agree"],
)
def test_a_face_misread_at_the_start_is_left_open_and_a_turned_cube_is_told(
    p: tuple[float, float], error: float, shown: int | None
) -> None:
    script = cube_at_start(2, CENTRE, 5.0)
    (begun,) = watched(script, noise=replace(QUIET, cube_p=p, cube_error=error)).named("GameStarted")
    assert begun.get("cube") == {"value_shown": shown, "place": "side_rail_centre", "present": True}


@pytest.mark.parametrize(("u", "place"), [(0.5, "bar_centre"), (0.56, "bar_centre"), (0.7, "surface")])
def test_a_cube_seen_beside_the_bar_before_anything_is_played_lies_on_it(u: float, place: str) -> None:
    script = cube_at_start(64, (u, 0.5), 5.0)
    told = watched(script, noise=replace(QUIET, cube_p=(0.93, 0.99)))
    (begun,) = told.named("GameStarted")
    assert begun.get("cube") == {"value_shown": 64, "place": place, "present": True}
    assert told.raised[0] == ("CUBE_START_PLACE", None)


def test_a_turned_cube_in_a_still_picture_is_waited_for() -> None:
    script = cube_at_start(2, CENTRE, 6.0)

    def still() -> Iterator[Reading]:
        """While nothing moves a reading is repeated for a second."""
        cube, since = None, -1.0
        for reading in readings(script, fps=10.0, noise=replace(QUIET, cube_miss=0.0, cube_p=(0.93, 0.99))):
            if not 0.5 < reading.t < 4.5 or reading.t - since >= 1.0:
                cube, since = reading.cube, reading.t
            yield replace(reading, cube=cube)

    (begun,) = follow(still()).named("GameStarted")
    assert begun.get("cube") == {"value_shown": 2, "place": "side_rail_centre", "present": True}


def test_a_cube_of_which_readings_come_slowly_is_waited_for() -> None:
    script = cube_at_start(64, (0.5, 0.5), 6.0)

    def slowly() -> Iterator[Reading]:
        """One that may be it is seen at once, and read anew a second later."""
        cube = None
        for reading in readings(script, fps=10.0, noise=replace(QUIET, cube_miss=0.0, cube_p=(0.93, 0.99))):
            cube = reading.cube if cube is None or reading.t >= 1.2 else cube
            yield replace(reading, cube=cube)

    (begun,) = follow(slowly()).named("GameStarted")
    assert begun.get("cube") == {"value_shown": 64, "place": "bar_centre", "present": True}
