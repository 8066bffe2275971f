"""Boards that hide behind another tiling of theirs, or beneath a grid that explains more."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.game import Shape, Topology, Variant
from autoplay.vision.find import Search
from autoplay.vision.finding.fit import repetitions
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see

SCREEN = Region(0, 0, 800, 640)


def game(shape: str, look: str = "classic") -> tuple[Image, Lattice]:
    desktop = make_virtual_desktop(
        "beginner", shape, look, 3, pitch=26.0, monitors=(Monitor(SCREEN),), at=(60, 50)
    )
    image = np.ascontiguousarray(desktop.grab(SCREEN).pixels[:, :, :3])
    lattice = Search(image).boards()[0].lattice
    assert lattice.topology == desktop.game.style.topology
    return image, lattice


def as_another(lattice: Lattice) -> Lattice:
    """Return cells of another shape that repeat as these do, not at their place."""
    (x, y), (wide, high) = lattice.first_cell_center, lattice.pitch
    if lattice.topology.shape is Shape.TRIANGLE:
        hexagons = Topology(Shape.HEXAGON, 7, 4, Variant.ODD_ROWS)
        return Lattice(hexagons, (x + wide, y + high / 2), (2 * wide, high))
    if lattice.topology.variant in (Variant.ODD_ROWS, Variant.EVEN_ROWS):
        return Lattice(Topology(Shape.SQUARE, 4, 8), (x + wide / 2, y + high), (wide, 2 * high))
    return Lattice(Topology(Shape.SQUARE, 8, 4), (x + wide, y + high / 2), (2 * wide, high))


@pytest.mark.parametrize("shape", ["triangle", "hexagon"])
def test_cells_are_found_from_others_that_repeat_as_they_do(shape: str) -> None:
    image, board = game(shape)
    found = Search(image).retiled(as_another(board))
    assert found[0].lattice.topology == board.topology
    assert np.abs(found[0].lattice.centers - board.centers).max() < 1.5


@pytest.mark.parametrize("by_rows", [True, False])
def test_hexagons_are_found_from_squares_that_are_their_halves(by_rows: bool) -> None:
    wide, high = (30.0, 26.0) if by_rows else (26.0, 30.0)
    variant = Variant.ODD_ROWS if by_rows else Variant.ODD_COLS
    board = Lattice(Topology(Shape.HEXAGON, 8, 9, variant), (80.0, 70.0), (wide, high))
    image = np.full((400, 460, 3), 40, np.uint8)
    for cell in range(len(board.topology)):
        inner = 0.85 * (board.polygon(cell) - board.centers[cell]) + board.centers[cell]
        cv2.fillPoly(image, [np.round(inner).astype(np.int32)], (170, 150, 140))
    half = (wide / 2, high) if by_rows else (wide, high / 2)
    squares = Lattice(Topology(Shape.SQUARE, 8, 9), board.first_cell_center, half)
    found = Search(image).retiled(squares)
    assert board.topology in [each.lattice.topology for each in found]


@pytest.mark.parametrize("halves", [1, 2])
def test_triangles_are_found_from_squares_over_each_of_them_or_over_its_halves(halves: int) -> None:
    image, board = game("triangle")
    (x, y), (wide, high) = board.first_cell_center, board.pitch
    first, pitch = (x, y - high / 2 + high / halves / 2), (wide, high / halves)
    squares = Lattice(Topology(Shape.SQUARE, 7 * halves, 9), first, pitch)
    found = Search(image).retiled(squares)
    assert board.topology in [each.lattice.topology for each in found]


def test_what_a_better_board_of_another_shape_hides_is_among_what_was_seen() -> None:
    image, board = game("hexagon")
    search = Search(image)
    assert search.of_other_shapes(as_another(board)) == []  # it has not looked yet
    search.boards()
    (hidden,) = search.of_other_shapes(as_another(board))
    assert hidden.lattice.topology == board.topology
    assert np.abs(hidden.lattice.centers - board.centers).max() < 1.5
    assert all(
        each.lattice.topology.shape is not Shape.HEXAGON for each in search.of_other_shapes(board)
    )


def test_only_cells_of_the_shape_asked_for_are_found_so() -> None:
    image, board = game("triangle")
    assert Search(image, None, Shape.SQUARE).retiled(as_another(board)) == []


@pytest.mark.parametrize("shape", ["square", "triangle", "hexagon"])
def test_a_repetition_brings_every_cell_upon_another_of_its_kind(shape: str) -> None:
    _, board = game(shape)
    period = next(repetitions(board))
    moves = [(period.x, 0.0), (0.0, period.y)]
    if shape != "square":
        moves.append((period.x / 2, period.y / 2))
    for move in moves:
        there = board.centers + move
        nearest = np.linalg.norm(board.centers[None] - there[:, None], axis=2)
        inside = (there < board.centers.max(axis=0) + 1).all(axis=1)
        assert nearest[inside].min(axis=1).max() < 0.5


def over_icons() -> tuple[Image, Lattice]:
    """Return a board over the corner of a window of more, larger pictures."""
    image = np.full((1100, 1800, 3), 250, np.uint8)
    for row, col in np.ndindex(10, 15):
        x, y = 40 + 96 * col, 40 + 96 * row
        cv2.rectangle(image, (x, y), (x + 60, y + 60), (180, 90, 40), -1)
    small, board = game("square")
    left, top, right, bottom = board.box
    cut = small[top - 20 : bottom + 20, left - 20 : right + 20]
    image[800 : 800 + cut.shape[0], 1400 : 1400 + cut.shape[1]] = cut
    return image, board.moved(1400 - left + 20, 800 - top + 20)


def test_a_board_over_a_grid_that_is_none_is_read() -> None:
    image, board = over_icons()
    search = Search(image)
    grid = search.boards()[0].lattice
    assert grid.topology != board.topology
    assert board.topology in [each.lattice.topology for each in search.boards(refused=grid)]
    assert see(image).lattice.topology == board.topology
