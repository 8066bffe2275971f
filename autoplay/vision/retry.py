"""Lattices to try where a board cannot be read on the one that was found first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from autoplay.vision.align import aligned_to_pixels, with_whole_pitch
from autoplay.vision.find import between, find_boards
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.finding.plain import over_plain_area
from autoplay.vision.lattice import Image, Lattice


def other_candidates(
    image: Image, found: tuple[Candidate, ...], box: tuple[int, int, int, int] | None
) -> Iterator[tuple[Candidate, ...]]:
    """Yield lattices to try where nothing can be read on those found: those that explain more."""
    best = found[0]
    wider = over_plain_area(image, best.lattice)
    yield (replace(best, lattice=wider),) if wider.topology != best.lattice.topology else ()
    moved = between(image, best.lattice)
    yield tuple(each for each in moved[:1] if each.looks < best.looks)
    thorough = find_boards(image, box, thorough=True)[:1]
    yield tuple(each for each in thorough if each.explained > best.explained + 1)


def nearby(image: Image, found: Lattice, lattice: Lattice) -> Iterator[Lattice]:
    """Yield where the cells may be instead: on whole pixels, of a whole pitch, or as found."""
    yield aligned_to_pixels(image, lattice)
    yield aligned_to_pixels(image, with_whole_pitch(found))
    yield found
