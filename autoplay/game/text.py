"""The text form of a board: one character a cell, rows on lines.

``#`` covered, ``F`` flag, ``Q`` question mark, ``0``-``9`` and ``a`` ``b`` ``c`` (10-12) opened
numbers, ``*`` mine shown, ``!`` the mine that exploded, ``x`` wrong flag, ``?`` unreadable.
Spaces within a line, blank lines around the board and lines that begin with ``;`` are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.errors import BoardTextError
from autoplay.game.board import MAX_NUMBER, SYMBOLS, Board
from autoplay.game.topology import MAX_CELLS, make_topology
from autoplay.words import counted

_LABEL_OF = {symbol: value for value, symbol in enumerate(SYMBOLS)}
_SYMBOL_OF = "".join(SYMBOLS).encode().ljust(256, b"?")


def format_rows(board: Board) -> list[str]:
    """Return the board's rows in text form."""
    text = board.labels.translate(_SYMBOL_OF).decode()
    cols = board.topology.cols
    return [text[start : start + cols] for start in range(0, len(text), cols)]


def format_board(board: Board) -> str:
    """Return the board's text form, rows on lines, without a final newline."""
    return "\n".join(format_rows(board))


def parse_board(
    text: str, mines: int | None = None, shape: str = "square", variant: str = ""
) -> Board:
    """Return the board a text shows.

    Raises BoardTextError, naming line and column, for an unknown character, uneven rows, no rows
    or a number larger than the cell has neighbours; UsageError for more mines than cells.
    """
    lines = [
        (number, "".join(line.split()))
        for number, line in enumerate(text.splitlines(), start=1)
        if line.strip() and not line.lstrip().startswith(";")
    ]
    return _board_of_lines(lines, mines, shape, variant)


def parse_rows(
    rows: Sequence[str], mines: int | None = None, shape: str = "square", variant: str = ""
) -> Board:
    """Return the board these rows show; errors as for ``parse_board``, rows counted from 1."""
    return _board_of_lines(list(enumerate(rows, start=1)), mines, shape, variant)


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
    board = Board(make_topology(shape, len(lines), width, variant), bytes(labels), mines)
    _reject_numbers_above_degree(board, [number for number, _ in lines])
    return board


def _reject_numbers_above_degree(board: Board, line_numbers: list[int]) -> None:
    degree = (board.topology.neighbor_table >= 0).sum(axis=1)
    for cell, label in enumerate(board.labels):
        if label <= MAX_NUMBER and label > degree[cell]:
            row, col = board.topology.row_col(cell)
            raise BoardTextError(
                f"line {line_numbers[row]}, column {col + 1}: the number {label} is impossible, "
                f"the cell has {degree[cell]} neighbours"
            )
