"""Files of boards, and the journal that lets an interrupted simulation go on.

A boards file is JSON lines: ``{"rows","cols","topology","mines":[flat indexes],"first":[r,c]}``,
with an optional ``variant`` for hexagons and triangles, and optional flat indexes ``absent`` of the
places without a cell.
"""

from __future__ import annotations

import hashlib
import os
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Container, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from itertools import count, islice
from pathlib import Path
from typing import Annotated, BinaryIO

import msgspec

from autoplay.bench.playing_code import playing_code
from autoplay.bench.simulate import Result, Setup
from autoplay.errors import UsageError
from autoplay.files import require_file, write_parts
from autoplay.game import Cell, Minefield, Topology, make_topology
from autoplay.game.topology import MAX_CELLS
from autoplay.policy.playing import GamePlayed

STANDARD_INPUT = "-"
"""What stands for a file of boards that is piped in."""

LONGEST_LINE = 64 << 20
"""Bytes: the mines of a board of a million cells take a tenth; no line need ever end."""


class _BoardLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rows: int
    cols: int
    topology: str
    mines: list[int]
    first: tuple[int, int]
    variant: str = ""
    absent: list[int] | msgspec.UnsetType = msgspec.UNSET


def read_boards(path: Path) -> tuple[tuple[Minefield, Cell], ...]:
    """Return the minefields of a boards file with their first cells; "-" is standard input.

    Raises UsageError that names file and line for the first line that is no board.
    """
    name = "standard input" if str(path) == STANDARD_INPUT else str(path)
    boards = []
    topology_of = cache(make_topology)  # boards share their tables, some megabytes on large ones
    for number, text in enumerate(_given_lines(path), start=1):
        line = text.removeprefix(BOM_UTF8) if number == 1 else text  # of some editors
        if not line.strip():
            continue
        try:
            boards.append(_board(msgspec.json.decode(line, type=_BoardLine), topology_of))
        except (msgspec.MsgspecError, UsageError, IndexError, ValueError) as error:
            raise UsageError(f"{name}, line {number}: {error}") from None
    if not boards:
        raise UsageError(f"{name}: no boards in this file")
    return tuple(boards)


def write_boards(path: Path, boards: Iterable[tuple[Minefield, Cell]]) -> int:
    """Write these minefields with their first cells as a boards file; return how many they were.

    Raises UsageError where the file cannot be written.
    """
    written = count()
    lines = zip(board_lines(boards), written, strict=False)  # one line, one number taken
    write_parts(path, (line for line, _ in lines))
    return next(written)


def board_lines(boards: Iterable[tuple[Minefield, Cell]]) -> Iterator[bytes]:
    """Yield the lines of a boards file, one for each minefield with its first cell."""
    for field, first in boards:
        yield msgspec.json.encode(_line(field, first)) + b"\n"


def _line(field: Minefield, first: Cell) -> _BoardLine:
    tiling = field.topology
    return _BoardLine(
        tiling.rows,
        tiling.cols,
        tiling.shape.value,
        sorted(field.mines),
        tiling.row_col(first),
        tiling.variant.value,
        sorted(tiling.absent) or msgspec.UNSET,
    )


def _board(entry: _BoardLine, topology_of: Callable[..., Topology]) -> tuple[Minefield, Cell]:
    absent = () if isinstance(entry.absent, msgspec.UnsetType) else tuple(entry.absent)
    topology = topology_of(entry.topology, entry.rows, entry.cols, entry.variant, absent)
    if len(set(entry.mines)) != len(entry.mines):
        raise UsageError("a mine is listed twice")
    first = topology.cell(*entry.first)
    if first in topology.absent:
        raise UsageError("the first click lies where the board has no cell")
    return Minefield.of(topology, entry.mines), first


def _given_lines(path: Path) -> Iterator[bytes]:
    if str(path) != STANDARD_INPUT:
        yield from _lines(path)
    elif sys.stdin is None:
        raise UsageError("standard input is closed; name a file with the boards")
    else:
        yield from _lines_of(sys.stdin.buffer)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        require_file(path)
        with path.open("rb") as file:
            yield from _lines_of(file)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None


def _lines_of(file: BinaryIO) -> Iterator[bytes]:
    while line := file.readline(LONGEST_LINE):
        yield line


Count = Annotated[int, msgspec.Meta(ge=0, le=MAX_CELLS)]


class _GameLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, array_like=True):
    index: Annotated[int, msgspec.Meta(ge=0)]
    won: bool
    guesses: Count
    cpu_seconds: Annotated[float, msgspec.Meta(ge=0)]
    cut_short: Count
    expectation: Annotated[float, msgspec.Meta(ge=-MAX_CELLS, le=MAX_CELLS)]
    engine: str


class _Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    played_by: str


class Journal:
    """The results of one simulation, appended as they come; one file for each set-up.

    Games ``against`` another policy, on the same boards, are kept apart. Its first line names the
    code that played; results of other code are not given back. Where it cannot be written the
    simulation goes on without: the first failure is told on standard error, and nothing more is
    written.
    """

    def __init__(self, folder: Path, setup: Setup, against: str = "") -> None:
        self._failed = False
        self._kept: set[int] | None = None
        key = hashlib.sha256((repr(replace(setup, boards=())) + against).encode())
        for line in board_lines(setup.boards):
            key.update(line)
        self.path = folder / f"simulation-{key.hexdigest()[:16]}.jsonl"
        self._head = msgspec.json.encode(_Head(playing_code())) + b"\n"

    @property
    def is_outdated(self) -> bool:
        """Whether what is kept was played by other code than would play now."""
        try:
            with self.path.open("rb") as file:
                return file.readline(LONGEST_LINE) != self._head
        except OSError:
            return False  # there is none, or none that can be read

    def read(self) -> list[Result]:
        """Return the results kept so far; a line cut off by a crash, or damaged, is left out."""
        if not self.path.exists() or self.is_outdated:
            return []
        results = []
        for line in islice(_lines(self.path), 1, None):
            try:
                entry = msgspec.json.decode(line, type=_GameLine)
            except msgspec.MsgspecError:
                continue  # cut off as it was written, or damaged; the game is played again
            played = GamePlayed(
                entry.won, entry.guesses, entry.cpu_seconds, entry.cut_short, entry.expectation
            )
            results.append(Result(entry.index, played, entry.engine))
        return results

    def append(self, results: Iterable[Result]) -> None:
        """Add these results to the file, but for games that it keeps already."""
        if self._failed:
            return
        if self._kept is None:
            self._kept = {result.index for result in self.read()}
        new = [result for result in results if result.index not in self._kept]
        lines = b"".join(msgspec.json.encode(_line_of(result)) + b"\n" for result in new)
        try:
            if self.is_outdated:
                self.path.unlink()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                lines = self._head + lines
            with self.path.open("a+b") as file:
                file.write(lines if _ends_a_line(file) else b"\n" + lines)
        except OSError as error:
            self._failed = True
            why = f"{self.path}: {error.strerror}"
            print(f"autoplay: {why}; an interrupt could not be resumed", file=sys.stderr)

    def finish(self, played: Container[int]) -> None:
        """Forget the results, now that these games were played; not where more were played once."""
        if all(result.index in played for result in self.read()):
            with suppress(OSError):
                self.path.unlink(missing_ok=True)


def _ends_a_line(file: BinaryIO) -> bool:
    """Whether nothing was cut off at the end of a file by a crash."""
    if not file.seek(0, os.SEEK_END):
        return True
    file.seek(-1, os.SEEK_END)
    return file.read(1) == b"\n"


def _line_of(result: Result) -> _GameLine:
    played = result.played
    return _GameLine(
        result.index,
        played.won,
        played.guesses,
        played.cpu_seconds,
        played.cut_short,
        played.expectation,
        result.engine,
    )
