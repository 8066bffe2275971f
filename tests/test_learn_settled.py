"""Names the game settles: wrong flags, flags drawn as plain cells, covered cells in two colours."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from autoplay.game import SYMBOLS, Label, Shape, Topology, parse_board
from autoplay.vision.learning.exploded import bursts
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.kinds import (
    completing_kinds,
    drawn_zeros,
    lone_grounds,
    numbers_on_marks,
    odd_numbers,
    secluded_kinds,
)
from autoplay.vision.learning.questions import questions_on_mines, too_many_questions
from autoplay.vision.learning.settled import leaves_mines_unshown, settled
from autoplay.vision.learning.wrong_flags import (
    drawn_as_no_other,
    flags_only_disproved,
)
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE

COLORS = {"#": (180, 180, 180), "g": (60, 160, 90), "F": (200, 40, 40), "f": (250, 150, 150),
    "*": (150, 150, 40)}  # fmt: skip
"""The colours of cells: covered, covered in green, flags, flags on another ground, mines."""


def named(text: str) -> tuple[Looks, Naming, Topology]:
    """Return looks and naming of a board of plain cells, one look a character."""
    rows = text.replace(" ", "").split("/")
    cells = "".join(rows)
    board = parse_board("\n".join(rows).replace("g", "#").replace("f", "F"))
    kinds = sorted(set(cells))
    tiles = np.zeros((len(kinds), SIDE, SIDE, 3), np.uint8)
    for tile, kind in zip(tiles, kinds, strict=True):
        tile[:] = COLORS.get(kind, (230, 230, 230))
    of_cell = np.array([kinds.index(cell) for cell in cells])
    names = np.array([SYMBOLS.index(kind.replace("g", "#").replace("f", "F")) for kind in kinds])
    count = len(kinds)
    naming = Naming(
        names.astype(np.uint8),
        0.0,
        np.zeros(len(cells), np.int32),
        np.full(count, 9.0),
        np.full(count, Label.UNREADABLE, np.uint8),
    )
    return Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(cells))), naming, board.topology


def read(text: str) -> str:
    looks, naming, topology = named(text)
    costs = np.zeros((len(looks), len(Label)))
    names = settled(costs, naming, looks, topology).names
    return "".join(SYMBOLS[name] for name in names[looks.of_cell])


def test_a_flag_drawn_otherwise_on_a_cell_shown_to_be_safe_is_a_wrong_flag() -> None:
    board = "*1#*1 / 11#11 / f1### / *1#1F / 11#11"
    assert read(board).count("x") == 1
    assert read(board.replace("f", "F")).count("x") == 0


@pytest.mark.parametrize(
    ("pixels", "ground", "mine_beside", "wrong"),
    [
        (Label.MINE, COLORS["*"], False, True),
        (Label.MINE, COLORS["#"], False, False),  # a flag as it was left
        (Label.FLAG, COLORS["*"], False, False),
        (Label.MINE, COLORS["*"], True, False),
    ],
)
def test_a_flag_that_looks_like_a_mine_where_the_mines_shown_leave_none_is_a_wrong_flag(
    pixels: Label, ground: tuple[int, int, int], *, mine_beside: bool, wrong: bool
) -> None:
    board = "*1#*1 / 11#11 / F1### / *1#1* / 11#11"
    looks, naming, topology = named(board.replace("*1#1*", "##1*1") if mine_beside else board)
    flag = np.flatnonzero(naming.names == Label.FLAG)
    looks.tiles[flag] = ground
    looks.tiles[flag, 8:16, 8:16] = 0
    costs = np.full((len(looks), len(Label)), 9.0)
    costs[np.arange(len(looks)), naming.names] = 0
    costs[flag, pixels] = -1
    name = settled(costs, naming, looks, topology).names[flag[0]]
    assert bool(name == Label.WRONG_FLAG) is wrong


@pytest.mark.parametrize(
    ("board", "middle", "margin", "told"),
    [
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.7, True),
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.1, False),  # as likely another
        ("*1#!1 / 11#11 / x#F## / *1#1* / 11#11", 0, 0.7, False),  # drawn as mines are
        ("*1#*1 / 11#11 / x#F## / *1#1* / 11#11", 60, 0.7, False),  # it may have exploded
    ],
)
def test_what_looks_like_a_wrong_flag_and_like_no_other_mark_is_one(
    board: str, middle: int, margin: float, *, told: bool
) -> None:
    looks, naming, _ = named(board)
    for name, ink in ((Label.MINE, (0, 0, 0)), (Label.FLAG, (0, 120, 0))):
        looks.tiles[naming.names == name, 8:16, 8:16] = ink
    wrong = np.flatnonzero(naming.names == Label.WRONG_FLAG)
    looks.tiles[wrong] = COLORS["*"]
    looks.tiles[wrong, 8:16, 8:16] = (middle, middle, 4 * middle)
    naming.margin[wrong], naming.rivals[wrong] = margin, Label.MINE
    assert drawn_as_no_other(naming, looks).tolist() == (wrong.tolist() if told else [])


@pytest.mark.parametrize(
    ("right", "ground", "in_doubt"),
    [
        ("*", COLORS["f"], True),
        ("f", COLORS["f"], False),  # right ones are drawn so, too
        ("*", COLORS["#"], False),  # as it was left
    ],
)
def test_where_all_flags_are_wrong_their_ground_may_say_so_or_be_that_of_all_flags(
    right: str, ground: tuple[int, int, int], *, in_doubt: bool
) -> None:
    looks, naming, topology = named(f"*1#*1 / 11#11 / f1### / *1#1{right} / 11#11")
    looks.tiles[naming.names == Label.FLAG] = ground
    assert bool(len(flags_only_disproved(naming, looks, topology))) is in_doubt


def test_plain_cells_of_one_colour_on_proven_mines_alone_are_flags() -> None:
    board = "g1000001# / 12110001# / 01g10001# / 01110000# / 000111000 / 0001g1000 / 000111000"
    assert read(board).count("F") == 3


def test_plain_cells_of_one_colour_that_are_all_mines_may_be_shown_at_the_end() -> None:
    one, other = "000111# / 0001g1# / 000111#", "00111## / 001g1## / 00111##"
    lost = f"{one} / {other} / {one} / {other}"
    assert "F" not in read(lost)
    assert read(f"{one} / {other} / {one} / {other.replace('g', '#')}").count("F") == 3


def test_where_all_cells_left_are_mines_their_colours_tell_no_flags() -> None:
    won = "0001g11## / 111122222 / 1g222#100 / 13#3g2100 / 02#432100 / 012#2g100"
    assert "F" not in read(won)
    assert read(won.replace("012#2g100", "#########")).count("F") == 3  # in mid-game


IN_PLAY = (
    "#g######## / ##2##g##g# / 111123g33# / 0000011111 / 000000001# / 111001112g / 1g1002#33g / "
    "111113gg## / 0012g33### / 001g22####"
)
"""A game whose flags, green, are not all proven: most numbers that they serve lack other mines."""


def test_plain_cells_of_one_colour_that_fit_the_numbers_as_no_others_would_are_flags() -> None:
    right = IN_PLAY.replace(" ", "").replace("/", "")
    assert read(IN_PLAY) == right.replace("g", "F")
    # The colours changed round: the same cells are flags.
    turned = IN_PLAY.translate(str.maketrans("g#", "#g"))
    assert read(turned) == right.replace("g", "F")
    # Cells of a colour that says nothing of mines.
    other = IN_PLAY.replace("g", "#")
    covered = [place for place, cell in enumerate(other) if cell == "#"]
    for shift in range(3):
        cells = list(other)
        for place in covered[shift::3]:
            cells[place] = "g"
        assert "F" not in read("".join(cells))


def test_plain_cells_of_one_colour_that_all_numbers_lack_are_mines_where_no_person_saw_them() -> (
    None
):
    lost = "g##g#g# / #g###g# / #g##g#g / 1111121 / 0000000"
    assert read(lost).count("*") == 8
    few = lost.replace("g##g#g# / #g###g#", "####### / #######")
    assert read(few).count("*") == 3
    assert "*" not in read("####### / " * 10 + few)  # a game shows some away from numbers, too
    proven = " / ".join(["000111#", "0001g1#", "000111#", "00111##", "001g1##", "00111##"] * 2)
    assert "*" not in read(proven)  # a person may have marked them all
    assert "*" not in read(lost.replace("g#g / 1111121", "### / 1111110"))


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
    ("liker", "ground", "board", "asked"),
    [
        (6.0, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 2),
        (6.0, 100, "f1####2f / 112#3### / 01F2#F## / f2######", 3),  # more than there are flags
        (7.5, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 2),
        (7.5, 100, "f1####2f / 112#3### / 01F2#F## / f2######", 0),  # many, and hardly like one
        (9.0, 100, "F1####2f / 112#3### / 01F2#F## / f2######", 0),  # no more than the flags are
        (6.0, 130, "F1####2f / 112#3### / 01F2#F## / f2######", 0),  # on a ground of its own
        (6.0, 100, "F1####2F / 112#3### / 01F2#F## / f2######", 0),  # a single one
        (6.0, 100, "F1####1f / 111##### / 01F1#F## / f2######", 0),  # no number lacks a mine
    ],
)
def test_of_two_kinds_of_marks_the_one_like_question_marks_is_one_while_numbers_lack_mines(
    liker: float, ground: int, board: str, asked: int
) -> None:
    looks, naming, topology = named(board)
    usual, other = np.flatnonzero(naming.names == Label.FLAG)
    looks.tiles[usual], looks.tiles[other] = 100, ground
    looks.tiles[usual, 8:16, 8:12] = looks.tiles[other, 6:10, 8:18] = 230
    costs = np.zeros((len(looks), len(Label)))
    costs[:, Label.QUESTION], costs[other, Label.QUESTION] = 11.0, liker
    names = settled(costs, naming, looks, topology).names
    assert np.count_nonzero(names[looks.of_cell] == Label.QUESTION) == asked


@pytest.mark.parametrize(
    ("board", "asked"),
    [
        ("!101* / 12121 / 01f10 / 12121 / *101F", 1),
        ("*101* / 12121 / 01f10 / 12121 / *101F", 0),  # it may be the one that exploded
        ("!101* / 1###1 / 0#f#0 / 1###1 / *101F", 0),  # or a wrong flag: no number proves it
        ("!1011 / 12122 / 01f1* / 12122 / *1011", 0),  # no flag shows how right ones are drawn
    ],
)
def test_a_mark_unlike_the_flags_on_a_proven_mine_is_a_question_left_on_a_lost_board(
    board: str, asked: int
) -> None:
    looks, naming, topology = named(board)
    marks = np.flatnonzero(naming.names == Label.FLAG)
    tiles = looks.tiles
    tiles[marks] = 180
    tiles[marks[0], 8:16, 8:16] = 20
    tiles[marks[-1], 6:10, 6:18] = 20
    counts = looks.counts.copy()
    counts[marks[0]] += 2  # of more cells than the other
    costs = np.zeros((len(looks), len(Label)))
    costs[:, Label.QUESTION] = 11.0
    costs[marks[-1], Label.QUESTION] = 5.0
    found = questions_on_mines(
        costs, naming, Looks(looks.of_cell, tiles, counts, looks.spread), topology
    )
    assert len(found) == asked


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


def test_question_marks_may_be_covered_cells_where_no_other_is_left() -> None:
    looks, naming, topology = named("00001Q / 000011 / 111000 / 1Q1000")
    costs = np.zeros((len(looks), len(Label)))
    assert Label.FLAG not in settled(costs, naming, looks, topology).names
    assert looks.counts[too_many_questions(naming, looks)].sum() == 2
    looks, naming, topology = named("00001Q / 000011 / 111000 / 1Q1### / 111###")
    costs = np.zeros((len(looks), len(Label)))
    assert Label.FLAG in settled(costs, naming, looks, topology).names
    assert not len(too_many_questions(naming, looks))
    looks, naming, _ = named("00001Q / 000011 / 111000 / 1F1111 / 11111Q")
    assert looks.counts[too_many_questions(naming, looks)].sum() == 2
    looks, naming, _ = named("00001Q / 000011 / 111000 / 1F1000")
    assert not len(too_many_questions(naming, looks))
    looks, naming, _ = named("##QQQQ / ##11QQ / ###1QQ")  # or blank ones are zeros
    assert looks.counts[too_many_questions(naming, looks)].sum() == 8


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


def test_a_tinted_flag_beside_one_that_is_proven_right_is_wrong_once_mines_are_shown() -> None:
    ended = "*1#*1## / 11#11## / #####f# / *1#1F## / 11#11##"
    assert read(ended).count("x") == 1
    assert read(ended.replace("*", "#")).count("x") == 0


def test_cells_of_one_colour_are_flags_where_numbers_lack_shown_mines() -> None:
    board = "1#1*## / #111#* / 1#1### / 111#*# / 0001##"
    assert read(board).count("F") == 3
    assert read("1*1#** / *111## / 1*1### / 111### / 0001##").count("F") == 0


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


def test_a_covered_cell_whose_opened_neighbor_draws_a_line_is_told_from_an_opened_one() -> None:
    tiles = np.full((4, SIDE, SIDE, 3), 120, np.uint8)
    tiles[1, :, -2:] = 255  # a line at one side
    tiles[2, :2] = tiles[2, -2:] = tiles[2, :, :2] = tiles[2, :, -2:] = 200  # at every side
    tiles[3, 12:20, 12:20] = 0  # a symbol
    looks = Looks(np.arange(4), tiles, np.ones(4, np.intp), np.zeros(4))
    changed = looks.changed_by_neighbors(np.array([1, 2, 3]), np.array([0]))
    assert changed.tolist() == [True, False, False]


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


def test_one_wrong_flag_of_many_does_not_make_their_colour_a_pattern() -> None:
    rows = ["001110" * 11, "001g10" * 11, "001110" * 11, "000000" * 11]
    right = [row + "1######" for row in rows]
    assert read(" / ".join(right)).count("F") == 11
    wrong = [*right[:3], right[3][:3] + "g" + right[3][4:]]  # beside numbers that have their mine
    assert read(" / ".join(wrong)).count("F") == 12
    few = [row[54:] for row in wrong[:3]]  # two right ones are no majority
    assert read(" / ".join([*few, "000g000000001######"])).count("F") == 0


def test_covered_cells_of_a_lost_board_that_no_mine_lies_beside_are_zeros() -> None:
    over = "*21##### / 2*1##### / 111##111 / #####1*1 / #####111"
    assert read(over).count("0") == over.count("#")
    left = over.replace("#1*1", "##*1")  # a covered cell beside a mine is no zero
    assert "0" not in read(left)
    assert "0" not in read("*1## / 11## / ####")  # one mine is no game that shows all


def test_the_only_mine_shown_is_a_flag_where_it_is_drawn_as_flags_are() -> None:
    board = "F1##1F / 11##11 / *1##1F / 11##11"
    for ground, count in ((COLORS["F"], 4), ((90, 160, 200), 3)):
        looks, naming, topology = named(board)
        looks.tiles[naming.names == Label.MINE] = ground
        costs = np.zeros((len(looks), len(Label)))
        names = settled(costs, naming, looks, topology).names[looks.of_cell]
        assert (names == Label.FLAG).sum() == count


@pytest.mark.parametrize(
    ("board", "other", "liker", "flags"),
    [
        ("#*##*##* / 22222222 / 00000000", 20, 3.5, 3),
        ("#*##*##* / 22222222 / 00000000", 20, 5.0, 0),  # what shows them is surely a mine
        ("#*##*##* / 11111111 / 00000000", 20, 3.5, 0),  # all that the numbers say is shown
        ("#*###### / 22222222 / 00000000", 20, 3.5, 0),  # it may be the one that exploded
        ("#*##*##! / 22222222 / 00000000", 120, 3.5, 0),  # one may be a question mark
        ("#*##*##*F / 222222221 / 000000000", 120, 3.5, 0),  # flags have another mark
    ],
)
def test_the_one_mark_of_several_cells_is_a_flag_where_numbers_lack_mines(
    board: str, other: int, liker: float, flags: int
) -> None:
    looks, naming, topology = named(board)
    looks.tiles[naming.names == Label.MINE, 8:16, 8:16] = 20
    for name in (Label.EXPLODED, Label.FLAG):
        looks.tiles[naming.names == name] = COLORS["*"]
        looks.tiles[naming.names == name, 6:10, 6:18] = other
    costs = np.zeros((len(looks), len(Label)))
    costs[naming.names == Label.MINE, Label.FLAG] = liker
    names = settled(costs, naming, looks, topology).names[looks.of_cell]
    assert (names == Label.FLAG).sum() == flags


@pytest.mark.parametrize(
    ("board", "unshown"),
    [("#*##*# / 222222", True), ("#*##*# / 111111", False), ("#*###1 / 222222", False)],
)
def test_a_game_that_shows_several_mines_shows_all(board: str, *, unshown: bool) -> None:
    looks, naming, topology = named(board)
    assert leaves_mines_unshown(naming.names[looks.of_cell], topology) is unshown


LOST_BY_ONE = """
##100001###111# ##100001#g#12## #2101111#3212## #2112g##g1001## g11!##g2121112# #113#31101#12##
#102#20001112g# #101110000001## #100000000111## #2210000001g111 #g#210000012210 ####10000112#10
###2210001g2110 ###2#2001221000 #####2001#10000
"""
"""A lost game that shows the mine that exploded alone, and flags that are but a colour."""


def test_flags_of_one_colour_are_told_where_a_lost_game_shows_one_mine_alone() -> None:
    board = " / ".join(LOST_BY_ONE.split())
    assert read(board).count("F") == board.count("g")
    assert read(board.replace("!", "*", 1).replace("3", "*", 1)).count("F") == 0
