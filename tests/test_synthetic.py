"""Synthetic screens: deterministic, consistent with the rules, and true to their lattice."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PIL import Image

from autoplay.bench.synthetic import KINDS, make_screen
from autoplay.bench.synthetic.color import Color, contrast, readable_on
from autoplay.bench.synthetic.distort import Distortion
from autoplay.bench.synthetic.fonts import Typeface, emoji_font, text_mask
from autoplay.bench.synthetic.layout import Layout, regular_pitch
from autoplay.bench.synthetic.looks import FAMILIES
from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.positions import Stage, play_to
from autoplay.bench.synthetic.puzzles import PUZZLES
from autoplay.bench.synthetic.screen import truth_of
from autoplay.bench.synthetic.skins import make_skin
from autoplay.bench.truth import parse_truth
from autoplay.game import VARIANTS, Board, Cell, Label, Shape, Topology, Variant

TILINGS = [(shape, variant) for shape, variants in VARIANTS.items() for variant in variants]


def test_the_same_seed_gives_the_same_picture_and_truth() -> None:
    first, again = make_screen(12), make_screen(12)
    assert np.array_equal(first.image, again.image)
    assert first.truth == again.truth
    assert first.spec == again.spec


def test_other_seeds_give_other_pictures() -> None:
    shapes_and_sums = {(make_screen(seed).image.sum(dtype=np.int64)) for seed in range(6)}
    assert len(shapes_and_sums) == 6


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_screen_has_a_truth_that_can_be_used(kind: str) -> None:
    made = make_screen(5, kind)
    truth = parse_truth(made.truth, "made")
    assert (truth.board is not None) == (kind == "board")
    assert truth.board is not None or truth.why


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_family_draws_a_board(family: str) -> None:
    if family == "emoji" and not emoji_font():
        pytest.skip("this machine has no emoji font")
    made = make_screen(3, "board", family)
    assert made.spec.family == family
    truth = parse_truth(made.truth, "made")
    assert truth.lattice is not None
    left, top, right, bottom = truth.lattice.box
    height, width = made.image.shape[:2]
    assert -1 <= left < right <= width + 1
    assert -1 <= top < bottom <= height + 1


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_the_truth_names_the_middle_of_every_drawn_cell(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 5, 6, variant)
    layout = Layout(topology, *regular_pitch(shape, variant, 31.7))
    skin = make_skin(random.Random(0), "checkers")
    painter = BoardPainter(skin, layout)
    for cell in range(len(topology)):
        page = Image.new("RGB", (320, 320), (1, 2, 3))
        board = Board.covered(topology).with_labels({Cell(cell): Label.EXPLODED})
        painter.paint(page, board, (20.25, 30.5))
        blank = Image.new("RGB", page.size, (1, 2, 3))
        painter.paint(blank, Board.covered(topology), (20.25, 30.5))
        changed = np.argwhere((np.asarray(page) != np.asarray(blank)).any(axis=2))
        x, y = layout.middle(*topology.row_col(cell))
        truth = truth_of(board, (x + 20.25 - 0.5, y + 30.5 - 0.5), (1.0, 1.0))
        drawn_y, drawn_x = (changed.min(axis=0) + changed.max(axis=0)) / 2
        stated_x, stated_y = truth["lattice"]["first_cell_center"]
        assert (drawn_x, drawn_y) == pytest.approx((stated_x, stated_y), abs=0.75)


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_drawing_and_reading_agree_where_cells_are(shape: Shape, variant: Variant) -> None:
    topology = Topology(shape, 4, 5, variant)
    layout = Layout(topology, *regular_pitch(shape, variant, 24.5))
    first = layout.middle(0, 0)
    truth = parse_truth(
        truth_of(Board.covered(topology), first, (layout.pitch_x, layout.pitch_y)), "made"
    )
    assert truth.lattice is not None
    own = [layout.middle(*topology.row_col(cell)) for cell in range(len(topology))]
    assert np.allclose(truth.lattice.centers, own, atol=1e-3)


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_a_board_fits_its_stated_size(shape: Shape, variant: Variant) -> None:
    layout = Layout(Topology(shape, 5, 7, variant), *regular_pitch(shape, variant, 30))
    corners = np.array(
        [
            (x + dx, y + dy)
            for row in range(5)
            for col in range(7)
            for x, y in [layout.middle(row, col)]
            for dx, dy in layout.outline(row, col)
        ]
    )
    assert corners.min(axis=0) == pytest.approx((0, 0), abs=1e-9)
    assert corners.max(axis=0) == pytest.approx(layout.size)


@pytest.mark.parametrize("stage", list(Stage))
@pytest.mark.parametrize("shape", list(Shape))
def test_positions_obey_the_rules(stage: Stage, shape: Shape) -> None:
    for seed in range(5):
        board = play_to(stage, Topology(shape, 9, 11), random.Random(seed))
        may_be_mines = {Label.COVERED, Label.FLAG, Label.QUESTION, Label.MINE, Label.EXPLODED}
        for cell, around in enumerate(board.topology.neighbors):
            if board[cell].is_number:
                assert board[cell] <= sum(board[other] in may_be_mines for other in around)


def test_a_board_shown_whole_counts_its_mines() -> None:
    board = play_to(Stage.LOST_ALL, Topology(Shape.SQUARE, 12, 12), random.Random(1))
    mines = {Label.MINE, Label.EXPLODED}
    for cell, around in enumerate(board.topology.neighbors):
        if board[cell].is_number:
            assert board[cell] == sum(board[other] in mines for other in around)


def test_stages_show_what_they_say() -> None:
    topology = Topology(Shape.SQUARE, 10, 10)
    boards = {stage: play_to(stage, topology, random.Random(4)) for stage in Stage}
    assert set(boards[Stage.FRESH].labels) == {Label.COVERED}
    for stage in (Stage.LOST, Stage.LOST_ONE, Stage.LOST_ALL):
        assert boards[stage].labels.count(Label.EXPLODED) == 1
    assert boards[Stage.LOST_ONE].labels.count(Label.MINE) == 0
    assert boards[Stage.WON].labels.count(Label.COVERED) == 0
    assert boards[Stage.WON_PLAIN].labels.count(Label.COVERED) == boards[Stage.WON_PLAIN].mines


def test_scaling_moves_points_with_the_picture() -> None:
    picture = np.zeros((100, 200, 3), dtype=np.uint8)
    picture[40:43, 60:63] = 255
    change = Distortion(scale=1.5)
    bright = np.argwhere(change.apply(picture).max(axis=2) > 127)
    y, x = bright.mean(axis=0)
    assert change.point(61, 41, (200, 100)) == pytest.approx((x, y), abs=0.2)


def test_no_distortion_changes_nothing() -> None:
    picture = np.arange(300, dtype=np.uint8).reshape(10, 10, 3)
    assert np.array_equal(Distortion().apply(picture), picture)
    assert Distortion().describe() == ""


@pytest.mark.parametrize("change", [Distortion(jpeg=70), Distortion(dim=0.5), Distortion(noise=3)])
def test_a_distortion_changes_the_picture_but_not_its_size(change: Distortion) -> None:
    picture = np.random.default_rng(0).integers(0, 256, (40, 50, 3), dtype=np.uint8)
    changed = change.apply(picture, seed=1)
    assert changed.shape == picture.shape
    assert not np.array_equal(changed, picture)
    assert np.array_equal(changed, change.apply(picture, seed=1))


@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255), (120, 130, 110)])
def test_numbers_can_be_read_on_their_ground(ground: Color) -> None:
    assert contrast(readable_on((128, 128, 128), ground, 3.0), ground) >= 3.0


@pytest.mark.parametrize("kind", ["pixel", "segments", "pillow"])
def test_digits_are_drawn_without_any_font_file(kind: str) -> None:
    masks = [text_mask(str(digit), Typeface(kind), 21) for digit in range(1, 9)]
    pictures = {mask.resize((16, 24)).tobytes() for mask in masks}
    assert len(pictures) == 8


@pytest.mark.parametrize("name", sorted(PUZZLES))
def test_every_puzzle_draws_within_its_box(name: str) -> None:
    page = Image.new("RGB", (420, 420), (7, 8, 9))
    PUZZLES[name](page, (10, 10, 400, 400), random.Random(2))
    outside = np.asarray(page).copy()
    outside[8:404, 8:404] = (7, 8, 9)
    assert (outside == (7, 8, 9)).all()
    assert len(page.getcolors(maxcolors=420 * 420) or []) > 1
