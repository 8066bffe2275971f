"""How well boards are found and read without any profile, on screens whose truth is known."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from autoplay.bench.synthetic import Spec, make_screen
from autoplay.bench.truth import Screen, Truth, parse_truth
from autoplay.bench.workers import worked_off
from autoplay.errors import VisionError
from autoplay.game import Board, Label
from autoplay.vision.find import find_boards
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.see import see

MAX_CENTER_ERROR = 0.15
"""Share of the smaller pitch by which no cell's centre may be off for a lattice to be right.

Half a cell would click the neighbour; 0.15 still leaves every tile's symbol inside its cell, and
is above the half pixel to which truths of hard-edged games can be stated at the least pitch, 10.
"""


@dataclass(frozen=True)
class Score:
    """What became of one screen; ``refused`` is the reason, None where a board came back.

    ``lattice_right`` is about the finding alone: of a refused screen, that of its best candidate.
    """

    screen: str
    refused: str | None
    lattice_right: bool
    exact: bool
    cells: int
    cells_right: int
    find_ms: float
    read_ms: float


@dataclass(frozen=True)
class Result:
    """A score with what it was made from: the board read, None where refused, and its lattice.

    ``spec`` says what was drawn, for synthetic screens.
    """

    score: Score
    truth: Truth
    board: Board | None = None
    lattice: Lattice | None = None
    spec: Spec | None = None

    @property
    def wrong_unwarned(self) -> bool:
        """Whether a board came back without doubt and was wrong, or should have been refused."""
        return self.score.refused is None and not self.score.exact


@dataclass(frozen=True)
class Look:
    """One look at a picture: the board read, or why it was refused, and the time it took.

    ``lattice`` is that of the board, or the best candidate of a refused picture; None without any.
    """

    board: Board | None
    lattice: Lattice | None
    refused: str | None
    find_ms: float
    read_ms: float


Seer = Callable[[Image], Look]


def look(image: Image) -> Look:
    """See a picture with no profile, finding and reading timed apart."""
    start = time.perf_counter()
    candidates = find_boards(image)
    found = time.perf_counter()
    board: Board | None = None
    refused: str | None = None
    lattice = candidates[0].lattice if candidates else None
    try:
        sight = see(image, candidates=candidates)
        board, lattice = sight.reading.board, sight.lattice
    except VisionError as error:
        refused = str(error)
    done = time.perf_counter()
    return Look(board, lattice, refused, (found - start) * 1e3, (done - found) * 1e3)


def judge(screen: Screen, seer: Seer = look) -> Result:
    """Return what becomes of one screen."""
    seen = seer(screen.load())
    truth, board = screen.truth, seen.board
    refused = seen.refused
    doubtful = sum(1 for _ in board.cells(Label.UNREADABLE)) if board else 0
    if doubtful:
        refused = f"{doubtful} cells could not be read"
    if seen.lattice and truth.lattice and truth.lattice.topology.absent:
        seen = _numbered_as(seen, truth.lattice)
        board = seen.board
    cells = len(truth.board.labels) if truth.board else 0
    right = 0
    if board and truth.board and board.topology == truth.board.topology:
        right = sum(a == b for a, b in zip(board.labels, truth.board.labels, strict=True))
    score = Score(
        screen=screen.name,
        refused=refused,
        lattice_right=_is_right(seen.lattice, truth.lattice),
        exact=truth.board is not None and refused is None and right == cells,
        cells=cells,
        cells_right=right,
        find_ms=round(seen.find_ms, 3),
        read_ms=round(seen.read_ms, 3),
    )
    return Result(score, truth, board, seen.lattice)


def _numbered_as(seen: Look, truth: Lattice) -> Look:
    """Return a look at a board that is no rectangle, its cells numbered as the truth does.

    Lines that are moved by half a cell may be said to begin one earlier or later. The look itself
    comes back where its cells are others.
    """
    assert seen.lattice is not None
    of, topology = seen.lattice, truth.topology
    if of.topology.shape is not topology.shape or of.topology.present != topology.present:
        return seen
    read, wanted = of.topology.cells, topology.cells
    away = np.linalg.norm(of.centers[read][:, None] - truth.centers[wanted], axis=2)
    same = away.argmin(axis=1)
    if len(set(same.tolist())) < len(wanted) or away.min(axis=1).max() > min(truth.pitch) / 2:
        return seen
    lattice = replace(truth, pitch=of.pitch)
    lattice = lattice.moved(*(of.centers[read[0]] - lattice.centers[wanted[same[0]]]))
    if seen.board is None:
        return replace(seen, lattice=lattice)
    labels = np.full(len(topology), Label.ABSENT, np.uint8)
    labels[wanted[same]] = np.frombuffer(seen.board.labels, np.uint8)[read]
    board = Board(topology, labels.tobytes(), seen.board.mines)
    return replace(seen, board=board, lattice=lattice)


def _is_right(lattice: Lattice | None, truth: Lattice | None) -> bool:
    """Whether a lattice has the truth's topology and size, and every cell in its place."""
    if lattice is None or truth is None or lattice.topology != truth.topology:
        return False
    return center_error(lattice, truth) <= MAX_CENTER_ERROR * min(truth.pitch)


def center_error(lattice: Lattice, truth: Lattice) -> float:
    """Return the largest distance in pixels between two lattices' centres of the same cell."""
    return float(np.abs(lattice.centers - truth.centers).max())


def synthetic_screen(seed: int, *, outlined: bool = False) -> tuple[Screen, Spec]:
    """Return the synthetic screen of this seed, and what was drawn; an ``outlined`` one shows a
    board that is no rectangle."""
    made = make_screen(seed, outlined=outlined)
    name = f"synthetic/{seed}"
    return Screen(name, parse_truth(made.truth, name), lambda: made.image), made.spec


def judge_synthetic(seed: int, *, outlined: bool = False) -> Result:
    """Return what becomes of the synthetic screen of this seed."""
    screen, spec = synthetic_screen(seed, outlined=outlined)
    return replace(judge(screen), spec=spec)


Job = TypeVar("Job")


def judge_all(
    judge_one: Callable[[Job], Result], jobs: Iterable[Job], workers: int = 1
) -> Iterator[Result]:
    """Return the results in the order of the jobs, worked off by this many processes."""
    return worked_off(judge_one, jobs, workers, begin=_one_thread)


def _one_thread() -> None:
    # Several processes with a thread a core each only take the cores from one another.
    cv2.setNumThreads(1)


@dataclass(frozen=True)
class Summary:
    """Counts over many screens. ``boards`` are those to be read, ``must_refuse`` the others.

    ``cell_accuracy`` is the share of all cells of all boards that came back right; those of
    refused boards and of lattices with a wrong topology or size count as not read.
    """

    screens: int
    boards: int
    lattice_right: int
    exact: int
    wrong_unwarned: int
    must_refuse: int
    refused_right: int
    cell_accuracy: float
    find_ms_median: float
    read_ms_median: float


def summarize(results: Iterable[Result]) -> Summary:
    """Return the counts of these results; medians are 0 where there is nothing to count."""
    every = list(results)
    boards = [result.score for result in every if result.truth.board is not None]
    others = [result.score for result in every if result.truth.board is None]
    cells = sum(score.cells for score in boards)
    read = [score.read_ms for score in boards if score.refused is None]
    return Summary(
        screens=len(every),
        boards=len(boards),
        lattice_right=sum(score.lattice_right for score in boards),
        exact=sum(score.exact for score in boards),
        wrong_unwarned=sum(result.wrong_unwarned for result in every),
        must_refuse=len(others),
        refused_right=sum(score.refused is not None for score in others),
        cell_accuracy=round(sum(score.cells_right for score in boards) / cells, 6) if cells else 0,
        find_ms_median=_median([result.score.find_ms for result in every]),
        read_ms_median=_median(read),
    )


def _median(values: list[float]) -> float:
    return round(statistics.median(values), 3) if values else 0.0
