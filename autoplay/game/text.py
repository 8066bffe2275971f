"""The text form of a board: one character a cell, rows on lines.

``#`` covered, ``F`` flag, ``Q`` question mark, ``0``-``9`` and ``a`` ``b`` ``c`` (10-12) opened
numbers, ``*`` mine shown, ``!`` the mine that exploded, ``x`` wrong flag, ``?`` unreadable, ``_``
no cell: a board that is no rectangle is filled up to one.
Spaces within a line, blank lines around the board and lines that begin with ``;`` are ignored.

Two lines above the rows may say what these do not: ``topology`` with the shape of the cells and, if
it is not the shape's first, the variant, as in ``topology hexagon even-rows``; and ``mines`` with
the mine total, as in ``mines 99``. Without them the cells are squares and the total is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from autoplay.errors import BoardTextError, UsageError
from autoplay.game.board import MAX_NUMBER, SYMBOLS, Board, Label
from autoplay.game.topology import MAX_CELLS, Shape, make_topology
from autoplay.words import counted

HEADINGS = ("topology", "mines")
"""Words that begin the lines above the rows."""

MINES = re.compile("[0-9]{1,7}")
"""As many digits as MAX_CELLS has."""

NO_CELL = SYMBOLS[Label.ABSENT]
"""The character of a place without a cell."""

_LABEL_OF = {symbol: value for value, symbol in enumerate(SYMBOLS)}
_SYMBOL_OF = "".join(SYMBOLS).encode().ljust(256, b"?")


def format_rows(board: Board) -> list[str]:
    """Return the board's rows in text form."""
    text = board.labels.translate(_SYMBOL_OF).decode()
    cols = board.topology.cols
    return [text[start : start + cols] for start in range(0, len(text), cols)]


def format_board(board: Board) -> str:
    """Return the board's text form, which ``parse_board`` takes, without a final newline.

    The lines above the rows are left out where they would say what is taken anyway.
    """
    topology = board.topology
    heading = []
    if topology.shape is not Shape.SQUARE:
        heading.append(f"topology {topology.shape} {topology.variant}")
    if board.mines is not None:
        heading.append(f"mines {board.mines}")
    return "\n".join([*heading, *format_rows(board)])


def parse_board(
    text: str, mines: int | None = None, shape: str | None = None, variant: str = ""
) -> Board:
    """Return the board a text shows; what is given besides it outweighs what the text says.

    A ``shape`` that is not the text's does away with the text's variant too. Raises BoardTextError,
    naming line and column, for an unknown character, uneven rows, no rows, a number larger than the
    cell has neighbours, or a heading that is none; UsageError for what cannot be of what is given.
    """
    heading = _Heading()
    lines: list[tuple[int, str]] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split()
        if not words or words[0].startswith(";"):
            continue
        if words[0] in HEADINGS:
            if lines:
                raise BoardTextError(f"line {number}: {words[0]!r} belongs above the rows")
            heading = heading.with_line(number, words[0], words[1:])
        else:
            lines.append((number, "".join(words)))
    if shape is None or shape == heading.shape:
        shape, variant = heading.shape, variant or heading.variant
    if mines is None and lines:
        mines = heading.mines_among(sum(len(line) - line.count(NO_CELL) for _, line in lines))
    return _board_of_lines(lines, mines, shape or Shape.SQUARE, variant)


def parse_rows(
    rows: Sequence[str], mines: int | None = None, shape: str = "square", variant: str = ""
) -> Board:
    """Return the board these rows show; errors as for ``parse_board``, rows counted from 1."""
    return _board_of_lines(list(enumerate(rows, start=1)), mines, shape, variant)


@dataclass(frozen=True)
class _Heading:
    """What lines above the rows say, each None or empty without its line; their numbers with it."""

    shape: str | None = None
    variant: str = ""
    mines: int | None = None
    mines_line: int = 0

    def with_line(self, number: int, word: str, said: list[str]) -> _Heading:
        """Return the heading with one more line; BoardTextError for one that is none."""
        if (self.shape if word == "topology" else self.mines) is not None:
            raise BoardTextError(f"line {number}: {word!r} is said before; say it once")
        if word == "topology":
            shape, variant = "".join(said[:1]), " ".join(said[1:])
            try:
                make_topology(shape, 1, 1, variant)
            except UsageError as error:
                raise BoardTextError(f"line {number}: {error}") from None
            return replace(self, shape=shape, variant=variant)
        total = "".join(said)
        if len(said) != 1 or not MINES.fullmatch(total):
            raise BoardTextError(f"line {number}: write the mine total as in 'mines 99'")
        return replace(self, mines=int(total), mines_line=number)

    def mines_among(self, cells: int) -> int | None:
        """Return the mine total that is said, if any; BoardTextError if the cells are too few."""
        if self.mines is not None and self.mines > cells:
            mines = counted(self.mines, "mine does", "mines do")
            raise BoardTextError(f"line {self.mines_line}: {mines} not fit on {cells} cells")
        return self.mines


def _board_of_lines(
    lines: list[tuple[int, str]], mines: int | None, shape: str, variant: str
) -> Board:
    if not lines:
        raise BoardTextError("the board is empty; write one character a cell, rows on lines")
    width = len(lines[0][1])
    if width * len(lines) > MAX_CELLS:
        raise BoardTextError(f"{width * len(lines)} cells are too many; at most {MAX_CELLS} fit")
    labels = bytearray()
    for number, line in lines:
        if len(line) != width:
            raise BoardTextError(
                f"line {number} has {counted(len(line), 'cell')}, line {lines[0][0]} has {width}; "
                "rows must be equally long"
            )
        for column, symbol in enumerate(line, start=1):
            if symbol not in _LABEL_OF:
                raise BoardTextError(
                    f"line {number}, column {column}: {symbol!r} is no cell; "
                    f"use {' '.join(SYMBOLS)}"
                )
            labels.append(_LABEL_OF[symbol])
    absent = frozenset(cell for cell, label in enumerate(labels) if label == Label.ABSENT)
    try:
        topology = make_topology(shape, len(lines), width, variant, absent)
    except UsageError as error:
        raise (BoardTextError(str(error)) if len(absent) == len(labels) else error) from None
    board = Board(topology, bytes(labels), mines)
    _reject_numbers_above_degree(board, [number for number, _ in lines])
    return board


def _reject_numbers_above_degree(board: Board, line_numbers: list[int]) -> None:
    degree = (board.topology.neighbor_table >= 0).sum(axis=1)
    for cell, label in enumerate(board.labels):
        if label <= MAX_NUMBER and label > degree[cell]:
            row, col = board.topology.row_col(cell)
            raise BoardTextError(
                f"line {line_numbers[row]}, column {col + 1}: the number {label} is impossible, "
                f"the cell has {counted(degree[cell], 'neighbour')}"
            )
