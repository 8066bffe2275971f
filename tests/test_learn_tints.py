"""Bare cells in other colours than most of their name: odd ones, or those of a checkerboard."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.game import VARIANTS, Label, Shape, Topology, Variant
from autoplay.vision.lattice import Lattice
from autoplay.vision.learning.alternatives import named as best
from autoplay.vision.learning.judged import Naming
from autoplay.vision.learning.rules import Opens
from autoplay.vision.learning.tints import odd_covers, odd_zeros, places
from autoplay.vision.looks import Looks
from autoplay.vision.tiles import SIDE
from tests.drawn_boards import COLORS, Drawn, named


def odd(text: str) -> int:
    looks, naming, topology = named(text)
    return int(looks.counts[odd_covers(naming, looks, topology)].sum())


def test_plain_cells_of_another_colour_that_nothing_proves_are_odd() -> None:
    assert odd("#####g / ##g### / 11###g / 01####") == 3


def test_empty_cells_of_another_colour_lie_under_something_else() -> None:
    looks, naming, topology = named("0000001# / 0gg0001# / 0gg00011 / 00000000")
    names = np.where(naming.names == Label.COVERED, np.uint8(Label.ZERO), naming.names)
    covered, green = (int(np.argmax((looks.tiles == COLORS[kind]).all((1, 2, 3)))) for kind in "#g")
    names[covered] = Label.COVERED
    under = replace(naming, names=names)
    assert odd_zeros(under, looks, topology).tolist() == [green]
    lit, naming, topology = named("0000001# / 0g00001# / 00000011 / 00000000")
    assert not len(odd_zeros(replace(naming, names=names), lit, topology))
    lit, naming, topology = named("00000011 / 0g00001* / 00000011 / 00000000")
    names = np.where(naming.names == Label.COVERED, np.uint8(Label.ZERO), naming.names)
    wrong = odd_zeros(replace(naming, names=names), lit, topology)  # flagged, it may be
    assert lit.counts[wrong].tolist() == [1]


SINGLY = (
    "0001F##### / 00#2221##0 / 0001F111#0 / 0#1###101# / 0#1#2F#1## / ###23333F2 / #0####F##1 / "
    "0##1###210"
)
"""A board of a game that opens a cell a click, and whose numbers have a ground each."""


@pytest.mark.parametrize("flag", [(60, 230, 230), (200, 40, 40)])
def test_zeros_are_told_from_covered_cells_where_flags_have_a_colour_of_their_own_too(
    flag: tuple[int, int, int],
) -> None:
    drawn = Drawn(SINGLY)
    for kind, color in (("0", (120,) * 3), ("#", (170,) * 3), ("F", flag)):
        drawn.paint(kind, color)
        look = drawn.kinds.index(kind)
        drawn.costs[look, [Label.ZERO, Label.COVERED, Label.FLAG]] = 0.0, 0.5, 8.0
    for number in range(1, 4):
        drawn.draw(str(number), np.s_[6:18, 4 * number : 4 * number + 4], 255, 20 * number)
    naming = best(drawn.costs, drawn.looks, drawn.topology, Opens.NONE)
    for kind, name in (("0", Label.ZERO), ("#", Label.COVERED)):
        assert naming.names[drawn.kinds.index(kind)] == name


def test_the_colour_of_most_may_be_that_of_opened_cells_beside_flags_in_another() -> None:
    drawn = Drawn(
        "0001#### / 0001##1F / 1101111# / #100001# / #100001F / #100012F / F10012## / 11001F21 / "
        "00001110 / 00000000"
    )
    for kind, color, zero in (
        ("0", (144, 128, 112), 4.7),
        ("#", (34, 34, 34), 5.0),
        ("F", (193, 182, 255), 0.0),
    ):
        drawn.paint(kind, color)
        look = drawn.kinds.index(kind)
        drawn.costs[look, [Label.ZERO, Label.COVERED, Label.FLAG]] = zero, 0.0, 7.0
    for number, color in ((1, (255, 0, 0)), (2, (0, 128, 0))):
        drawn.paint(str(number), color)
        drawn.tiles[drawn.kinds.index(str(number)), 6:18, 4 * number : 4 * number + 4] = 0
    naming = best(drawn.costs, drawn.looks, drawn.topology, Opens.NONE)
    names = {kind: naming.names[look] for look, kind in enumerate(drawn.kinds)}
    assert names["0"] == Label.ZERO and names["#"] == names["F"] == Label.COVERED


def test_colours_that_alternate_are_a_pattern() -> None:
    assert odd("#g#g / g#g# / #1#g / g#g#") == 0


def coloured(topology: Topology, of_cell: NDArray[np.intp]) -> tuple[Naming, Looks, Topology]:
    """Return covered cells in colours by number."""
    colors = np.array([60, 140, 220], np.uint8)[: of_cell.max() + 1]
    tiles = np.zeros((len(colors), SIDE, SIDE, 3), np.uint8) + colors[:, None, None, None]
    cells, count = len(topology), len(colors)
    covered = np.full(count, Label.COVERED, np.uint8)
    naming = Naming(covered, 0.0, np.zeros(cells, np.int32), np.full(count, 9.0), covered)
    return naming, Looks(of_cell, tiles, np.bincount(of_cell), np.zeros(cells)), topology


def test_three_colours_of_hexagons_are_a_pattern() -> None:
    rows, cols = np.divmod(np.arange(36), 6)
    topology = Topology(Shape.HEXAGON, 6, 6)
    for by_turns in ((cols - rows // 2 - rows) % 3, (cols + 2 * rows) % 3):
        assert not len(odd_covers(*coloured(topology, by_turns)))


def test_two_colours_by_turns_along_the_lines_of_hexagons_are_a_pattern() -> None:
    rows, cols = np.divmod(np.arange(64), 8)
    by_turns = (rows + (cols + 1) // 2) % 2
    upright = Topology(Shape.HEXAGON, 8, 8, Variant.ODD_COLS)
    assert not len(odd_covers(*coloured(upright, by_turns)))
    assert len(odd_covers(*coloured(Topology(Shape.SQUARE, 8, 8), by_turns)))


@pytest.mark.parametrize(("last", "odd_ones"), [("#", 0), ("g", 1)])
def test_one_among_few_cells_is_of_another_colour_by_no_pattern(last: str, odd_ones: int) -> None:
    board = f"#1100011 / 11#1001# / 01110011 / 001{last}1000"  # each in a place of its own
    assert odd(board) == odd_ones


def test_cells_in_one_of_nine_places_are_of_another_colour_by_no_pattern() -> None:
    assert odd("g#00000 / 0#####0 / 0#####0 / g00000g / 0000000") == 3


@pytest.mark.parametrize(("zeros", "odd_ones"), [((0, 0), 2), ((0, 60), 0)])
def test_few_cells_alternate_where_zeros_do(zeros: tuple[int, int], odd_ones: int) -> None:
    looks, naming, topology = named("#g000 / 00000 / 00000 / 00g#0")
    rows, cols = np.divmod(np.arange(20), 5)
    by_turns = (naming.names[looks.of_cell] == 0) & ((rows + cols) % 2 == 1)
    of_cell = np.where(by_turns, len(looks), looks.of_cell)
    zero = int(np.flatnonzero(naming.names == 0)[0])
    tiles = np.concatenate([looks.tiles, looks.tiles[[zero]] - np.uint8(zeros[1])])
    more = Looks(of_cell, tiles, np.bincount(of_cell), looks.spread)
    grown = replace(naming, names=np.append(naming.names, np.uint8(0)))
    found = odd_covers(grown, more, topology)
    assert int(more.counts[found].sum()) == odd_ones


@pytest.mark.parametrize("variant", VARIANTS[Shape.HEXAGON])
def test_places_in_two_directions_lie_as_the_cells_do(variant: Variant) -> None:
    topology = Topology(Shape.HEXAGON, 5, 6, variant)
    lattice = Lattice(topology, (50.0, 50.0), (20.0, 17.0))
    one, other = places(topology)
    course = np.stack([one, other, np.ones(len(topology))], axis=1)
    _, left, *_ = np.linalg.lstsq(course, lattice.centers, rcond=None)
    assert np.allclose(left, 0)
