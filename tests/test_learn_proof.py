"""What the numbers around say of covered cells, zeros and numbers, and what the rules allow."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import Label, Shape
from autoplay.vision.learning.alternatives import likely_naming
from autoplay.vision.learning.alternatives import named as named_looks
from autoplay.vision.learning.grounds import Grounds
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.naming import best_naming
from autoplay.vision.learning.proof import price_of_rival
from autoplay.vision.learning.rules import Opens
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.labelled_looks import FAR, board_of, looks_of, named, search_of


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


def test_hardly_one_cell_alone_stays_covered_where_all_mines_are_shown() -> None:
    _, rival, margin = named("*2* / 242 / *2*", FOUR=(Label.COVERED, 0.5))["FOUR"]
    _, _, others = named("*2* / 242 / *2* / ###", FOUR=(Label.COVERED, 0.5))["FOUR"]
    assert rival is not Label.COVERED or margin > others + 1.0


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
