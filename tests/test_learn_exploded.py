"""The mine that exploded: told by its ground or symbol from the other mines, and from flags."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import Label, Shape, Topology
from autoplay.vision.learning.exploded import bursts
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.settled import settled
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.drawn_boards import COLORS, named, read
from tests.made_looks import COVERED, MINE, explosions


@pytest.mark.parametrize(("tint", "exploded"), [(0, 0), (8, 0), (60, 1)])
def test_discs_that_leave_hardly_any_ground_are_mines_and_the_one_on_another_exploded(
    tint: int, exploded: int
) -> None:
    looks, naming, topology = named("g##g#g# / #g###g# / #g##g#g / 1111121 / 0000000")
    disc = int(np.argmax((looks.tiles == COLORS["g"]).all((1, 2, 3))))
    tiles = np.concatenate([looks.tiles, looks.tiles[[disc]]])
    for tile, ground in ((tiles[disc], 200), (tiles[-1], 200 - tint)):
        tile[:] = ground
        tile[3:-3, 3:-3] = COLORS["g"]
    cells = looks.of_cell.copy()
    cells[np.flatnonzero(cells == disc)[0]] = len(looks)
    more = Looks(cells, tiles, np.bincount(cells), looks.spread)
    names, rivals = (np.append(each, each[disc]) for each in (naming.names, naming.rivals))
    margin = np.append(naming.margin, naming.margin[disc])
    grown = replace(naming, names=names, rivals=rivals, margin=margin)
    read = settled(np.zeros((len(more), len(Label))), grown, more, topology).names[cells]
    assert np.count_nonzero(read == Label.EXPLODED) == exploded
    assert np.count_nonzero(read == Label.MINE) == 8 - exploded


def test_one_flag_on_a_ground_of_its_own_beside_shown_mines_is_the_one_that_exploded() -> None:
    assert read("*1#*1 / 11#11 / #1### / *1#1f / 11#11").count("!") == 1
    assert read("*1#*1 / 11#11 / #1### / *1#1F / 11#11").count("!") == 1
    assert read("#1#*1 / 11#11 / #1### / *1#1F / 11#11").count("!") == 0


@pytest.mark.parametrize(("liker", "exploded"), [(4.0, 1), (6.0, 0)])
def test_what_pixels_call_a_flag_and_no_mine_has_not_exploded(liker: float, exploded: int) -> None:
    looks, naming, topology = named("*1#*1 / 11#11 / #1### / *1#1f / 11#11")
    costs = np.zeros((len(looks), len(Label)))
    flag = naming.names == Label.FLAG
    costs[np.ix_(flag, [Label.MINE, Label.EXPLODED])] = liker
    names = settled(costs, naming, looks, topology).names
    assert (names == Label.EXPLODED).sum() == exploded


@pytest.mark.parametrize(
    ("ground", "sign", "certain"),
    [
        ((90, 170, 90), 0, True),
        ((90, 170, 90), 4, False),  # it shows something else besides
        ((45, 45, 50), 0, False),  # the ground of the others, hardly lit
    ],
)
def test_the_mark_drawn_as_all_mines_are_on_another_ground_exploded_beyond_doubt(
    ground: tuple[int, int, int], sign: int, *, certain: bool
) -> None:
    looks, naming, topology = named("*1#*1 / 11#11 / #1### / *1#1F / 11#11")
    mine, flag = (int(np.flatnonzero(naming.names == each)[0]) for each in (Label.MINE, Label.FLAG))
    looks.tiles[mine], looks.tiles[flag] = 40, ground
    for look in (mine, flag):
        looks.tiles[look, 9:15, 9:15] = 30, 40, 220
    looks.tiles[flag, 15 : 15 + sign, 15 : 15 + sign] = 250
    naming.margin[flag] = -0.2
    found = settled(np.zeros((len(looks), len(Label))), naming, looks, topology)
    assert (found.margin[flag] > 0) == certain
    assert not certain or found.names[flag] == Label.EXPLODED


@pytest.mark.parametrize(
    ("board", "burst"),
    [
        ("*101* / 12121 / 01B10 / 12121 / *101F", 1),
        ("*101* / 12121 / 01B10 / 12121 / *101#", 0),  # it may be how right flags are marked
        ("*101* / 1###1 / 0#B#0 / 1###1 / *101F", 0),  # or a wrong flag: no number proves it
        ("*101* / 12121 / 01B10 / 12121 / *101!", 0),  # another one exploded
    ],
)
def test_the_single_proven_mine_with_another_symbol_exploded(board: str, burst: int) -> None:
    mine = board.replace("B", "*")
    looks, naming, topology = named(mine)
    star = int(np.flatnonzero(naming.names == Label.MINE)[0])
    place = "".join(board.split(" / ")).index("B")
    of_cell = looks.of_cell.copy()
    of_cell[place] = len(looks)
    tiles = np.concatenate([looks.tiles, looks.tiles[[star]]])
    tiles[[star, -1]] = 180
    tiles[star, 8:16, 8:16] = 20
    tiles[-1, 4:20, 10:14] = tiles[-1, 10:14, 4:20] = 20
    more = Looks(of_cell, tiles, np.bincount(of_cell), looks.spread)
    grown = Naming(
        np.append(naming.names, np.uint8(Label.MINE)),
        0.0,
        naming.broken,
        np.append(naming.margin, 0.4),
        np.append(naming.rivals, np.uint8(Label.FLAG)),
    )
    found = bursts(grown, more, topology)
    assert found.tolist() == [len(looks)] * burst


def test_where_mines_have_many_colours_none_of_another_exploded() -> None:
    colours = [(20, 20, 20), (200, 40, 40), (40, 200, 40), (40, 40, 200), (200, 200, 40)]
    for shades, exploded in ((2, 1), (5, 0)):
        tiles = np.empty((shades + 1, SIDE, SIDE, 3), np.uint8)
        tiles[:-1] = np.array(colours[:shades], np.uint8)[:, None, None]
        tiles[-1] = 200, 40, 200
        counts = np.array([3] * shades + [1])
        of_cell = np.repeat(np.arange(shades + 1), counts)
        looks = Looks(of_cell, tiles, counts, np.zeros(len(of_cell)))
        naming = Naming(
            np.full(shades + 1, Label.MINE, np.uint8),
            0.0,
            np.zeros(len(of_cell), np.int32),
            np.full(shades + 1, 9.0),
            np.full(shades + 1, Label.UNREADABLE, np.uint8),
        )
        wide = Topology(Shape.SQUARE, 1, len(of_cell))
        names = settled(np.zeros((shades + 1, len(Label))), naming, looks, wide).names
        assert np.count_nonzero(names == Label.EXPLODED) == exploded


def test_the_only_mine_of_another_colour_is_the_one_that_exploded() -> None:
    looks, naming, topology = named("*10## / 111** / 1*1#1 / 12211 / *1011")
    star, cells = int(np.flatnonzero(naming.names == Label.MINE)[0]), looks.of_cell.copy()
    place = int(np.flatnonzero(cells == star)[1])
    cells[place] = len(looks)  # drawn alike, in red
    drawn = looks.tiles[star].copy()
    for ink, exploded in (((30, 30, 220), 1), ((30, 30, 60), 0)):
        tiles = np.concatenate([looks.tiles, drawn[None]])
        tiles[[star, -1]] = 200
        tiles[star, 8:16, 8:16], tiles[-1, 8:16, 8:16] = 30, ink
        more = Looks(cells, tiles, np.bincount(cells), looks.spread)
        grown = replace(
            naming,
            names=np.append(naming.names, naming.names[star]),
            margin=np.append(naming.margin, 9.0),
            rivals=np.append(naming.rivals, naming.rivals[star]),
        )
        costs = np.zeros((len(more), len(Label)))
        names = settled(costs, grown, more, topology).names
        assert np.count_nonzero(names == Label.EXPLODED) == exploded


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
