"""Lattices fitted to the edges of a picture, and judged by how many of their cells are alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.finding.edges import PictureEdges
from autoplay.vision.finding.fitting import fitted, regularity
from autoplay.vision.finding.looks import known_share
from autoplay.vision.finding.outlined import outlined
from autoplay.vision.finding.reach import reached
from autoplay.vision.finding.sampling import Softened, softened
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
    lattice = _reached(soft, fitted(edges, lattice), partial(fitted, edges), whole)
    lattice = outlined(edges, lattice, in_place=whole)
    return _candidate(soft, lattice, min(regularity(edges, lattice) / REGULAR, 1.0))


def judged_as_it_is(image: Image, lattice: Lattice) -> Candidate:
    """Return the lattice with the reach its cells' looks tell of, and judged, its pitch kept."""
    soft = softened(image, lattice)
    return _candidate(soft, _reached(soft, lattice, lambda wider: wider))


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
