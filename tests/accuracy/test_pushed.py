"""The committed tables of pushed cameras: noticed at once, nothing said of others, and no turn lost."""

import csv
from pathlib import Path

HERE = Path(__file__).parent
HARDLY = {("shift", "0.005"), ("zoom", "0.01")}
"""No corner goes a hundredth of the field by them: hardly anything is read otherwise then."""


def rows_of(name: str) -> tuple[list[dict[str, str]], list[str]]:
    """The rows of a table, and its lines in words."""
    lines = (HERE / name).read_text(encoding="utf-8").splitlines()
    words = [line for line in lines if line.startswith("#")]
    return list(csv.DictReader(line for line in lines if not line.startswith("#"))), words


def test_pushes_are_noticed_within_a_second_and_nothing_else_is() -> None:
    rows, words = rows_of("pushed_noticed.csv")
    real = [row for row in rows if (row["move"], row["share"]) not in HARDLY]
    pushes, soon, ever = (
        sum(int(row[name]) for row in real) for name in ("pushes", "within 1 s", "within 6 s")
    )
    assert pushes >= 480
    assert soon >= 0.98 * pushes
    assert ever >= 0.995 * pushes
    assert all(float(row["worst corner px"]) <= 8.0 for row in rows)
    assert words == [line for line in words if line.startswith("# told in films that nobody pushed: 0 in")]


def test_a_push_costs_hardly_a_turn() -> None:
    *films, together = rows_of("pushed.csv")[0]
    assert len(films) >= 48
    assert together["rig"] == "all"
    assert int(together["turns pushed"]) >= int(together["turns"]) - 0.02 * int(together["turns of"])
    assert int(together["rolls pushed"]) >= int(together["rolls"]) - 0.01 * int(together["rolls of"])
    assert int(together["false pushed"]) <= int(together["false"]) + 1
