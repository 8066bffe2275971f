"""Lattices to try where a board cannot be read on the one that was found first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np

from autoplay.game import Shape
from autoplay.vision.find import Search, between
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.finding.ends import between_ends
from autoplay.vision.finding.judging import judged_as_it_is
from autoplay.vision.finding.plain import over_plain_area, within_page
from autoplay.vision.finding.steps import laid_at_steps
from autoplay.vision.lattice import SMALLEST_BOARD, Image, Lattice


def other_candidates(
    image: Image,
    found: tuple[Candidate, ...],
    search: Search | None,
) -> Iterator[tuple[Candidate, ...]]:
    """Yield lattices to try where nothing can be read on those found: those that explain more.

    ``search`` is the one that found them, or another of this picture; without it these very cells
    are looked for a little aside, and no others. None is tried twice.
    """
    tried = [each.lattice for each in found]
    others_too = iter(()) if search is None else _others(image, found[0], search)
    for others in chain(_aside(image, found[0]), others_too):
        untried = [each for each in others if not any(_same(each.lattice, one) for one in tried)]
        tried += [each.lattice for each in untried]
        yield tuple(untried)


def _same(one: Lattice, other: Lattice) -> bool:
    places = (
        np.subtract(one.first_cell_center, other.first_cell_center),
        np.subtract(one.pitch, other.pitch),
    )
    return one.topology == other.topology and bool(np.abs(places).max() < SAME_PLACE)


SAME_PLACE = 0.3
"""Pixels by which the cells and the pitch of a lattice tried before differ: reading moves it by as
much itself."""


def _aside(image: Image, best: Candidate) -> Iterator[tuple[Candidate, ...]]:
    """Yield the lattice where the ends of its board, and those of areas within, say that it is."""
    laid = between_ends(image, best.lattice)
    yield (replace(best, lattice=laid),) if laid != best.lattice else ()
    framed = within_page(image, best.lattice)
    yield () if framed is None else (replace(best, lattice=framed),)
    stepped = laid_at_steps(image, best.lattice)
    if stepped is not None:
        judged = judged_as_it_is(image, stepped)
        yield (judged,)
        yield (replace(judged, lattice=over_plain_area(image, judged.lattice)),)


def _others(image: Image, best: Candidate, search: Search) -> Iterator[tuple[Candidate, ...]]:
    """Yield the same, from those that are cheap to tell to a thorough look at the picture."""
    yield tuple(replace(best, lattice=whole) for whole in _of_halves(best.lattice))
    wider = over_plain_area(image, best.lattice)
    yield (replace(best, lattice=wider),) if wider.topology != best.lattice.topology else ()
    for each in (*search.of_other_shapes(best.lattice), *search.retiled(best.lattice)):
        # Of cells cut in two each half has a look.
        explains = each.looks_a_cell < best.looks_a_cell or each.looks < best.looks
        yield (each,) if explains else ()
    for place, each in enumerate(between(image, best.lattice)):
        is_simpler = each.looks < best.looks and not place
        yield (each,) if is_simpler or OPENED <= each.looks <= best.looks else ()
    yield tuple(search.boards(refused=best.lattice))
    thorough = search.boards(thorough=True)[:1]
    yield tuple(each for each in thorough if each.explained > best.explained + 1)


OPENED = 3
"""Looks of cells of which some are opened: with nothing opened all between them look alike, too."""


def _of_halves(lattice: Lattice) -> Iterator[Lattice]:
    """Yield the lattice of squares twice as wide, or as high, where its cells are half a square.

    A gloss parts cells in two. None becomes smaller than the smallest board.
    """
    (wide, high), topology = lattice.pitch, lattice.topology
    x, y = lattice.first_cell_center
    if topology.shape is not Shape.SQUARE:
        return
    least = 2 * SMALLEST_BOARD
    if abs(wide / (2 * high) - 1) < SQUARE and topology.rows % 2 == 0 and topology.rows >= least:
        halved = replace(topology, rows=topology.rows // 2)
        yield Lattice(halved, (x, y + high / 2), (wide, 2 * high))
    if abs(high / (2 * wide) - 1) < SQUARE and topology.cols % 2 == 0 and topology.cols >= least:
        halved = replace(topology, cols=topology.cols // 2)
        yield Lattice(halved, (x + wide / 2, y), (2 * wide, high))


SQUARE = 0.05
"""Share by which the sides of a square cell differ at most."""
