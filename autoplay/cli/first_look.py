"""Finds the game on the screen, or keeps the picture in which it was not found."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import platformdirs

from autoplay.calibration import Library
from autoplay.cli.areas import within
from autoplay.cli.terminal import Terminal
from autoplay.desktop.ports import Frame, Machine, Region
from autoplay.errors import (
    NoBoardError,
    SeveralBoardsError,
    UnreadableError,
    UsageError,
    WrongTotalError,
)
from autoplay.files import keep_latest, next_number
from autoplay.play.board_on_screen import Found, find_game
from autoplay.vision.lattice import Lattice
from autoplay.vision.picture import save_picture
from autoplay.vision.refusal import several_boards

PICTURE = "screen"
"""What a picture kept is called, with a number behind it."""

MOST_PICTURES = 20
"""Pictures kept, the newest ones; a screen is about a megabyte."""


def bundles() -> Path:
    """Return the folder in which what led to failures is kept."""
    return platformdirs.user_cache_path("autoplay") / "bundles"


def find_or_keep(
    machine: Machine,
    library: Library,
    areas: Sequence[Region],
    name: str | None,
    mines: int | None,
) -> Found:
    """Return the game in the first of these areas that shows one, as ``find_game`` does.

    Where none does, one shows several, or one cannot be read, the pictures are kept first and their
    paths printed on standard error.
    """
    seen: list[Frame] = []
    nothing: NoBoardError | None = None
    try:
        for area in areas:
            try:
                with Terminal(stderr=True).looking():
                    return find_game(machine, library, area, name, mines, captured=seen.append)
            except NoBoardError as error:
                is_whole = area in machine.screen.monitors()
                region = ",".join(map(str, area))
                nothing = nothing or (error if is_whole else within(region, error))
            except SeveralBoardsError as error:
                boards = [each for each in error.candidates if isinstance(each, Lattice)]
                raise several_boards(boards, partial(_in_points, seen[-1])) from None
        assert nothing is not None, "there is an area to look at"
        raise nothing
    except (NoBoardError, SeveralBoardsError, UnreadableError) as error:
        if not isinstance(error, WrongTotalError):  # what is wrong was told, not seen
            for frame in seen:
                _tell_of(frame)
        raise


def _in_points(
    frame: Frame, box: tuple[float, float, float, float]
) -> tuple[float, float, float, float]:
    left, top = box[:2]
    right, bottom = (
        min(end, size) for end, size in zip(box[2:], frame.pixels.shape[1::-1], strict=True)
    )
    return (*frame.point_at(left, top), *frame.point_at(right, bottom))


def _tell_of(frame: Frame) -> None:
    if path := _keep(frame, bundles()):
        print(
            f"autoplay: what was seen is kept in {path}; `autoplay read` tries it again",
            file=sys.stderr,
        )


def _keep(frame: Frame, home: Path) -> Path | None:
    """Write the frame as a PNG file and return its path; None where it cannot be written."""
    try:
        home.mkdir(parents=True, exist_ok=True)
        path = home / f"{PICTURE}-{next_number(home, PICTURE):04d}.png"
        save_picture(path, frame.pixels[:, :, :3])
        keep_latest(home, PICTURE, MOST_PICTURES)
    except (OSError, UsageError) as problem:
        why = f"{home}: {problem.strerror}" if isinstance(problem, OSError) else problem
        print(f"autoplay: no picture of it kept: {why}", file=sys.stderr)
        return None
    return path
