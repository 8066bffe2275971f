"""What is said where no board can be read: which one was found, and why it is none or in doubt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import ceil, floor

from autoplay.errors import (
    NoBoardError,
    OverruledError,
    SeveralBoardsError,
    UnreadableError,
    WrongTotalError,
)
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.lattice import LARGEST_BOARD, Image, Lattice

MOST_DOUBT = 0.35
"""Share of cells in doubt beyond which a grid is called no Minesweeper, not one hard to read."""

Box = tuple[float, float, float, float]


def several_boards(
    boards: Sequence[Lattice], placed: Callable[[Box], Box] = lambda box: box
) -> SeveralBoardsError:
    """Return the error that says where these boards are, as ``--region`` takes it.

    ``placed`` makes of a box (left, top, right, bottom) in pixels one in the region's own units.
    """
    where = []
    for lattice in boards[:2]:
        left, top, right, bottom = placed(box_around(lattice, boards))
        x, y = floor(left), floor(top)
        tiling = lattice.topology
        where.append(
            f"{tiling.shape} {tiling.rows}x{tiling.cols} "
            f"(--region {x},{y},{ceil(right) - x},{ceil(bottom) - y})"
        )
    found = f"{len(boards)} boards or pieces of one found"
    return SeveralBoardsError(f"{found}: {' and '.join(where)}; say which", boards)


def in_picture(image: Image) -> Callable[[Box], Box]:
    """Return what cuts a box off where the picture ends: more is no region of it."""
    high, wide = image.shape[:2]
    return lambda box: (*box[:2], min(box[2], wide), min(box[3], high))


def box_around(lattice: Lattice, boards: Sequence[Lattice]) -> Box:
    """Return the box of a board with half a cell around it, but nothing of the other boards.

    Where a picture ends at its cells, their outlines say less of where they are.
    """
    left, top, right, bottom = lattice.box
    room = min(lattice.cell_size) / 2
    for each in boards:
        if each is not lattice:
            x, y, end_x, end_y = each.box
            room = min(room, max(x - right, left - end_x, y - bottom, top - end_y, 0))
    return max(left - room, 0), max(top - room, 0), right + room, bottom + room


def too_large(grid: Lattice) -> NoBoardError:
    """Return the error for a picture in which no grid but one larger than any board was found."""
    size = f"{grid.topology.rows}x{grid.topology.cols}"
    return NoBoardError(
        f"no Minesweeper here: a grid of {size} cells or more is larger than any board, of "
        f"{LARGEST_BOARD}x{LARGEST_BOARD}; bring the game in front of it, or say with --region "
        "where the game is"
    )


TRY_AGAIN = "is this a Minesweeper, with nothing over it? then open a cell more and try again"
"""What a person can do about cells in doubt."""

Failures = list[tuple[Candidate, UnreadableError]]


def refusal(failures: Failures, beside: Failures) -> NoBoardError | UnreadableError:
    """Return the error for a picture in which nothing could be read, by its best candidate.

    Where the rules overruled what that shows, the same cells a little ``beside`` it may say more.
    """
    candidate, error = failures[0]
    if isinstance(error, OverruledError):
        tiling = candidate.lattice.topology
        same = (each for each in beside if each[0].lattice.topology == tiling)
        clear = (each for each in same if not isinstance(each[1], OverruledError))
        candidate, error = next(clear, failures[0])
    lattice = error.lattice if isinstance(error.lattice, Lattice) else candidate.lattice
    if isinstance(error, WrongTotalError):
        return WrongTotalError(f"{_where(lattice)}: {error}", lattice=lattice)
    if error.cells and len(error.cells) <= MOST_DOUBT * len(lattice.topology):
        words = f"{_where(lattice)}: {error}"
        if "".join(error.evidence[:1]).startswith("cell "):  # the others say what to do themselves
            words += f"; {TRY_AGAIN}"
        return UnreadableError(words, error.cells, error.evidence, lattice)
    return NoBoardError(
        f"no Minesweeper here: the best candidate, {_where(lattice)}, was rejected: {error}"
    )


def _where(lattice: Lattice) -> str:
    topology, (left, top, right, bottom) = lattice.topology, lattice.box
    return f"{topology.shape} {topology.rows}x{topology.cols} at {left},{top} to {right},{bottom}"
