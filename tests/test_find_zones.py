"""Lattices grown from flat zones: circles, gaps, hexagons, two boards; nothing from noise."""

from __future__ import annotations

import random

import numpy as np
import pytest
from PIL import Image as Pillow

from autoplay.bench.synthetic.layout import Layout, regular_pitch
from autoplay.bench.synthetic.picture import BoardPainter
from autoplay.bench.synthetic.skins import make_skin
from autoplay.bench.vision import center_error
from autoplay.game import VARIANTS, Board, Shape, Topology, Variant
from autoplay.vision.finding.candidates import includes
from autoplay.vision.finding.growing import Grown, grown_lattices
from autoplay.vision.finding.zones import zone_passes
from autoplay.vision.lattice import Image, Lattice

TILINGS = [(shape, variant) for shape, variants in VARIANTS.items() for variant in variants]


def drawn(family: str, topology: Topology, size: float) -> tuple[Image, Lattice]:
    """A covered board on a gray page, and where it is."""
    layout = Layout(topology, *regular_pitch(topology.shape, topology.variant, size))
    page = Pillow.new("RGB", (640, 480), (128, 128, 128))
    skin = make_skin(random.Random(1), family)
    BoardPainter(skin, layout).paint(page, Board.covered(topology), (40.0, 30.0))
    x, y = layout.middle(0, 0)
    pitch = layout.pitch_x, layout.pitch_y
    lattice = Lattice(topology, (x + 39.5, y + 29.5), pitch)
    return np.asarray(page, dtype=np.uint8)[:, :, ::-1].copy(), lattice


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_a_board_with_gaps_is_found_in_every_tiling(shape: Shape, variant: Variant) -> None:
    image, lattice = drawn("flat", Topology(shape, 8, 9, variant), 40)
    best = grown_lattices(zone_passes(image))[0].lattice
    assert best.topology == lattice.topology
    assert center_error(best, lattice) < 1.5


@pytest.mark.parametrize("size", [12, 25, 33.3])
def test_round_cells_are_found_at_any_pitch(size: float) -> None:
    image, lattice = drawn("circles", Topology(Shape.SQUARE, 9, 10), size)
    best = grown_lattices(zone_passes(image))[0].lattice
    assert best.topology == lattice.topology
    assert best.pitch == pytest.approx(lattice.pitch, abs=0.15)


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_round_cells_are_found_in_every_tiling(shape: Shape, variant: Variant) -> None:
    """Those of triangles stand like hexagons of which a third is missing."""
    image, lattice = drawn("circles", Topology(shape, 9, 11, variant), 40)
    best = grown_lattices(zone_passes(image))[0].lattice
    assert best.topology == lattice.topology
    assert center_error(best, lattice) < 1.5


def test_two_boards_stay_apart() -> None:
    image, lattice = drawn("flat", Topology(Shape.SQUARE, 8, 8), 25)
    both = np.hstack([image[:, :320], image[:, :320]])
    best = [grown.lattice for grown in grown_lattices(zone_passes(both))[:2]]
    assert [one.topology for one in best] == [lattice.topology] * 2
    assert abs(best[0].first_cell_center[0] - best[1].first_cell_center[0]) == pytest.approx(320, 1)


def test_noise_forms_no_lattice() -> None:
    noise = np.random.default_rng(0).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    assert grown_lattices(zone_passes(noise)) == []


@pytest.mark.parametrize(
    ("shape", "variant", "moves"),
    [
        (Shape.SQUARE, Variant.NONE, {(1, 0): True, (0.5, 0): False, (0, 0.5): False}),
        (Shape.HEXAGON, Variant.ODD_ROWS, {(0.5, 1): True, (1, 0): True, (0.5, 0): False}),
        (Shape.HEXAGON, Variant.EVEN_COLS, {(1, 0.5): True, (0, 1): True, (0, 0.5): False}),
        (Shape.TRIANGLE, Variant.UP_ODD, {(2, 0): True, (1, 1): True, (1, 0): False}),
    ],
)
def test_zones_between_the_cells_of_a_board_say_something_new(
    shape: Shape, variant: Variant, moves: dict[tuple[float, float], bool]
) -> None:
    board = Lattice(Topology(shape, 9, 12, variant), (60.0, 50.0), (30.0, 28.0))
    for (right, down), nothing_new in moves.items():
        place = 60 + 30 * right, 50 + 28 * down
        other = Lattice(Topology(shape, 7, 9, variant), place, board.pitch)
        assert includes(board, Grown(other, 1.0, (0.8, 0.8))) is nothing_new
