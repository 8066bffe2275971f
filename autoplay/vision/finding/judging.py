"""Lattices fitted to the edges of a picture, and judged by how many of their cells are alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from autoplay.game import Shape
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.fitting import fitted, regularity
from autoplay.vision.finding.looks import known_share
from autoplay.vision.finding.outlined import outlined
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import Softened, softened
from autoplay.vision.finding.tiling import Drawing, around, outlines, sampled
from autoplay.vision.lattice import Image, Lattice

REGULAR = 0.8
"""Regularity of a lattice of the true pitch: 0.85 and more on most screens measured, 0.45 on
two-coloured hexagons; one of half the pitch has 0.6 and less."""

SMALL = 6
"""Cells at which a lattice gets half of its score: any few rectangles in a row have some."""

MOST_ROUNDS = 8
"""How often a lattice is fitted and its reach looked at; each time it may gain by half."""


def judged(image: Image, edges: PictureEdges, lattice: Lattice, whole: bool = False) -> Candidate:
    """Return the lattice fitted, with the reach its cells' looks tell of, and judged.

    ``image`` is BGR uint8. A ``whole`` one has no cell in another place, whatever the looks of
    those at its sides.
    """
    soft = softened(image, lattice)
    fit = partial(_fitted, edges)
    lattice = _reached(soft, fit(lattice), fit, whole)
    lattice = outlined(edges, lattice, in_place=whole)
    return _candidate(soft, lattice, min(regularity(edges, lattice) / REGULAR, 1.0))


def judged_as_it_is(image: Image, lattice: Lattice) -> Candidate:
    """Return the lattice with the reach its cells' looks tell of, and judged, its pitch kept."""
    soft = softened(image, lattice)
    return _candidate(soft, _reached(soft, lattice, lambda wider: wider))


def _fitted(edges: PictureEdges, lattice: Lattice) -> Lattice:
    """Return the lattice fitted; hexagons of another pitch only if drawn as well as before.

    Few lines of them, opened and with numbers here and covered there, may tell another pitch.
    """
    there = fitted(edges, lattice)
    count = lattice.topology.cols, lattice.topology.rows
    moved = np.abs(np.subtract(there.pitch, lattice.pitch)) * count
    if lattice.topology.shape is not Shape.HEXAGON or moved.max() < ANOTHER_PITCH:
        return there
    part, here, (left, top) = around(edges, lattice)
    drawn = Drawing.of(part, here).soft
    before, after = (
        sampled(drawn, outlines(each)).mean() for each in (here, there.moved(-left, -top))
    )
    return there if after >= AS_WELL * before else lattice


ANOTHER_PITCH, AS_WELL = 1.0, 0.985
"""Pixels by which the last cell of another pitch is moved beside the first, and share of the
strength along their outlines that hexagons of one have at least: of two that this kept from moving
by 3.6 and more 0.93 and 0.41, of others 0.997."""


def _reached(
    soft: Softened, lattice: Lattice, fit: Callable[[Lattice], Lattice], whole: bool = False
) -> Lattice:
    """Return the lattice with all lines that its cells' looks tell of, ``fit`` whenever it grew."""
    for _ in range(MOST_ROUNDS):
        wider = reached(soft, lattice, whole)
        if wider.topology == lattice.topology:
            break
        lattice = fit(wider)
    return lattice


def _candidate(soft: Softened, lattice: Lattice, regular: float = 1.0) -> Candidate:
    """Return the lattice judged by how many of its cells look like others."""
    cells = len(lattice.topology)
    known, looks = known_share(soft, lattice)
    score = known * regular * cells / (cells + SMALL)
    return Candidate(lattice, score, _reason(lattice, score), looks)


def _reason(lattice: Lattice, score: float) -> str:
    topology, pitch = lattice.topology, lattice.pitch
    left, top, _, _ = lattice.box
    return (
        f"{topology.rows}x{topology.cols} {topology.shape}s of {pitch[0]:.1f}x{pitch[1]:.1f} px "
        f"at {left},{top}, score {score:.2f}"
    )
