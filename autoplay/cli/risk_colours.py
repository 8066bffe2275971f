"""A board in the terminal, covered cells coloured by risk: green safe, red mine, yellow between."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray
from rich.style import Style
from rich.text import Text

from autoplay.cli.terminal import Terminal
from autoplay.game import MAX_NUMBER, SYMBOLS, UNOPENED, Board, Cell, Label, Shape
from autoplay.inference import Analysis
from autoplay.policy import Advice
from autoplay.words import ZERO

SAFE, MINE = "#2e9e4f", "#c41a1a"
"""Green and red on terminals of 16, 256 and all colours alike: the nearest of theirs is taken."""

PALE, FULL = (235, 225, 190), (210, 160, 0)
"""Red, green and blue of no risk and of a risk of 1; 16 colours show white, grey and two yellows on
the way, and never red."""

COLOURS = {"s": SAFE, "M": MINE}
"""Of certain cells, by their signs."""

NOTHING = Style(dim=True)

SIGNS = "s certainly safe, M certainly mined"
"""What the signs of certain cells mean: colours alone tell not everybody, nor everywhere."""

MOST_NAMED = 3
"""Cells whose risk is said in words."""

NUMBERS = (
    "",
    "#4f6fe8",
    "#3f9b3f",
    "#dd3333",
    "#9440b8",
    "#a02a2a",
    "#2a9c9c",
    "#888888",
    "#aaaaaa",
)


def board_in_colour(
    board: Board,
    analysis: Analysis | None = None,
    advice: Advice | None = None,
) -> Text:
    """Return the board, two characters a cell, its numbers in their usual colours.

    With ``analysis`` unopened cells have the colour of their risk, and certain ones are marked as
    SIGNS says; the cells that ``advice`` names are marked with ``o``.
    """
    advised = {action.cell for action in advice.actions} if advice else set()
    certain: dict[Cell, str] = {}
    if analysis is not None:
        certain = dict.fromkeys(analysis.safe, "s") | dict.fromkeys(analysis.mines, "M")
    text = Text()
    for cell, label in enumerate(board.labels):
        row, col = board.topology.row_col(cell)
        if col == 0:
            text.append(("\n" if row else "") + _indent(board, row))
        symbol = SYMBOLS[label]
        if analysis is not None and label in UNOPENED:
            marked, sign = cell in advised, certain.get(Cell(cell))
            ink = "bright_white" if marked else "black"
            ground = COLOURS[sign] if sign else _yellow(float(analysis.mine_probability[cell]))
            shown = "o" if marked else sign or symbol
            text.append(shown + " ", _style(ink, ground, bold=marked))
        elif label == 0:
            text.append(ZERO + " ", NOTHING)
        elif label == Label.ABSENT:
            text.append("  ")
        elif label <= MAX_NUMBER:
            text.append(symbol + " ", _style(NUMBERS[min(label, 8)], bold=True))
        else:
            text.append(symbol + " ")
    return text


def signs_told(advice: Advice) -> str:
    """Return what the signs of a board mean, where this is advised."""
    return f"o advised, {SIGNS}" if advice.actions else SIGNS


def fitted(drawn: Text, width: int, height: int | None = None, around: int = 0) -> Iterator[Text]:
    """Yield what fits of a drawn board; its last line says so where that is not all of it.

    It may have ``height`` lines, None for any number, of those that it needs with ``around`` more.
    Lines that scrolled away could not be wiped out again, and rows that were broken are no picture.
    """
    rows = drawn.split("\n")
    needed = max(len(row.plain.rstrip()) for row in rows)
    if needed <= width and (height is None or len(rows) <= height):
        yield drawn
        return
    for row in rows if height is None else rows[: max(height - 1, 0)]:
        row.no_wrap, row.overflow = True, "crop"
        yield row
    size = f"{needed} by {len(rows) + around} characters"
    yield Text(f"too large: it needs {size}", no_wrap=True, overflow="crop")


def print_board(console: Terminal, drawn: Text) -> None:
    """Print a drawn board: what fits of its rows in a terminal, elsewhere all of it."""
    if not console.shows_colours:  # its million styled pieces would be laid out for nothing
        drawn = Text(drawn.plain)
    if not console.is_terminal:
        console.print(drawn)
        return
    print_lines(console, fitted(drawn, console.width))


def print_lines(console: Terminal, lines: Iterable[Text]) -> None:
    """Print lines of which those that are too long are cut off, not broken."""
    for line in lines:
        console.print(line, soft_wrap=False, no_wrap=True, overflow="crop")


def least_risks(board: Board, analysis: Analysis, advice: Advice) -> str | None:
    """Return where a mine is least likely among the cells that are not certain, in one line.

    Without the mine total only cells beside a number have a risk worth telling. None where none is,
    and where nothing is advised: the game is over.
    """
    if not advice.actions:
        return None
    certain = {*analysis.safe, *analysis.mines}
    left = [cell for cell in board.unopened() if cell not in certain]
    if board.mines is None:
        touching = board.topology.neighbors
        left = [c for c in left if any(board[other] <= MAX_NUMBER for other in touching[c])]
    least = sorted(left, key=lambda cell: analysis.mine_probability[cell])[:MOST_NAMED]
    if not least:
        return None
    named = ", ".join(
        f"{board.topology.place(cell)} {analysis.mine_probability[cell]:.1%}" for cell in least
    )
    return f"least mine risks where nothing is certain: {named}"


def risks_of(analysis: Analysis) -> NDArray[np.float64]:
    """Return each cell's mine risk, (cells,): 0 and 1 only where proven, NaN where it is seen."""
    tiny = float(np.finfo(np.float64).eps)
    risks = np.clip(analysis.mine_probability, tiny, 1 - tiny)
    risks[list(analysis.safe)] = 0
    risks[list(analysis.mines)] = 1
    risks[list(analysis.board.cells(Label.MINE, Label.EXPLODED))] = np.nan
    return risks


@cache
def _style(ink: str, ground: str | None = None, *, bold: bool) -> Style:
    return Style(color=ink, bgcolor=ground, bold=bold)


@lru_cache(4096)
def _yellow(risk: float) -> str:
    """Return the colour of a risk: pale to full yellow by its square root, as Automine's square."""
    depth = 0 if math.isnan(risk) else math.sqrt(risk)
    red, green, blue = (int(a + (b - a) * depth) for a, b in zip(PALE, FULL, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"


def _indent(board: Board, row: int) -> str:
    shifted = {"odd-rows": 1, "even-rows": 0}.get(board.topology.variant)
    is_shifted = board.topology.shape is Shape.HEXAGON and shifted == row % 2
    return " " if is_shifted else ""
