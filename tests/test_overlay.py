"""What lies over a board is noticed, with the cells it hides; a board alone raises no alarm."""

from __future__ import annotations

import random
from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.bench.known_looks import true_lattice
from autoplay.bench.synthetic import make_screen
from autoplay.bench.truth import Screen, load_screens, parse_truth
from autoplay.desktop.ports import Region
from autoplay.desktop.target import PATCH, patch_color, patches
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.errors import AutoplayError, UnreadableError, VisionError
from autoplay.game import Cell, Label, Level, Shape, Topology, make_topology
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.overlay import covered_cells, require_uncovered
from autoplay.vision.see import see

SCREENS = [
    screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
    if screen.truth.board is not None
]
Box = tuple[int, int, int, int]


def with_dialog(image: Image, box: Box) -> Image:
    left, top, right, bottom = box
    picture = np.ascontiguousarray(image).copy()
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (236, 233, 230), cv2.FILLED)
    cv2.rectangle(picture, (left, top), (right - 1, top + 20), (140, 70, 30), cv2.FILLED)
    cv2.rectangle(picture, (left, top), (right - 1, bottom - 1), (60, 60, 60), 1)
    cv2.putText(picture, "Play again?", (left + 12, top + 60), 0, 0.5, (0, 0, 0), 1)
    return picture


def middle_box(lattice: Lattice) -> Box:
    """A box over the middle of the board, off the cells' boundaries."""
    left, top, right, bottom = lattice.box
    x, y = (left + right) // 2, (top + bottom) // 2
    return x - 97, y - 52, x + 88, y + 43


def with_card(image: Image, left: int, top: int) -> Image:
    """The test card of ``autoplay doctor``, whose patches are two cells of 20 pixels wide."""
    picture = np.ascontiguousarray(image[..., :3]).copy()
    for x, y in patches():
        patch = picture[top + y : top + y + PATCH, left + x : left + x + PATCH]
        patch[:] = patch_color(x, y)[::-1]
    return picture


def cells_wholly_in(lattice: Lattice, box: Box) -> set[int]:
    left, top, right, bottom = box
    return {
        cell
        for cell in range(len(lattice.topology))
        if (lattice.polygon(cell) >= (left, top)).all()
        and (lattice.polygon(cell) <= (right, bottom)).all()
    }


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_board_alone_raises_no_alarm(screen: Screen) -> None:
    assert screen.truth.lattice is not None
    require_uncovered(screen.load(), screen.truth.lattice)


@pytest.mark.parametrize(("seed", "pitch"), [(1, 20), (5, 20), (10, 20), (11, 22), (1, 26)])
def test_numbers_in_line_with_outlines_of_hexagons_raise_no_alarm(seed: int, pitch: int) -> None:
    room = Monitor(Region(0, 0, 320, 320))
    desktop = make_virtual_desktop(
        Level(8, 8, 10), "hexagon", "classic", seed, pitch=pitch, monitors=(room,)
    )
    window = desktop.game
    window.open_quietly(Cell(27))
    minefield = window.game.minefield
    assert minefield is not None
    for cell in random.Random(seed).sample(range(64), 40):
        if cell not in minefield.mines and window.game.board().labels[cell] == Label.COVERED:
            window.open_quietly(Cell(cell))
    require_uncovered(desktop.grab(room.region).pixels, true_lattice(window))


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_a_dialog_over_the_board_is_noticed_with_the_cells_it_hides(screen: Screen) -> None:
    lattice = screen.truth.lattice
    assert lattice is not None
    box = middle_box(lattice)
    with pytest.raises(UnreadableError) as error:
        require_uncovered(with_dialog(screen.load(), box), lattice)
    first = lattice.topology.place(error.value.cells[0])
    told = f"something lies over the board, at {first} and around it; move it away"
    assert str(error.value) == told
    hidden = cells_wholly_in(lattice, box)
    if lattice.topology.shape is not Shape.TRIANGLE:  # there one side alone may be seen
        assert len(hidden & set(error.value.cells)) >= len(hidden) / 2
    assert len(error.value.cells) == len(error.value.evidence)
    assert len(error.value.cells) < len(lattice.topology) / 2


def test_the_end_of_a_window_over_few_cells_of_most_boards_is_noticed() -> None:
    noticed = []
    for screen in SCREENS:
        lattice = screen.truth.lattice
        assert lattice is not None
        (wide, high), (left, top, _, bottom) = lattice.cell_size, lattice.box
        above = (top + bottom) // 2 - round(1.3 * high)
        box = left - 40, above, left + round(1.7 * wide), above + round(2.1 * high)
        noticed.append(bool(covered_cells(with_dialog(screen.load(), box), lattice)))
    assert np.mean(noticed) > 0.8


def test_most_dialogs_and_windows_over_unseen_games_are_noticed() -> None:
    noticed = 0
    for seed in range(20):
        made = make_screen(seed, "window" if seed % 2 else "dialog")
        lattice = parse_truth(made.truth["under"], "made").lattice
        assert lattice is not None
        noticed += bool(covered_cells(made.image, lattice))
    assert noticed >= 14


def test_unseen_games_alone_hardly_raise_alarms() -> None:
    alarms = []
    for seed in range(40):
        made = make_screen(seed, "board")
        lattice = parse_truth(made.truth, "made").lattice
        assert lattice is not None
        if covered_cells(made.image, lattice):
            alarms.append((seed, made.spec.family))
    assert len(alarms) <= 2, alarms


def test_a_picture_without_room_for_cells_has_nothing_over_it() -> None:
    lattice = SCREENS[0].truth.lattice
    assert lattice is not None
    assert covered_cells(np.zeros((4, 4, 3), dtype=np.uint8), lattice) == []


@pytest.mark.parametrize(("height", "is_side"), [(13, False), (16, True)])
def test_tall_digits_in_line_are_no_side_of_a_window(height: int, is_side: bool) -> None:
    lattice = Lattice(make_topology("square", 8, 8), (8.0, 8.0), (16.0, 16.0))
    image = np.full((128, 128, 3), 190, np.uint8)
    image[::16] = image[:, ::16] = 120
    image[16:112, 32:48] = 200  # opened, with no lines between
    for top in range(16, 112, 16):
        image[top + 1 : top + 1 + height, 39:43] = (120, 10, 10)
    assert bool(covered_cells(image, lattice)) is is_side


@pytest.mark.parametrize(
    ("state", "row", "col"), [("flags", 8, 18), ("lost", 4, 7), ("mid2", 9, 11), ("won", 0, 9)]
)
def test_patches_of_many_colours_laid_along_the_cells_are_no_covered_cells(
    state: str, row: int, col: int
) -> None:
    screen = next(each for each in SCREENS if each.name == f"sgt-mines/{state}")
    lattice = screen.truth.lattice
    assert lattice is not None and lattice.pitch == (20.0, 20.0)
    left, top = lattice.box[0] + 20 * col, lattice.box[1] + 20 * row
    with pytest.raises(AutoplayError):
        see(with_card(screen.load(), left, top))


def test_nothing_opened_on_a_part_of_a_board_is_something_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    screen = next(each for each in SCREENS if each.name == "winemine/lost")
    board = screen.truth.lattice
    assert board is not None
    picture = np.ascontiguousarray(screen.load()[..., :3]).copy()
    left, top = board.box[0] + 34, board.box[1] + 22
    picture[top : top + 168, left : left + 192] = 200
    picture[top : top + 168 : 24, left : left + 192] = 90
    picture[top : top + 168, left : left + 192 : 24] = 90
    buttons = Lattice(make_topology("square", 7, 8), (left + 12.0, top + 12.0), (24.0, 24.0))
    found = [Candidate(lattice, 1.0, "given") for lattice in (board, buttons)]
    assert see(picture, candidates=found[1:]).lattice.topology == buttons.topology
    with pytest.raises(VisionError, match="16x30"):
        see(picture, candidates=found)
    monkeypatch.setattr("autoplay.vision.see.other_candidates", lambda *_: iter([found[1:]]))
    with pytest.raises(VisionError, match="16x30"):
        see(picture, candidates=found[:1])


@pytest.mark.parametrize("rows", [4, 1])
def test_a_gloss_that_only_cells_in_one_corner_show_is_no_side_of_a_window(rows: int) -> None:
    # Pitches between whole pixels put the gloss a pixel higher or lower from row to row.
    lattice = Lattice(Topology(Shape.SQUARE, 9, 9), (37.2, 37.2), (75.45, 75.45))
    image = np.full((700, 700, 3), 225, np.uint8)
    for cell in range(len(lattice.topology)):
        row, col = lattice.topology.row_col(cell)
        x, y = lattice.center(cell)
        left, top, right, bottom = (round(v) for v in (x - 36, y - 36, x + 36, y + 36))
        if col > 2 and 3 < row <= 3 + rows:
            image[top:bottom, left:right] = (150, 90, 40)
            image[top : round(y), left:right] = (210, 170, 120)
    assert bool(covered_cells(image, lattice)) == (rows == 1)


@pytest.mark.parametrize("others", [0.45, 0.0])
def test_a_shade_that_other_columns_show_in_part_is_no_side_of_a_window(others: float) -> None:
    lattice = Lattice(Topology(Shape.SQUARE, 20, 20), (33.0, 33.0), (26.0, 26.0))
    image = np.full((566, 566, 3), 225, np.uint8)
    for cell in range(len(lattice.topology)):
        row, col = lattice.topology.row_col(cell)
        x, y = (round(v) for v in lattice.center(cell))
        closed = col == 1 and row > 2
        if closed or (col > 1 and (7 * row + 3 * col) % 20 < 20 * others):
            image[y - 12 : y + 12, x - 12 : x + 12] = (230, 60, 20)
            image[y - 12 : y + 12, x - 12 : x - 5] = (90, 20, 10)
    assert bool(covered_cells(image, lattice)) == (not others)
