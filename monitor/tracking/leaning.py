"""Whether a die leans or lies flat, and how sure that is."""

import math

from monitor.tracking.dice import TILTED_P, DieTrack, inside

MAY_LEAN, LEANS = 0.35, 0.75
"""Between these a die is in doubt, and looked at for longer."""
LEANS_FOR_SURE = 0.901
"""From here on, more than nine in ten, a die is told as leaning at once; under it the players decide: what is
played lay flat."""
LEANS_AGAINST = 0.8
"""So does this where there is something that it can lean on; but if it is played it lay flat."""
SURE_IN_OPEN = 0.989
"""Where there is nothing to lean on it takes ten times the odds to be sure; under it the players decide,
or else it lay flat. Of dice in films 8 of 126 that leant lay so, and 8,041 of 9,376 flat ones."""
LEANS_AT_LAST, AT_LAST_S = 0.7, 2.0
"""So does this once it has lain there for so long, the other one plainly flat. Of 5,023 readings of flat dice
in films five come to 0.5, to 0.67 at most, and of 89 in real pictures one, which lies against nothing."""
OFTEN, LEANS_PLAINLY = 6, 0.95
"""In fewer readings than this it takes so much: the first ones, while it settles, say too much."""
SETTLED_S = 0.55
"""A die that leans has to lie still for so long: in the last moments of its roll every die leans."""
LEANS_AT_ONCE = 0.9
"""Needed where no second and third picture can confirm what one shows."""
CONFIRMED = 3
"""Readings of one die at rest that confirm each other."""
EDGE = 0.015
"""A die on the frame whose centre is no further than this from the field (in field units) may lie in it, on a
checker: what lies higher is seen nearer to the edge than it is."""
NEAR_RIM = 0.92
"""Field height from which the near rim may hide a die's foot, so that it seems to lean: if it does, its value
is unclear, too."""
BEHIND_RIM = 0.88
"""The same, its value being clear: of two flat dice at 0.91 and 0.92 half was seen, and they were read to
lean with 0.52 and 0.56."""
CLEAR_FACE = 0.9


def leaning(track: DieTrack) -> bool:
    """Whether a die is taken to lean."""
    if _looked_at(track):
        return track.lean_p >= LEANS_AT_LAST
    return track.lean_p >= (LEANS if track.count >= CONFIRMED else LEANS_AT_ONCE)


def _looked_at(track: DieTrack) -> bool:
    """Whether a die that lies against something has long been seen whole as it lies, and others are flat."""
    long = track.count >= OFTEN and track.seen - track.since >= AT_LAST_S
    return long and track.against and track.others_flat and track.uv[1] < BEHIND_RIM


def surely_leans(track: DieTrack) -> bool:
    """Whether a die leans so plainly that it is told, whatever is played."""
    return track.lean_p >= _for_sure(track)


def _for_sure(track: DieTrack) -> float:
    """Far off from anything the players decide: the surface may be uneven."""
    if not track.in_open:
        return LEANS_FOR_SURE
    return math.inf if track.out_of_reach else SURE_IN_OPEN


def tilted(track: DieTrack) -> bool:
    """Whether a die plainly leans and plainly is a die, though its value may be unclear."""
    plain = track.count > CONFIRMED and track.exists >= TILTED_P * track.count
    return plain and track.said is None and surely_leans(track)


def sound(track: DieTrack) -> bool:
    """Whether a die lies flat on the playing surface or a checker; so does one whose value was entered."""
    if track.said is not None:
        return True
    return not leaning(track) and track.support in ("surface", "checker") and track.zone in ("E", "W")


def at_edge(track: DieTrack) -> bool:
    """Whether a die that seems to lie on the frame may lie in the field."""
    return track.zone == "frame" and track.said is None and -inside(track.uv) <= EDGE


def void(track: DieTrack) -> bool:
    """Whether a die, as it is told, spoils its roll."""
    return leaning(track) or track.support in ("bar", "die") or track.zone not in ("E", "W")


def for_the_players(track: DieTrack) -> bool:
    """Whether a die looks as though it leaned or lay outside, but not so surely that it is told before it is
    known whether the players take it up or play it."""
    enough = LEANS_AGAINST if track.against else _for_sure(track)
    if _looked_at(track):
        enough = LEANS_AT_LAST
    behind_rim = track.uv[1] >= NEAR_RIM and track.face_p < CLEAR_FACE
    if at_edge(track) or track.count < OFTEN or behind_rim:
        enough = max(enough, LEANS_PLAINLY)
    sure = track.lean_p >= enough and track.seen - track.since >= SETTLED_S
    return (at_edge(track) or leaning(track)) and not sure
