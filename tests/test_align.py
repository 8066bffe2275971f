"""A lattice a little off is put right by a known skin, its cells' looks, or what a click opens."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Shape, Topology, format_rows
from autoplay.play.eyes import GrowingEyes
from autoplay.play.frames import FrameReader
from autoplay.play.recorded import load_recording
from autoplay.vision.align import (
    FARTHER,
    aligned,
    aligned_to_change,
    aligned_to_looks,
    aligned_to_pixels,
    with_whole_pitch,
)
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import learn
from autoplay.vision.read import Reader
from autoplay.vision.see import see
from autoplay.vision.skin import load_skin
from autoplay.vision.tiles import canonical_tiles

ROOT = Path(__file__).parent.parent
SCREENS = ROOT / "fixtures" / "screens"
GAME = ROOT / "fixtures" / "replays" / "winemine"
"""Dark buttons with a shadow on one side: fresh, their lattice is found half a pixel off."""

PITCH, SIDE, EDGE = 16, 9, 20
TRUE = EDGE + (PITCH - 1) / 2  # pixel centres at .0

OFF = [(0.5, 0.5), (-0.5, 0.0), (0.0, 0.5), (-0.5, -0.5)]


def _lattice(dx: float = 0.0, dy: float = 0.0) -> Lattice:
    return Lattice(Topology(Shape.SQUARE, SIDE, SIDE), (TRUE + dx, TRUE + dy), (PITCH, PITCH))


def _board(opened: set[tuple[int, int]]) -> Image:
    """Draw buttons with a shadow, and bare opened cells with a line at their right and bottom."""
    image = np.zeros((2 * EDGE + PITCH * SIDE, 2 * EDGE + PITCH * SIDE, 3), np.uint8)
    for row in range(SIDE):
        for col in range(SIDE):
            cell = image[EDGE + row * PITCH :, EDGE + col * PITCH :][:PITCH, :PITCH]
            if (row, col) in opened:
                cell[-1:], cell[:, -1:] = 255, 255
            else:
                cell[:-1, :-1] = (0, 255, 0)
                cell[1:-1, 1:-1] = (128, 0, 0)
                cell[1:-2, 1:-2] = (0, 128, 0)
    return image


CORNER = {(row, col) for row in range(4) for col in range(3)}


@pytest.mark.parametrize("off", OFF)
def test_the_looks_of_cells_show_where_they_end(off: tuple[float, float]) -> None:
    # A ragged opening: cells with all kinds of neighbours.
    opened = CORNER | {(2, 3), (5, 5), (5, 7), (6, 6), (7, 4)}
    moved = aligned_to_looks(_board(opened), _lattice(*off))
    assert moved.first_cell_center == (TRUE, TRUE)


@pytest.mark.parametrize("off", [(2.0, 0.0), (0.0, -1.0), (-2.0, 1.0)])
def test_looks_show_where_cells_end_that_a_finder_missed_by_pixels(
    off: tuple[float, float],
) -> None:
    opened = CORNER | {(2, 3), (5, 5), (5, 7), (6, 6), (7, 4)}
    lattice = _lattice(*off)
    assert aligned_to_looks(_board(opened), lattice).first_cell_center != (TRUE, TRUE)
    assert aligned_to_looks(_board(opened), lattice, FARTHER).first_cell_center == (TRUE, TRUE)


@pytest.mark.parametrize("off", [*OFF, (0.3, -0.2), (-0.07, 0.4), (1.1, 0.0), (0.1, 0.9)])
def test_cells_of_whole_pixels_begin_with_one(off: tuple[float, float]) -> None:
    opened = CORNER | {(2, 3), (5, 5), (5, 7), (6, 6), (7, 4)}
    moved = aligned_to_pixels(_board(opened), _lattice(*off))
    assert moved.first_cell_center == pytest.approx((TRUE, TRUE))


def test_a_pitch_of_no_whole_pixels_has_no_place_on_them() -> None:
    lattice = replace(_lattice(0.3, 0.3), pitch=(PITCH + 0.25, PITCH + 0.25))
    assert aligned_to_pixels(_board(CORNER), lattice) == lattice


def test_a_lattice_that_is_right_stays() -> None:
    lattice = _lattice()
    assert aligned_to_looks(_board(CORNER), lattice) is lattice
    assert aligned_to_change(_board(set()), _board(CORNER), lattice) is lattice


@pytest.mark.parametrize("off", OFF)
@pytest.mark.parametrize("opened", [{(0, 0)}, {(3, 4), (3, 5), (4, 5)}, CORNER])
def test_what_opens_shows_where_cells_are(
    off: tuple[float, float], opened: set[tuple[int, int]]
) -> None:
    moved = aligned_to_change(_board(set()), _board(opened), _lattice(*off))
    assert moved.first_cell_center == (TRUE, TRUE)


def test_a_change_that_is_no_whole_cell_moves_nothing() -> None:
    before, lattice = _board(set()), _lattice(0.5, 0.5)
    now = before.copy()
    now[EDGE + 3 : EDGE + 9, EDGE + 3 : EDGE + 27] = 200
    assert aligned_to_change(before, now, lattice) is lattice
    assert aligned_to_change(before, before, lattice) is lattice


@pytest.mark.parametrize("pitch", [10, 16, 21, 24, 25, 31, 40, 50, 64])
def test_a_tile_holds_nothing_of_its_neighbours(pitch: int) -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 3, 3), ((pitch - 1) / 2,) * 2, (pitch, pitch))
    image = np.full((3 * pitch, 3 * pitch, 3), 255, np.uint8)
    image[pitch : 2 * pitch, pitch : 2 * pitch] = 0
    assert canonical_tiles(image, lattice)[4].max() == 0


def test_a_fresh_game_of_buttons_is_read_from_the_first_opening_on() -> None:
    recording = load_recording(GAME)
    frames = FrameReader(GAME)
    lattice = recording.eyes(1).lattice
    fresh = frames.read()
    eyes = GrowingEyes(learn(fresh, lattice).skin, lattice, None)
    seen = eyes.read(fresh, None)
    for look in recording.looks[1:]:
        seen = eyes.read(frames.read(), seen)
        assert format_rows(seen.board) == look.looked.board
    assert eyes.lattice.first_cell_center == pytest.approx((11.5, 11.5), abs=0.01)


@pytest.mark.parametrize("slip", [(0.5, -0.5), (-0.6, 0.4), (1.0, 1.0), (0.07, -0.03)])
@pytest.mark.parametrize("name", ["xdemineur", "xbomb-square", "sgt-mines", "xbomb-tri"])
def test_a_slipped_lattice_finds_back_to_the_skins_pixels(
    name: str, slip: tuple[float, float]
) -> None:
    screen = next(each for each in load_screens(SCREENS / name) if each.name.endswith("mid1"))
    truth = screen.truth
    assert truth.lattice is not None
    assert truth.board is not None
    skin = load_skin(ROOT / "templates" / name)
    image = screen.load()
    lattice = aligned(image, truth.lattice.moved(*slip), skin)
    assert Reader(skin, lattice).read(image).board.labels == truth.board.labels


def test_a_pitch_a_tenth_off_is_made_whole_about_the_middle() -> None:
    off = replace(_lattice(), pitch=(PITCH - 0.1, PITCH), first_cell_center=(TRUE + 0.4, TRUE))
    whole = with_whole_pitch(off)
    assert whole.pitch == pytest.approx((PITCH, PITCH))
    assert whole.first_cell_center == pytest.approx((TRUE, TRUE))


def test_a_pitch_that_would_move_outer_cells_far_stays_as_it_is() -> None:
    off = replace(_lattice(), pitch=(PITCH - 0.3, PITCH + 0.3))
    assert with_whole_pitch(off) == off


def test_a_board_found_a_little_off_is_read_on_whole_pixels() -> None:
    screen = next(s for s in load_screens(SCREENS / "winemine") if s.name == "mid1")
    assert screen.truth.lattice is not None and screen.truth.board is not None
    lattice, image = screen.truth.lattice, screen.load()
    x, y = lattice.first_cell_center
    off = replace(
        lattice,
        first_cell_center=(x + 0.8, y + 0.8),
        pitch=(lattice.pitch[0] - 0.1, lattice.pitch[1] - 0.1),
    )
    with pytest.raises(UnreadableError):
        learn(image, aligned_to_looks(image, off))
    sight = see(image, candidates=[Candidate(off, 1.0, "given")])
    assert sight.reading.board.labels == screen.truth.board.labels
