"""What says that a look is not covered, or is: its symbol, texture, shade or ground."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Board, Cell, Label, Minefield, make_topology
from autoplay.vision.learning.ending import CARRIES_A_MARK
from autoplay.vision.learning.proof import ONE_TEXTURE, OTHER_COVER, OTHER_KIND, price_of_rival
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.labelled_looks import (
    FAR,
    board_of,
    looks_of,
    price_drawn,
    price_named,
    search_of,
    with_first_apart,
)


def test_a_mark_on_covered_cells_of_a_texture_is_no_texture() -> None:
    # Every covered cell has a look of its own, a little lighter or darker; the flags share one.
    board = board_of("FF#0 / ###0 / F##0")
    labels = np.frombuffer(board.labels, np.uint8)
    of_cell = np.where(labels == Label.FLAG, 0, np.where(labels == 0, 1, np.arange(12)))
    of_cell = np.unique(of_cell, return_inverse=True)[1]
    counts = np.bincount(of_cell)
    shades = np.random.default_rng(1).integers(90, 110, len(counts))
    tiles = np.zeros((len(counts), SIDE, SIDE, 3), np.uint8) + shades[:, None, None, None]
    tiles[0, 12:20, 12:20] = 240
    looks = Looks(of_cell, tiles.astype(np.uint8), counts, np.zeros(12))
    names = np.zeros(len(counts), np.uint8)
    names[of_cell] = labels
    costs = np.full((len(counts), 20), FAR)
    costs[np.arange(len(counts)), names] = 0
    search = search_of(board, looks, costs, names)
    assert price_of_rival(search, names, 0, Label.COVERED) >= CARRIES_A_MARK


@pytest.mark.parametrize(("shade", "price"), [(10, 0.0), (90, CARRIES_A_MARK)])
def test_a_symbol_that_fills_its_cell_up_to_the_edge_is_no_plain_cover(
    shade: int, price: float
) -> None:
    # Along one side of the board the covered cells show a frame.
    board = board_of("##F1 / ##11 / ##10")
    looks, labels = looks_of(board)
    flag, cover = labels.index(Label.FLAG), labels.index(Label.COVERED)
    tiles, of_cell = looks.tiles.copy(), looks.of_cell.copy()
    tiles[flag] = tiles[cover]
    tiles[flag, : SIDE // 2, : SIDE // 2] += np.uint8(shade)
    framed = tiles[cover].copy()
    framed[:3] = 20
    of_cell[1] = len(labels)
    counts = np.bincount(of_cell)
    shown = Looks(of_cell, np.concatenate([tiles, framed[None]]), counts, looks.spread)
    names = np.array([*labels, Label.COVERED], np.uint8)
    search = search_of(board, shown, np.zeros((len(names), 20)), names)
    assert price_of_rival(search, names, flag, Label.COVERED) == price


def test_what_covers_every_mine_of_a_won_board_and_shows_something_is_a_flag() -> None:
    board = board_of("F100 / 1111 / 001F")
    looks, labels = looks_of(board)
    flag = labels.index(Label.FLAG)
    prices = []
    for shade in (10, 60):  # above the tile's own gray level
        tiles = looks.tiles.copy()
        tiles[flag, 12:20, 12:20] += shade
        prices.append(price_drawn(board, tiles, flag, Label.COVERED))
    assert prices == [0.0, CARRIES_A_MARK]


def test_a_mine_on_a_ground_that_no_covered_cell_has_is_hardly_covered() -> None:
    board = board_of("*100 / 1111 / 001#")
    looks, labels = looks_of(board)
    mine, cover = labels.index(Label.MINE), labels.index(Label.COVERED)
    prices = []
    for away in (10, 60):  # gray levels between their grounds
        tiles = looks.tiles.copy()
        tiles[mine] = tiles[cover] + np.uint8(away)
        prices.append(price_drawn(board, tiles, mine, Label.COVERED))
    assert prices == [0.0, OTHER_COVER]


@pytest.mark.parametrize(
    ("text", "liker", "price"),
    [
        ("####FFFFFF", 2.5, CARRIES_A_MARK),
        ("####FFFFFF", 1.5, 0.0),
        ("###FFFFFFF", 2.5, 0.0),
    ],
)
def test_a_few_covered_cells_tell_what_pixels_call_a_flag_late_in_a_game(
    text: str, liker: float, price: float
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    flag, cover = labels.index(Label.FLAG), labels.index(Label.COVERED)
    tiles, costs = looks.tiles.copy(), np.zeros((len(labels), 20))
    tiles[flag] = tiles[cover]
    tiles[flag, 9:15, 9:15] += np.uint8(90)
    costs[flag, Label.COVERED] = liker
    drawn = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    names = np.array(labels, np.uint8)
    search = search_of(board, drawn, costs, names)
    assert price_of_rival(search, names, flag, Label.COVERED) == price


@pytest.mark.parametrize(("texture", "price"), [(2, CARRIES_A_MARK), (20, 0.0)])
def test_a_symbol_is_no_cover_where_covers_are_bare_whatever_neighbours_show_at_its_edges(
    texture: int, price: float
) -> None:
    board = board_of("F100 / 1111 / 001#")
    looks, labels = looks_of(board)
    flag, cover = labels.index(Label.FLAG), labels.index(Label.COVERED)
    tiles = looks.tiles.copy()
    tiles[[flag, cover]] = 80
    tiles[cover, 9:12, 9:12] += np.uint8(texture)
    tiles[flag, :3] = 220  # another cell's light
    tiles[flag, 9:15, 9:15] = 108
    assert price_drawn(board, tiles, flag, Label.COVERED) == price


@pytest.mark.parametrize(("sign", "price"), [(0, 0.0), (90, OTHER_COVER)])
def test_a_flag_with_a_symbol_and_a_ground_that_no_cover_has_is_hardly_covered(
    sign: int, price: float
) -> None:
    """Covers that show dots have as much contrast as a flag in a colour of its own."""
    board = board_of("F100 / 1111 / 001#")
    looks, labels = looks_of(board)
    flag, cover = labels.index(Label.FLAG), labels.index(Label.COVERED)
    tiles = looks.tiles.copy()
    tiles[[flag, cover]] = [[[[30, 30, 220]]], [[[220, 190, 180]]]]
    tiles[cover, 15:18, 6:18] = 60
    tiles[flag, 6:18, 10:14, 2] -= np.uint8(sign)
    assert price_drawn(board, tiles, flag, Label.COVERED) == price


@pytest.mark.parametrize(("ink", "price"), [(60, ONE_TEXTURE), (10, 0.0)])
def test_covers_that_show_a_symbol_are_no_marks_where_others_show_it_too(
    ink: int, price: float
) -> None:
    """Terminals draw each covered cell as a star, some a fraction of a pixel lower."""
    board = board_of("#100 / 1111 / 01## / #1##")
    looks, labels = looks_of(board)
    cover, last = labels.index(Label.COVERED), len(labels)
    split, names = with_first_apart(looks, labels, Label.COVERED)
    split.tiles[[cover, last], 9:15, 9:15] -= np.uint8(ink)
    split.tiles[last, 9:15, 9:15] += np.uint8(5)
    assert price_named(board, split, names, last, Label.MINE) == price


@pytest.mark.parametrize(("shade", "price"), [(17, OTHER_KIND), (8, 0.0)])
def test_bare_zeros_in_another_shade_than_all_bare_covers_are_hardly_covered(
    shade: int, price: float
) -> None:
    board = board_of("###100 / ###100 / 111100 / 000000")
    looks, labels = looks_of(board)
    zero, cover = labels.index(Label.ZERO), labels.index(Label.COVERED)
    tiles = looks.tiles.copy()
    tiles[zero] = tiles[cover] - np.uint8(shade)
    assert price_drawn(board, tiles, zero, Label.COVERED) == price


@pytest.mark.parametrize(("moved", "price"), [(3, OTHER_KIND), (15, 0.0)])
def test_bare_cells_in_the_colour_of_covered_ones_are_hardly_opened(
    moved: int, price: float
) -> None:
    board = board_of("####10 / ####10 / ####10 / 111110 / 000000")
    looks, labels = looks_of(board)
    split, names = with_first_apart(looks, labels, Label.COVERED)
    split.tiles[-1] += np.uint8(moved)
    assert price_named(board, split, names, len(labels), Label.ZERO) == price


MINES = (0, 15, 25, 34)


@pytest.mark.parametrize(
    ("covered", "hidden", "priced"),
    [((3, 9, 11, 12, 18, 22, 28, 30), (), True), ((3, 9, 11, 12), (34,), False), ((), (), False)],
    ids=["all mines are marked", "one is not", "nothing else is covered"],
)
def test_marks_that_explain_every_number_are_hardly_covered_cells(
    covered: tuple[int, ...], hidden: tuple[int, ...], priced: bool
) -> None:
    topology = make_topology("square", 6, 6)
    labels = bytearray(Minefield(topology, frozenset(map(Cell, MINES))).numbers.tolist())
    for cells, label in ((MINES, Label.MINE), (covered, Label.COVERED), (hidden, Label.COVERED)):
        for cell in cells:
            labels[cell] = label
    board = Board(topology, bytes(labels), len(MINES))
    looks, found = looks_of(board)
    names = np.array(found, np.uint8)
    search = search_of(board, looks, np.zeros((len(found), 20)), names)
    price = price_of_rival(search, names, found.index(Label.MINE), Label.COVERED)
    assert (price > 1.0) is priced


@pytest.mark.parametrize(
    ("text", "plainly", "price"),
    [
        ("*100 / 1111 / 001*", 1.0, 0.0),
        ("*100 / 1111 / 001*", 2.5, CARRIES_A_MARK),
        ("*10F / 1111 / 001*", 2.5, CARRIES_A_MARK),  # a wrong flag
        ("*100 / 1121 / 001*", 2.5, 0.0),  # a number lacks one
    ],
)
def test_what_is_plainly_a_mine_on_every_mine_of_a_finished_board_is_no_plain_cover(
    text: str, plainly: float, price: float
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    mine = labels.index(Label.MINE)
    tiles = looks.tiles.copy()
    tiles[mine, 12:20, 12:20] += 60
    marked = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    costs = np.zeros((len(labels), 20))
    costs[mine, Label.COVERED] = plainly
    search = search_of(board, marked, costs, np.array(labels, np.uint8))
    paid = price_of_rival(search, np.array(labels, np.uint8), mine, Label.COVERED)
    bare = Looks(looks.of_cell, looks.tiles, looks.counts, looks.spread)
    unmarked = search_of(board, bare, costs, np.array(labels, np.uint8))
    unpaid = price_of_rival(unmarked, np.array(labels, np.uint8), mine, Label.COVERED)
    assert paid - unpaid == price
