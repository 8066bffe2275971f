"""Covered cells in doubt: which of them carry a mark, are drawn as one, or are opened."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import cv2
import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology, Variant
from autoplay.vision.compared import mark_contrast
from autoplay.vision.learning.doubt import require_seen, require_sense
from autoplay.vision.learning.ending import OWN_CONTRAST
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.kinds import opened_covers, undrawn_covers
from autoplay.vision.learning.lit_looks import lit_cells, lone_marks
from autoplay.vision.learning.other_covers import (
    covers_drawn_as_marks,
    covers_like_marks,
    covers_like_numbers,
    covers_like_zeros,
    hardly_covers,
    lone_colours,
    marked_covers,
    symbols_on_covers,
)
from autoplay.vision.learning.tints import SHADE, unlit_covers
from autoplay.vision.learning.usual_covers import covers_apart_within, covers_that_show_more
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.drawn_boards import PANE, Drawn
from tests.made_looks import TOPOLOGY, doubted, named, sense


def test_many_covered_cells_with_a_mark_are_not_taken_for_plain_ones() -> None:
    with pytest.raises(UnreadableError, match="15 cells may carry a mark"):
        sense((190, 190, Label.COVERED, 15), (190, 60, Label.COVERED, 15))


def test_what_is_drawn_on_another_ground_beside_plain_covered_cells_is_a_mark() -> None:
    looks, naming = named((190, 190, Label.COVERED, 25), (140, 230, Label.COVERED, 5))
    assert marked_covers(naming, looks, TOPOLOGY).tolist() == [1]
    looks, naming = named((190, 190, Label.COVERED, 25), (140, 170, Label.COVERED, 5))
    assert not len(marked_covers(naming, looks, TOPOLOGY))


def test_a_faint_mark_beside_plain_covered_cells_is_one_where_all_left_are_mines() -> None:
    row, two = Topology(Shape.SQUARE, 1, 3), (220, 60, Label.TWO, 1)
    looks, naming = named((190, 190, Label.COVERED, 1), two, (190, 215, Label.COVERED, 1))
    assert marked_covers(naming, looks, row).tolist() == [2]
    looks, naming = named((190, 190, Label.COVERED, 1), two, (190, 197, Label.COVERED, 1))
    assert not len(marked_covers(naming, looks, row))


def test_a_faint_mark_is_one_where_the_other_covered_cells_show_nothing_at_all() -> None:
    looks, naming = named((190, 190, Label.COVERED, 25), (190, 205, Label.COVERED, 5))
    assert marked_covers(naming, looks, TOPOLOGY).tolist() == [1]
    looks, naming = named((190, 196, Label.COVERED, 25), (190, 211, Label.COVERED, 5))
    assert not len(marked_covers(naming, looks, TOPOLOGY))


def test_a_mark_is_one_beside_plain_cells_whose_edges_fall_between_pixels() -> None:
    looks, naming = named((190, 190, Label.COVERED, 25), (150, 190, Label.COVERED, 5))
    edged = looks.tiles.copy()
    edged[0, :4] = edged[0, -4:] = 110
    looks = Looks(looks.of_cell, edged, looks.counts, np.zeros(len(looks.of_cell)))
    assert mark_contrast(looks, np.array([1]), np.array([0])).max() < 0
    assert marked_covers(naming, looks, TOPOLOGY).tolist() == [1]


def test_the_light_on_covered_cells_is_no_mark_where_no_other_cell_is_left() -> None:
    row = Topology(Shape.SQUARE, 1, 3)
    marked, one = (190, 110, Label.COVERED, 1), (220, 60, Label.ONE, 1)
    looks, naming = named(marked, one, (220, 220, Label.ZERO, 1))
    assert marked_covers(naming, looks, row).tolist() == [0]
    glossed = looks.tiles.copy()
    glossed[0, : SIDE // 2], glossed[0, SIDE // 2 :] = 110, 190
    looks = Looks(looks.of_cell, glossed, looks.counts, looks.spread)
    assert not len(marked_covers(naming, looks, row))


def test_the_outlines_of_covered_triangles_are_no_mark_where_no_other_cell_is_left() -> None:
    row, one = Topology(Shape.TRIANGLE, 1, 3), (220, 60, Label.ONE, 1)
    looks, naming = named((60, 60, Label.COVERED, 1), one, one)
    tiles = looks.tiles.copy()
    corners = np.array([[SIDE // 2, -7], [0, SIDE - 7], [SIDE, SIDE - 7]])
    cv2.polylines(tiles[0], [corners], isClosed=True, color=(240, 240, 240), thickness=1)
    tiles[0] = np.maximum(tiles[0], tiles[0, :, ::-1])
    looks = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    assert looks.own_contrast(2)[0] > OWN_CONTRAST
    assert not len(marked_covers(naming, looks, row))
    tiles[0, 9:15, 9:15] = 200  # a disc
    looks = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    assert marked_covers(naming, looks, row).tolist() == [0]
    looks, naming = named(one, (60, 20, Label.MINE, 1), one)  # nothing is covered
    assert not len(marked_covers(naming, looks, row))


def test_what_a_half_of_the_covered_cells_show_is_no_mark_on_a_few_others() -> None:
    # A quarter of xbomb's covered triangles, and a few less, are drawn plain and with a line.
    plain, lined = (190, 190, Label.COVERED), (190, 110, Label.COVERED)
    looks, naming = named((*plain, 8), (*lined, 7), (*plain, 7), (*lined, 7), (*lined, 1))
    assert not len(marked_covers(naming, looks, TOPOLOGY))
    looks, naming = named((*plain, 8), (*plain, 7), (*plain, 7), (*plain, 7), (*lined, 1))
    assert marked_covers(naming, looks, TOPOLOGY).tolist() == [4]


def test_two_shades_of_covered_cells_carry_no_mark() -> None:
    looks, naming = named((190, 190, Label.COVERED, 15), (175, 175, Label.COVERED, 15))
    assert not len(marked_covers(naming, looks, TOPOLOGY))
    sense((190, 190, Label.COVERED, 15), (175, 175, Label.COVERED, 15))


def test_cells_that_show_nothing_are_not_covered_where_most_covered_ones_are_drawn() -> None:
    sense((190, 208, Label.COVERED, 20), (190, 198, Label.COVERED, 10))
    with pytest.raises(UnreadableError, match="10 cells show nothing"):
        sense((190, 208, Label.COVERED, 20), (190, 190, Label.COVERED, 10))


@pytest.mark.parametrize(("sides", "undrawn"), [((0,), [1]), ((0, 1), [])])
def test_cells_with_lines_along_their_sides_are_drawn_wherever_these_fall_between_pixels(
    sides: tuple[int, ...], undrawn: list[int]
) -> None:
    """The page beside a board has one line in common with it."""
    looks, naming = named((190, 208, Label.COVERED, 20), (190, 190, Label.COVERED, 10))
    for side in sides:
        looks.tiles[1].swapaxes(0, side)[-3:] = 60
    assert undrawn_covers(naming, looks, TOPOLOGY).tolist() == undrawn


@pytest.mark.parametrize(
    ("color", "cells", "doubt"),
    [
        ((87, 80, 90), 1, False),  # a quarter of white
        ((87, 80, 90), 2, True),
        ((38, 30, 120), 1, True),
        ((20, 15, 22), 1, True),
        ((240, 240, 240), 1, True),
    ],
    ids=["lit", "two", "painted", "darker", "white"],
)
def test_a_single_covered_cell_may_be_lit(
    color: tuple[int, int, int], cells: int, doubt: bool
) -> None:
    looks, naming = named((30, 30, Label.COVERED, 30 - cells), (40, 40, Label.COVERED, cells))
    looks.tiles[0], looks.tiles[1] = (38, 30, 43), color
    far = np.abs(np.subtract(color, (38, 30, 43))).max() > SHADE
    assert len(unlit_covers(naming, looks, TOPOLOGY)) == (doubt and far)


@pytest.mark.parametrize(("color", "doubt"), [((228, 186, 198), 0), ((228, 146, 198), 1)])
def test_light_on_a_cell_of_a_dimmed_picture_is_brighter_than_white(
    color: tuple[int, int, int], doubt: int
) -> None:
    looks, naming = named((30, 30, Label.COVERED, 29), (40, 40, Label.COVERED, 1))
    looks.tiles[0], looks.tiles[1] = (186, 138, 153), color
    assert len(unlit_covers(naming, looks, TOPOLOGY)) == doubt


@pytest.mark.parametrize(
    ("color", "mark", "doubt"),
    [
        ((204, 204, 255), (255, 120, Label.FLAG), False),
        ((204, 204, 255), (200, 200, Label.FLAG), True),
        ((204, 204, 255), (255, 120, Label.MINE), True),
        ((160, 160, 255), (255, 120, Label.FLAG), True),
    ],
    ids=["tinted", "flags are plain", "a mine is shown", "painted"],
)
def test_a_single_covered_cell_may_be_tinted_where_flags_show_a_sign(
    color: tuple[int, int, int], mark: tuple[int, int, Label], doubt: bool
) -> None:
    looks, naming = named((255, 255, Label.COVERED, 27), (255, 255, Label.COVERED, 1), (*mark, 2))
    looks.tiles[1] = color
    assert len(unlit_covers(naming, looks, TOPOLOGY)) == doubt


def test_covered_cells_keep_their_colour_in_play_though_others_are_more() -> None:
    looks, naming = named((229, 229, Label.COVERED, 2), (43, 43, Label.COVERED, 28))
    assert unlit_covers(naming, looks, TOPOLOGY).tolist() == [0]
    assert unlit_covers(naming, looks, TOPOLOGY, np.array([0])).tolist() == [1]
    labels = naming.names[looks.of_cell]
    with doubted("28 cells are covered in a colour of their own"):
        require_sense(labels, naming, looks, TOPOLOGY, None, certain=np.array([0]))


def test_blank_cells_on_the_ground_of_numbers_are_not_covered_beside_others_that_are() -> None:
    with pytest.raises(UnreadableError, match="12 cells lie on the ground of opened cells"):
        sense(
            (240, 240, Label.COVERED, 12),
            (170, 170, Label.COVERED, 12),
            (240, 20, Label.ONE, 6),
        )


@pytest.mark.parametrize(("liker", "doubt"), [(2.0, False), (4.0, True)])
def test_covered_cells_that_look_like_symbols_are_in_doubt_where_nothing_is_opened(
    liker: float, doubt: bool
) -> None:
    looks, naming = named((190, 190, Label.COVERED, 20), (190, 150, Label.COVERED, 10))
    costs = np.eye(20)[[Label.TWO, Label.TWO]] * 9
    costs[1, Label.COVERED] = liker
    with doubted("10 cells show symbols") if doubt else nullcontext():
        require_seen(costs, naming, looks, TOPOLOGY)


def test_of_two_covered_looks_the_one_with_a_symbol_is_marked_however_many_there_are() -> None:
    looks, naming = named((190, 190, Label.COVERED, 3), (190, 60, Label.COVERED, 15))
    costs = np.zeros((2, 20))
    costs[1, Label.COVERED] = 1.0
    assert symbols_on_covers(costs, naming, looks).tolist() == [1]
    costs[1, Label.COVERED] = 0.0  # not even likelier a mark
    assert not len(symbols_on_covers(costs, naming, looks))
    textured, naming = named((190, 160, Label.COVERED, 3), (190, 60, Label.COVERED, 15))
    assert not len(symbols_on_covers(np.eye(2, 20, Label.COVERED) + costs, naming, textured))


@pytest.mark.parametrize(
    ("color", "doubtful"),
    [((0, 255, 255), True), ((12, 12, 12), True), ((190, 190, 190), False), ((90, 60, 60), False)],
)
def test_mines_left_in_a_bright_colour_or_black_may_be_painted_or_flagged(
    color: tuple[int, int, int], doubtful: bool
) -> None:
    looks, naming = named((190, 190, Label.COVERED, 1), (220, 0, Label.ONE, 3))
    looks.tiles[0] = color
    row = Topology(Shape.SQUARE, 2, 2)
    assert len(lone_colours(naming, looks, row)) == doubtful
    assert not len(lone_colours(naming, looks, Topology(Shape.SQUARE, 1, 4)))  # a number too many
    flagged = replace(naming, names=np.array([Label.COVERED, Label.FLAG], np.uint8))
    assert not len(lone_colours(flagged, looks, row))


@pytest.mark.parametrize(("edge", "doubtful"), [(13, True), (40, False)])
def test_what_jpeg_leaves_at_the_edges_of_black_mines_makes_no_buttons_of_them(
    edge: int, doubtful: bool
) -> None:
    looks, naming = named((10, 10, Label.COVERED, 1), (240, 0, Label.ONE, 3))
    looks.tiles[0, : SIDE // 4] += np.uint8(edge)
    assert len(lone_colours(naming, replace(looks), Topology(Shape.SQUARE, 2, 2))) == doubtful


@pytest.mark.parametrize(("bottom", "doubtful"), [((0, 0, 240), True), ((90, 90, 90), False)])
def test_mines_left_black_in_an_outline_are_no_buttons_where_it_is_the_same_all_round(
    bottom: tuple[int, int, int], *, doubtful: bool
) -> None:
    looks, naming = named((190, 190, Label.COVERED, 1), (220, 0, Label.ONE, 3))
    tile, inner = looks.tiles[0], np.s_[SIDE // 4 : -SIDE // 4]
    tile[:] = (0, 0, 240)
    tile[inner, inner] = 0
    tile[-SIDE // 4 :] = bottom
    assert len(lone_colours(naming, replace(looks), Topology(Shape.SQUARE, 2, 2))) == doubtful


def test_mines_left_in_two_shades_of_a_field_are_covered() -> None:
    looks, naming = named(
        (0, 0, Label.COVERED, 1), (0, 0, Label.COVERED, 1), (220, 0, Label.TWO, 2)
    )
    square = Topology(Shape.SQUARE, 2, 2)
    for shade, count in ((90, 0), (80, 2)):
        looks.tiles[0], looks.tiles[1] = (80, 210, 160), (shade, 210, 160)
        assert len(lone_colours(naming, replace(looks), square)) == count


def test_what_differs_from_marks_at_its_edges_alone_is_no_cover() -> None:
    flag, cover = (190, 60, Label.FLAG, 9), (190, 60, Label.COVERED, 5)
    looks, naming = named((190, 190, Label.COVERED, 10), flag, cover, (220, 0, Label.ONE, 6))
    looks.tiles[2, :2] = 20  # a neighbour's line
    assert covers_drawn_as_marks(naming, looks, TOPOLOGY).tolist() == [2]
    looks, naming = named((190, 190, Label.COVERED, 10), flag, (190, 150, Label.COVERED, 5))
    assert not len(covers_drawn_as_marks(naming, looks, TOPOLOGY))


@pytest.mark.parametrize(("shade", "found"), [(110, [1]), (55, [1]), (48, [])])
def test_what_lies_on_the_ground_of_numbers_is_opened_where_others_lie_on_another(
    shade: int, found: list[int]
) -> None:
    covers = (shade, shade, Label.COVERED, 12), (40, 40, Label.COVERED, 12)
    looks, naming = named(*covers, (40, 250, Label.ONE, 6))
    assert opened_covers(naming, looks, TOPOLOGY).tolist() == found
    zero = replace(naming, names=np.array([Label.COVERED, Label.ZERO, Label.ONE], np.uint8))
    assert not len(opened_covers(zero, looks, TOPOLOGY))


def test_what_is_painted_within_lies_not_on_the_ground_of_numbers_for_its_edges() -> None:
    raised, blank = (110, 110, Label.COVERED, 12), (40, 40, Label.COVERED, 12)
    looks, naming = named(raised, blank, (60, 60, Label.COVERED, 1), (40, 250, Label.ONE, 6))
    looks.tiles[2, :3] = looks.tiles[2, -3:] = looks.tiles[2, :, :3] = looks.tiles[2, :, -3:] = 40
    assert opened_covers(naming, looks, TOPOLOGY).tolist() == [1]


@pytest.mark.parametrize(
    ("page", "zero", "in_doubt"),
    [
        (45, 4.0, True),
        (45, 2.0, False),  # a shade of covered cells may come near to that of opened ones
        (45, -4.0, False),
        (70, 4.0, False),  # and opened cells have one colour
    ],
)
def test_the_page_beside_a_board_that_is_no_rectangle_is_not_covered(
    page: int, zero: float, *, in_doubt: bool
) -> None:
    ones, zeros = (40, 250, Label.ONE, 12), (40, 40, Label.ZERO, 12)
    looks, naming = named(
        (110, 110, Label.COVERED, 12), (page, page, Label.COVERED, 20), ones, zeros
    )
    costs = np.full((4, 20), 9.0)
    costs[0, Label.COVERED], costs[1, Label.COVERED], costs[1, Label.ZERO] = 0.0, zero, 0.0
    assert covers_like_zeros(costs, naming, looks, TOPOLOGY).tolist() == [1] * in_doubt
    few = Topology(Shape.SQUARE, 2, 28)
    assert not len(covers_like_zeros(costs, naming, looks, few))


@pytest.mark.parametrize(
    ("plain", "number", "in_doubt"),
    [
        (-4.0, 3.5, True),
        (-4.0, 2.0, False),  # a texture may look somewhat like a number
        (1.0, 3.5, False),  # as all covered cells do
    ],
)
def test_what_looks_like_a_number_is_not_covered_beside_plain_covered_cells(
    plain: float, number: float, *, in_doubt: bool
) -> None:
    _, naming = named((190, 190, Label.COVERED, 24), (210, 0, Label.COVERED, 6))
    costs = np.full((2, 20), 9.0)
    costs[:, Label.COVERED] = 4.0
    costs[0, Label.TWO], costs[1, Label.FOUR] = 4.0 - plain, 4.0 - number
    assert covers_like_numbers(costs, naming).tolist() == [1] * in_doubt


@pytest.mark.parametrize(
    ("usual", "symbol", "in_doubt"),
    [
        (6.0, 0.4, True),
        (6.0, 1.5, False),  # taken for none plainly enough
        (4.0, 0.4, False),  # others are hardly plainer
    ],
)
def test_a_covered_cell_that_is_hardly_plainer_than_a_symbol_may_carry_a_mark(
    usual: float, symbol: float, *, in_doubt: bool
) -> None:
    looks, naming = named((190, 190, Label.COVERED, 29), (190, 196, Label.COVERED, 1))
    costs = np.full((2, 20), 9.0)
    costs[:, Label.COVERED] = 0.0
    costs[0, Label.FLAG], costs[1, Label.QUESTION] = usual, symbol
    assert hardly_covers(costs, naming, looks).tolist() == [1] * in_doubt


def test_a_cell_that_is_bare_within_its_outline_carries_no_faint_mark() -> None:
    looks, naming = named((190, 190, Label.COVERED, 29), (190, 190, Label.COVERED, 1))
    costs = np.full((2, 20), 9.0)
    costs[:, Label.COVERED] = 0.0
    costs[0, Label.FLAG], costs[1, Label.QUESTION] = 6.0, 0.4
    assert hardly_covers(costs, naming, looks).tolist() == []


@pytest.mark.parametrize(
    ("ink", "label", "lit"),
    [
        (20, Label.TWO, True),
        (20, Label.EXPLODED, True),
        (20, Label.FLAG, False),
        (205, Label.TWO, False),
    ],
    ids=["the covers' symbol", "a mine", "a mark", "another symbol"],
)
def test_a_lone_number_or_mine_that_shows_what_covered_cells_do_may_be_one_that_is_lit(
    ink: int, label: Label, *, lit: bool
) -> None:
    looks, naming = named((30, 30, Label.COVERED, 29), (40, 40, label, 1))
    looks.tiles[0, 8:16, 9:12] = looks.tiles[0, 8:11, 9:16] = 220  # light on dark
    looks.tiles[1] = 40, 220, 40
    looks.tiles[1, 8:16, 9:12] = looks.tiles[1, 8:11, 9:16] = 20
    looks.tiles[1, 13:18, 4:7] = looks.tiles[1, 3, 3] if ink == 20 else ink
    assert lit_cells(naming, looks).tolist() == [1] * lit


@pytest.mark.parametrize(
    ("name", "symbol", "lit"),
    [(Label.ONE, 20, True), (Label.FLAG, 20, False), (Label.ONE, 90, False)],
)
def test_a_lone_mark_that_shows_the_symbol_of_a_number_may_be_one_that_is_lit(
    name: Label, symbol: int, *, lit: bool
) -> None:
    looks, naming = named((30, 30, Label.COVERED, 20), (40, 40, name, 9), (90, 90, Label.FLAG, 1))
    looks.tiles[1] = 0
    looks.tiles[1, 5:18, 9:12] = looks.tiles[1, 5:8, 9:16] = 240
    looks.tiles[2] = 90
    looks.tiles[2, 5:18, 9:12] = looks.tiles[2, 5:8, 9:16] = symbol
    looks.tiles[2, 13:18, 4:7] = symbol if symbol == 90 else 90
    assert lit_cells(naming, looks).tolist() == [2] * lit


@pytest.mark.parametrize(
    ("ground", "margin", "other", "doubt"),
    [
        (120, 2.3, Label.ZERO, True),
        (190, 2.3, Label.ZERO, False),  # on the ground of covered cells
        (120, 4.5, Label.ZERO, False),  # plainly a flag
        (120, 2.3, Label.FLAG, False),  # not the only one
        (120, 2.3, Label.MINE, False),  # of a lost game
    ],
)
def test_the_only_flag_on_a_ground_of_its_own_may_be_something_that_is_lit(
    ground: int, margin: float, other: Label, *, doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 20), (ground, 20, Label.FLAG, 1), (250, 250, other, 9)
    )
    naming.margin[1] = margin
    assert lone_marks(naming, looks).tolist() == [1] * doubt


@pytest.mark.parametrize(
    ("middle", "others", "doubt"),
    [
        (166, 190, True),
        (186, 190, False),  # no more than noise
        (166, 182, False),  # covered cells differ as much among themselves
    ],
)
def test_faint_marks_that_differ_far_more_than_covered_cells_do_may_be_none(
    middle: int, others: int, *, doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 13),
        (190, others, Label.COVERED, 4),
        (190, middle, Label.COVERED, 3),
        (230, 20, Label.ONE, 10),
    )
    assert covers_apart_within(naming, looks, TOPOLOGY).tolist() == [2] * doubt
    naming.names[3] = Label.FLAG  # nothing is opened
    assert not len(covers_apart_within(naming, looks, TOPOLOGY))


@pytest.mark.parametrize(
    ("middles", "doubt"),
    [
        ((190, 176, 162, 206), False),  # as far from the next one as these are from each other
        ((190, 176, 162, 212), True),
        ((190, 176, 210), True),  # two may be the colours of a checkerboard
    ],
)
def test_a_piece_of_a_texture_is_as_far_from_others_as_these_are_from_each_other(
    middles: tuple[int, ...], *, doubt: bool
) -> None:
    *usual, other = ((190, middle, Label.COVERED, 5) for middle in middles)
    rare = (*other[:3], 2)
    looks, naming = named(*usual, rare, (230, 20, Label.ONE, 10))
    assert bool(len(covers_apart_within(naming, looks, TOPOLOGY))) is doubt


@pytest.mark.parametrize(("ink", "by", "doubt"), [(160, 1, False), (130, 0, True)])
def test_a_symbol_on_every_covered_cell_is_no_mark_between_other_pixels(
    ink: int, by: int, *, doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 20), (190, 190, Label.COVERED, 4), (230, 20, Label.ONE, 6)
    )
    for look, grey, at in ((0, 160, 8), (1, ink, 8 + by)):
        looks.tiles[look, 9:15, at : at + 6] = grey
    assert bool(len(covers_apart_within(naming, replace(looks), TOPOLOGY))) is doubt


@pytest.mark.parametrize(
    ("ground", "shape", "doubt"),
    [
        (166, Shape.SQUARE, True),
        (182, Shape.SQUARE, False),
        (166, Shape.TRIANGLE, False),  # those that point down
    ],
)
def test_more_than_a_fifth_of_bare_covered_cells_far_from_all_others_may_be_marked(
    ground: int, shape: Shape, *, doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 17),
        (ground, ground, Label.COVERED, 5),
        (190, 30, Label.COVERED, 2),
        (230, 20, Label.ONE, 6),
    )
    looks.tiles[2, SIDE // 2 :] = 190  # a symbol in its upper half
    variant = Variant.UP_EVEN if shape is Shape.TRIANGLE else Variant.NONE
    found = covers_apart_within(naming, replace(looks), Topology(shape, 3, 10, variant))
    assert (1 in found) is doubt


@pytest.mark.parametrize(
    ("usual", "middle", "doubt"), [(17, 172, True), (17, 184, False), (13, 172, False)]
)
def test_the_rarer_one_of_two_covered_looks_may_be_marked_where_the_other_shows_nothing(
    usual: int, middle: int, *, doubt: bool
) -> None:
    """Of a checkerboard either has half of the cells."""
    looks, naming = named(
        (190, 190, Label.COVERED, usual),
        (190, middle, Label.COVERED, 24 - usual),
        (230, 20, Label.ONE, 6),
    )
    assert covers_apart_within(naming, looks, TOPOLOGY).tolist() == [1] * doubt


@pytest.mark.parametrize(("middle", "doubt"), [(162, True), (184, False)])
def test_a_covered_cell_more_like_a_flag_than_like_covered_ones_is_in_doubt(
    middle: int, *, doubt: bool
) -> None:
    looks, naming = named(
        (190, 190, Label.COVERED, 20), (190, 160, Label.FLAG, 6), (190, middle, Label.COVERED, 4)
    )
    assert covers_drawn_as_marks(naming, looks, TOPOLOGY).tolist() == [2] * doubt


@pytest.mark.parametrize(
    ("covered", "middle", "liker", "doubt"),
    [(2, 20, 4.0, True), (9, 20, 4.0, False), (2, 170, 4.0, False), (2, 20, 2.0, False)],
    ids=["wrong flags", "covers with a sign", "hardly a sign", "no plain mark"],
)
def test_the_last_covered_cells_that_show_a_mark_are_in_doubt(
    covered: int, middle: int, liker: float, *, doubt: bool
) -> None:
    looks, naming = named((190, middle, Label.COVERED, covered), (230, 20, Label.ONE, 30 - covered))
    costs = np.full((2, 20), 9.0)
    costs[0, Label.WRONG_FLAG], costs[0, Label.COVERED] = 0.0, liker
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    assert covers_like_marks(costs, naming, looks, row).tolist() == [0] * doubt


MINED = " / 1#1111 / 1111#1 / 000111"


@pytest.mark.parametrize(
    ("board", "ink", "liker", "doubt"),
    [
        (f"111000{MINED}", 112, 1.0, True),
        (f"11100F{MINED}", 112, 1.0, True),  # whatever flags say
        (f"1110##{MINED}", 112, 1.0, False),  # not all are mines
        (f"111000{MINED}", 130, 1.0, False),
        (f"111000{MINED}", 112, -1.0, False),
    ],
    ids=["all", "beside a wrong flag", "some", "hardly a sign", "covered to pixels"],
)
def test_covered_cells_with_a_sign_that_are_all_mines_may_be_mines_shown(
    board: str, ink: int, liker: float, *, doubt: bool
) -> None:
    drawn = Drawn(board)
    drawn.draw("#", PANE, ink)
    covered = drawn.kinds.index("#")
    drawn.costs[covered, [Label.COVERED, Label.MINE]] = 2.0, 2.0 - liker
    naming = Naming(drawn.names, 0.0, np.zeros(24, np.int32), drawn.margin, drawn.rivals)
    found = covers_like_marks(drawn.costs, naming, drawn.looks, drawn.topology)
    assert found.tolist() == [covered] * doubt


@pytest.mark.parametrize(
    ("shades", "marked"),
    [
        ((150, 165, 180, 195, 205), False),
        ((150, 165, 205), True),  # no shade leads to it
    ],
)
def test_the_last_shades_of_a_gradient_are_no_marks(shades: tuple[int, ...], marked: bool) -> None:
    covers = [(240, shade, Label.COVERED, 20 // (1 + place)) for place, shade in enumerate(shades)]
    looks, naming = named(*covers, (240, 240, Label.ZERO, 20), (240, 20, Label.ONE, 9))
    looks.tiles[: len(shades), 3:-3, 3:-3] = np.array(shades)[:, None, None, None]
    for find in (marked_covers, covers_apart_within):
        row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
        assert bool(len(find(naming, looks, row))) is marked


@pytest.mark.parametrize(
    ("plain", "shown", "few", "found"),
    [
        (190, 160, 5, [1, 2]),
        (190, 178, 5, []),  # stands out hardly
        (181, 160, 5, []),  # not by far more than the others
        (190, 160, 9, []),  # a third is drawn so: it may be how covered cells are
        (190, 160, 0, []),  # a single one may be lit
    ],
)
def test_covered_cells_that_show_far_more_than_the_most_may_be_marked(
    plain: int, shown: int, few: int, found: list[int]
) -> None:
    covers = (190, plain, Label.COVERED, 30 - 1 - few)
    marked = [(190, shown, Label.COVERED, few)] if few else []
    looks, naming = named(covers, *marked, (190, shown - 5, Label.COVERED, 1))
    assert covers_that_show_more(naming, looks, TOPOLOGY).tolist() == found


@pytest.mark.parametrize(("number", "found"), [(178, [1]), (160, [])])
def test_covered_cells_that_show_as_much_as_faint_numbers_may_be_marked(
    number: int, found: list[int]
) -> None:
    """A small letter that stands for a flag passes for a zero that is written."""
    looks, naming = named(
        (190, 190, Label.COVERED, 20), (190, 180, Label.COVERED, 3), (190, number, Label.THREE, 4)
    )
    assert covers_that_show_more(naming, looks, TOPOLOGY).tolist() == found
