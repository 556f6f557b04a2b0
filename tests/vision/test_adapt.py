"""A board whose position is known is moved to where it is seen best, and its colours are learnt."""

from dataclasses import replace

import numpy as np

from calibration.fit import overlap
from calibration.geometry import BoardGeometry
from fixtures.camera import develop, draw_look, lens
from fixtures.flat import render
from fixtures.scene.families import scene_rng
from fixtures.scene.placing import place_checkers
from fixtures.scene.positions import start_counts
from fixtures.scene.sample import sample_scene
from fixtures.scene.truth import truth_of
from vision.adapt import adapt
from vision.sources.frame import Frame


def test_a_misplaced_board_is_read_right_on_its_start_and_goes_no_further_off() -> None:
    seed = 796
    rng = scene_rng(seed, "start table 0")
    scene = replace(sample_scene(seed), dice=(), hands=(), overlays=())
    counts = start_counts(bool(rng.integers(2)), bool(rng.integers(2)))
    checkers = place_checkers(rng, scene.board, scene.checker_set, counts)
    scene = replace(scene, checkers=checkers)
    linear, ids = lens(*render(scene), scene.camera)
    truth = truth_of(scene, ids)
    picture = develop(linear, rng, draw_look(rng, 500.0, "slots"))
    corners = np.array(truth["corners"])
    size = float(np.ptp(corners[:, 0]))
    off = corners + np.array([[0.03, 0.02], [-0.03, 0.02], [-0.03, -0.01], [0.03, -0.01]]) * size
    given = BoardGeometry(
        tuple(map(tuple, off.tolist())),
        (scene.camera.width, scene.camera.height),
        truth["layout"],
        tuple(truth["bar"]),
    )
    learnt = adapt(Frame(0, 0.0, picture), given, np.array(truth["points"]))
    assert learnt.right == 24
    assert learnt.after > learnt.before
    assert overlap(np.array(learnt.geometry.corners), corners) > overlap(off, corners) - 0.005
    assert len(set(learnt.men.slots)) == 8
    assert len(set(learnt.men.slots[learnt.men.dark])) == 4
