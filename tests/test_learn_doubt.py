"""What makes a naming doubtful, on looks made up of one ground and one square in the middle."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import SYMBOLS, Label, Shape, Topology, parse_board
from autoplay.vision.learning.doubt import (
    require_marks_seen,
    require_seen,
    require_sense,
)
from autoplay.vision.learning.in_play import PLAINLY, require_in_play
from autoplay.vision.learning.kinds import opened_covers
from autoplay.vision.learning.known import SECOND_LOOK, unknown
from autoplay.vision.learning.naming import Naming
from autoplay.vision.learning.other_marks import (
    covers_drawn_as_marks,
    exchangeable_flags,
    lone_colours,
    lone_numbers,
    marked_covers,
    plain_marks,
    symbols_on_covers,
)
from autoplay.vision.learning.settled import mines_like_flags, settled
from autoplay.vision.learning.tints import SHADE, unlit_covers
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

TOPOLOGY = Topology(Shape.SQUARE, 5, 6)

Look = tuple[int, int, Label, int]
"""Gray levels of ground and middle, the name, how many cells."""


def named(*looks: Look) -> tuple[Looks, Naming]:
    tiles = np.empty((len(looks), SIDE, SIDE, 3), np.uint8)
    for tile, (ground, middle, _, _) in zip(tiles, looks, strict=True):
        tile[:] = ground
        tile[SIDE * 3 // 8 : SIDE * 5 // 8, SIDE * 3 // 8 : SIDE * 5 // 8] = middle
    counts = np.array([count for *_, count in looks])
    of_cell = np.repeat(np.arange(len(looks)), counts)
    names = np.array([label for *_, label, _ in looks], np.uint8)
    certain = np.full(len(looks), 50.0)
    rivals = np.full(len(looks), Label.UNREADABLE, np.uint8)
    broken = np.zeros(len(of_cell), np.int32)
    naming = Naming(names, 0.0, broken, certain, rivals)
    return Looks(of_cell, tiles, counts, np.zeros(len(of_cell))), naming


def explosions(*made: Look) -> list[int]:
    looks, naming = named(*made)
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    return np.flatnonzero(
        settled(np.zeros((len(looks), 20)), naming, looks, row).names == Label.EXPLODED
    ).tolist()


def doubted(words: str) -> AbstractContextManager[object]:
    """Return what passes where these words of doubt are raised within it."""
    return pytest.raises(UnreadableError, match=words)


def sense(*made: Look) -> None:
    looks, naming = named(*made)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


def sense_between(name: Label, rival: Label, margin: float) -> None:
    around = (190, 190, Label.COVERED, 14), (190, 190, Label.COVERED, 15)
    looks, naming = named(around[0], (220, 0, name, 1), around[1])
    margins, rivals = naming.margin.copy(), naming.rivals.copy()
    margins[1], rivals[1] = margin, rival
    naming = replace(naming, margin=margins, rivals=rivals)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


COVERED = (190, 190, Label.COVERED, 20)
MINE = Label.MINE


def test_a_mine_shown_alone_on_its_own_ground_exploded() -> None:
    assert explosions(COVERED, (90, 0, MINE, 1)) == [1]
    assert explosions(COVERED, (165, 0, MINE, 1)) == [1]


def test_a_mine_shown_alone_on_the_ground_of_others_did_not_surely_explode() -> None:
    assert explosions(COVERED, (185, 0, MINE, 1)) == []


def test_the_one_mine_shown_on_a_board_with_more_cells_left_exploded() -> None:
    assert explosions(COVERED, (185, 0, MINE, 1), (220, 60, Label.ONE, 1), COVERED) == [1]


def test_the_one_mine_of_many_on_another_ground_exploded() -> None:
    assert explosions(COVERED, (220, 0, MINE, 6), (90, 0, MINE, 1)) == [2]


def test_a_faint_tint_tells_the_one_that_exploded_where_all_others_are_alike() -> None:
    alike = COVERED, (220, 0, MINE, 6)
    assert explosions(*alike, (222, 0, MINE, 2), (195, 0, MINE, 1)) == [3]
    assert explosions(*alike, (208, 0, MINE, 2), (195, 0, MINE, 1)) == []


def test_the_only_mine_shown_is_doubted_where_it_may_be_something_unknown() -> None:
    looks, naming = named(COVERED, (220, 0, Label.ONE, 9), (90, 0, Label.EXPLODED, 1))
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    require_seen(costs, naming, looks, TOPOLOGY)
    costs[2, Label.UNREADABLE] = 1.0
    with pytest.raises(UnreadableError, match="may be no mine shown"):
        require_seen(costs, naming, looks, TOPOLOGY)


def test_many_covered_cells_with_a_mark_are_not_taken_for_plain_ones() -> None:
    with pytest.raises(UnreadableError, match="15 cells may carry a mark"):
        sense((190, 190, Label.COVERED, 15), (190, 60, Label.COVERED, 15))


def test_what_was_known_before_is_in_no_doubt_beside_others() -> None:
    looks, naming = named((190, 190, Label.COVERED, 15), (190, 60, Label.COVERED, 15))
    labels = naming.names[looks.of_cell]
    require_sense(labels, naming, looks, TOPOLOGY, None, certain=np.array([0, 1]))
    with doubted("15 cells"):
        require_sense(labels, naming, looks, TOPOLOGY, None, certain=np.array([0]))


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
    assert looks.mark_contrast(np.array([1]), np.array([0])).max() < 0
    assert marked_covers(naming, looks, TOPOLOGY).tolist() == [1]


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


def sense_of_blank_cells(number: Label) -> None:
    """Judge blank cells that may be opened, beside a number that has one flag."""
    looks, naming = named(
        (190, 190, Label.COVERED, 28), (190, 20, number, 1), (190, 90, Label.FLAG, 1)
    )
    margins, rivals = naming.margin.copy(), naming.rivals.copy()
    margins[0], rivals[0] = 6.0, Label.ZERO
    naming = replace(naming, margin=margins, rivals=rivals)
    require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)


def test_blank_cells_that_no_number_needs_may_be_opened() -> None:
    sense_of_blank_cells(Label.TWO)
    with pytest.raises(UnreadableError, match="28 cells could be something else"):
        sense_of_blank_cells(Label.ONE)


def test_between_two_high_numbers_more_is_asked_than_between_low_ones() -> None:
    sense_between(Label.TWO, Label.THREE, 2.0)
    sense_between(Label.SIX, Label.FIVE, 7.0)
    with pytest.raises(UnreadableError, match="something else"):
        sense_between(Label.SIX, Label.FIVE, 2.0)


@pytest.mark.parametrize(
    ("contrast", "liker_covered", "doubt"), [(44, 2.0, True), (44, -2.0, False), (74, 2.0, False)]
)
def test_flags_that_may_be_textured_covers_are_in_doubt_where_no_covered_cell_is_left(
    contrast: int, liker_covered: float, doubt: bool
) -> None:
    looks, naming = named((150, 150 + contrast, Label.FLAG, 10), (220, 220, Label.ZERO, 20))
    costs = np.zeros((2, 20))
    costs[0, Label.FLAG] = liker_covered
    with doubted("may be covered") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


def test_a_plain_colour_is_no_mine_where_no_covered_cell_is_left_and_none_exploded() -> None:
    plain, zero = (150, 150, Label.MINE, 10), (220, 220, Label.ZERO, 19)
    for looks, naming in (
        named((150, 0, Label.MINE, 10), zero),
        named(plain, zero, (90, 90, Label.EXPLODED, 1)),
    ):
        require_marks_seen(np.eye(20)[[Label.FLAG] * len(looks)] * 9, naming, looks, TOPOLOGY)
    looks, naming = named(plain, zero)
    with pytest.raises(UnreadableError, match="10 cells may be covered"):
        require_marks_seen(np.eye(20)[[Label.FLAG] * 2] * 9, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "told"), [(3.5, False), (4.5, True)])
def test_marks_hardly_liker_mines_than_flags_are_in_doubt_where_none_exploded(
    liker: float, told: bool
) -> None:
    last = (220, 220, Label.ONE, 2)
    for end in (last, (120, 0, Label.EXPLODED, 1)):
        looks, naming = named((190, 20, Label.MINE, 8), (220, 120, Label.TWO, 20), end)
        costs = np.zeros((len(looks), 20))
        costs[0, Label.FLAG] = liker
        doubt = end is last and not told
        with doubted("may be flags") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "doubt"), [(2.0, False), (4.0, True)])
def test_covered_cells_that_look_like_symbols_are_in_doubt_where_nothing_is_opened(
    liker: float, doubt: bool
) -> None:
    looks, naming = named((190, 190, Label.COVERED, 20), (190, 150, Label.COVERED, 10))
    costs = np.eye(20)[[Label.TWO, Label.TWO]] * 9
    costs[1, Label.COVERED] = liker
    with doubted("10 cells show symbols") if doubt else nullcontext():
        require_seen(costs, naming, looks, TOPOLOGY)


def on_a_board(text: str, middles: dict[str, tuple[int, int]]) -> tuple[Looks, Naming, Topology]:
    """Return looks, naming and topology of a board, one look a symbol: its ground and middle."""
    board = parse_board(text)
    symbols = "".join(text.split())
    kinds = sorted(set(symbols))
    labels = [(*middles.get(kind, (220, 60)), Label(SYMBOLS.index(kind)), 1) for kind in kinds]
    looks, naming = named(*labels)
    of_cell = np.array([kinds.index(symbol) for symbol in symbols])
    counts = np.bincount(of_cell)
    naming = replace(naming, broken=np.zeros(len(of_cell), np.int32))
    looks = Looks(of_cell, looks.tiles, counts, np.zeros(len(of_cell)))
    return looks, naming, board.topology


IN_PLAY = """
*1000
11000
00011
0112*
01*21
"""
"""Marks beside numbers alone: a person may have set them."""

AT_THE_END = """
*###*
#*##*
1##**
11###
01###
"""


def test_marks_of_one_colour_beside_numbers_may_be_flags_as_well() -> None:
    red, bomb = {"*": (60, 60), "#": (190, 190)}, {"*": (220, 20), "#": (190, 190)}
    for text, marks, doubt in (
        (IN_PLAY, red, True),
        (IN_PLAY, bomb, False),
        (AT_THE_END, red, True),
        (AT_THE_END.replace("*", "F", 1), {**red, "F": (220, 20)}, False),
        (AT_THE_END.replace("*", "!", 1), red, False),
        (IN_PLAY.replace("*", "!", 1), red, False),  # the game has opened all
    ):
        looks, naming, topology = on_a_board(text, marks)
        found = plain_marks(naming, looks, topology)
        assert bool(len(found)) is doubt


def test_of_two_colours_either_may_be_the_flags_where_that_breaks_nothing() -> None:
    plain = {"F": (60, 60), "#": (190, 190)}
    for text, middles, doubtful in (
        ("F#2\n23#\n#22", plain, 1),
        ("F#2\n23#\n#22", {"F": (190, 60), "#": (190, 190)}, 0),  # with a symbol
        ("F#1\n23#\n#1#", plain, 0),  # so many flags around a 1
        ("F1#\n111\n###", plain, 0),
        ("F2#\n121\n000", plain, 0),  # won: all that is left is mined
    ):
        looks, naming, topology = on_a_board(text, middles)
        assert len(exchangeable_flags(naming, looks, topology)) == doubtful


def test_flags_beside_no_number_may_be_mines_where_another_one_exploded() -> None:
    text = AT_THE_END.replace("*", "F").replace("01###", "01#!#")
    looks, naming, topology = on_a_board(text, {})
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    require_seen(costs, naming, looks, topology)
    costs[naming.names == Label.FLAG, Label.MINE] = 0.7
    with doubted("may be mines that a lost game shows"):
        require_seen(costs, naming, looks, topology)


def test_a_mark_drawn_unlike_the_other_flags_may_be_a_question_mark() -> None:
    flags = (190, 60, Label.FLAG, 8)
    for middle, doubt in ((60, False), (85, False), (185, True), (250, True)):
        looks, naming = named(COVERED, (220, 60, Label.ONE, 9), flags, (190, middle, Label.FLAG, 2))
        costs = np.full((4, 20), 9.0)
        costs[np.arange(4), naming.names] = 0
        with doubted("2 cells are drawn unlike") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


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


def test_mines_left_in_two_shades_of_a_field_are_covered() -> None:
    looks, naming = named(
        (0, 0, Label.COVERED, 1), (0, 0, Label.COVERED, 1), (220, 0, Label.TWO, 2)
    )
    square = Topology(Shape.SQUARE, 2, 2)
    for shade, count in ((90, 0), (80, 2)):
        looks.tiles[0], looks.tiles[1] = (80, 210, 160), (shade, 210, 160)
        assert len(lone_colours(naming, replace(looks), square)) == count


def test_mines_drawn_just_as_flags_are_in_doubt() -> None:
    for middle, doubted in ((80, True), (180, False)):
        marks = (200, 60, Label.FLAG, 5), (200, middle, MINE, 3), (200, 200, Label.COVERED, 5)
        looks, naming = named(*marks)
        assert len(mines_like_flags(naming, looks)) == doubted
    with pytest.raises(UnreadableError, match="3 cells are mines drawn as flags are"):
        looks, naming = named((200, 60, Label.FLAG, 5), (200, 80, MINE, 3), COVERED)
        require_marks_seen(np.zeros((3, 20)), naming, looks, TOPOLOGY)


def test_a_neighbours_lines_make_no_known_look_unknown() -> None:
    looks, naming = named((190, 190, Label.COVERED, 20), (190, 190, Label.COVERED, 10))
    naming.margin[1] = 0.1
    for side in (np.s_[:2], np.s_[-2:], np.s_[:, :2]):
        looks.tiles[1][side] = 0
    sees = naming.names[looks.of_cell], naming, looks, TOPOLOGY, None
    require_sense(*sees)
    looks.tiles[1, 9:15, 9:15] = 60
    with doubted("10 cells look like nothing known"):
        require_sense(sees[0], naming, replace(looks), TOPOLOGY, None)


def test_what_differs_from_marks_at_its_edges_alone_is_no_cover() -> None:
    flag, cover = (190, 60, Label.FLAG, 9), (190, 60, Label.COVERED, 5)
    looks, naming = named((190, 190, Label.COVERED, 10), flag, cover, (220, 0, Label.ONE, 6))
    looks.tiles[2, :2] = 20  # a neighbour's line
    assert covers_drawn_as_marks(naming, looks, TOPOLOGY).tolist() == [2]
    looks, naming = named((190, 190, Label.COVERED, 10), flag, (190, 150, Label.COVERED, 5))
    assert not len(covers_drawn_as_marks(naming, looks, TOPOLOGY))


@pytest.mark.parametrize(("ink", "found"), [((250, 40, 30), [0]), ((180, 180, 180), [])])
def test_a_number_alone_in_another_ink_than_its_equals_may_be_a_flag(
    ink: tuple[int, int, int], found: list[int]
) -> None:
    strokes = (0, 250, Label.ONE, 1), (0, 0, Label.COVERED, 23), (0, 250, Label.ONE, 6)
    looks, naming = named(*strokes)
    looks.tiles[0, 9:15, 9:15] = ink
    assert lone_numbers(naming, looks, TOPOLOGY).tolist() == found
    beside = replace(naming, names=np.array([Label.ONE] * 3, np.uint8))
    assert not len(lone_numbers(beside, looks, TOPOLOGY))


def test_question_marks_that_look_like_flags_are_in_doubt() -> None:
    looks, naming = named(COVERED, (220, 60, Label.ONE, 8), (190, 60, Label.QUESTION, 2))
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    require_marks_seen(costs, naming, looks, TOPOLOGY)
    costs[2, [Label.QUESTION, Label.FLAG]] = 3.0, 1.0
    with doubted("2 cells may be flags that are wrong"):
        require_marks_seen(costs, naming, looks, TOPOLOGY)


def test_mines_that_differ_from_more_flags_at_their_edges_alone_are_flags() -> None:
    flags, mines = (190, 60, Label.FLAG, 9), (190, 60, MINE, 5)
    looks, naming = named(COVERED, flags, mines)
    looks.tiles[2, :2] = 20
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    assert settled(np.zeros((len(looks), 20)), naming, looks, row).names.tolist() == [13, 14, 14]
    looks, naming = named(COVERED, flags, (190, 120, MINE, 5))
    assert settled(np.zeros((len(looks), 20)), naming, looks, row).names.tolist() == [13, 14, 16]


@pytest.mark.parametrize(("shade", "found"), [(110, [1]), (55, [1]), (48, [])])
def test_what_lies_on_the_ground_of_numbers_is_opened_where_others_lie_on_another(
    shade: int, found: list[int]
) -> None:
    covers = (shade, shade, Label.COVERED, 12), (40, 40, Label.COVERED, 12)
    looks, naming = named(*covers, (40, 250, Label.ONE, 6))
    assert opened_covers(naming, looks, TOPOLOGY).tolist() == found
    zero = replace(naming, names=np.array([Label.COVERED, Label.ZERO, Label.ONE], np.uint8))
    assert not len(opened_covers(zero, looks, TOPOLOGY))


@pytest.mark.parametrize("nearly_a_flag", [False, True])
@pytest.mark.parametrize(
    ("liker", "told", "doubt"), [(8.8, False, True), (5.0, False, False), (8.8, True, False)]
)
def test_a_persons_flag_that_all_around_it_calls_a_zero_is_in_doubt(
    liker: float, told: bool, doubt: bool, nearly_a_flag: bool
) -> None:
    """In a window of another scale the flag may be nearly what it was, and so be no change."""
    looks, naming = named(COVERED, (190, 60, Label.ZERO, 1), (220, 220, Label.ZERO, 9))
    pixels = np.full((3, 20), 9.0)
    pixels[np.arange(3), naming.names] = 0
    pixels[1, Label.ZERO], pixels[1, Label.FLAG] = liker, 0
    came_up = looks.of_cell == 1
    opened = np.where(came_up & told, np.uint8(Label.ZERO), np.uint8(Label.UNREADABLE))
    known = replace(unknown(len(came_up)), changed=came_up & (not nearly_a_flag), opened=opened)
    with doubted("1 cell looks like marks") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, TOPOLOGY, known)


@pytest.mark.parametrize(
    ("clicked", "opened", "margin", "doubt"),
    [
        (8, Label.ONE, PLAINLY, True),
        (8, Label.ONE, PLAINLY + 1, False),
        (7, Label.ONE, PLAINLY + 1, True),
        (8, Label.ZERO, 3.0, False),
        (9, Label.ONE, 3.0, False),
    ],
)
def test_a_new_number_that_no_click_has_opened_is_in_doubt(
    clicked: int, opened: int, margin: float, doubt: bool
) -> None:
    """The four stands in cell 9 of a row; what was clicked there or beside it opened it."""
    row = Topology(Shape.SQUARE, 1, 10)
    looks, naming = named(COVERED, (220, 220, Label.ONE, 1), (190, 60, Label.FOUR, 1))
    looks = replace(looks, of_cell=np.array([0] * 8 + [1, 2]))
    names = np.array([Label.COVERED, opened, Label.FOUR], np.uint8)
    naming = replace(naming, names=names, margin=np.full(3, margin))
    cells = np.arange(10)
    known = replace(unknown(10), changed=cells == 9, clicked=cells == clicked)
    pixels = np.zeros((3, 20))
    with doubted("1 cell shows new numbers") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, row, known)
    require_in_play(pixels, naming, looks, row, replace(known, clicked=cells < 0))
    lost = replace(naming, names=np.array([Label.COVERED, Label.EXPLODED, Label.FOUR], np.uint8))
    require_in_play(pixels, lost, looks, row, known)


@pytest.mark.parametrize(
    ("margin", "has_look", "doubt"),
    [
        (SECOND_LOOK - 1, True, True),
        (SECOND_LOOK + 1, True, False),
        (SECOND_LOOK - 1, False, False),
    ],
)
def test_a_number_that_is_another_only_because_that_one_has_a_look_is_in_doubt(
    margin: float, has_look: bool, doubt: bool
) -> None:
    looks, naming = named(COVERED, (190, 60, Label.SIX, 1))
    pixels = np.full((2, 20), 9.0)
    pixels[1, [Label.FIVE, Label.SIX]] = 0.0, 1.0
    naming = replace(
        naming,
        rivals=np.array([Label.FLAG, Label.FIVE], np.uint8),
        margin=np.array([9.0, margin]),
    )
    came_up = looks.of_cell == 1
    blank = unknown(len(came_up))
    labels = np.where(came_up, blank.labels, np.uint8(Label.COVERED))
    labels[0] = Label.FIVE if has_look else Label.COVERED
    known = replace(blank, changed=came_up, labels=labels)
    with doubted("1 cell may be known numbers drawn once more") if doubt else nullcontext():
        require_in_play(pixels, naming, looks, TOPOLOGY, known)


@pytest.mark.parametrize(("ones", "is_doubted"), [(6, True), (7, False)])
def test_a_side_full_of_a_number_that_nothing_else_shows_is_no_line_of_the_board(
    ones: int, is_doubted: bool
) -> None:
    looks, naming = named((200, 60, Label.ONE, ones), (120, 120, Label.COVERED, 30 - ones))
    expected = (
        pytest.raises(UnreadableError, match="fill a side with a number")
        if is_doubted
        else nullcontext()
    )
    with expected:
        require_sense(naming.names[looks.of_cell], naming, looks, TOPOLOGY, None)
