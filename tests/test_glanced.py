"""How a game that is over shows at a glance, by the looks known before."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.bench.known_looks import true_lattice
from autoplay.desktop.virtual import make_virtual_desktop
from autoplay.game import Cell, Label, Level, format_board, parse_board
from autoplay.play.glanced import as_it_ended, plainly_lost, plainly_won
from autoplay.play.once_more import drawn_once_more
from autoplay.vision.read import Glance
from autoplay.vision.reading import Reading

BEFORE = """
####
23##
01##
"""
"""Two mines are proven, and one of two cells beside the 1 is the third."""


def _reading(text: str, mines: int | None = None) -> Reading:
    rows = text.split()
    level = Level(len(rows), len(rows[0]), 3)
    lattice = true_lattice(make_virtual_desktop(level, "square").game)
    board = parse_board(text, mines=mines)
    nothing = np.zeros(len(board.labels))
    return Reading(board, lattice, nothing, nothing)


def _glance(text: str, nearest: Label, distance: float) -> Glance:
    """Return a glance whose unknown cells are so far from a look, and nine farther from others."""
    labels = np.frombuffer(parse_board(text).labels, np.uint8)
    unknown = labels == Label.UNREADABLE
    distances = np.where(unknown, distance, 0.0)
    nearests = np.where(unknown, np.uint8(nearest), labels)
    return Glance(labels, nearests, distances, np.full(len(labels), 9.0))


def _shown(labels: NDArray[np.uint8] | None) -> str | None:
    board = parse_board(BEFORE)
    return None if labels is None else format_board(replace(board, labels=labels.tobytes())).strip()


@pytest.mark.parametrize(
    ("nearest", "distance", "shows"),
    [
        (Label.TWO, 1.5, "####\n23##\n012#"),
        (Label.TWO, 2.5, None),  # too far from it
        (Label.COVERED, 1.5, None),  # no number
        (Label.FOUR, 1.5, None),  # the rules allow no such number
    ],
)
def test_a_number_is_drawn_once_more_where_it_is_near_to_a_known_one(
    nearest: Label, distance: float, shows: str | None
) -> None:
    glance = _glance("####\n23##\n01?#", nearest, distance)
    assert _shown(drawn_once_more(glance, _reading(BEFORE))) == shows


@pytest.mark.parametrize(
    ("text", "nearest", "distance", "clicked", "shows"),
    [
        ("**##\n23*#\n01??", Label.ONE, 9.0, 6, "**##\n23*#\n01??"),
        # Drawn a little differently.
        ("**##\n23?#\n01*?", Label.MINE, 3.0, 6, "**##\n23*#\n01**"),
        ("??##\n23?#\n01##", Label.MINE, 3.0, 6, "**##\n23*#\n01##"),
        # Hardly, but others are known.
        ("**##\n23?#\n01*#", Label.MINE, 7.0, 6, "**##\n23*#\n01*#"),
        ("**##\n23?#\n01*#", Label.MINE, 8.0, 6, None),  # not even hardly
        ("**##\n23*#\n01??", Label.ONE, 9.0, 10, None),  # what was clicked is no mine
        ("*###\n23*#\n01??", Label.ONE, 9.0, 6, None),  # only two
    ],
)
def test_a_game_is_plainly_lost_where_known_mines_show_and_a_clicked_cell_is_one(
    text: str, nearest: Label, distance: float, clicked: int, shows: str | None
) -> None:
    glance = _glance(text, nearest, distance)
    assert _shown(plainly_lost(glance, _reading(BEFORE), [Cell(clicked)])) == shows


@pytest.mark.parametrize(
    ("text", "clicked", "shows"),
    [
        ("??21\n23?1\n0111", (2, 3, 7, 10, 11), "FF21\n23F1\n0111"),
        ("??21\n2??1\n0111", (2, 3, 7, 10, 11), "FF21\n23F1\n0111"),  # a message hides a number
        ("??21\n23?1\n0111", (), None),  # the game may have shown the numbers itself
        ("??21\n23?1\n011?", (2, 3, 7, 10, 11), None),  # not yet drawn, or a mine that was hit
        ("??2#\n23?1\n0111", (2, 7, 10, 11), None),  # as above, and nothing was clicked there
        ("##21\n23#1\n0111", (2, 3, 7, 10, 11), None),  # no mark comes up: read as it is
    ],
)
def test_a_game_is_plainly_won_where_all_that_was_clicked_shows_and_the_rest_is_marked(
    text: str, clicked: tuple[int, ...], shows: str | None
) -> None:
    glance = _glance(text, Label.COVERED, 9.0)
    cells = [Cell(cell) for cell in clicked]
    assert _shown(plainly_won(glance, _reading(BEFORE, mines=3), cells)) == shows


@pytest.mark.parametrize(
    ("text", "nearest", "mines", "shows"),
    [
        ("FF21\n23F?\n0111", Label.COVERED, 3, "FF21\n23F1\n0111"),
        ("FF??\n23F1\n0111", Label.COVERED, 3, "FF21\n23F1\n0111"),
        ("FF21\n?3F?\n0111", Label.COVERED, 3, "FF21\n23F1\n0111"),  # a message hides a number
        ("??21\n23??\n0111", Label.ONE, 3, "FF21\n23F1\n0111"),  # and looks so, hardly
        ("??21\n23??\n0111", Label.TWO, 3, None),  # looks otherwise
        ("F?21\n23F?\n0111", Label.COVERED, 3, None),  # what is no flag may be one like the mark
        ("FF??\n23F1\n0111", Label.COVERED, None, None),  # free by the total alone
        ("FF21\n23F1\n01?1", Label.COVERED, None, None),  # not proven free
        ("FF21\n23F1\n01?1", Label.COVERED, 3, "FF21\n23F1\n0111"),  # all mines have flags
        ("FF21\n23F1\n01?1", Label.COVERED, 4, None),  # it is the one without
        ("??21\n23?1\n01?1", Label.ONE, None, "FF21\n23F1\n0111"),  # it looks so
        ("??21\n23?1\n01?1", Label.TWO, None, None),
        ("FF2#\n23F?\n0111", Label.COVERED, 3, None),  # something is covered yet
        ("FF21\n23F?\n0111", Label.COVERED, 4, None),  # a mine was hit, or the total is wrong
    ],
)
def test_a_number_in_doubt_is_counted_where_the_game_marked_all_that_is_closed(
    text: str, nearest: Label, mines: int | None, shows: str | None
) -> None:
    clicked = [Cell(cell) for cell in (2, 3, 7, 10, 11)]
    glance = _glance(text, nearest, 4.0)
    assert _shown(plainly_won(glance, _reading(BEFORE, mines=mines), clicked)) == shows


@pytest.mark.parametrize(
    ("nearest", "distance", "is_won"),
    [
        (Label.FLAG, 2.2, True),  # a known one, drawn once more
        (Label.FLAG, 8.0, False),  # hardly one
        (Label.COVERED, 2.2, False),
    ],
)
def test_flags_on_all_that_is_closed_win_where_a_mine_touches_no_number(
    nearest: Label, distance: float, *, is_won: bool
) -> None:
    glance = _glance("??20\n??20\n2210", nearest, distance)  # none touches the one in the corner
    won = plainly_won(glance, _reading("##20\n##20\n#210"), [Cell(8)])
    assert (won is not None) is is_won


def _ended(
    text: str, before: str = BEFORE, clicked: tuple[int, ...] = (), mines: int | None = None
) -> str | None:
    """Return what the game's end is taken for at a glance; ``?`` and letters are like nothing
    known, equal ones alike."""
    shown = "".join(text.split())
    labels = np.frombuffer(
        parse_board("".join("?" if each.isalpha() else each for each in text)).labels, np.uint8
    )
    unknown = labels == Label.UNREADABLE
    distance = np.where(unknown, [9.0 * 1.1 ** (ord(each) % 32) for each in shown], 0.0)
    nearest = np.where(unknown, np.uint8(Label.COVERED), labels)
    glance = Glance(labels, nearest, distance, np.ones(len(labels)))
    is_clicked = np.isin(np.arange(len(labels)), clicked)
    ended = as_it_ended(glance, _reading(before, mines), is_clicked)
    if ended is None:
        return None
    board = replace(parse_board(before), labels=ended.tobytes())
    return format_board(board).strip()


def test_what_came_up_at_once_where_all_numbers_ask_for_mines_are_mines() -> None:
    assert _ended("??##\n23?#\n01##") == "**##\n23*#\n01##"


def test_marks_are_no_mines_of_a_lost_game_where_only_clicked_cells_are_covered() -> None:
    before, now = "##21\n23##\n0111", "??21\n23?#\n0111"
    assert _ended(now, before) == "**21\n23*#\n0111"
    # A won game flags its mines before its last cell is drawn.
    assert _ended(now, before, clicked=(7,)) is None


@pytest.mark.parametrize(
    "text",
    [
        "???#\n23##\n01##",  # the 1 has no mine
        "??##\n23??\n01?#",  # the 1 has two
        "??##\n2??#\n01##",  # an open cell changed, too
    ],
)
def test_what_came_up_elsewhere_is_no_end_of_a_game(text: str) -> None:
    assert _ended(text) is None


def test_flags_that_were_just_set_are_no_mines_of_a_lost_game() -> None:
    before, now = "#2#2#1##\n1212111#", "A2A2A1##\n1212111#"
    assert _ended(now, before) == "*2*2*1##\n1212111#"
    assert _ended(now, before, clicked=(0, 2, 4)) is None


def test_mines_as_far_from_two_known_looks_are_alike_whichever_is_nearer() -> None:
    shown = _glance("?####?#\n##?####\n#####?#\n#######\n?######", Label.TWO, 40.0)
    for margin, is_lost in ((0.1, True), (3.0, False)):
        nearest = np.where(np.arange(35) % 2, shown.nearest, np.uint8(Label.THREE))
        margins = np.full(35, margin)
        nearest = np.where(shown.labels == Label.UNREADABLE, nearest, shown.nearest)
        glance = replace(shown, nearest=nearest, margin=margins)
        clicked = np.arange(35) == 9
        ended = as_it_ended(glance, _reading(FRESH), clicked)
        assert (ended is not None) == is_lost


def test_known_mines_drawn_once_more_end_a_game_whose_clicked_cell_is_hidden() -> None:
    glance = _glance("??##\n23?#\n01##", Label.MINE, 3.0)
    clicked = np.zeros(12, np.bool_)
    assert _shown(as_it_ended(glance, _reading(BEFORE), clicked)) == "**##\n23*#\n01##"
    glance = _glance("??##\n23##\n01##", Label.MINE, 3.0)
    assert _shown(as_it_ended(glance, _reading(BEFORE), clicked)) is None


def test_what_came_up_where_no_number_asks_for_mines_is_no_lost_game() -> None:
    # A first opening: its zeros and numbers are like nothing known, and nothing was open before.
    assert _ended("??##\n??##\n####", "####\n####\n####") is None


FRESH = """
#######
#######
#######
#######
#######
"""


def test_what_came_up_alike_in_many_places_after_a_click_that_opened_nothing_is_mines() -> None:
    # A message is written over the middle; the mine that was hit looks otherwise.
    now = "a####a#\n##x####\n#vw#a##\n#######\na###a#a"
    ended = _ended(now, FRESH, clicked=(9,))
    assert ended == "*####*#\n##!####\n#??#*##\n#######\n*###*#*"


@pytest.mark.parametrize(
    ("now", "clicked"),
    [
        ("a####a#\n##1####\n####a##\n#######\na###a#a", 9),  # the click opened a number
        ("a####a#\n##1####\n####a##\n#######\na###a#a", 20),  # nothing shows of the click
        ("#######\n##x####\n####aaa\n####aaa\n####aaa", 9),  # they lie side by side
        ("###bcd#\n##xbacd\n###abcd\n####bca\nab#####", 9),  # few of many are alike
        ("a####a#\n##x#bcd\n###bbad\n####dcb\na##a#cb", 9),  # much changed around them
        ("#a#a###\n#axa###\n#######\n#######\n#######", 9),  # all are beside the click
        ("a##cbab\n##x####\n#######\n#######\n#bca###", 9),  # no more than half are alike
    ],
)
def test_what_may_be_a_flood_or_lie_over_the_board_is_no_lost_game(now: str, clicked: int) -> None:
    assert _ended(now, FRESH, clicked=(clicked,)) is None


WHOLE = "a1012a1\n1112a21\n001a210\n1121111\n1a1001a"
"""A board that a game shows once it is lost, with all its mines."""


@pytest.mark.parametrize(
    ("now", "clicked", "shows"),
    [
        (WHOLE, 11, "*"),
        ("a1z12a1\n1112a21\nzz1a21z\n1121111\n1a1zz1a", 11, "*"),  # no zero was seen before
        ("a1012a1\n1112a21\n001yzx0\n11vwu11\n1a1001a", 17, "!"),  # it lies beneath a message
        ("a1012a1\n11vwx21\n001yz10\n1121111\n1a1001a", 11, None),  # that hides too much
    ],
)
def test_a_board_that_a_game_opened_as_a_whole_is_lost(
    now: str, clicked: int, shows: str | None
) -> None:
    ended = _ended(now, FRESH, clicked=(clicked,))
    assert (None if ended is None else "".join(ended.split())[clicked]) == shows


@pytest.mark.parametrize(
    "now",
    [
        "1a1####\n1a1####\n0121###\n001a1##\n0012###",  # a flood, and a number not seen before
        "a1012a1\n1112a21\n001a210\n1111111\n1a1001a",  # a number with more mines than it says
        "11012a1\n1112a21\n0011210\n1121111\n1110011",  # no more than two look alike
        "a1012a1\n1112a21\n001a210\n1121111\n1a100##",  # some is covered
    ],
)
def test_what_no_lost_game_shows_is_no_whole_board(now: str) -> None:
    assert _ended(now, FRESH, clicked=(11,)) is None


@pytest.mark.parametrize("mines", [None, 4])
def test_a_won_board_may_mark_its_mines_whether_their_total_is_told_or_not(
    mines: int | None,
) -> None:
    before, now = "#11#\n1111\n11##\n####", "a11a\n1111\n1111\na11a"
    assert _ended(now, before, mines=mines) == now.replace("a", "F")


PROVEN = "#11#2##\n11112##\n00002##\n11112##\n#11#2##"
"""Six mines are proven, three cells are free, and nothing is known of the last column."""


@pytest.mark.parametrize(
    ("now", "lost"),
    [
        ("axxa2xx\nxxxxxax\nxxxxxxa\nxxxxxax\naxxa2xx", True),
        ("axxa2xx\nxxxxxax\nxxxxxxb\nxxxxxax\naxxa2xx", False),  # the click shows another look
        ("axxa2xx\nxxxxxax\nxxxxxaa\nxxxxxax\naxxa2xx", False),  # a free cell shows it, too
        ("axxa2xx\naxxxxax\nxxxxxxa\nxxxxxax\naxxa2xx", False),  # a dialog: an open cell does
        ("axxa2xx\nxxxxxxx\nxxxxxxa\nxxxxxxx\nxxxx2xx", False),  # two mines alone show it
    ],
)
def test_a_clicked_cell_drawn_as_proven_mines_are_is_a_mine_whatever_else_shows(
    now: str, lost: bool
) -> None:
    ended = _ended(now, PROVEN, clicked=(20,))
    assert (ended is not None) is lost
    assert ended is None or ended.split()[2][6] == "*"


def test_a_message_over_a_won_board_hides_what_was_open() -> None:
    before, now = "#11#\n1111\n11##\n####", "a11a\nxyzx\n1111\na11a"
    assert _ended(now, before, clicked=(14,)) == "F11F\n1111\n1111\nF11F"
    assert _ended(now, before, clicked=(15,)) is None  # what was clicked may be hidden, too


def test_a_board_that_marks_cells_which_need_not_be_mines_is_not_won() -> None:
    # The two cells in the corner may be a mine and a free one.
    assert _ended("a11aa\n11111\n11111\na11aa", "#11##\n11###\n11###\n#####") is None
