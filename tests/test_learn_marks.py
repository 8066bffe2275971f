"""Flags, mines and question marks in doubt by how they are drawn."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import UnreadableError
from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.by_hand import flags_beside_wrong_ones
from autoplay.vision.learning.doubt import require_seen
from autoplay.vision.learning.doubted_marks import require_marks_seen
from autoplay.vision.learning.exploded import odd_mines
from autoplay.vision.learning.margins import LEAST_MARGINS
from autoplay.vision.learning.other_marks import lone_numbers, may_be_mines
from autoplay.vision.learning.settled import mines_like_flags, settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.made_looks import COVERED, MINE, TOPOLOGY, doubted, named


def test_the_only_mine_shown_is_doubted_where_it_may_be_something_unknown() -> None:
    looks, naming = named(COVERED, (220, 0, Label.ONE, 9), (90, 0, Label.EXPLODED, 1))
    looks.tiles[1, 4:20, 10:14] = 0  # another symbol than the mine's
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    require_seen(costs, naming, looks, TOPOLOGY)
    costs[2, Label.UNREADABLE] = 1.0
    with pytest.raises(UnreadableError, match="may be no mine shown"):
        require_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("contrast", "liker_covered", "doubt"), [(44, 2.0, True), (44, -2.0, False), (74, 2.0, False)]
)
def test_flags_that_may_be_textured_covers_are_in_doubt_where_no_covered_cell_is_left(
    contrast: int, liker_covered: float, doubt: bool
) -> None:
    looks, naming = named((150, 150 + contrast, Label.FLAG, 10), (220, 220, Label.ZERO, 20))
    costs = np.zeros((2, 20))
    costs[0, [Label.FLAG, Label.MINE]] = liker_covered, 9.0
    with doubted("may be covered") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("asked", "liker_mine", "doubt"), [(1, 3.0, True), (2, 3.0, False), (1, -3.0, False)]
)
def test_flags_that_look_like_mines_are_in_doubt_beside_a_single_question_mark(
    asked: int, liker_mine: float, doubt: bool
) -> None:
    """It may be the mine that exploded: nothing is covered any more."""
    mark, zero = (150, 20, Label.QUESTION, asked), (220, 220, Label.ZERO, 20)
    looks, naming = named((150, 250, Label.FLAG, 10), mark, zero)
    costs = np.full((3, 20), 9.0)
    costs[np.arange(3), naming.names] = 0
    costs[0, [Label.FLAG, Label.MINE]] = liker_mine, 0.0
    assert bool(len(may_be_mines(costs, naming, looks))) is doubt


def test_a_plain_colour_is_no_mine_where_no_covered_cell_is_left_and_none_exploded() -> None:
    plain, zero = (150, 150, Label.MINE, 10), (220, 220, Label.ZERO, 19)
    for looks, naming in (
        named((150, 0, Label.MINE, 10), zero),
        named(plain, zero, (90, 90, Label.EXPLODED, 1)),
    ):
        require_marks_seen(np.eye(20)[[Label.FLAG] * len(looks)] * 9, naming, looks, TOPOLOGY)
    looks, naming = named(plain, (220, 220, Label.ZERO, 20))
    with pytest.raises(UnreadableError, match="10 cells may be flags of one colour"):
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


def test_a_mark_drawn_unlike_the_other_flags_may_be_a_question_mark() -> None:
    covers, ones, flags = (190, 190, Label.COVERED, 14), (220, 60, Label.ONE, 6), Label.FLAG
    for middle, doubt in ((60, False), (85, False), (185, True), (250, True)):
        looks, naming = named(covers, ones, (190, 60, flags, 8), (190, middle, flags, 2))
        costs = np.full((4, 20), 9.0)
        costs[np.arange(4), naming.names] = 0
        with doubted("2 cells are drawn unlike") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("middle", "liker_flags", "liker_wrong", "ended", "name"),
    [
        (250, 3.0, 9.0, False, Label.QUESTION),
        (250, 7.0, 9.0, False, Label.FLAG),  # its pixels are plainly a flag's
        (85, 3.0, 9.0, False, Label.FLAG),  # it is drawn as the others are
        (250, 3.0, 4.0, True, Label.FLAG),  # a wrong flag is as likely, and the game is over
        (250, 3.0, 9.0, True, Label.QUESTION),
    ],
)
def test_the_other_mark_of_a_person_is_a_question_mark_where_it_looks_like_one(
    middle: int, liker_flags: float, liker_wrong: float, name: Label, *, ended: bool
) -> None:
    mines = [(120, 0, MINE, 4), (120, 0, Label.EXPLODED, 1)] if ended else []
    flags = (190, 60, Label.FLAG, 8), (190, middle, Label.FLAG, 2)
    looks, naming = named(*flags, COVERED, (220, 60, Label.ONE, 9), *mines)
    naming.margin[1], naming.rivals[1] = liker_flags, Label.QUESTION
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[1, [Label.QUESTION, Label.WRONG_FLAG]] = liker_flags, liker_wrong
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    found = settled(costs, naming, looks, row)
    assert found.names[1] == name
    if name is Label.QUESTION:
        require_marks_seen(costs, found, looks, row)


@pytest.mark.parametrize(
    ("rival", "aside", "height", "sure"),
    [
        (MINE, 1, 6, True),
        (Label.QUESTION, 1, 6, True),
        (Label.WRONG_FLAG, 1, 6, False),  # that may be the same mark beneath a cross
        (MINE, 1, 2, False),  # drawn otherwise
    ],
)
def test_a_flag_in_doubt_drawn_as_those_that_are_not_is_as_sure(
    rival: Label, aside: int, height: int, *, sure: bool
) -> None:
    looks, naming = named(COVERED, (190, 60, Label.FLAG, 8), (190, 190, Label.FLAG, 2))
    looks.tiles[2, 9 + aside : 9 + aside + height, 9:15] = 60
    naming.margin[2], naming.rivals[2] = 0.5, rival
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    found = settled(np.zeros((3, 20)), naming, looks, row)
    assert found.names.tolist() == naming.names.tolist()
    assert bool(found.margin[2] >= LEAST_MARGINS[Label.FLAG, rival]) is sure


def test_mines_drawn_unlike_the_flags_beside_them_are_no_flags_of_a_won_board() -> None:
    for middle, doubt in ((20, True), (250, False)):
        shown = (190, 20, Label.MINE, 8), (190, middle, Label.FLAG, 3)
        looks, naming = named(*shown, (220, 120, Label.TWO, 20))
        costs = np.zeros((len(looks), 20))
        costs[0, Label.FLAG] = 3.0
        with doubted("8 cells") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


def test_a_mine_drawn_unlike_the_others_may_be_a_sign_that_a_flag_was_right() -> None:
    others = (220, 60, Label.ONE, 9), (190, 60, MINE, 8), COVERED
    for middle, margin, doubt in ((85, 2.7, False), (250, 2.7, True), (250, 5.7, False)):
        looks, naming = named(*others, (190, middle, MINE, 2))
        naming.margin[3], naming.rivals[3] = margin, Label.FLAG
        costs = np.full((4, 20), 9.0)
        costs[np.arange(4), naming.names] = 0
        with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
            require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("ground", "middle", "doubt"),
    [
        ((0, 220, 220), (30, 30, 30), False),  # the very symbol, on another colour
        ((0, 220, 220), (250, 250, 30), True),  # another symbol
        ((60, 200, 60), (30, 30, 30), True),  # on that of covered cells: a flag drawn as a mine
    ],
)
def test_mines_that_were_marked_are_painted_in_a_colour_of_their_own(
    ground: tuple[int, int, int], middle: tuple[int, int, int], *, doubt: bool
) -> None:
    pictures = (230, 230, 230), (0, 0, 230), ground, (60, 200, 60)
    inks = (0, 120, 0), (30, 30, 30), middle, (60, 200, 60)
    looks, naming = named((220, 60, Label.ONE, 9), (0, 0, MINE, 8), (0, 0, MINE, 2), COVERED)
    core = slice(SIDE * 3 // 8, SIDE * 5 // 8)
    for tile, color, ink in zip(looks.tiles, pictures, inks, strict=True):
        tile[:], tile[core, core] = color, ink
        tile[core, core.start - 1] = tile[core, core.stop] = np.add(color, ink) // 2  # soft edges
    looks = Looks(looks.of_cell, looks.tiles, looks.counts, looks.spread)
    naming.margin[2], naming.rivals[2] = 2.7, Label.FLAG
    costs = np.full((4, 20), 9.0)
    costs[np.arange(4), naming.names] = 0
    with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("liker", "doubt"), [(3.0, True), (7.5, False)])
def test_a_mine_that_pixels_prefer_to_a_flag_less_than_others_may_be_one(
    liker: float, *, doubt: bool
) -> None:
    others = (220, 60, Label.ONE, 9), (190, 60, MINE, 8), COVERED
    looks, naming = named(*others, (190, 250, MINE, 2))
    naming.margin[3], naming.rivals[3] = 8.0, Label.EXPLODED
    costs = np.full((4, 20), 9.0)
    costs[np.arange(4), naming.names] = 0
    costs[3, Label.FLAG] = liker
    with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("marks", "doubt"),
    [
        ((Label.WRONG_FLAG,), True),
        ((Label.WRONG_FLAG, Label.FLAG), False),  # a right one is left as it was
        ((), False),
    ],
)
def test_of_two_kinds_of_mines_one_may_be_right_flags_where_only_wrong_ones_are_seen(
    marks: tuple[Label, ...], *, doubt: bool
) -> None:
    seen = [(100, 20 + 200 * place, mark, 1) for place, mark in enumerate(marks)]
    looks, naming = named(
        (220, 60, Label.ONE, 9), COVERED, (190, 60, MINE, 8), (190, 250, MINE, 2), *seen
    )
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    with doubted("2 cells are drawn unlike the other mines") if doubt else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(
    ("wrong", "liker", "usual_liker", "middle", "flags"),
    [
        (Label.WRONG_FLAG, 1.2, -6.0, 250, 2),
        (Label.COVERED, 1.2, -6.0, 250, 0),  # nobody set a flag, as far as is seen
        (Label.WRONG_FLAG, -1.2, -6.0, 250, 0),
        (Label.WRONG_FLAG, 1.2, 0.5, 250, 0),  # so are the others
        (Label.WRONG_FLAG, 1.2, -6.0, 60, 0),  # drawn as the others
    ],
)
def test_a_kind_of_mines_that_pixels_call_flags_is_right_ones_beside_wrong_ones(
    wrong: Label, liker: float, usual_liker: float, middle: int, flags: int
) -> None:
    looks, naming = named(
        (220, 60, Label.ONE, 9),
        COVERED,
        (190, 60, MINE, 8),
        (190, middle, MINE, 2),
        (99, 9, wrong, 1),
    )
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[[2, 3], MINE] = np.maximum([usual_liker, liker], 0)
    costs[[2, 3], Label.FLAG] = np.maximum([-usual_liker, -liker], 0)
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    found = flags_beside_wrong_ones(costs, naming, looks, row)
    assert looks.counts[found].sum() == flags


@pytest.mark.parametrize(
    ("ground", "liker", "words"),
    [
        (220, 3.9, "may be covered with nothing on them"),
        (190, 0.5, None),
        (220, 0.5, "may be how covered cells are drawn"),  # as text draws both
        (220, -2.5, None),
    ],
)
def test_marks_that_pixels_call_covered_are_no_sure_mines_where_nothing_else_is_left(
    ground: int, liker: float, words: str | None
) -> None:
    looks, naming = named((220, 60, Label.ONE, 9), (ground, 100, MINE, 8))
    costs = np.full((2, 20), 9.0)
    costs[np.arange(2), naming.names] = 0
    costs[1, [MINE, Label.COVERED]] = max(liker, 0), max(-liker, 0)
    with doubted(f"8 cells {words}") if words else nullcontext():
        require_marks_seen(costs, naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("ground", "middle", "doubt"), [(60, 110, True), (60, 60, False)])
def test_a_sign_on_another_colour_is_no_mine_where_mines_are_a_colour_alone(
    ground: int, middle: int, *, doubt: bool
) -> None:
    others = (220, 60, Label.ONE, 9), (160, 160, MINE, 8), COVERED
    looks, naming = named(*others, (ground, middle, Label.MINE, 2))
    looks.tiles[[1, 3], 0] = 255  # around a cell that is round
    costs = np.full((4, 20), 9.0)
    costs[np.arange(4), naming.names] = 0
    row = Topology(Shape.SQUARE, 1, len(looks.of_cell))
    words = "2 cells are drawn unlike the other mines" if doubt else "may be flags of one colour"
    with doubted(words):
        require_marks_seen(costs, naming, looks, row)


def test_mines_drawn_just_as_flags_are_in_doubt() -> None:
    for middle, is_doubted in ((80, True), (180, False)):
        marks = (200, 60, Label.FLAG, 5), (200, middle, MINE, 3), (200, 200, Label.COVERED, 5)
        looks, naming = named(*marks)
        assert len(mines_like_flags(naming, looks)) == is_doubted
    with pytest.raises(UnreadableError, match="3 cells are mines drawn as flags are"):
        looks, naming = named((200, 60, Label.FLAG, 5), (200, 80, MINE, 3), COVERED)
        require_marks_seen(np.zeros((3, 20)), naming, looks, TOPOLOGY)


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


@pytest.mark.parametrize(
    ("rest", "words"), [(Label.ONE, "although no mine is shown"), (MINE, None)]
)
def test_wrong_flags_are_in_doubt_where_no_mine_is_shown(rest: Label, words: str | None) -> None:
    looks, naming = named(COVERED, (190, 20, Label.WRONG_FLAG, 4), (210, 0, rest, 6))
    with doubted(words) if words else nullcontext():
        require_marks_seen(np.zeros((3, 20)), naming, looks, TOPOLOGY)


@pytest.mark.parametrize(("sides", "exploded"), [(1, 0), (3, 0), (4, 1)])
def test_a_mine_whose_edge_alone_falls_between_pixels_did_not_explode(
    sides: int, exploded: int
) -> None:
    shown = (90, 90, MINE)
    looks, naming = named(COVERED, (220, 0, Label.ONE, 5), (*shown, 3), (*shown, 1), (*shown, 1))
    for side in (np.s_[:, -3:], np.s_[:, :3], np.s_[:3], np.s_[-3:])[:sides]:
        looks.tiles[4][side] = 150
    costs = np.zeros((len(looks), Label.UNREADABLE + 1))
    assert len(odd_mines(costs, naming, looks, TOPOLOGY)) == exploded
