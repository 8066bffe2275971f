"""Flags that are a colour alone: in mid-game few of them prove what they are, at the end more."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.game import Label
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.margins import LEAST_MARGINS, MIN_LIKENESS
from autoplay.vision.learning.plain_flags import with_told_flags
from tests.drawn_boards import PANE, Drawn, read

MAGENTA, PALER = (250, 0, 250), (190, 190, 190)

BOARD = "00001## / 00012p# / 0123p## / 01p##2# / 12##22p / #######"
"""Two of the painted cells, p, are proven mines; the others may be, and numbers lack more."""


@pytest.mark.parametrize(
    ("board", "color", "flags"),
    [
        (BOARD, MAGENTA, 4),
        (BOARD, PALER, 0),  # a light
        (
            BOARD.replace("2p#", "2##").replace("22p", "22#").replace("1p#", "1##"),
            MAGENTA,
            0,
        ),  # a single one
        (BOARD.replace("3p#", "3##").replace("1p#", "1##"), MAGENTA, 0),  # none is proven
        (BOARD.replace("1##", "1p#"), MAGENTA, 5),  # more than the 1 says: one is wrong
    ],
)
def test_cells_far_from_the_colour_of_others_that_may_be_mines_are_flags(
    board: str, color: tuple[int, int, int], flags: int
) -> None:
    drawn = Drawn(board)
    drawn.paint("p", color)
    assert drawn.settled().count("F") == flags


@pytest.mark.parametrize(("color", "flags"), [(MAGENTA, 4), ((10, 10, 10), 0)])
def test_less_tells_flags_that_alone_are_bright(color: tuple[int, int, int], flags: int) -> None:
    drawn = Drawn(BOARD)
    drawn.paint("p", color)
    assert drawn.settled().count("F") == flags


AS_MANY = (
    "11101p101# / 1p10222011 / 11101#1000 / 0011222211 / 112p11p2p1 / 1p#2211211"
    " / 235p200000 / 1ppp211100 / ###311#100 / ###1011100"
)
"""As many painted cells as other covered ones, some of them wrong."""


@pytest.mark.parametrize(("flags", "covers"), ["p#", "#p"])
def test_flags_that_are_a_bright_colour_are_told_among_as_many_gray_cells(
    flags: str, covers: str
) -> None:
    drawn = Drawn(AS_MANY.translate(str.maketrans("p#", flags + covers)))
    drawn.paint(flags, (255, 204, 0))
    drawn.paint(covers, (204, 204, 204))
    assert drawn.settled().count("F") == 10


PALE, PALER_STILL = (120, 150, 165), (133, 143, 147)

PROVEN = (
    "p10000000 / 121100000 / 01p100000 / 011100000 / 000111000"
    " / 0001p1000 / 111222111 / ######### / #########"
)
"""All three of the painted cells are proven mines."""


@pytest.mark.parametrize(("color", "flags"), [(PALE, 3), (PALER_STILL, 0)])
def test_proven_mines_in_a_pale_colour_are_flags(color: tuple[int, int, int], flags: int) -> None:
    drawn = Drawn(PROVEN)
    drawn.paint("p", color)
    assert drawn.settled().count("F") == flags


def test_proven_mines_that_are_glossy_otherwise_are_no_flags_by_that() -> None:
    drawn = Drawn(PROVEN)
    drawn.draw("p", PANE, 180)
    assert drawn.settled().count("F") == 0


def test_what_a_colour_alone_made_look_like_nothing_known_is_a_flag_once_that_tells_it() -> None:
    drawn = Drawn(PROVEN)
    drawn.paint("p", MAGENTA)
    painted = drawn.kinds.index("p")
    drawn.margin[painted] = -0.2
    naming = drawn.naming()
    assert naming.names[painted] == Label.FLAG and naming.margin[painted] > MIN_LIKENESS


@pytest.mark.parametrize(("wrong", "flags"), [(0, 6), (1, 7), (4, 0)])
def test_a_wrong_one_does_not_hide_painted_flags(wrong: int, flags: int) -> None:
    alone = [*[("1", "p")] * 6, *[("1", "#")] * 3]  # mines with eight ones around each
    alone += [*[("0", "p")] * wrong, *[("0", "#")] * (9 - wrong)]  # proven safe
    sides = "".join(number * 3 + "0" for number, _ in alone)
    drawn = Drawn(f"{sides} / {''.join(f'{n}{cell}{n}0' for n, cell in alone)} / {sides}")
    drawn.paint("p", (10, 10, 10))
    assert drawn.settled().count("F") == flags


def test_two_colours_are_no_flags_by_their_colour_alone() -> None:
    drawn = Drawn(BOARD.replace("22p", "22o"))
    drawn.paint("p", MAGENTA)
    drawn.paint("o", (0, 250, 250))
    assert drawn.settled().count("F") == 0


@pytest.mark.parametrize(("color", "flags"), [(MAGENTA, 4), (PALER, 3)])
def test_what_has_the_colour_of_plain_flags_is_one(color: tuple[int, int, int], flags: int) -> None:
    drawn = Drawn(BOARD.replace("2p#", "2F#").replace("0123p", "0123F").replace("01p", "01F"))
    drawn.paint("F", MAGENTA)
    drawn.paint("p", color)
    assert drawn.settled().count("F") == flags


@pytest.mark.parametrize(("color", "is_sure"), [(MAGENTA, True), (PALER, False)])
def test_a_flag_in_the_very_colour_of_sure_ones_is_not_covered(
    color: tuple[int, int, int], *, is_sure: bool
) -> None:
    """Tiles of triangles that point up and down are two looks, each in doubt on its own."""
    drawn = Drawn(BOARD.replace("2p#", "2F#").replace("p", "f"))
    drawn.paint("F", MAGENTA)
    drawn.paint("f", color)
    doubted = drawn.kinds.index("f")
    drawn.rivals[doubted], drawn.margin[doubted] = Label.COVERED, 1.5
    naming = drawn.naming()
    asked = LEAST_MARGINS[Label.FLAG, Label.COVERED]
    assert naming.names[doubted] == Label.FLAG
    assert bool(naming.margin[doubted] >= asked) is is_sure


def test_zeros_called_covered_are_no_flags_by_their_colour() -> None:
    drawn = Drawn(BOARD)
    for kind in "0123":
        drawn.paint(kind, MAGENTA)  # the ground of opened cells
    drawn.paint("p", MAGENTA)
    assert drawn.settled().count("F") == 0
    few = Drawn(BOARD.replace("3p#", "3F#"))
    few.paint("F", (205, 140, 140))
    few.paint("p", (205, 140, 140))
    assert few.settled().count("F") == 1  # fewer flags than what they would make flags


@pytest.mark.parametrize("pixels", [Label.COVERED, Label.MINE])
@pytest.mark.parametrize(("color", "as_likely"), [(MAGENTA, True), (PALER, False)])
def test_what_shows_nothing_is_as_likely_a_flag_where_its_colour_tells(
    color: tuple[int, int, int], pixels: Label, *, as_likely: bool
) -> None:
    """Whatever pixels call it."""
    drawn = Drawn(BOARD.replace("p", "F"))
    drawn.paint("F", color)
    flag = drawn.kinds.index("F")
    drawn.costs[flag, [pixels, Label.FLAG]] = 0.0, 6.5
    drawn.margin[flag] = -0.2
    broken = np.zeros(len(drawn.of_cell), np.int32)
    naming = Naming(drawn.names, 0.0, broken, drawn.margin, drawn.rivals)
    costs, told = with_told_flags(drawn.costs, naming, drawn.looks, drawn.topology)
    assert bool(costs[flag, Label.FLAG] == 0.0) is as_likely
    assert bool(told.margin[flag] > MIN_LIKENESS) is as_likely


WON = "0001p11## / 111122222 / 1p222#100 / 13#3p2100 / 02#432100 / 012#2p100"


@pytest.mark.parametrize(
    ("color", "covered", "flags"),
    [
        ((40, 80, 240), (150, 150, 150), 4),
        ((150, 150, 150), (40, 80, 240), 0),  # the others may be flags as well
        ((40, 80, 240), (40, 240, 80), 0),  # two bright colours
        ((0, 0, 88), (88, 88, 88), 4),  # as dark as they are
        ((91, 195, 233), (95, 51, 43), 4),  # both have a hue
        ((90, 160, 110), (150, 150, 150), 0),
    ],
)
def test_a_bright_colour_beside_gray_tells_flags_where_all_that_is_left_are_mines(
    color: tuple[int, int, int], covered: tuple[int, int, int], flags: int
) -> None:
    drawn = Drawn(WON)
    drawn.paint("p", color)
    drawn.paint("#", covered)
    assert drawn.settled().count("F") == flags


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


def test_cells_of_one_colour_are_flags_where_numbers_lack_shown_mines() -> None:
    board = "1#1*## / #111#* / 1#1### / 111#*# / 0001##"
    assert read(board).count("F") == 3
    assert read("1*1#** / *111## / 1*1### / 111### / 0001##").count("F") == 0


def test_one_wrong_flag_of_many_does_not_make_their_colour_a_pattern() -> None:
    rows = ["001110" * 11, "001g10" * 11, "001110" * 11, "000000" * 11]
    right = [row + "1######" for row in rows]
    assert read(" / ".join(right)).count("F") == 11
    wrong = [*right[:3], right[3][:3] + "g" + right[3][4:]]  # beside numbers that have their mine
    assert read(" / ".join(wrong)).count("F") == 12
    few = [row[54:] for row in wrong[:3]]  # two right ones are no majority
    assert read(" / ".join([*few, "000g000000001######"])).count("F") == 0


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
