"""Dice and cube of one frame: found on the straightened board, read from crops of the full picture."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot

import numpy as np
from numpy.typing import NDArray

from calibration.geometry import BoardGeometry
from models import shared_session
from models.runtime import InferenceSession
from vision.cube_again import above, elsewhere, is_upper_face
from vision.cube_body import without_sides
from vision.cube_choice import LEAST_SHOWN, NO_CUBE, is_cube, likeliest_cube, no_second_cube, upper_face
from vision.dice_again import better, doubtful, moved, unsure
from vision.dice_colour import by_colour, surer
from vision.dice_crop import cut_crop, field_edge, look_at
from vision.dice_find import Candidate, Finder, Straightener, field_of, with_spots
from vision.dice_place import place_of
from vision.dice_spec import CUBE_VALUES
from vision.dice_view import BoardView, board_view
from vision.mirror_sign import LEGIBLE_PX, plainness
from vision.reading import CubeReading, DieReading
from vision.sources.frame import Frame
from vision.warp import Smooth

Floats = NDArray[np.float32]

LEAST_VALUE = 0.2
"""Least probability of a die's best value; what looks like a die but shows no number is left out."""
LEANING_SHOWN, LEANS = 0.4, 0.5
"""Least probability that it is a die of what leans with the second and more: it shows two faces alike."""
MAYBE_CUBE, SURE_CUBE = 0.05, 0.9
"""From that product on, the likeliest cube is looked at from all four sides where its value is less probable
than this: its number lies at any rotation."""
PLAIN_CUBE = 0.5
"""Least probability of its value where a cube is looked for beside where the finder sees it."""
SAME = 0.8
"""Two readings no further apart than this, in their edges, are one die."""
_SHARES = np.arange(256, dtype=np.float32) / 255


@dataclass(frozen=True)
class _Board:
    geometry: BoardGeometry
    straightener: Straightener
    view: BoardView


class DiceReader:
    """Finds and reads dice and the doubling cube. Keeps what it needs to know of the last board's place."""

    def __init__(
        self,
        finder: InferenceSession | None = None,
        reader: InferenceSession | None = None,
    ) -> None:
        self._find = finder or shared_session("dice_find")
        self._finder = Finder(self._find)
        self._reader = reader or shared_session("dice_read")
        self._board: _Board | None = None
        self.cube_at: Candidate | None = None
        """Where the cube that was read last lies."""

    def twin(self) -> "DiceReader":
        """Another reader with the same networks, for another place."""
        return DiceReader(self._find, self._reader)

    def read(
        self,
        frame: Frame,
        geometry: BoardGeometry,
        smooth: Smooth | None = None,
        spots: Sequence[Candidate] = (),
        *,
        only_there: bool = False,
        cube_spot: Candidate | None = None,
        cube_rests: bool = False,
    ) -> tuple[tuple[DieReading, ...], CubeReading | None]:
        """Dice, surest first, and the cube (or None). The geometry must fit the frame's size.

        smooth: the frame's planes, where a `Window` of this geometry has made them already. spots: places
        that are looked at whether the finder sees something there or not; only_there: and no others.
        cube_spot: where the cube was plain a moment ago; it is looked for there where the finder misses it.
        cube_rests: it has been plain there for some time, and nobody looks again whether that is its side.
        """
        self.cube_at = None
        board = self._placed(geometry)
        seen = [] if only_there else self._finder.find(frame, board.straightener, smooth)
        candidates = with_spots(seen, [replace(spot, heat=NO_CUBE) for spot in spots])
        kept, crops, views = cut_out(frame, board, candidates)
        if not crops:
            return (), self._still_there(frame, board, cube_spot)
        found = [candidates[k] for k in kept]
        faces, leaning, support, place = self.judge(np.stack(crops), np.array(views, np.float32))
        row = upper_face(likeliest_cube(found, faces), found, faces, views, board.view.aspect)
        if found[row].heat * faces[row, 7:].sum() >= MAYBE_CUBE and faces[row, 7:].max() < SURE_CUBE:
            one = found[row]
            ways = [one] if one.cube else [one, replace(one, cube=True)]
            found[row], faces[row] = self._plainest(frame, board, ways) or (one, faces[row])
        if not is_cube(found[row], faces[row]):
            row = self._look_for_cube(frame, board, found, faces, views, row)
        stays = self._stays(frame, board, found[row], faces[row], cube_spot)
        if stays is None and is_cube(found[row], faces[row]):
            higher = above(found[row], views[row], board.view.aspect, cube_spot if cube_rests else None)
            upper = self._plainest(frame, board, higher)
            if upper is not None and is_upper_face(upper[1], faces[row]):
                found[row], faces[row] = upper
            self.cube_at = found[row]
            cube: CubeReading | None = cube_reading(found[row], board, faces[row])
            faces = no_second_cube(faces, row)
            place[row] = 0
        else:
            faces = faces if stays is None else no_second_cube(faces)
            cube = stays or self._still_there(frame, board, cube_spot)
        for row, one, again in self._second_looks(frame, board, found, faces, place):
            if better(faces[row], again[0]):
                found[row] = one
                for part, more in zip((faces, leaning, support), again[:3], strict=True):
                    part[row] = (part[row] + more) / 2
        self._look_by_colour(frame, board, found, faces)
        shown = np.where(leaning >= LEANS, LEANING_SHOWN, LEAST_SHOWN)
        is_die = (faces[:, 1:7].sum(axis=1) >= shown) & (faces[:, 1:7].max(axis=1) >= LEAST_VALUE)
        dice = [
            die_reading(found[row], board, faces[row], float(leaning[row]), support[row])
            for row in np.flatnonzero(is_die).tolist()
        ]
        if cube is not None and self.cube_at is not None:
            dice = without_sides(dice, cube, self.cube_at, geometry)
        return tuple(apart(sorted(dice, key=lambda die: -die.p))), cube

    def judge(self, crops: NDArray[np.uint8], views: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """Probabilities for (n, 48, 48, 3) crops: face (n, 13), leaning (n,), support (n, 6); and where a die
        lies in them, (n, 3) as `dice_again.moved` takes it.

        views: (n, 3) shift of the picture (right, down) per unit of height, and 1 where known, else 0.
        """
        batch = np.ascontiguousarray(_SHARES[crops].transpose(0, 3, 1, 2))
        faces, leaning, support, place = map(
            np.array, self._reader.run(None, {"crops": batch, "views": views})
        )
        return faces, leaning[:, 0], support, place

    def _second_looks(
        self, frame: Frame, board: _Board, found: list[Candidate], faces: Floats, place: Floats
    ) -> Iterator[tuple[int, Candidate, list[Floats]]]:
        """What was looked at again: which, where it lies by its crop, and what `judge` says of it there."""
        rows = doubtful(faces, place)
        ones = [moved(found[row], place[row].tolist(), board.view.aspect) for row in rows]
        kept, crops, views = cut_out(frame, board, ones)
        if crops:
            judged = self.judge(np.stack(crops), np.array(views, np.float32))
            for at, k in enumerate(kept):
                yield rows[k], ones[k], [part[at] for part in judged]

    def _look_by_colour(self, frame: Frame, board: _Board, found: list[Candidate], faces: Floats) -> None:
        """Take what colour alone shows of dice in doubt, where it is surer. faces: (n, 13), changed here."""
        rows = [row for row in range(len(found)) if unsure(faces[row])]
        kept, crops, views = cut_out(frame, board, [found[row] for row in rows])
        for at, crop, view in zip(kept, crops, views, strict=True):
            shown = by_colour(crop)
            if shown is not None:
                told = self.judge(shown, np.array([view, view], np.float32))[0]
                again = told[told[:, 1:7].max(axis=1).argmax()]
                if surer(faces[rows[at]], again):
                    faces[rows[at]] = again

    def _plainest(
        self, frame: Frame, board: _Board, ways: list[Candidate]
    ) -> tuple[Candidate, Floats] | None:
        """Of several ways to cut out what may be the cube the one that shows its number best from all four
        sides, and the (13,) probabilities of its face; None where all lie out of the picture."""
        kept, crops, views = cut_out(frame, board, ways)
        if not crops:
            return None
        seen = self._all_round(crops, views)
        best = int(seen[:, 7:].max(axis=1).argmax())
        return ways[kept[best]], seen[best]

    def _look_for_cube(
        self,
        frame: Frame,
        board: _Board,
        found: list[Candidate],
        faces: Floats,
        views: list[tuple[float, float, float]],
        row: int,
    ) -> int:
        """The row of what the finder takes for the cube, read where it shows a number best; ``row`` where
        there is no such thing. found and faces (n, 13) are changed here."""
        cubes = [k for k, one in enumerate(found) if one.cube]
        if not cubes:
            return row
        row = max(cubes, key=lambda k: found[k].heat)
        plainest = self._plainest(frame, board, elsewhere(found[row], views[row], board.view.aspect))
        if plainest is not None and plainest[1][7:].max() >= PLAIN_CUBE:
            found[row], faces[row] = plainest
        return row

    def _still_there(self, frame: Frame, board: _Board, spot: Candidate | None) -> CubeReading | None:
        """The cube where it was plain a moment ago, if it is as plain there now."""
        plain = None if spot is None else self._plainest(frame, board, [spot])
        if plain is None or plain[1][7:].max() < SURE_CUBE:
            return None
        self.cube_at = plain[0]
        return cube_reading(plain[0], board, plain[1])

    def _stays(
        self, frame: Frame, board: _Board, likeliest: Candidate, faces: Floats, spot: Candidate | None
    ) -> CubeReading | None:
        """The cube where it was plain a moment ago and is as plain now, if what is likeliest to be one lies
        elsewhere and is not."""
        hardly = is_cube(likeliest, faces) and faces[7:].max() < SURE_CUBE
        if spot is None or not hardly or hypot(likeliest.x - spot.x, likeliest.y - spot.y) <= spot.edge:
            return None
        return self._still_there(frame, board, spot)

    def in_mirror(self, frame: Frame, geometry: BoardGeometry) -> float | None:
        """By how many nats the number of the cube that was read last shows plainer with left and right
        exchanged; None where no cube was read, or too small a one."""
        board, at = self._placed(geometry), self.cube_at
        if (
            at is None
            or edge_px(field_of(at.x, at.y), field_edge(at, board.view.aspect), geometry) < LEGIBLE_PX
        ):
            return None
        _, crops, views = cut_out(frame, board, [at])
        if not crops:
            return None
        mirrored = [np.ascontiguousarray(crop[:, ::-1]) for crop in crops]
        exchanged = [(-right, down, known) for right, down, known in views]
        plain, other = self._sides(crops + mirrored, views + exchanged)[..., 7:]
        return plainness(other) - plainness(plain)

    def _all_round(self, crops: list[NDArray[np.uint8]], views: list[tuple[float, float, float]]) -> Floats:
        """(n, 13) probabilities of the faces of crops, each looked at from all four sides."""
        return np.asarray(self._sides(crops, views).mean(axis=1), np.float32)

    def _sides(self, crops: list[NDArray[np.uint8]], views: list[tuple[float, float, float]]) -> Floats:
        """(n, 4, 13) probabilities of the faces of crops from each of four sides."""
        turned = [np.rot90(crop, quarters) for crop in crops for quarters in range(4)]
        seen = [
            way
            for right, down, known in views
            for way in (
                (right, down, known),
                (down, -right, known),
                (-right, -down, known),
                (-down, right, known),
            )
        ]
        faces, *_ = self.judge(np.stack(turned), np.array(seen, np.float32))
        return faces.reshape(len(crops), 4, -1)

    def _placed(self, geometry: BoardGeometry) -> _Board:
        if self._board is None or self._board.geometry != geometry:
            self._board = _Board(geometry, Straightener(geometry), board_view(geometry))
        return self._board


def cut_out(
    frame: Frame, board: _Board, candidates: list[Candidate]
) -> tuple[list[int], list[NDArray[np.uint8]], list[tuple[float, float, float]]]:
    """Which candidates lie in the picture, their crops, and how the camera looks at them."""
    kept, crops, views = [], [], []
    for k, candidate in enumerate(candidates):
        crop = cut_crop(frame, candidate, board.geometry, board.view.aspect)
        if crop is not None:
            kept.append(k)
            crops.append(crop)
            views.append(look_at(candidate, board.view))
    return kept, crops, views


def picture_place(candidate: Candidate, geometry: BoardGeometry) -> tuple[float, float]:
    """A candidate's centre in picture pixels."""
    return geometry.picture_point(*field_of(candidate.x, candidate.y))


def edge_px(uv: tuple[float, float], edge: float, geometry: BoardGeometry) -> float:
    """Length in the picture of an edge, in field widths, that lies there along the field's width."""
    here, ahead = geometry.picture_point(*uv), geometry.picture_point(uv[0] + edge, uv[1])
    return hypot(ahead[0] - here[0], ahead[1] - here[1])


def die_reading(
    candidate: Candidate, board: _Board, faces: Floats, leaning: float, support: Floats
) -> DieReading:
    """What is said about one die."""
    xy = picture_place(candidate, board.geometry)
    edge = field_edge(candidate, board.view.aspect)
    uv = board.view.field_under(xy, edge / 2)
    zone, rests, sure = place_of(uv, edge, board.geometry, support)
    values = faces[1:7].tolist()
    p = max(values)
    return DieReading(
        value=values.index(p) + 1,
        p=p,
        faces=tuple(values),
        xy=xy,
        uv=uv,
        zone=zone,
        support=rests,
        support_p=sure,
        tilt="leaning" if leaning >= 0.5 else "flat",
        tilt_p=max(leaning, 1 - leaning),
        size_px=edge_px(uv, edge, board.geometry),
    )


def cube_reading(candidate: Candidate, board: _Board, faces: Floats) -> CubeReading:
    """What is said about the cube."""
    xy = picture_place(candidate, board.geometry)
    best = int(faces[7:].argmax())
    uv = board.view.field_under(xy, field_edge(candidate, board.view.aspect) / 2)
    return CubeReading(CUBE_VALUES[best], float(faces[7 + best]), xy, uv)


def apart(dice: list[DieReading]) -> list[DieReading]:
    """Without readings whose centre lies within 0.6 edges of a surer one, or within SAME of one with the same
    value, which is the same die seen from two places."""
    kept: list[DieReading] = []
    for die in dice:
        if not any(
            _between(die, k) <= 0.6 * min(die.size_px, k.size_px) or (die.value == k.value and same(die, k))
            for k in kept
        ):
            kept.append(die)
    return kept


def same(die: DieReading, other: DieReading) -> bool:
    """Whether two readings are of one die."""
    return _between(die, other) <= SAME * max(die.size_px, other.size_px)


def _between(die: DieReading, other: DieReading) -> float:
    """Pixels between their middles."""
    return hypot(die.xy[0] - other.xy[0], die.xy[1] - other.xy[1])


def find_dice(
    picture: NDArray[np.uint8], geometry: BoardGeometry
) -> tuple[tuple[DieReading, ...], CubeReading | None]:
    """Dice and cube of one (h, w, 3) blue green red picture."""
    return DiceReader().read(Frame(0, 0.0, picture), geometry)
