"""What renaming single looks costs, held against what the whole board costs before and after."""

from __future__ import annotations

import itertools
from dataclasses import replace

import numpy as np
import pytest

from autoplay.errors import OverruledError, UnreadableError
from autoplay.game import Label, make_topology
from autoplay.vision.effort import AGAIN, FIRST, Effort, Limits
from autoplay.vision.learning import naming
from autoplay.vision.learning.alternatives import turns_zeros_over
from autoplay.vision.learning.beside import Beside
from autoplay.vision.learning.grounds import GROUNDS, Grounds
from autoplay.vision.learning.judged import Names
from autoplay.vision.learning.naming import descend
from autoplay.vision.learning.rules import Opens, Rules
from autoplay.vision.learning.search import NO_GAME, UNLIKE, Search
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.labelled_looks import board_of

LABELS = Label.UNREADABLE + 1
KINDS_OF_BOARDS: list[list[int]] = [
    list(range(LABELS)),
    [Label.COVERED, Label.COVERED, Label.ZERO, Label.ONE, Label.TWO, Label.FLAG],
    [Label.ZERO, Label.ONE, Label.TWO, Label.FLAG, Label.QUESTION],
    [Label.COVERED],
]


def search_at_random(
    shape: str, rows: int, cols: int, seed: int, *, most: int, opens: Opens = Opens.ALL
) -> Search:
    """Return the naming of a board of up to ``most`` looks, everything about it random."""
    random = np.random.default_rng(seed)
    topology = make_topology(shape, rows, cols)
    drawn = (random.random(len(topology)) ** 2 * most).astype(np.intp)
    _, of_cell, counts = np.unique(drawn, return_inverse=True, return_counts=True)
    shades = random.choice([60, 120, 180], (len(counts), 1, 1, 1))
    tiles = shades + random.integers(0, 9, (len(counts), SIDE, SIDE, 3))
    tiles[:, 12:20, 12:20] += random.choice([0, 50], (len(counts), 1, 1, 3))
    looks = Looks(of_cell, tiles.astype(np.uint8), counts, np.zeros(len(topology)))
    costs = random.exponential(4.0, (len(counts), LABELS))
    names = random.choice(KINDS_OF_BOARDS[seed % 4], len(counts)).astype(np.uint8)
    beside = Beside(Rules(topology, opens), looks)
    return Search(beside, Grounds(looks, topology.shape), costs, names)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize(
    ("shape", "most", "opens"),
    [
        ("square", 9, Opens.ALL),
        ("square", 9, Opens.SIDES),
        ("square", 9, Opens.NONE),
        ("triangle", 25, Opens.SIDES),
        ("hexagon", 25, Opens.ALL),
        ("hexagon", 25, Opens.NONE),
    ],
)
def test_renaming_one_look_costs_what_the_whole_board_then_costs_more(
    shape: str, most: int, opens: Opens, seed: int
) -> None:
    check_every_renaming(search_at_random(shape, 7, 8, seed, most=most, opens=opens))


@pytest.mark.parametrize("seed", range(4))
def test_so_it_is_where_there_are_more_looks_than_grounds_compared(seed: int) -> None:
    search = search_at_random("square", 12, 14, seed, most=90)
    assert len(search.looks) > GROUNDS
    check_every_renaming(search)


def check_every_renaming(search: Search) -> None:
    """Fail where the cost of any look's getting any name is not that of the whole board."""
    pairs = np.array(list(itertools.product(range(len(search.looks)), range(LABELS))))
    looks, others = pairs[:, 0], pairs[:, 1].astype(np.uint8)
    namings = np.tile(search.names, (len(pairs), 1))
    namings[np.arange(len(pairs)), looks] = others
    whole = search.cost(namings) - search.cost_now
    np.testing.assert_allclose(search.more(looks, others), whole, atol=1e-9)


def test_many_namings_cost_together_what_each_costs_alone() -> None:
    search, other = (search_at_random("square", 6, 6, 1, most=9) for _ in range(2))
    namings = np.array([np.roll(search.names, by) for by in range(5)])
    each = [search.cost.of(names) for names in namings]
    np.testing.assert_allclose(other.cost(namings), each, atol=1e-9)


def test_a_naming_is_weighed_anew_once_one_of_its_names_is_dearer() -> None:
    search = search_at_random("square", 6, 6, 1, most=9)
    before = search.cost_now
    search.make_dearer(0, int(search.names[0]), 3.0)
    assert search.cost_now == pytest.approx(before + 3.0)


def test_two_looks_are_opened_together_where_each_alone_would_lie_beside_covered_cells() -> None:
    plain, hatched, digit, raised = range(4)
    of_cell = np.array([plain, hatched, plain, hatched, digit, raised] * 3)
    tiles = np.full((4, SIDE, SIDE, 3), 120, np.uint8)
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(len(of_cell)))
    costs = np.full((4, LABELS), 9.0)
    costs[:, Label.ZERO], costs[:, Label.COVERED] = 0.0, 1.0
    costs[raised, Label.ZERO], costs[raised, Label.COVERED] = 9.0, 0.0
    costs[digit], costs[digit, Label.TWO] = 9.0, 0.0
    topology = make_topology("square", 3, 6)
    beside, grounds = Beside(Rules(topology), looks), Grounds(looks, topology.shape)
    names = np.full(4, Label.COVERED, np.uint8)
    names[digit] = Label.TWO
    families = tuple(np.array([look]) for look in (plain, hatched, raised))
    search = Search(beside, grounds, costs, names, families=families)
    descend(search)
    expected = [Label.ZERO, Label.ZERO, Label.TWO, Label.COVERED]
    assert search.names.tolist() == expected


def test_opened_cells_without_a_number_are_on_no_board() -> None:
    search = search_at_random("square", 6, 6, 3, most=4)
    opened = np.full(len(search.looks), Label.ZERO, np.uint8)
    opened[0] = Label.COVERED
    numbered = opened.copy()
    numbered[-1] = Label.ONE
    without, with_one = search.cost(np.stack([opened, numbered]))
    assert without > NO_GAME > with_one


def test_marks_alone_are_on_no_board() -> None:
    search = search_at_random("square", 6, 6, 3, most=4)
    names = np.full(len(search.looks), Label.MINE, np.uint8)
    alone = search.cost.of(names)
    names[0] = Label.COVERED
    assert alone > NO_GAME > search.cost.of(names)


@pytest.mark.parametrize("unlike", [[], [3, 5]])
def test_a_search_that_never_ends_doubts_the_cells_that_are_called_what_they_are_unlike(
    unlike: list[int],
) -> None:
    search = search_at_random("square", 30, 40, 1, most=60)
    search.costs[:] = 0.0
    search.costs[unlike] = UNLIKE + 0.1
    with pytest.raises(OverruledError, match=f"{len(search.looks)} looks, which no naming") as no:
        for step in range(FIRST.renamed // 1200 + 1):
            search.rename(step % len(search.looks), Label.ONE)
    assert step == FIRST.renamed // 1200
    told = np.isin(search.looks.of_cell, unlike) if unlike else np.ones(1200, np.bool_)
    assert no.value.cells == tuple(np.flatnonzero(told).tolist())


def test_searches_of_the_same_looks_are_given_up_together() -> None:
    search = search_at_random("square", 30, 40, 1, most=60)
    other = search_at_random("square", 30, 40, 1, most=60)
    other.looks = search.looks
    namings = np.repeat(search.names[None], 1000, axis=0)
    with pytest.raises(UnreadableError, match="looks, which no naming explains"):
        for number in range(FIRST.weighed // 1200 + 2):
            namings[:, 0], namings[:, 1] = number % 19, number // 19 % 19
            namings[:, 2] = np.arange(1000) % 19
            (search, other)[number % 2].cost(namings)
    assert search.looks.effort.weighed > FIRST.weighed


def test_renames_weighed_in_parts_are_those_weighed_all_at_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    namings = []
    for at_once in (1, naming.AT_ONCE, 10_000):
        monkeypatch.setattr(naming, "AT_ONCE", at_once)
        search = search_at_random("square", 12, 14, 3, most=90)
        naming._mend(search)
        namings.append(search.names.tobytes())
    assert len(set(namings)) == 1


def test_a_ground_of_opened_cells_costs_once_for_all_flags_that_lie_on_it() -> None:
    """A game that draws one flag so draws every one."""
    shades = np.array([200, 100, *[200] * 4], np.uint8)  # opened, covered, and four on opened
    tiles = np.broadcast_to(shades[:, None, None, None], (6, SIDE, SIDE, 3)).copy()
    tiles[2:, 12:16, 12:16] -= np.arange(20, 100, 20, dtype=np.uint8)[:, None, None, None]
    looks = Looks(np.arange(6), tiles, np.ones(6, np.intp), np.zeros(6))
    grounds = Grounds(looks, make_topology("square", 2, 3).shape)
    one, four = (
        np.array([Label.ZERO, Label.COVERED, *[Label.FLAG] * many, *[Label.ONE] * (4 - many)])
        for many in (1, 4)
    )
    costs = grounds.cost(np.stack([one, four]).astype(np.uint8))
    assert costs[0] == pytest.approx(costs[1], abs=0.01)
    assert costs[0] > 2


@pytest.mark.parametrize(
    ("last", "name"), [(Label.COVERED, Label.COVERED), (Label.EXPLODED, Label.MINE)]
)
def test_where_nothing_is_opened_mines_are_shown_beside_the_one_that_exploded_alone(
    last: Label, name: Label
) -> None:
    of_cell = np.array([0] * 30 + [1] * 5 + [2])
    tiles = np.full((3, SIDE, SIDE, 3), 120, np.uint8)
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(36))
    costs = np.full((3, LABELS), 40.0)
    costs[[0, 2], [Label.COVERED, last]] = 0.0
    costs[1, Label.MINE], costs[1, Label.COVERED] = 0.0, 4.0
    found = naming.best_naming(make_topology("square", 6, 6), looks, costs)
    assert found.names.tolist() == [Label.COVERED, name, last]


@pytest.mark.parametrize(("symbol", "name"), [(90, Label.ZERO), (120, Label.COVERED)])
def test_a_written_zero_is_opened_although_it_opened_nothing(symbol: int, name: Label) -> None:
    of_cell = np.zeros(36, np.intp)
    of_cell[[14, 21]] = 1, 2
    tiles = np.full((3, SIDE, SIDE, 3), 120, np.uint8)
    tiles[1, 8:16, 8:16] = symbol
    tiles[2, 6:18, 10:14] = 0
    looks = Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(36))
    costs = np.full((3, LABELS), 40.0)
    costs[[0, 1, 2], [Label.COVERED, Label.ZERO, Label.ONE]] = 0.0
    costs[1, Label.COVERED] = 4.0
    found = naming.best_naming(make_topology("square", 6, 6), looks, costs, Opens.NONE)
    assert found.names.tolist() == [Label.COVERED, name, Label.ONE]


@pytest.mark.parametrize("limits", [FIRST, AGAIN])
def test_a_large_board_may_take_as_many_namings_as_a_small_one(limits: Limits) -> None:
    effort, cells = Effort(limits=limits), 100_000
    assert not effort.spend(cells, renamed=limits.renames, weighed=limits.namings)
    assert replace(effort).spend(cells, renamed=1)
    assert replace(effort).spend(cells, weighed=1)


@pytest.mark.parametrize(
    ("before", "after", "turned"),
    [
        ("01# / 01# / 01#", "##0 / ##0 / ##0", True),  # zeros that open nothing
        ("01# / 01# / 01#", "#10 / #10 / #10", False),  # by the usual rules as well
        ("01# / 01# / 01#", "01# / 000 / 000", False),  # zeros stay what they are
        ("0## / 0## / 0##", "##0 / ##0 / ##0", False),  # no more at odds than before
    ],
)
def test_covered_cells_and_zeros_do_not_change_places_where_zeros_then_open_nothing(
    before: str, after: str, turned: bool
) -> None:
    # One look for each place, so that every cell may have a name of its own.
    boards = [board_of(text) for text in (before, after)]
    labels = [np.frombuffer(board.labels, np.uint8) for board in boards]
    nothing = np.zeros(len(labels[0]), np.int32)
    first, then = (Names(names, 0.0, nothing) for names in labels)
    cells = np.arange(len(nothing))
    tiles = np.zeros((len(cells), SIDE, SIDE, 3), np.uint8)
    looks = Looks(cells, tiles, np.ones(len(cells), np.intp), np.zeros(len(cells)))
    assert turns_zeros_over(first, then, looks, boards[0].topology) is turned
