"""The committed tables of what nobody has told the monitor: presses of the clock that are but seen, a box,
what dice are played with."""

import csv
from pathlib import Path

TABLE = Path(__file__).with_name("presses.csv")


def test_hands_seen_at_the_clock_find_more_and_accuse_nobody() -> None:
    with TABLE.open(encoding="utf-8") as lines:
        *films, in_sight, every = csv.DictReader(lines)
    assert len(films) >= 36
    assert (in_sight["rig"], every["rig"]) == ("in sight", "all")
    assert int(in_sight["seen"]) >= 0.95 * int(in_sight["presses"])
    for total in (in_sight, every):
        assert int(total["turns seen"]) >= int(total["turns none"])
        assert int(total["findings seen"]) > int(total["findings none"])
        assert int(total["false seen"]) <= int(total["false none"])
    assert int(in_sight["findings seen"]) >= int(in_sight["findings entered"]) - 2


def test_a_box_that_nobody_has_spoken_of_is_known_by_the_opening_dice() -> None:
    with TABLE.with_name("box.csv").open(encoding="utf-8") as lines:
        *films, every = csv.DictReader(lines)
    assert len(films) >= 20
    assert int(every["turns untold"]) >= 0.98 * int(every["turns"])
    assert int(every["false untold"]) <= int(every["false"]) + 3


def test_dice_of_which_nobody_has_said_that_they_are_shared_are_known_by_who_takes_them_up() -> None:
    with TABLE.with_name("dice_mode.csv").open(encoding="utf-8") as lines:
        *films, every = csv.DictReader(lines)
    assert len(films) >= 50
    assert int(every["turns untold"]) >= 0.98 * int(every["turns"])
    assert int(every["findings untold"]) >= int(every["findings"]) - 1
    assert int(every["false untold"]) <= int(every["false"]) + 4
