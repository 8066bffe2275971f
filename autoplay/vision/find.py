"""Finds boards in a whole picture: where they are, their tiling, rows and columns, no hint needed.

A board repeats itself, so the autocorrelation of the picture's edges names the periods there are,
block by block. For each, every tiling with that period is laid over the edges, fitted, grown until
its cells are no longer drawn, and judged by how much better its outlines are drawn than the same
outlines moved by a part of a cell.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from autoplay.errors import NoBoardError, SeveralBoardsError
from autoplay.vision.finding.edges import Edges, edges_of
from autoplay.vision.finding.fit import phased, refined, settled, tilings_of
from autoplay.vision.finding.growing import grown_lattices
from autoplay.vision.finding.judge import judge
from autoplay.vision.finding.periods import Period, periods_of
from autoplay.vision.finding.spread import Spread, measured, spread
from autoplay.vision.finding.tiling import Drawing, support
from autoplay.vision.lattice import Image, Lattice

CONVINCING = 0.45
"""Least score of a board: true ones have 0.6 and more on real screens."""

MOST_TRIED = 10
"""Periods that are followed up; the board's own is among the first three on real screens."""

MOST_ZONED = 5
"""Lattices of flat zones that are followed up."""

LEAST_SUPPORT = 0.3
"""Share of the outlines in a period's block that must be drawn for it to be followed up."""

SAME_PITCH = 0.035
"""Share of the pitch within which two periods are the same one."""

MOST_OVERLAP = 0.2
"""Share of the smaller board's area that two boards may share."""


@dataclass(frozen=True)
class Candidate:
    """A possible board: its lattice, how convincing it is (0 to 1), and why in words."""

    lattice: Lattice
    score: float
    reason: str


def find_board(image: Image, box: tuple[int, int, int, int] | None = None) -> Lattice:
    """Return the lattice of the one board in a picture, or in a (left, top, right, bottom) of it.

    Raises NoBoardError with the best candidate and why it was rejected, and SeveralBoardsError
    with the lattices of all convincing ones.
    """
    candidates = find_boards(image, box)
    convincing = [candidate for candidate in candidates if candidate.score >= CONVINCING]
    if len(convincing) > 1:
        raise SeveralBoardsError(
            f"{len(convincing)} boards are in the picture; name one of them by its region",
            [candidate.lattice for candidate in convincing],
        )
    if convincing:
        return convincing[0].lattice
    if not candidates:
        raise NoBoardError("no board in the picture: nothing in it repeats like cells")
    best = candidates[0]
    raise NoBoardError(
        f"no board in the picture; the best candidate, {best.reason}, is too faint", best
    )


def find_boards(image: Image, box: tuple[int, int, int, int] | None = None) -> list[Candidate]:
    """Return the possible boards of a picture, or of a (left, top, right, bottom) of it, best first.

    Boards do not overlap. Coordinates are those of the whole picture in either case.
    """
    left, top, right, bottom = box or (0, 0, image.shape[1], image.shape[0])
    part = image[max(top, 0) : bottom, max(left, 0) : right]
    if min(part.shape[:2], default=0) < 3 * 8:
        return []
    edges = edges_of(part)
    found = [each for period in _worth_trying(periods_of(edges)) for each in _tried(edges, period)]
    found += [_grown_from(edges, zoned.lattice) for zoned in grown_lattices(part)[:MOST_ZONED]]
    apart = _apart(sorted(filter(None, found), key=lambda candidate: -candidate.score))
    return [replace(each, lattice=each.lattice.moved(max(left, 0), max(top, 0))) for each in apart]


def _worth_trying(periods: list[Period]) -> list[Period]:
    """Return the strongest period of each kind, those seen most widely first."""
    groups: list[list[Period]] = []
    for period in sorted(periods, key=lambda period: -period.score):
        for group in groups:
            if _same(group[0], period):
                group.append(period)
                break
        else:
            groups.append([period])
    groups.sort(key=lambda group: -sum(period.score for period in group))
    return [group[0] for group in groups[:MOST_TRIED]]


def _same(one: Period, other: Period) -> bool:
    return (
        one.centered == other.centered
        and abs(one.x - other.x) <= SAME_PITCH * one.x
        and abs(one.y - other.y) <= SAME_PITCH * one.y
    )


def _tried(edges: Edges, period: Period) -> list[Candidate]:
    """Return what becomes of the tilings that have this period."""
    drawing = Drawing.of(edges, min(period.x, period.y))
    candidates = []
    for tiling in tilings_of(period):
        laid = refined(drawing, phased(drawing, tiling))
        if support(drawing, laid).mean() < LEAST_SUPPORT:
            continue
        grown = spread(drawing, laid)
        if grown is not None:
            candidates.append(_candidate(edges, grown))
    return candidates


def _grown_from(edges: Edges, lattice: Lattice) -> Candidate | None:
    """Return the candidate that a lattice found by its flat zones makes."""
    grown = measured(Drawing.of(edges, min(lattice.cell_size)), lattice)
    return _candidate(edges, grown)


def _candidate(edges: Edges, grown: Spread) -> Candidate:
    lattice = settled(edges, grown.lattice)
    drawing = Drawing.of(edges, min(lattice.cell_size))
    score = judge(drawing, measured(drawing, lattice))
    topology, pitch = lattice.topology, lattice.pitch
    left, top, _, _ = lattice.box
    reason = (
        f"{topology.rows}x{topology.cols} {topology.shape}s of {pitch[0]:.1f}x{pitch[1]:.1f} px "
        f"at {left},{top}, score {score:.2f}"
    )
    return Candidate(lattice, score, reason)


def _apart(candidates: list[Candidate]) -> list[Candidate]:
    """Return the candidates without those that overlap a better one."""
    kept: list[Candidate] = []
    for candidate in candidates:
        if all(_shared(candidate.lattice, other.lattice) <= MOST_OVERLAP for other in kept):
            kept.append(candidate)
    return kept


def _shared(one: Lattice, other: Lattice) -> float:
    a, b = np.array(one.box), np.array(other.box)
    sides = np.clip(np.minimum(a[2:], b[2:]) - np.maximum(a[:2], b[:2]), 0, None)
    least = min(np.prod(a[2:] - a[:2]), np.prod(b[2:] - b[:2]))
    return float(np.prod(sides) / max(least, 1))
