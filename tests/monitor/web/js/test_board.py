"""board.js and board-editor.js."""

from typing import Any

import pytest

from tests.monitor.web.js.conftest import Run

START = "-b----E-C---eE---c-e----B-"
DRAW = """(() => {
  const host = document.createElement('div');
  document.body.replaceChildren(host);
  new m.Board(host).show(x);
  const all = s => [...host.querySelectorAll(s)];
  const number = n => host.querySelector(`[data-place="${n}"] .number`);
  const at = (n, axis) => Number(number(n).getAttribute(axis));
  const moved = e => e.getAttribute('transform').match(/[-0-9.]+/g).map(Number);
  return {
    men: ['A', 'B'].map(side => all(`.checker.${side}`).length),
    slabs: ['A', 'B'].map(side => all(`.slab.${side}`).length),
    counts: all('.count').map(e => e.textContent),
    off: all('.off').map(e => e.textContent),
    label: host.firstChild.getAttribute('aria-label'),
    one: at(1, 'x'), twelve: at(12, 'x'), thirteen: at(13, 'x'), twentyFour: at(24, 'x'),
    upright: at(13, 'y') < at(12, 'y'),
    pips: all('.die').map(die => die.querySelectorAll('.pip').length),
    leaning: all('.die.cocked').length,
    cube: all('.cube').map(e => [e.textContent, ...moved(e)])[0],
    unsure: all('.unsure').length,
    changed: all('.changed').length,
    unknown: host.firstChild.classList.contains('unknown'),
  };
})()"""


def test_start_has_thirty_checkers(js: Run) -> None:
    drawn = js("board", DRAW, {"board": START})
    assert drawn["men"] == [15, 15]
    assert drawn["slabs"] == [0, 0]
    assert drawn["label"].startswith("Board. A: 2 on the 24 point")


def test_points_run_by_the_home_side(js: Run) -> None:
    east = js("board", DRAW, {"board": START, "home": "E"})
    assert east["one"] == east["twentyFour"] > east["twelve"] == east["thirteen"]
    west = js("board", DRAW, {"board": START, "home": "W"})
    assert west["one"] == west["twentyFour"] < west["twelve"] == west["thirteen"]
    assert east["upright"]
    assert west["upright"]


def test_high_stacks_carry_their_number(js: Run) -> None:
    drawn = js("board", DRAW, {"board": "-G" + "-" * 22 + "h-"})
    assert drawn["men"] == [5, 5]
    assert drawn["counts"] == ["7", "8"]
    assert drawn["slabs"] == [8, 7]
    assert drawn["off"] == ["8", "7"]


@pytest.mark.parametrize("value", range(1, 7))
def test_dice_show_their_pips(js: Run, value: int) -> None:
    drawn = js("board", DRAW, {"board": START, "dice": [{"value": value, "half": "W"}, {"value": 7 - value}]})
    assert drawn["pips"] == [value, 7 - value]


def test_an_unread_die_shows_none_and_a_cocked_one_leans(js: Run) -> None:
    drawn = js("board", DRAW, {"board": START, "dice": [{"value": None}, {"value": 5, "cocked": True}]})
    assert drawn["pips"] == [0, 5]
    assert drawn["leaning"] == 1


def test_cube_lies_with_its_owner_away_from_home(js: Run) -> None:
    centre = js("board", DRAW, {"board": START, "cube": {"value": 1}})
    mine = js("board", DRAW, {"board": START, "cube": {"value": 2, "owner": "A"}})
    theirs = js("board", DRAW, {"board": START, "home": "W", "cube": {"value": 4, "owner": "B"}})
    (text, x, y), (my_text, my_x, my_y), (their_text, their_x, their_y) = (
        drawn["cube"] for drawn in (centre, mine, theirs)
    )
    assert (text, my_text, their_text) == ("64", "2", "4")
    assert my_y > y > their_y
    assert x == my_x < their_x


def test_marks_of_doubt_and_change(js: Run) -> None:
    drawn = js("board", DRAW, {"board": START, "unsure": [3, 25], "changed": [1]})
    assert (drawn["unsure"], drawn["changed"]) == (2, 1)


def test_an_unknown_board_is_drawn_empty(js: Run) -> None:
    drawn = js("board", DRAW, {"board": None})
    assert drawn["men"] == [0, 0]
    assert drawn["slabs"] == [0, 0]
    assert drawn["unknown"]
    assert drawn["label"] == "Board not known"


def _editor(bare: Any, scene: dict[str, Any]) -> None:
    bare.evaluate(
        """async (scene) => {
          const { BoardEditor } = await import('/static/js/board-editor.js');
          const host = document.createElement('div');
          document.body.replaceChildren(host);
          window.editor = new BoardEditor(host, scene, { names: ['Anna', 'Boris'], score: [1, 0] });
        }""",
        scene,
    )


def test_editor_moves_a_checker_by_keyboard_only(bare: Any) -> None:
    _editor(bare, {"board": START, "home": "E"})
    assert bare.evaluate("editor.value") == {}
    bare.locator('[data-place="1"]').focus()
    for _ in range(12):
        bare.keyboard.press("ArrowLeft")
    bare.keyboard.press("ArrowDown")
    bare.keyboard.press("ArrowRight")
    bare.keyboard.press("ArrowRight")
    bare.keyboard.press("a")
    bare.keyboard.press("ArrowUp")
    assert bare.evaluate("editor.value") == {"board": "-b----E-C--AeD---c-e----B-"}
    assert bare.evaluate("editor.fault") is None


def test_editor_by_touch_and_with_its_fields(bare: Any) -> None:
    _editor(
        bare, {"board": START, "home": "E", "dice": [], "toAct": "A", "cube": {"value": 1, "owner": None}}
    )
    bare.locator('[data-place="6"]').click()
    bare.get_by_role("button", name="one checker more").click()
    assert "Anna has more than 15 checkers" in bare.locator(".problem").inner_text()
    bare.get_by_role("button", name="one checker less").click()
    bare.get_by_label("First die").select_option("5")
    assert bare.evaluate("editor.fault") == "Give both dice or none"
    bare.get_by_label("Second die").select_option("2")
    bare.get_by_label("Whose turn").select_option("B")
    bare.get_by_role("combobox", name="Cube", exact=True).select_option("2")
    bare.get_by_label("Cube lies").select_option("B")
    bare.get_by_label("Score of Boris").fill("3")
    assert bare.evaluate("editor.value") == {
        "dice": [5, 2],
        "to_act": "B",
        "cube": 2,
        "owner": "B",
        "score": [1, 3],
    }
    assert bare.evaluate("editor.fault") is None


def test_editor_swaps_a_side_and_goes_back(bare: Any) -> None:
    _editor(bare, {"board": START})
    bare.locator('[data-place="8"]').click()
    bare.get_by_label("Boris", exact=True).check()
    assert bare.evaluate("editor.value") == {"board": "-b----E-c---eE---c-e----B-"}
    bare.get_by_role("button", name="As read").click()
    assert bare.evaluate("editor.value") == {}
