"""A cell that a cursor lights is read by its symbol, or where the rules leave one thing alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import Screen, load_screens
from autoplay.errors import UnreadableError
from autoplay.game import Board, Label, make_topology
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn_once import LearnOnce
from autoplay.vision.lit import same_symbol, same_within, unlit
from autoplay.vision.nearby import learn_nearby

SCREENS = {
    screen.name: screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
}
SCREEN, LOST = SCREENS["xdemineur/mid1"], SCREENS["xdemineur/lost"]


def board_and_lattice(screen: Screen = SCREEN) -> tuple[Board, Lattice]:
    board, lattice = screen.truth.board, screen.truth.lattice
    assert board is not None
    assert lattice is not None
    return board, lattice


def lit(cell: int, light: tuple[int, int, int], ink: int = 20, screen: Screen = SCREEN) -> Image:
    """Return the screen with what this cell shows drawn in another ink on a light, BGR."""
    _, lattice = board_and_lattice(screen)
    x, y = np.round(lattice.center(cell)).astype(int)
    reach = int(lattice.pitch[0]) // 2 - 2
    image = screen.load()[..., :3].copy()
    part = image[y - reach : y + reach, x - reach : x + reach]
    drawn = np.abs(part.astype(int) - np.median(part, axis=(0, 1))).max(axis=2) > 60
    part[:] = light
    part[drawn] = ink
    return image


def first(label: Label, beside: Label | None = None) -> int:
    """Return the first cell of this label, or the first with such a neighbour."""
    board, _ = board_and_lattice()
    return next(
        cell
        for cell in range(len(board.labels))
        if board.labels[cell] == label
        and (beside is None or beside in (board.labels[n] for n in board.topology.neighbors[cell]))
    )


@pytest.mark.parametrize("label", [Label.ONE, Label.TWO])
@pytest.mark.parametrize("light", [(40, 220, 90), (250, 250, 60)])
def test_a_number_in_the_light_of_a_cursor_is_read_by_its_shape(
    label: Label, light: tuple[int, int, int]
) -> None:
    board, lattice = board_and_lattice()
    _, learned = learn_nearby(LearnOnce(lit(first(label), light), None), lattice)
    assert learned.reading.board.labels == board.labels


def test_a_bare_lit_cell_is_a_zero_where_a_zero_has_opened_it() -> None:
    board, lattice = board_and_lattice()
    _, learned = learn_nearby(
        LearnOnce(lit(first(Label.ZERO, Label.ZERO), (40, 220, 90)), None), lattice
    )
    assert learned.reading.board.labels == board.labels


@pytest.mark.parametrize("light", [(40, 220, 90), (60, 60, 250)])
def test_a_bare_lit_cell_that_may_be_marked_or_have_exploded_is_in_doubt(
    light: tuple[int, int, int],
) -> None:
    _, lattice = board_and_lattice()
    with pytest.raises(UnreadableError):
        learn_nearby(LearnOnce(lit(first(Label.COVERED), light), None), lattice)


@pytest.mark.parametrize("label", [Label.ZERO, Label.ONE])
def test_what_is_opened_in_another_colour_may_be_a_wrong_flag_where_mines_are_shown(
    label: Label,
) -> None:
    board, lattice = board_and_lattice(LOST)
    image = lit(board.labels.index(label), (40, 220, 90), screen=LOST)
    with pytest.raises(UnreadableError):
        learn_nearby(LearnOnce(image, None), lattice)


@pytest.mark.parametrize(("sunken", "lights"), [(1, True), (3, False)])
def test_cells_that_are_drawn_like_several_others_are_not_lit(sunken: int, *, lights: bool) -> None:
    """Bare cells, of which some are sunken: opened, when there are several."""
    image = np.full((200, 240, 3), 239, np.uint8)
    lattice = Lattice(make_topology("square", 4, 5), (39.5, 39.5), (40.0, 40.0))
    for cell, (x, y) in enumerate(np.round(lattice.centers - 19.5).astype(int)):
        upper, lower = (160, 255) if cell < sunken else (255, 160)
        image[y : y + 40, x : x + 40] = lower
        image[y : y + 37, x : x + 37] = upper
        image[y + 3 : y + 37, x + 3 : x + 37] = 239
    assert bool(list(unlit(image, lattice, 0))) is lights


@pytest.mark.parametrize(("marks", "lights"), [(1, True), (4, False)])
def test_cells_that_are_not_quite_drawn_like_several_others_are_not_lit(
    marks: int, *, lights: bool
) -> None:
    """Signs on a ground of their own, each a look by a faint spot in another corner."""
    image = np.full((200, 240, 3), 250, np.uint8)
    lattice = Lattice(make_topology("square", 4, 5), (39.5, 39.5), (40.0, 40.0))
    for cell, (x, y) in enumerate(np.round(lattice.centers - 19.5).astype(int)):
        image[y + 14 : y + 26, x + 14 : x + 26] = 20
        if cell < marks:
            image[y : y + 40, x : x + 40] = 100, 180, 60
            image[y + 14 : y + 26, x + 14 : x + 26] = 255
            right, down = x + 26 * (cell % 2), y + 26 * (cell // 2)
            image[down + 4 : down + 10, right + 4 : right + 10] += np.uint8(11)
    assert bool(list(unlit(image, lattice, 0))) is lights


def bracketed(image: Image, cell: int) -> Image:
    """Return a picture with brackets drawn at both sides of what this cell shows."""
    _, lattice = board_and_lattice()
    x, y = np.round(lattice.center(cell)).astype(int)
    drawn = image.copy()
    for side in (-1, 1):
        for step in range(4):
            drawn[[y - 3 + step, y + 3 - step], x + side * (5 + step // 2)] = 30
    return drawn


def test_a_number_between_the_brackets_of_a_cursor_is_read() -> None:
    board, lattice = board_and_lattice()
    image = bracketed(SCREEN.load()[..., :3], first(Label.TWO))
    _, learned = learn_nearby(LearnOnce(image, None), lattice)
    assert learned.reading.board.labels == board.labels


def test_beside_the_cursor_of_a_game_a_terminal_may_show_its_own() -> None:
    board, lattice = board_and_lattice()
    one, other = first(Label.ZERO, Label.ZERO), first(Label.TWO)
    image = bracketed(lit(one, (40, 220, 90)), other)
    _, learned = learn_nearby(LearnOnce(image, None), lattice)
    assert learned.reading.board.labels == board.labels


@pytest.mark.parametrize(
    ("columns", "colour", "shown"),
    [
        ([(2, 4), (20, 22)], 30, True),
        ([(2, 4)], 30, None),  # a sign at one side
        ([(2, 4), (17, 18)], 30, None),  # on both, unlike
        ([(2, 4), (20, 22)], (20, 20, 230), None),  # red: it may have exploded
        ([(2, 4), (12, 13), (20, 22)], 30, None),  # and over the symbol
    ],
)
def test_what_is_drawn_alike_on_both_sides_of_a_symbol_marks_the_cell_alone(
    columns: list[tuple[int, int]], colour: int | tuple[int, int, int], *, shown: bool | None
) -> None:
    plain = np.full((24, 24, 3), 200, np.uint8)
    plain[7:17, 10:14] = 60
    marked = plain.copy()
    for start, end in columns:
        marked[6:18, start:end] = colour
    assert same_within(marked, plain) is shown


@pytest.mark.parametrize(
    ("sides", "colour", "told"),
    [
        ("left right top bottom", (150, 120, 130), True),
        ("left right top bottom", (40, 40, 230), None),  # red: it may have exploded
        ("left top", (150, 120, 130), None),  # a bevel
    ],
)
def test_a_frame_around_a_covered_cell_is_a_cursor(
    sides: str, colour: tuple[int, int, int], told: bool | None
) -> None:
    first, last, along = slice(1, 4), slice(-4, -1), slice(1, -1)
    places = {
        "left": (along, first),
        "right": (along, last),
        "top": (first, along),
        "bottom": (last, along),
    }
    plain = np.full((24, 24, 3), (80, 135, 0), np.uint8)
    framed = plain.copy()
    for side in sides.split():
        framed[places[side]] = colour
    assert same_within(framed, plain) is told


def test_a_symbol_has_any_colour_in_the_light_and_lines_beside_it_do_not_matter() -> None:
    plain = np.zeros((24, 24, 3), np.uint8)
    plain[6:18, 10:13] = 0, 200, 0
    shown = np.zeros_like(plain)
    shown[4:20, 4:19] = 0, 0, 205
    shown[6:18, 10:13] = 240
    assert same_symbol(shown, plain)
    shown[:6, -2:] = 255  # the line at the end of a table
    assert same_symbol(shown, plain)


def test_another_symbol_on_another_ground_is_not_the_same_in_other_colours() -> None:
    other = np.full((24, 24, 3), (200, 64, 64), np.uint8)
    other[9:11, 9:15] = other[12:14, 9:15] = other[15:17, 9:15] = other[9:17, 13:15] = 40
    shown = np.full((24, 24, 3), 255, np.uint8)
    for step in range(8):
        shown[9 + step, [8 + step, 9 + step, 15 - step, 16 - step]] = 120
    assert same_symbol(shown, other) is None


def test_a_pixel_that_noise_lights_is_no_end_of_the_light() -> None:
    plain = np.full((24, 24, 3), 16, np.uint8)
    plain[6:18, 10:13] = 200
    shown = plain.copy()
    shown[4:20, 6:17] = 40, 220, 40
    shown[6:18, 10:13] = 20
    assert same_symbol(shown, plain)
    shown[22, 2] = 60
    assert same_symbol(shown, plain)


@pytest.mark.parametrize(("ink", "lit"), [((0, 0, 0), True), ((0, 0, 235), None)])
def test_a_symbol_is_told_in_red_light_but_nothing_is(
    ink: tuple[int, int, int], *, lit: bool | None
) -> None:
    plain = np.zeros((24, 24, 3), np.uint8)
    plain[6:18, 9:11] = plain[6:8, 9:16] = 0, 0, 240  # a letter, red on black
    shown = np.zeros_like(plain)
    shown[3:-3, 3:-3] = 0, 0, 240
    shown[plain.any(axis=2)] = ink
    assert same_symbol(shown, plain if lit else np.zeros_like(plain)) is lit
