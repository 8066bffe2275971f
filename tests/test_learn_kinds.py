"""Kinds of covered cells, and numbers and zeros on grounds that others of their name lack."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.kinds import (
    completing_kinds,
    drawn_zeros,
    lone_grounds,
    numbers_on_marks,
    odd_numbers,
    secluded_kinds,
)
from autoplay.vision.looks import Looks
from tests.drawn_boards import named


def test_numbers_on_a_ground_that_no_other_has_are_text_over_the_board() -> None:
    looks, naming, topology = named("0111# / 0112# / 00122 / 00011")
    kinds = sorted(set("0111#0112#0012200011"))
    one = kinds.index("1")
    cells = looks.of_cell.copy()
    cells[np.flatnonzero(cells == one)[:2]] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[one]] - 90])
    for count, margin, doubted in ((2, 9.0, 1), (1, 9.0, 0), (1, 1.7, 1)):  # one may only be lit
        cells[np.flatnonzero(cells == len(looks))[count:]] = one
        more = Looks(cells, tiles, np.bincount(cells), looks.spread)
        names, margins = np.append(naming.names, np.uint8(1)), np.append(naming.margin, margin)
        grown = replace(naming, names=names, margin=margins)
        assert len(lone_grounds(grown, more, topology)) == doubted


@pytest.mark.parametrize(("flagged", "doubted"), [("FF", 0), ("F#", 1), ("##", 1)])
def test_numbers_with_more_flags_than_they_say_may_be_on_a_ground_of_their_own(
    flagged: str, doubted: int
) -> None:
    looks, naming, topology = named(f"#{flagged}#1 / #11#1 / #1111 / F1000")
    one = int(np.flatnonzero(naming.names == Label.ONE)[0])
    cells = looks.of_cell.copy()
    cells[[6, 7]] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[one]] - 90])
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    names, margin = np.append(naming.names, np.uint8(1)), np.append(naming.margin, 9.0)
    grown = replace(naming, names=names, margin=margin)
    assert len(lone_grounds(grown, more, topology)) == doubted


@pytest.mark.parametrize(("last", "doubted"), [("#", 0), ("*", 1)])
def test_one_number_on_a_ground_of_its_own_may_be_a_wrong_flag_of_a_lost_game(
    last: str, doubted: int
) -> None:
    looks, naming, topology = named(f"0111{last} / 01121 / 00122 / 00011")
    one = int(np.flatnonzero(naming.names == Label.ONE)[0])
    cells = looks.of_cell.copy()
    cells[1] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[one]] - 90])
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    names, margin = np.append(naming.names, np.uint8(1)), np.append(naming.margin, 9.0)
    grown = replace(naming, names=names, margin=margin)
    assert len(lone_grounds(grown, more, topology)) == doubted


@pytest.mark.parametrize(("box", "doubted"), [((10, 14, 6, 11), 1), ((0, 24, 0, 24), 0)])
def test_what_shows_a_symbol_among_bare_zeros_is_none(
    box: tuple[int, int, int, int], doubted: int
) -> None:
    looks, naming, topology = named("0111# / 0112# / 00122 / 00011")
    zero = sorted(set("0111#0112#0012200011")).index("0")
    cells = looks.of_cell.copy()
    cells[0] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[zero]]])
    left, right, top, bottom = box
    tiles[-1, top:bottom, left:right] = 90  # all over the cell it is a shade
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    grown = replace(naming, names=np.append(naming.names, np.uint8(0)))
    assert len(drawn_zeros(grown, more, topology)) == doubted


@pytest.mark.parametrize("shared", [True, False])
def test_a_number_on_the_ground_of_mines_is_opened_where_zeros_have_it(*, shared: bool) -> None:
    looks, naming, topology = named("0111# / 0112# / 001*2 / 00011")
    mine, zero, one = (np.flatnonzero(naming.names == name)[0] for name in (Label.MINE, 0, 1))
    cells = looks.of_cell.copy()
    cells[np.flatnonzero(cells == one)[:2]] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[mine]]])
    if shared:
        tiles[zero] = tiles[mine]
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    grown = replace(naming, names=np.append(naming.names, np.uint8(1)))
    assert bool(len(numbers_on_marks(grown, more))) is not shared
    assert bool(len(lone_grounds(grown, more, topology))) is not shared


@pytest.mark.parametrize(("steps", "in_doubt"), [(4, False), (1, True)])
def test_a_number_on_the_ground_of_mines_is_opened_where_a_gradient_leads_there(
    steps: int, *, in_doubt: bool
) -> None:
    """From the ground of other opened cells to that of mines in so many steps."""
    looks, naming, _ = named("0111# / 0112# / 001*2 / 00011")
    mine, one = (np.flatnonzero(naming.names == name)[0] for name in (Label.MINE, Label.ONE))
    cells = looks.of_cell.copy()
    looks.tiles[mine] = 170
    first, last = looks.tiles[[one, mine]].astype(np.float64)
    shades = np.linspace(first, last, num=steps + 1)[1:].astype(np.uint8)
    of_ones = np.flatnonzero(cells == one)
    cells[of_ones[:steps]] = len(looks) + np.arange(steps)
    tiles = np.concatenate([looks.tiles, shades])
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    grown = replace(naming, names=np.append(naming.names, np.full(steps, 1, np.uint8)))
    assert bool(len(numbers_on_marks(grown, more))) is in_doubt


def secluded(text: str) -> list[int]:
    looks, naming, topology = named(text)
    return [int(looks.counts[kind].sum()) for kind in secluded_kinds(naming, looks, topology)]


def test_kinds_of_covered_cells_that_never_meet_are_not_both_covered() -> None:
    board = "ggg1## / ggg1## / 11111# / 1#11## / 1111##"
    assert set(secluded(board)) == {6}  # the numbers lack mines without the others
    assert not secluded(board.replace("g1", "g#"))


def test_covered_cells_apart_from_others_are_covered_where_the_numbers_around_lack_mines() -> None:
    rows = "12321001## / 1ggg1001## / 12321001##"
    board = f"{rows} / 00000001## / {rows}"
    assert not secluded(board)
    assert secluded(board.replace("12321", "00000").replace("1ggg1", "0ggg0")) == [6]


def completing(text: str) -> list[int]:
    looks, naming, topology = named(text)
    kinds = completing_kinds(naming, looks, topology)
    return [int(looks.counts[kind].sum()) for kind in kinds]


def test_a_kind_of_covered_cells_that_completes_every_number_is_the_mines() -> None:
    lost = "#1g1# / #111# / #111# / #1g1# / #111#"
    assert completing(lost) == [2]
    assert not completing(lost.replace("111# / #111", "111# / #121"))
    assert not completing("1g1 / 111 / 111 / 1g1 / 111")


@pytest.mark.parametrize(
    ("ground", "flag", "odd"),
    [((60, 160, 90), 2.0, 1), ((60, 160, 90), 6.0, 0), ((225, 230, 230), 2.0, 0)],
)
def test_a_number_that_could_be_a_mark_is_odd_on_a_ground_that_no_number_has(
    ground: tuple[int, int, int], flag: float, odd: int
) -> None:
    looks, naming, _ = named("1122## / 21#### / 222223")
    three = int(np.flatnonzero(naming.names == Label.THREE)[0])
    tiles = looks.tiles.copy()
    tiles[three] = ground
    costs = np.full((len(looks), 20), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[three, Label.FLAG] = flag
    changed = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    assert odd_numbers(naming, changed, costs).tolist() == [three] * odd


def test_opened_cells_that_meet_no_shown_mine_are_not_covered() -> None:
    assert secluded("###1*1 / ###122 / 1111** / *11122 / *11***")
    assert not secluded("###1*1 / ##*122 / 1111** / *11122 / *11***")


def test_lines_that_fall_between_pixels_make_no_second_kind_of_covered_cells() -> None:
    looks, naming, topology = named("ggg1## / ggg1## / 11111# / 1#11## / 1111##")
    tiles = np.full_like(looks.tiles, 90)
    of_g = looks.of_cell[0]
    tiles[of_g, :2] += 24  # a line within the first row of blocks, half as deep
    drawn = replace(looks, tiles=tiles)
    assert not list(secluded_kinds(naming, drawn, topology))
    tiles[of_g, 12:20, 12:20] += 14
    assert list(secluded_kinds(naming, replace(looks, tiles=tiles.copy()), topology))
