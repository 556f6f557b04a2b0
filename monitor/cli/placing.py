"""Where the board is: from what the command line says, or from the first pictures that show it."""

from collections.abc import Callable, Iterator
from typing import Final

from calibration.errors import BoardNotFoundError
from calibration.geometry import DEFAULT_BAR, BoardGeometry, Layout, parse_corners
from calibration.lens import Lens
from monitor.cli.errors import UsageError
from monitor.errors import GammonitorError
from monitor.still import nearest_start
from vision.adapt import Adapted, adapt
from vision.clock_spot import ClockSpot
from vision.lens_seen import find_straight, placed_straight, straightened
from vision.reader import Reader
from vision.settling import Settling
from vision.sight import ENOUGH_PX, Sight
from vision.sources import LiveSource, Source, ticks
from vision.sources.frame import Frame, Plane
from vision.sources.pictures import PictureFolder

LOOK_S: Final = 1.0
"""How often the board is looked for while it is not in the picture."""
AGAIN_S: Final = 0.4
"""How soon it is looked for again, once found."""
ENOUGH: Final = 5
"""What was found stands when so many pictures after it show none."""
SOON_S: Final = 30.0
LATER_S: Final = 5.0
"""In a recording it is looked for more seldom, LATER_S apart, when so much of it has shown none."""
GIVE_UP_S: Final = 600.0
"""A recording that has shown no board for so long is refused."""


class PositionError(GammonitorError):
    """The board does not show the position that was said to stand there."""


def parse_bar(text: str | None) -> tuple[float, float]:
    """The bar's edges written as ``"0.47,0.53"``; the usual ones where nothing is said."""
    if text is None:
        return DEFAULT_BAR
    try:
        left, right = (float(part) for part in text.split(","))
    except ValueError:
        raise UsageError(f'--bar {text!r}: write the two edges as "0.47,0.53"') from None
    return left, right


def place_board(
    picture: Plane, corners: str | None, layout: Layout | None, bar: str | None
) -> tuple[BoardGeometry, Lens]:
    """The board in a (h, w, 3) picture once it is straightened, and the lens.

    corners: in the picture itself; found where none are given. Raises BoardNotFoundError.
    """
    height, width = picture.shape[:2]
    if corners is not None:
        given = BoardGeometry(
            parse_corners(corners), (width, height), layout or "bar_vertical", parse_bar(bar)
        )
        return placed_straight(picture, given)
    found = find_straight(picture)
    return found.located.geometry.as_said(layout, None if bar is None else parse_bar(bar)), found.lens


def first_board(
    source: Source, say: Callable[[str], None], beat: Callable[[], None]
) -> tuple[BoardGeometry, list[Frame], Lens]:
    """Where the board lies in the first pictures of a source that show it, those pictures, straightened, and
    the lens.

    A live source is waited for, a recording looked through for GIVE_UP_S, a folder of pictures to its end.
    say: takes a line where the board is not in the first picture. beat: called all the while. Raises
    BoardNotFoundError, which says why.
    """
    settling, seen, missed, told = Settling(), list[Frame](), 0, False
    for frame in _looks(source, settling):
        beat()
        if frame is None:
            continue
        if settling.look(frame):
            seen.append(frame)
        elif seen:
            missed += 1
        elif not told:
            told = True
            say(f"no board yet, looking on: {settling.doubt}")
        if settling.settled or missed >= ENOUGH or (seen and isinstance(source, PictureFolder)):
            break
    if settling.found is None:
        raise BoardNotFoundError(settling.doubt or f"{source.name} shows no picture")
    return settling.found.geometry, [straightened(frame, settling.lens) for frame in seen], settling.lens


def lens_in_sight(lens: Lens) -> str:
    """What is done about a lens that bends straight lines."""
    return f"the lens bends straight lines ({lens.bend:.2f}); its pictures are straightened"


def _looks(source: Source, settling: Settling) -> Iterator[Frame | None]:
    """The pictures in which the board is looked for; None while a live source has no new one."""
    live, stills = isinstance(source, LiveSource), isinstance(source, PictureFolder)
    due = first = None
    for frame in ticks(source):
        if frame is None:
            yield None
            continue
        if due is not None and frame.t < due and not stills:
            continue
        first = frame.t if first is None else first
        if not live and not stills and settling.found is None and frame.t - first > GIVE_UP_S:
            return
        yield frame
        wait = LOOK_S if live or frame.t - first < SOON_S else LATER_S
        due = frame.t + (wait if settling.found is None else AGAIN_S)


def dice_in_sight(sight: Sight) -> str:
    """What a camera can see of dice from where it stands, and what to do where that is too little."""
    said = (
        f"the camera looks down on the board at {sight.slant_deg:.0f} degrees; the upper face of a usual die "
        f"is about {sight.face_px:.0f} pixels high"
    )
    if sight.enough:
        return said
    return (
        f"{said}; where it is less than {ENOUGH_PX:.0f}, dice are often misread. Move the camera nearer or "
        "higher, zoom in, or take larger pictures"
    )


def clock_in_sight(spot: ClockSpot) -> str:
    """Whether presses of the clock can be seen where it stands, and what to do where they cannot."""
    if spot.in_sight:
        return "hands that come to the clock are seen to press it"
    return (
        "an end of the clock, with the hand's way to it, is outside the picture: presses there go unseen. "
        "Move the clock or the camera, or enter presses"
    )


def fitted_to_start(picture: Plane, geometry: BoardGeometry, *, asked: bool = False) -> Adapted | None:
    """What the starting position in a (h, w, 3) picture teaches about its board; None where it is not there.

    asked: somebody says that it is; PositionError where it still is not read so. Not asked: only a board on
    which every point already reads as the start counts, so that a wrong set-up is never fitted away.
    """
    frame = Frame(0, 0.0, picture)
    counts = Reader(geometry).read(frame).counts()
    wanted = nearest_start(counts)
    if not asked and (counts != wanted).any():
        return None
    learnt = adapt(frame, geometry, wanted)
    if learnt.right == len(wanted):
        return learnt
    if not asked:
        return None
    raise PositionError(
        f"only {learnt.right} of 24 points read as the starting position. Set the board up, or place the "
        "corners by hand (--by-hand)"
    )
