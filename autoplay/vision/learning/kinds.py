"""Kinds of covered cells: what looks named covered are like each other, and where they lie.

A game draws its covered cells in one way, or in two that alternate. A kind that differs, or that
meets no other, may be opened cells, flags or mines without a symbol that anything else knows.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from autoplay.game import MAX_NUMBER, Label, Shape, Topology
from autoplay.vision.compared import mark_contrast
from autoplay.vision.learning.completed import are_all_mines
from autoplay.vision.learning.grounds import ODD_GROUND, SAME_GROUND
from autoplay.vision.learning.judged import Names, Naming
from autoplay.vision.learning.rules import MARKS, SHOWN, Rules
from autoplay.vision.learning.search import Costs, has_ended
from autoplay.vision.learning.tints import linked
from autoplay.vision.learning.usual_covers import A_SHADE
from autoplay.vision.looks import BLOCKS, Looks


def undrawn_covers(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered that show nothing within, where most covered cells are drawn.

    Such is the page beside a board whose covered cells are but raised from it; of lines that fall
    between pixels less shows within some cells, but all along their sides. Of square cells: in
    tiles of others the neighbours show.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    if topology.shape is not Shape.SQUARE:
        return covers[:0]
    drawn, counts = looks.own_contrast(1)[covers], looks.counts[covers]
    if 2 * counts[drawn > DRAWN].sum() < counts.sum():
        return covers[:0]
    return np.asarray(covers[(drawn < UNDRAWN) & ~_are_outlined(looks, covers)], dtype=np.intp)


def _are_outlined(looks: Looks, chosen: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Return which looks have a line all along a side and another one across its end: page beside a
    board has but one in common with it."""
    faces = looks.faces[chosen].reshape(len(chosen), BLOCKS, BLOCKS, 3)
    away = np.abs(faces - looks.colors[chosen][:, None, None]).max(axis=3)
    level, upright = away[:, [0, -1], 1:-1], away[:, 1:-1, [0, -1]]
    lined = (level.min(axis=2) > DRAWN).any(axis=1) & (upright.min(axis=1) > DRAWN).any(axis=1)
    return np.asarray(lined, np.bool_)


UNDRAWN, DRAWN = 4.0, 16.0
"""Gray levels by which the blocks within a cell differ, where nothing and where something is drawn
there: a shadow that falls on the page stays below the one, raised cells are far above the other."""


def opened_covers(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named covered on the ground of most numbers, where others are on another.

    Where a board goes on beyond its lattice, numbers at the border lack mines, and zeros called
    covered would supply them.
    """
    covers = np.flatnonzero(naming.names == Label.COVERED)
    numbers = np.flatnonzero((naming.names <= MAX_NUMBER) & (naming.names > 0))
    if len(covers) < 2 or not len(numbers) or (naming.names == Label.ZERO).any():
        return covers[:0]
    usual = numbers[looks.counts[numbers].argmax()]
    edges = np.median(looks.grounds.reshape(len(looks), -1, 3), axis=1)
    at_edges, within = (
        np.abs(ground[covers] - ground[usual]).max(axis=1) for ground in (edges, looks.inner_ground)
    )
    for away, same, other in (
        (at_edges, SAME_GROUND, ODD_GROUND),
        (within, SAME_SHADE, OTHER_SHADE),  # of a dimmed board
    ):
        if (away < same).any() and (away > other).any():
            return np.asarray(covers[(away < same) & (within < OTHER_SHADE)], dtype=np.intp)
    return covers[:0]


SAME_SHADE, OTHER_SHADE = 3.0, 12.0
"""Gray levels within their lines by which zeros differ from numbers at most, and what is covered at
least, on a board that a game has dimmed."""


def odd_numbers(naming: Names, looks: Looks, costs: Costs) -> NDArray[np.intp]:
    """Return looks named numbers that could be marks, on a ground that no other number has.

    Letters are drawn as marks too, and some games colour the ground of a mark. Where grounds go by
    number, one that its equals do not have, and marks do.
    """
    numbers = (naming.names > 0) & (naming.names <= MAX_NUMBER)
    if not numbers.any():
        return np.array([], np.intp)
    ground = looks.inner_ground
    usual = ground[np.flatnonzero(numbers)[looks.counts[numbers].argmax()]]
    odd = numbers & (np.abs(ground - usual).max(axis=1) > ODD_GROUND)
    if looks.counts[odd].sum() > MOST_ODD * looks.counts[numbers].sum():
        odd = np.isin(np.arange(len(looks)), numbers_on_marks(naming, looks))
    mark = costs[:, [Label.FLAG, Label.QUESTION, Label.MINE]].min(axis=1)
    return np.flatnonzero(odd & (mark - costs[np.arange(len(costs)), naming.names] < HESITATES))


def numbers_on_marks(naming: Names, looks: Looks) -> NDArray[np.intp]:
    """Return looks named numbers on the ground of marks, and not on that of their equals or of
    zeros, nor on one of a gradient that leads there."""
    ground, odd = looks.inner_ground, list[NDArray[np.intp]]()
    marks, zeros = ground[np.isin(naming.names, MARKS)], ground[naming.names == Label.ZERO]
    shades = linked(ground, np.flatnonzero(naming.names <= MAX_NUMBER), A_SHADE)
    for number in range(1, MAX_NUMBER + 1):
        equals = np.flatnonzero(naming.names == number)
        if len(equals) < 2 or not len(marks):
            continue
        usual = equals[looks.counts[equals].argmax()]
        away = np.abs(ground[equals] - ground[usual]).max(axis=1)
        gradient = next(group for group in shades if usual in group)
        to_marks, to_zeros = (
            np.abs(ground[equals][:, None] - others).max(axis=2).min(axis=1, initial=255.0)
            for others in (marks, zeros)
        )
        own = (away > ODD_GROUND) & (to_zeros > ODD_GROUND) & ~np.isin(equals, gradient)
        odd.append(equals[own & (to_marks <= ODD_GROUND)])
    return np.concatenate([*odd, np.array([], np.intp)])


def lone_grounds(naming: Naming, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named a number on a ground that no other number or zero has, where its equals
    do not.

    Such is text on something that lies over the board, but for a single one that may only be lit,
    and is nothing else. Where mines are shown that may be a wrong flag. Some games draw so what has
    more flags around it than it says: just these, and no others.
    """
    ground = looks.inner_ground
    opened = np.flatnonzero(naming.names <= MAX_NUMBER)
    away = np.abs(ground[opened][:, None] - ground[opened]).max(axis=2)
    own = naming.names[opened][:, None] == naming.names[opened]
    alone = ((away > ODD_GROUND) | own).all(axis=1)  # of all other numbers
    equals = own & (away > ODD_GROUND) & ~alone
    odd = opened[alone & equals.any(axis=1) & (naming.names[opened] != Label.ZERO)]
    single = looks.counts[odd].sum() == 1 and not np.isin(naming.names, SHOWN).any()
    if single and naming.margin[odd[0]] >= SURELY_A_NUMBER:
        odd = odd[:0]
    if len(odd) and _are_overmarked(np.isin(looks.of_cell, odd), naming, looks, topology):
        odd = odd[:0]
    return np.asarray(odd, dtype=np.intp)


def _are_overmarked(
    chosen: NDArray[np.bool_], naming: Naming, looks: Looks, topology: Topology
) -> bool:
    """Whether these cells are all the numbers that have more marks around them than they say."""
    over = Rules(topology).overmarked(naming.names[looks.of_cell])
    return bool((over == chosen).all())


SURELY_A_NUMBER = 3.0
"""Natural-log units by which a lit number is nothing else: a flag in a terminal, its colours turned
about beneath the cursor, was called a 3 by 1.7."""


def drawn_zeros(naming: Names, looks: Looks, topology: Topology) -> NDArray[np.intp]:
    """Return looks named zero with a symbol in the middle, where most zeros show none.

    Text on the page beside a board is taken for such cells, and a pointer hides what it lies on. Of
    square cells: in tiles of others the neighbours show.
    """
    zeros = np.flatnonzero(naming.names == Label.ZERO)
    counts = looks.counts[zeros]
    if topology.shape is not Shape.SQUARE or 2 * counts.max(initial=0) <= counts.sum():
        return zeros[:0]
    shown = mark_contrast(looks, zeros, zeros[[counts.argmax()]])[:, 0]
    return np.asarray(zeros[shown >= SYMBOL], dtype=np.intp)


SYMBOL = 40.0
"""Gray levels by which a symbol stands out in a cell that is no zero: on 1400 boards of real games
no zero of one that was read rightly had as many, digits of a counter on the page 118."""

MOST_ODD = 0.2
"""Share of the numbers on another ground than most above which grounds go by number."""

HESITATES = 3.0
"""Natural-log units by which pixels may prefer another name to a mark, which the ground tells."""


def completing_kinds(naming: Names, looks: Looks, topology: Topology) -> Iterator[NDArray[np.intp]]:
    """Yield kinds of looks named covered that are just the mines every number lacks.

    With the marks there are, each number then has as many as it says, also those that other covered
    cells lie beside: so it is when a game that is over shows its mines, and hardly ever by chance.
    """
    labels, rules = naming.names[looks.of_cell], Rules(topology)
    for kind in _kinds(naming, looks):
        if are_all_mines(np.isin(looks.of_cell, kind), labels, rules):
            yield kind


def secluded_kinds(naming: Names, looks: Looks, topology: Topology) -> Iterator[NDArray[np.intp]]:
    """Yield kinds of looks named covered that form areas and meet no other covered cell.

    So do zeros, on a ground of their own: numbers lie between them and covered cells. Once mines
    are shown, they also lie between them and these. Where most numbers beside them lack mines
    without them they are no zeros.
    """
    rules, labels = Rules(topology), naming.names[looks.of_cell]
    covered = labels == Label.COVERED
    shown = np.isin(labels, SHOWN) & has_ended(labels)
    for kind in _kinds(naming, looks):
        apart = np.isin(looks.of_cell, kind)
        others = (covered & ~apart) | shown
        beside = rules.beside(apart) > 0
        apart_from_others = not (others & beside).any()
        if min((apart & beside).sum(), others.sum()) < SECLUDED or not apart_from_others:
            continue
        bare = rules.broken(np.where(apart, np.uint8(Label.ZERO), labels)) > 0
        numbers = beside & (labels <= MAX_NUMBER) & (labels > 0)
        if (bare & numbers).sum() <= MOST_LACKING * numbers.sum():
            yield kind


MOST_LACKING = 0.5
"""Share of the numbers beside zeros called covered that lack mines: those along the border do,
where a board goes on beyond its lattice."""

SECLUDED = 6
"""Cells of a kind of covered ones, and others or mines, that would meet somewhere by chance."""


def _kinds(naming: Names, looks: Looks) -> Iterator[NDArray[np.intp]]:
    """Yield the kinds of looks named covered, more and less alike, each once."""
    covers = np.flatnonzero(naming.names == Label.COVERED)
    # Lines between cells that fall between pixels are drawn now at one place, now at the next.
    soft = looks.faces.reshape(len(looks), BLOCKS, BLOCKS, 3) * (ONE_KIND[0] / ONE_KIND[1])
    soft[:, 1:-1, 1:-1] *= ONE_KIND[1] / ONE_KIND[0]
    faces = soft.reshape(looks.faces.shape), looks.faces
    kinds = [
        kind
        for values, within in zip(faces, ONE_KIND, strict=True)
        for kind in linked(values, covers, within)
    ]
    yield from {kind.tobytes(): kind for kind in kinds}.values()  # mostly the same twice


ONE_KIND = 10.0, 20.0
"""Gray levels, in the block that differs most, up to which two looks are of one kind: dots and
dashes in a faint terminal differ by 13, shades of one cover by as much. Along the edges of cells it
is the greater one."""
