"""Boards that are no rectangle: found in their page, read, refused where cut, played and kept."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.synthetic import SyntheticScreen, make_screen
from autoplay.bench.synthetic.outlines import FORMS
from autoplay.bench.truth import Screen, parse_truth
from autoplay.bench.unseen import play_unseen
from autoplay.bench.vision import Result, judge
from autoplay.calibration import Profile, read_profile, write_profile
from autoplay.errors import UnreadableError, VisionError
from autoplay.game import FirstClick, Label, Shape, Topology, format_rows
from autoplay.policy.first_click import best_first_click
from autoplay.vision.find import find_boards
from autoplay.vision.read import Reader
from autoplay.vision.see import require_whole_board, see
from autoplay.vision.whole.shaped import shaped

SEEDS = range(400, 416)
READ = (414, 413, 401)
"""Screens of hexagons in rows, hexagons in columns, and triangles, which are read."""


@cache
def drawn(seed: int) -> SyntheticScreen:
    return make_screen(seed, outlined=True)


@cache
def judged(seed: int) -> Result:
    made = drawn(seed)
    return judge(Screen(str(seed), parse_truth(made.truth, str(seed)), lambda: made.image))


@pytest.mark.parametrize("form", dict.fromkeys(FORMS))
def test_a_form_reaches_all_its_rows_and_columns(form: Callable[[random.Random], Topology]) -> None:
    for seed in range(20):
        topology = form(random.Random(seed))
        grid = topology.is_present.reshape(topology.rows, topology.cols)
        assert topology.absent
        assert grid.any(axis=0).all()
        assert grid.any(axis=1).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_board_that_is_no_rectangle_is_read_or_refused(seed: int) -> None:
    assert not judged(seed).wrong_unwarned


def test_most_of_them_are_read_where_they_are() -> None:
    scores = [judged(seed).score for seed in SEEDS]
    assert sum(score.exact and score.lattice_right for score in scores) >= 0.8 * len(SEEDS)


@pytest.mark.parametrize("seed", READ)
@pytest.mark.parametrize("axis", [0, 1])
def test_one_whose_last_cells_are_cut_off_is_refused(seed: int, axis: int) -> None:
    image, lattice = drawn(seed).image, see(drawn(seed).image).lattice
    for cells in (1.5, 2.3):
        end = round(lattice.box[2 + axis] - cells * lattice.cell_size[axis])
        cut = image[:, :end] if axis == 0 else image[:end]
        with pytest.raises(VisionError):
            see(np.ascontiguousarray(cut))


@pytest.mark.parametrize("seed", READ)
def test_a_known_skin_reads_it_and_tells_what_is_beside_it(seed: int) -> None:
    image, sight = drawn(seed).image, see(drawn(seed).image)
    reading = Reader(sight.skin, sight.lattice).read(image)
    assert reading.board.labels == sight.reading.board.labels
    assert set(np.flatnonzero(reading.board.array().ravel() == Label.ABSENT)) == (
        sight.lattice.topology.absent
    )
    require_whole_board(image, reading)
    bottom = round(sight.lattice.box[3] - sight.lattice.cell_size[1] / 2)
    with pytest.raises(UnreadableError, match="goes on beyond its cells, or is cut off"):
        require_whole_board(np.ascontiguousarray(image[:bottom]), reading)


def test_a_rectangle_has_no_other_form() -> None:
    seen = 0
    for seed in range(8800000, 8800030):
        made = make_screen(seed, "board")
        if made.spec.shape != Shape.SQUARE:
            seen += 1
            for candidate in find_boards(made.image)[:2]:
                assert not shaped(made.image, candidate.lattice)
    assert seen >= 5


@pytest.mark.parametrize("index", [0, 2])
def test_a_whole_game_is_played_on_one_never_seen(index: int) -> None:
    game = play_unseen(index, 3, outlined=True)
    assert game.is_harmless
    assert game.ending in ("won", "lost")


def test_a_profile_keeps_where_no_cell_is(tmp_path: Path) -> None:
    topology = see(drawn(READ[0]).image).lattice.topology
    profile = Profile(
        name="a",
        skin="a",
        topology=topology.shape,
        rows=topology.rows,
        cols=topology.cols,
        variant=topology.variant,
        absent=tuple(sorted(topology.absent)),
    )
    write_profile(profile, tmp_path / "a.toml")
    assert read_profile(tmp_path / "a.toml").topology_value() == topology


@pytest.mark.parametrize("rule", FirstClick)
def test_the_best_first_click_is_a_cell(rule: FirstClick) -> None:
    for seed in range(40):
        topology = random.Random(seed).choice(FORMS)(random.Random(seed))
        assert best_first_click(topology, rule, 10) not in topology.absent


def test_its_text_is_that_of_its_truth() -> None:
    board = judged(READ[0]).board
    assert board is not None
    assert format_rows(board) == drawn(READ[0]).truth["board"]
