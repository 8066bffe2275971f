"""What the numbers around say for a look's name, on boards whose looks are told by their labels."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Board, Cell, Label, Minefield, Shape, make_topology, parse_board
from autoplay.vision.learning.alternatives import likely_naming
from autoplay.vision.learning.alternatives import named as named_looks
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.ending import ALL_MARKED, CARRIES_A_MARK, TOO_FEW, UNSEEN
from autoplay.vision.learning.families import alike_within
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.naming import best_naming
from autoplay.vision.learning.proof import (
    ONE_TEXTURE,
    OTHER_COVER,
    OTHER_KIND,
    price_of_rival,
)
from autoplay.vision.learning.rules import Labels, Opens, Rules
from autoplay.vision.learning.search import Costs, Search
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE, Tiles
from tests.drawn_boards import BAR, PANE, Drawn

FAR = 12.0


def board_of(text: str) -> Board:
    return parse_board(text.replace(" ", "").replace("/", "\n"))


def looks_of(board: Board) -> tuple[Looks, list[int]]:
    """Return a look for every label of the board, plain tiles far apart, and their labels."""
    labels, of_cell, counts = np.unique(
        np.frombuffer(board.labels, np.uint8), return_inverse=True, return_counts=True
    )
    tiles = np.zeros((len(labels), SIDE, SIDE, 3), np.uint8)
    tiles += (np.arange(len(labels), dtype=np.uint8) * 25)[:, None, None, None]
    return Looks(of_cell, tiles, counts, np.zeros(len(of_cell))), labels.tolist()


def search_of(board: Board, looks: Looks, costs: Costs, names: Labels) -> Search:
    beside = Beside(Rules(board.topology), looks)
    return Search(beside, Grounds(looks, Shape.SQUARE), costs, names)


def price_drawn(board: Board, tiles: Tiles, look: int, rival: Label) -> float:
    """Return what speaks against a look of ``looks_of``, with all of them drawn so, being a rival
    that pixels take it for as soon."""
    looks, labels = looks_of(board)
    names = np.array(labels, np.uint8)
    drawn = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
    search = search_of(board, drawn, np.zeros((len(labels), 20)), names)
    return price_of_rival(search, names, look, rival)


def named(text: str, **doubts: tuple[Label, float]) -> dict[str, tuple[Label, Label, float]]:
    """Return name, rival and margin of the looks in doubt, each ``symbol=(rival, its cost)``."""
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    places = {}
    for name, (rival, cost) in doubts.items():
        places[name] = labels.index(Label[name])
        costs[places[name], rival] = cost
    naming: Naming = best_naming(board.topology, looks, costs).weighed()
    return {
        name: (Label(naming.names[at]), Label(naming.rivals[at]), float(naming.margin[at]))
        for name, at in places.items()
    }


def test_something_unknown_where_every_mine_is_proven_is_the_flag_it_could_be() -> None:
    # Both marks stand where a 1 has no other covered neighbour.
    name, _, margin = named("F100 / 1111 / 001F", FLAG=(Label.UNREADABLE, 0.2))["FLAG"]
    assert name is Label.FLAG
    assert margin > 1.0


def test_something_unknown_among_covered_cells_stays_in_doubt() -> None:
    name, rival, margin = named("F### / ####", FLAG=(Label.UNREADABLE, 0.2))["FLAG"]
    assert (name, rival) == (Label.FLAG, Label.UNREADABLE)
    assert margin < 1.0


def test_zeros_that_look_like_nothing_known_touch_no_closed_cell() -> None:
    for text, more in (("000 / 111 / ###", True), ("000 / 111 / 0##", False)):
        board = board_of(text)
        looks, labels = looks_of(board)
        names = np.array(labels, np.uint8)
        search = search_of(board, looks, np.zeros((len(labels), 20)), names)
        zeros = labels.index(Label.ZERO)
        assert (price_of_rival(search, names, zeros, Label.UNREADABLE) > 0) is more


def test_a_number_no_layout_allows_is_no_rival() -> None:
    # Three mines above the middle would be two above each 1.
    _, rival, margin = named("### / 121", TWO=(Label.THREE, 0.5))["TWO"]
    assert (rival is not Label.THREE) or margin > 4.0


def test_marks_are_flags_where_a_number_lacks_some() -> None:
    text = "F2F### / 133### / 01F###"
    name, _, margin = named(text, FLAG=(Label.MINE, 0.0))["FLAG"]
    assert name is Label.FLAG
    _, _, complete = named(text.replace("133", "132"), FLAG=(Label.MINE, 0.0))["FLAG"]
    assert margin > complete


def test_two_marks_alike_are_no_mines_shown_where_numbers_lack_more() -> None:
    text = "F2#### / 13#### / 01F3## / 011211 / 000000"
    assert _price_of_mines(text) == TOO_FEW
    assert _price_of_mines(text.replace("F", "#", 1)) == 0  # some games show one of several


def _price_of_mines(text: str) -> float:
    """Return what speaks against the flags of a board being mines shown."""
    board = board_of(text)
    looks, labels = looks_of(board)
    names = np.array(labels, np.uint8)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    search = search_of(board, looks, costs, names)
    return price_of_rival(search, names, labels.index(Label.FLAG), Label.MINE)


def test_the_page_between_cells_says_nothing_of_their_grounds() -> None:
    tiles = np.zeros((4, SIDE, SIDE, 3), np.uint8)  # covered, a number, another, a zero
    tiles[0, 4:-4, 4:-4] = 250
    tiles[1, 12:20, 12:20] = (200, 90, 60)
    tiles[2, 9:20, 12:16] = (60, 200, 60)
    looks = Looks(np.arange(4), tiles, np.array([50, 30, 20, 9]), np.zeros(4))
    names = np.array([[Label.COVERED, 1, 2, 0], [Label.COVERED, 1, Label.COVERED, 0]], np.uint8)
    right, wrong = Grounds(looks, Shape.SQUARE).cost(names)
    assert right < 0.1
    assert wrong > 3.0


def test_marks_that_complete_every_number_may_be_mines_shown() -> None:
    text = "*10#### / 110#### / 0001110 / 0001*10 / 0001110 / 1100000 / *100000"
    name, rival, _ = named(text, MINE=(Label.FLAG, 3.0))["MINE"]
    assert name is Label.MINE
    assert rival is Label.FLAG


def test_marks_on_a_finished_board_are_rather_flags_than_mines() -> None:
    name, rival, _ = named("F1000 / 11000 / 00011 / 0001F", FLAG=(Label.MINE, 0.0))["FLAG"]
    assert (name, rival) == (Label.FLAG, Label.MINE)


def test_marks_are_mines_where_one_exploded_and_all_cells_are_opened() -> None:
    # With all others flagged, and nothing left to open, the game would have been won before.
    text = "F1000 / 11011 / 0001! / 11011 / F1000"
    name, rival, _ = named(text, FLAG=(Label.MINE, 5.0))["FLAG"]
    assert (name, rival) == (Label.MINE, Label.FLAG)
    name, _, _ = named("F100# / 1101# / 0001! / 11011 / F1000", FLAG=(Label.MINE, 5.0))["FLAG"]
    assert name is Label.FLAG


def test_blank_cells_in_two_shades_are_in_doubt_together() -> None:
    board = board_of("F1000 / 11000 / 00011 / 1101F / F1011")
    looks, labels = looks_of(board)
    blank, shade = labels.index(Label.ZERO), len(labels)
    of_cell = looks.of_cell.copy()
    of_cell[np.flatnonzero(of_cell == blank)[::2]] = shade
    tiles = np.full((shade + 1, SIDE, SIDE, 3), 30, np.uint8)
    tiles[shade] += 4
    costs = np.full((shade + 1, 20), FAR)
    costs[np.arange(shade), labels] = 0
    # By their pixels alone both are rather covered; one alone cannot be opened.
    costs[[blank, shade], Label.ZERO], costs[[blank, shade], Label.COVERED] = 5.0, 0
    both = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    naming = best_naming(board.topology, both, costs).weighed()
    assert naming.names[[blank, shade]].tolist() == [Label.COVERED, Label.COVERED]
    assert naming.rivals[[blank, shade]].tolist() == [Label.ZERO, Label.ZERO]
    assert naming.margin[blank] < 4.0


def test_looks_that_differ_at_their_edges_alone_are_alike() -> None:
    tiles = np.full((4, SIDE, SIDE, 3), 230, np.uint8)
    tiles[:3, 12:20, 12:20] = 90
    tiles[1, :3] = tiles[2, :, -3:] = 20
    looks = Looks(np.array([0, 1, 1, 2, 3]), tiles, np.array([1, 2, 1, 1]), np.zeros(5))
    groups = [group.tolist() for group in alike_within(looks)]
    assert groups == [[1, 0, 2]]


def test_a_wrong_flag_is_told_at_the_end_only() -> None:
    name, _, _ = named("#10 / 110 / 000", COVERED=(Label.WRONG_FLAG, 0.0))["COVERED"]
    assert name is Label.COVERED


def test_nothing_is_flagged_before_anything_is_opened() -> None:
    name, _, _ = named("#### / ####", COVERED=(Label.FLAG, -1.0))["COVERED"]
    assert name is Label.COVERED


def test_zeros_that_touch_covered_cells_by_corners_alone_are_zeros_in_some_games() -> None:
    by_sides = "###10 / ##200 / #2011 / 101## / 001##"
    name, _, _ = named(by_sides, ZERO=(Label.COVERED, 6.0))["ZERO"]
    assert name is Label.ZERO
    touching_sides = by_sides.replace("200", "000")
    name, _, _ = named(touching_sides, ZERO=(Label.COVERED, 6.0))["ZERO"]
    assert name is Label.COVERED


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("0000001# / 00000011 / 000112#2 / 0001#2## / 00011222", True),
        ("001# / 0011 / 12#2 / #2## / 1222", False),  # too few that open all
    ],
)
def test_a_single_zero_that_touches_a_covered_cell_by_a_corner_is_one_where_many_look_like_it(
    text: str, *, fits: bool
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    naming = best_naming(board.topology, looks, costs)
    assert naming.names.tolist() == labels
    assert bool(naming.broken.any()) is not fits


@pytest.mark.parametrize(
    ("least", "rival", "name"),
    [
        (Opens.NONE, 11.0, Label.ZERO),
        (Opens.NONE, 6.0, Label.COVERED),
        (Opens.SIDES, 11.0, Label.COVERED),
    ],
)
def test_zeros_that_open_no_neighbour_are_zeros_in_a_few_games(
    least: Opens, rival: float, name: Label
) -> None:
    board = board_of("##### / #2### / ##0## / ###2# / #####")
    looks, labels = looks_of(board)
    zero = labels.index(Label.ZERO)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    costs[zero, Label.COVERED] = rival
    assert best_naming(board.topology, looks, costs, least).names[zero] == name


def test_zeros_of_their_own_look_that_meet_no_covered_cell_are_hardly_covered() -> None:
    doubt = (Label.COVERED, 1.0)
    _, rival, margin = named("###### / ###### / 233332 / 000000", ZERO=doubt)["ZERO"]
    _, _, few = named("### / ### / 232 / 000", ZERO=doubt)["ZERO"]
    assert rival is not Label.COVERED or margin > few + 1.0


def test_a_cell_that_the_mines_shown_prove_safe_is_hardly_a_flag() -> None:
    _, rival, margin = named("*2* / 242 / *2*", FOUR=(Label.FLAG, 0.5))["FOUR"]
    _, _, played = named("#2# / 242 / #2#", FOUR=(Label.FLAG, 0.5))["FOUR"]
    assert rival is not Label.FLAG or margin > played + 1.0


def test_hardly_one_cell_alone_stays_covered_where_all_mines_are_shown() -> None:
    _, rival, margin = named("*2* / 242 / *2*", FOUR=(Label.COVERED, 0.5))["FOUR"]
    _, _, others = named("*2* / 242 / *2* / ###", FOUR=(Label.COVERED, 0.5))["FOUR"]
    assert rival is not Label.COVERED or margin > others + 1.0


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


@pytest.mark.parametrize(("moved", "price"), [(15, ONE_TEXTURE), (29, 0.0)])
def test_what_is_drawn_like_another_flag_is_hardly_something_else(moved: int, price: float) -> None:
    board = board_of("F100 / 1111 / 01FF / F1##")
    looks, labels = looks_of(board)
    flag, last = labels.index(Label.FLAG), len(labels)
    of_cell = looks.of_cell.copy()
    of_cell[0] = last  # the first flag is a look of its own
    tiles = np.concatenate([looks.tiles, looks.tiles[[flag]]])
    tiles[[flag, last], 12:20, 12:20] += 60
    tiles[last, 12:20, 12:20] += np.uint8(moved)
    split = Looks(of_cell, tiles, np.bincount(of_cell), looks.spread)
    names = np.array([*labels, Label.FLAG], np.uint8)
    search = search_of(board, split, np.zeros((len(names), 20)), names)
    assert price_of_rival(search, names, last, Label.UNREADABLE) == price


@pytest.mark.parametrize(("ink", "price"), [(60, ONE_TEXTURE), (10, 0.0)])
def test_covers_that_show_a_symbol_are_no_marks_where_others_show_it_too(
    ink: int, price: float
) -> None:
    """Terminals draw each covered cell as a star, some a fraction of a pixel lower."""
    board = board_of("#100 / 1111 / 01## / #1##")
    looks, labels = looks_of(board)
    cover, last = labels.index(Label.COVERED), len(labels)
    of_cell = looks.of_cell.copy()
    of_cell[0] = last  # the first star is a look of its own
    tiles = np.concatenate([looks.tiles, looks.tiles[[cover]]])
    tiles[[cover, last], 9:15, 9:15] -= np.uint8(ink)
    tiles[last, 9:15, 9:15] += np.uint8(5)
    split = Looks(of_cell, tiles, np.bincount(of_cell), looks.spread)
    names = np.array([*labels, Label.COVERED], np.uint8)
    search = search_of(board, split, np.zeros((len(names), 20)), names)
    assert price_of_rival(search, names, last, Label.MINE) == price


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


def test_what_looks_like_flags_is_no_cover_where_nearly_all_is_opened() -> None:
    # Flags beside too many numbers are unusual, and covered cells break no rule.
    board = board_of("F1F1F1F1F1F1F## / 11111111111111# / 000000000000011")
    looks, labels = looks_of(board)
    flag = labels.index(Label.FLAG)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    costs[flag, Label.COVERED] = 7.0
    assert best_naming(board.topology, looks, costs).names[flag] == Label.COVERED
    assert likely_naming(board.topology, looks, costs).names[flag] == Label.FLAG
    costs[flag, Label.COVERED] = 4.0
    assert likely_naming(board.topology, looks, costs).names[flag] == Label.COVERED


@pytest.mark.parametrize(("moved", "price"), [(3, OTHER_KIND), (15, 0.0)])
def test_bare_cells_in_the_colour_of_covered_ones_are_hardly_opened(
    moved: int, price: float
) -> None:
    board = board_of("####10 / ####10 / ####10 / 111110 / 000000")
    looks, labels = looks_of(board)
    cover, last = labels.index(Label.COVERED), len(labels)
    of_cell = looks.of_cell.copy()
    of_cell[0] = last  # the first covered cell is a look of its own
    board_larger = np.append(looks.tiles, looks.tiles[[cover]] + np.uint8(moved), axis=0)
    split = Looks(of_cell, board_larger, np.bincount(of_cell), looks.spread)
    names = np.array([*labels, Label.COVERED], np.uint8)
    search = search_of(board, split, np.zeros((len(names), 20)), names)
    assert price_of_rival(search, names, last, Label.ZERO) == price


def test_marks_beside_no_number_where_one_exploded_are_hardly_flags() -> None:
    lost = "##*##*##### / #####*#*### / 11111#####! / 00001######"
    for text, price in ((lost, UNSEEN), (lost.replace("!", "#"), 0.0)):
        board = board_of(text)
        looks, labels = looks_of(board)
        names = np.array(labels, np.uint8)
        search = search_of(board, looks, np.zeros((len(labels), 20)), names)
        assert price_of_rival(search, names, labels.index(Label.MINE), Label.FLAG) == price


def test_marks_that_are_just_the_mines_of_all_numbers_are_hardly_flags() -> None:
    for text, price in (
        ("#*##*# / 111111 / 000000", ALL_MARKED),
        ("#*#### / 111111 / 000000", 0.0),
        ("#*#*## / ###### / #*##*# / 111111 / 000000", ALL_MARKED),  # and where nobody saw them
        ("###### / ###### / #*##*# / 111111 / 000000", ALL_MARKED + 12 * np.log(0.9)),
        ("###### / " * 4 + "#*##*# / 111111 / 000000", 0.0),  # a person keeps to numbers
    ):
        board = board_of(text)
        looks, labels = looks_of(board)
        names = np.array(labels, np.uint8)
        search = search_of(board, looks, np.zeros((len(labels), 20)), names)
        found = price_of_rival(search, names, labels.index(Label.MINE), Label.FLAG)
        assert found == pytest.approx(price)


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
    ("text", "label"),
    [
        ("1QQQQ / 1QQQQ / 12QQQ / 01QQQ", Label.COVERED),
        ("1###Q / 1#### / 12#Q# / 01###", Label.QUESTION),
        ("1QQQQ / 12221 / 00000 / 00000", Label.QUESTION),
        ("00000 / 01110 / 01Q10 / 01110", Label.QUESTION),
    ],
    ids=["all that is covered", "a few of many", "hardly any", "the last one"],
)
def test_question_marks_on_every_covered_cell_are_how_the_game_draws_these(
    text: str, label: Label
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    asked = labels.index(Label.QUESTION)
    costs[asked, Label.COVERED] = 4.0
    assert named_looks(costs, looks, board.topology).names[asked] == label


def test_fewer_covered_cells_with_a_symbol_than_question_marks_are_mines() -> None:
    """A game that writes a question mark in covered cells and an X where the mines are."""
    rows = "#QQQQ#10 / 111#Q210 / 0012#100 / 22111100 / ##100000 / QQ210000 / Q1#21000 / Q12#1000"
    board = board_of(rows)
    looks, labels = looks_of(board)
    asked, crossed = labels.index(Label.QUESTION), labels.index(Label.COVERED)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    costs[asked, Label.COVERED], costs[crossed, Label.MINE] = 4.0, 1.0
    for sign, names in ((90, (Label.COVERED, Label.MINE)), (0, (Label.QUESTION, Label.COVERED))):
        tiles = looks.tiles.copy()
        tiles[crossed, 9:15, 9:15] -= np.uint8(sign)
        shown = Looks(looks.of_cell, tiles, looks.counts, looks.spread)
        found = named_looks(costs, shown, board.topology).names
        assert (found[asked], found[crossed]) == names


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


@pytest.mark.parametrize(
    ("text", "again"), [("F100 / 1111 / 001F", True), ("F000 / 0880 / 000#", False)]
)
def test_no_other_naming_is_sought_where_many_cells_are_at_odds_with_the_rules(
    monkeypatch: pytest.MonkeyPatch, text: str, *, again: bool
) -> None:
    board = board_of(text)
    looks, labels = looks_of(board)
    costs = np.full((len(labels), 20), FAR)
    costs[np.arange(len(labels)), labels] = 0
    sought = []

    def odd_covers(naming: Naming, *_: object) -> NDArray[np.intp]:
        sought.append(naming)
        return np.zeros(0, np.intp)

    monkeypatch.setattr("autoplay.vision.learning.alternatives.odd_covers", odd_covers)
    named_looks(costs, looks, board.topology)
    assert bool(sought) is again


FLAGS = "F1001F / 110011 / 1100## / f100##"
"""All flags are proven mines; one of them lies on a ground of its own."""


@pytest.mark.parametrize(("symbol", "is_told"), [(PANE, True), (BAR, False)])
def test_the_same_mark_on_another_ground_is_told_by_where_all_of_them_stand(
    symbol: tuple[slice, slice], is_told: bool
) -> None:
    drawn = Drawn(FLAGS)
    drawn.draw("F", PANE, 20)
    drawn.draw("f", symbol, 20, ground=120)
    assert (drawn.price("f", Label.UNREADABLE) > 0) is is_told


@pytest.mark.parametrize(("between", "is_told"), [("000", True), ("0F0", True), ("F0F", False)])
def test_a_flag_where_none_belongs_does_not_take_away_what_two_others_tell(
    between: str, is_told: bool
) -> None:
    drawn = Drawn(f"F1{between}1F / 1100011")
    drawn.draw("F", PANE, 20)
    assert (drawn.price("F", Label.UNREADABLE) > 0) is is_told


@pytest.mark.parametrize(
    ("board", "ground", "is_told"),
    [
        ("F##F## / 111111 / 000000", 140, True),
        ("F##F## / 111111 / 000000", 220, False),  # that of opened cells
        ("F##### / 111111 / 000000", 140, False),  # a single one
    ],
)
def test_a_mark_seen_again_on_covered_cells_alone_is_no_unknown_thing(
    board: str, ground: int, is_told: bool
) -> None:
    drawn = Drawn(board)
    drawn.draw("F", PANE, 20, ground=ground)
    assert (drawn.price("F", Label.UNREADABLE) > 0) is is_told
