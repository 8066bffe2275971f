"""From a whole picture to a board: where it is, what it shows, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from math import ceil, floor

from autoplay.errors import CutOffError, NoBoardError, UnreadableError, UsageError, VisionError
from autoplay.game import MAX_NUMBER, Shape
from autoplay.vision.find import Search, clipped, find_boards
from autoplay.vision.finding.candidates import Candidate
from autoplay.vision.jpeg import is_jpeg, without_artifacts
from autoplay.vision.kinship import (
    is_akin,
    is_blank_part,
    is_no_more,
    is_pattern,
    overlap,
)
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn_once import LearnOnce
from autoplay.vision.light import brightened
from autoplay.vision.overlay import require_uncovered
from autoplay.vision.read import Reader
from autoplay.vision.reading import Reading
from autoplay.vision.refusal import Failures, in_picture, refusal, several_boards, too_large
from autoplay.vision.retry import other_candidates
from autoplay.vision.sight import Sight
from autoplay.vision.sights import Task, is_about_as_good, require_all_seen, sights_of
from autoplay.vision.skin import Skin
from autoplay.vision.whole.settled_lattice import continued_beyond
from autoplay.vision.whole.shaped import require_none_beside

NUMBERED = 8
"""Numbers beyond doubt that make a board of what cannot be read: there are two then."""

LEAST_CLEANED = 1.0
"""Margin of what is read in a picture cleaned of what JPEG left: a mine of triangles that was
unlike the others was called the exploded one, with 0.9."""


PLANES, COLOURS = 3, (3, 4)
"""Dimensions of a picture, and the colours that its pixels may have: BGR or BGRA."""


def see(
    image: Image,
    box: tuple[int, int, int, int] | None = None,
    mines: int | None = None,
    skins: Sequence[Skin] = (),
    candidates: Sequence[Candidate] | None = None,
    *,
    shape: Shape | None = None,
    retry: bool = True,
) -> Sight:
    """Find and read the board in a picture, BGR or BGRA uint8.

    ``box`` (left, top, right, bottom), which may reach beyond the picture, limits where to look: a
    board found there is read to its end, and a grid that fills it is a board, however small;
    ``shape`` limits it to boards of such cells; ``skins`` are tried before learning; ``candidates``
    are lattices already found. Where nothing can be read on them others are tried, which may take a
    second, unless ``retry`` is false; so is a picture that was saved as JPEG, cleaned of what that
    left. A dim picture is read brightened. Raises NoBoardError when nothing in the picture is a
    Minesweeper, a grid of more cells than any board has neither, SeveralBoardsError when two things
    are, UnreadableError when a board is there but some of its cells are in doubt, UsageError for
    what is no such picture.
    """
    if image.ndim != PLANES or image.shape[2] not in COLOURS or not image.size:
        raise UsageError(f"a picture is (height, width, 3 or 4), not {image.shape}")
    box = None if box is None else clipped(box, image)
    bright = brightened(image)
    # To read in; what JPEG left at the edges of cells would be brighter, too.
    is_dim_jpeg = bright is not image and is_jpeg(image)
    search = Search(image if is_dim_jpeg else bright, box, shape)
    found = tuple(search.boards() if candidates is None else candidates)
    if not found and search.too_large:
        raise too_large(search.too_large[0])
    if is_dim_jpeg:
        search = Search(bright, box, shape)
    learned = LearnOnce(bright, mines)
    task = Task(image, learned, box, shape, skins, found, search if retry else None)
    try:
        return _seen(task)
    except (NoBoardError, UnreadableError):
        if not retry or not is_jpeg(image):
            raise
        cleaned = without_artifacts(bright)
        found = tuple(find_boards(cleaned, box, shape))
        task = replace(task, learned=LearnOnce(cleaned, mines), found=found, search=None)
        with suppress(VisionError):
            sight = _seen(task)
            if sight.reading.min_margin >= LEAST_CLEANED:
                return sight
        raise


def see_in_place(image: Image, lattice: Lattice, skin: Skin, mines: int | None = None) -> Sight:
    """Read the board that a known skin shows where one was before, without a search.

    Raises UnreadableError where the cells are in doubt, or are but a corner of a board that goes on
    beyond them.
    """
    reading = Reader(skin, lattice, mines).read(image)
    require_uncovered(image, lattice)
    require_whole_board(image, reading)
    return Sight.of_known(reading, skin)


def require_whole_board(image: Image, reading: Reading) -> None:
    """Raise UnreadableError where what was read is but a part of a board in this picture."""
    if reading.board.topology.absent:
        require_none_beside(image, reading.lattice)
        return
    beyond = continued_beyond(image, reading.lattice, reading)
    require_all_seen(image, reading, beyond)


def _seen(task: Task) -> Sight:
    """Return what is seen of the candidates, or else of others."""
    if not task.found:
        what = "no grid of like cells was found"
        if task.shape is not None:
            what = f"nothing looks like a board of {task.shape}s"
        raise NoBoardError(f"no Minesweeper here: {what}")
    best = task.found[0].lattice
    sights, failures = sights_of(task)
    cut_off = [each.lattice for _, each in failures if isinstance(each, CutOffError)]
    parts = [each for each in cut_off if isinstance(each, Lattice)]

    def boards_among(sights: Sequence[Sight]) -> list[Sight]:
        whole = [each for each in sights if not is_blank_part(each.reading, best)]
        return [each for each in whole if not any(is_no_more(each.lattice, part) for part in parts)]

    sights = boards_among(sights)
    others: Iterator[tuple[Candidate, ...]] = iter(())
    if task.search is not None:
        sure = any(_is_surely_found(each) for each in failures)
        others = other_candidates(task.image, task.found, None if sure else task.search)
    failures_beside: Failures = []
    while not sights and (instead := next(others, None)) is not None:
        seen_beside, failed = sights_of(replace(task, found=instead, around=False))
        sights, failures_beside = boards_among(seen_beside), failures_beside + failed
    if not sights and not failures:
        raise NoBoardError("no Minesweeper here: nothing is opened on what is but a part of a grid")
    if not sights:
        raise refusal(failures, failures_beside)
    readings = [sight.reading for sight in sights]
    sights = [each for each in sights if not is_pattern(task.image, each.reading, readings)]
    boards = [sight.lattice for sight in sights]
    boards += _not_read(task, boards, failures)
    if len(boards) > 1:
        raise several_boards(boards, in_picture(task.given))
    return sights[0]


def _not_read(task: Task, read: Sequence[Lattice], failures: Failures) -> list[Lattice]:
    """Return the boards beside those that were ``read`` of which nothing is: one of the same game,
    one with many numbers beyond doubt, or one of cells of another shape than was found."""
    boards: list[Lattice] = []
    for candidate, error in failures:
        lattice = candidate.lattice
        if any(overlap(lattice, board) for board in (*read, *boards)):
            continue
        akin = not candidate.written and is_akin(lattice, read[0])
        if akin or error.numbers >= NUMBERED:
            boards.append(lattice)
        elif task.search is not None and is_about_as_good(candidate, task.found[0]):
            with suppress(VisionError):
                other = _seen_at(task, lattice)
                is_apart = not any(overlap(other.lattice, board) for board in read)
                is_board = _shows_numbers(other) or is_akin(other.lattice, read[0])
                boards += [other.lattice] if is_apart and is_board else []
    return boards


def _seen_at(task: Task, lattice: Lattice) -> Sight:
    """Return what is seen where a lattice is and a cell around it, as if there were no more."""
    left, top, right, bottom = lattice.box
    x, y = lattice.cell_size
    around = floor(left - x), floor(top - y), ceil(right + x), ceil(bottom + y)
    box = clipped(around, task.image)
    search = Search(task.image, box, task.shape)
    return _seen(replace(task, box=box, found=tuple(search.boards()), search=search))


def _shows_numbers(sight: Sight) -> bool:
    return any(0 < label <= MAX_NUMBER for label in sight.reading.board.labels)


def _is_surely_found(failure: tuple[Candidate, UnreadableError]) -> bool:
    """Whether so many cells of a board that is refused show numbers beyond doubt that no other
    lattice is its own."""
    candidate, error = failure
    return error.numbers >= max(MANY_NUMBERS, MOSTLY_NUMBERS * len(candidate.lattice.topology))


MANY_NUMBERS, MOSTLY_NUMBERS = 20, 0.15
"""Numbers beyond doubt, and the share of the cells, from which on no other lattice but the same one
a little aside is tried where a board is refused. Of 274 screens three are read on another lattice
than the one found first; on that one a fourteenth of the cells at most showed such numbers. It
saves a fifth of what refusing takes.
"""
