"""How a game stands, as far as a board shows it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from autoplay.errors import ImpossibleBoardError
from autoplay.game import (
    MAX_NUMBER,
    UNOPENED,
    Action,
    Board,
    Cell,
    Game,
    Label,
    Minefield,
    Outcome,
    Verb,
    least_clicks,
)
from autoplay.play.analysis import analysis_of

LOSING = frozenset({Label.MINE, Label.EXPLODED, Label.WRONG_FLAG})


SEVERAL = 3
"""New flags, one of them on a clicked cell, that are a lost game's mines: within one batch of
clicks a person sets one, or two, and may set one just before the click comes."""


def outcome_of(board: Board) -> Outcome:
    """Return whether the board shows a won, a lost or a running game.

    Won: no cell is left but mines. With the mine total unknown that shows only when every unopened
    cell is flagged, none of which is proven free. A game that opens everything after a loss looks
    won; ``outcome_after`` tells.
    """
    labels = board.labels
    if Label.EXPLODED in labels or Label.WRONG_FLAG in labels:
        return Outcome.LOST
    shown = labels.count(Label.MINE)
    unopened = sum(labels.count(label) for label in UNOPENED)
    everything_free_is_open = Label.UNREADABLE not in labels and (
        unopened + shown == board.mines
        or (
            board.mines is None
            and unopened == labels.count(Label.FLAG)
            and unopened + shown < board.topology.present
            and not _is_free_cell_flagged(board)
        )
    )
    if everything_free_is_open:
        return Outcome.WON
    return Outcome.LOST if shown else Outcome.PLAYING


def _is_free_cell_flagged(board: Board) -> bool:
    """Whether a person's flag is wrong for certain, of a board of which flags alone are closed."""
    try:
        return bool(analysis_of(board).safe)
    except ImpossibleBoardError:  # a lost game may show what it likes
        return False


def outcome_after(
    before: Board, actions: Sequence[Action], now: Board, made: Sequence[Action] | None = None
) -> Outcome:
    """Return how a game stands after these actions, by what they can have opened.

    ``made`` are those that were clicked for certain, all where it is not told. A cell that was
    opened and shows a mine, or one that was clicked and is one of several new flags, was a mine,
    whatever its picture was taken for; other new flags are the person's, who was quicker, or set by
    these very actions. Numbers that no flood from the opened cells reaches were shown by the game
    itself, unless every clicked cell shows one: some games open the whole board after a loss, which
    looks like a win. Mines that show where only free cells that were clicked are still covered may
    be the flags of a won game, whose last cells are not drawn yet: it is still to be seen.
    """
    opened = _cells_of(actions, Verb.OPEN)
    clicked = opened if made is None else _cells_of(made, Verb.OPEN)
    if any(now.labels[cell] in LOSING for cell in opened):
        return Outcome.LOST
    marks = [cell for cell in clicked if cell in opened and now.labels[cell] == Label.FLAG]
    if marks and _are_mines(marks, _cells_of(actions, Verb.FLAG), before, now):
        return Outcome.LOST
    outcome = outcome_of(now)
    if outcome is Outcome.LOST and _only_clicked_are_left(before, clicked, now):
        return Outcome.PLAYING
    all_free = all(now.labels[cell] <= MAX_NUMBER for cell in clicked)
    if outcome is Outcome.WON and not all_free and _shown_by_the_game(before, opened, now):
        return Outcome.LOST
    return outcome


def _cells_of(actions: Sequence[Action], verb: Verb) -> list[Cell]:
    return [action.cell for action in actions if action.verb is verb]


def _are_mines(marks: Sequence[Cell], flagged: Sequence[Cell], before: Board, now: Board) -> bool:
    """Whether clicked cells that show a flag now are mines that a lost game shows.

    Not where all were proven free. The flags that were set on ``flagged`` say nothing of that,
    unless just as many flags show as there are mines.
    """
    if set(marks) <= set(analysis_of(before).safe):
        return False
    new = now.labels.count(Label.FLAG) - before.labels.count(Label.FLAG)
    ours = sum(now.labels[cell] == Label.FLAG != before.labels[cell] for cell in flagged)
    several = min(SEVERAL, now.mines or SEVERAL)
    if not ours or new < several:
        return new >= several
    return new - ours >= several or now.labels.count(Label.FLAG) == now.mines


def _only_clicked_are_left(before: Board, clicked: Sequence[Cell], now: Board) -> bool:
    """Whether all is open or a mine but cells proven free, which were clicked and did not open."""
    left = {cell for cell in clicked if now.labels[cell] == Label.COVERED}
    if not left or not left <= set(analysis_of(before).safe):
        return False
    opened = bytes(0 if cell in left else label for cell, label in enumerate(now.labels))
    return outcome_of(replace(now, labels=opened)) is Outcome.WON


def _shown_by_the_game(before: Board, opened: Sequence[Cell], now: Board) -> bool:
    """Whether numbers came up that the opened cells and their floods do not explain."""
    unexplained = newly_open(before, now) - flooded(opened, now)
    return len(unexplained) > 1  # a single one is the person's, who was quicker


def newly_open(before: Board, now: Board) -> set[Cell]:
    """Return the cells that were closed and show a number now."""
    pairs = enumerate(zip(before.labels, now.labels, strict=True))
    return {Cell(cell) for cell, (was, label) in pairs if was in UNOPENED and label <= MAX_NUMBER}


def flooded(opened: Iterable[Cell], now: Board) -> set[Cell]:
    """Return these cells and all that the zeros among them open."""
    neighbors = now.topology.neighbors
    reached = set(opened)
    todo = list(reached)
    while todo:
        cell = todo.pop()
        if now.labels[cell] == Label.ZERO:
            fresh = [other for other in neighbors[cell] if other not in reached]
            reached.update(fresh)
            todo.extend(fresh)
    return reached


def is_all_open(board: Board) -> bool:
    """Whether every free cell of a won board shows: what is left is proven to be mines."""
    if outcome_of(board) is Outcome.WON:
        return True
    left = sum(board.labels.count(label) for label in UNOPENED)
    return 0 < left == len(analysis_of(board).mines)


def is_over(board: Board) -> bool:
    """Whether the game that shows this board has ended already, won with its mines covered too."""
    return outcome_of(board) is not Outcome.PLAYING or is_all_open(board)


def mines_left_covered(board: Board) -> int | None:
    """Return the mine total of a board that has every free cell open, None of any other."""
    if not is_all_open(board):
        return None
    return sum(board.labels.count(label) for label in (*UNOPENED, Label.MINE))


def is_won_by(
    before: Board,
    done: Sequence[Action],
    numbers: Mapping[int, int] = MappingProxyType({}),
    mines: int | None = None,
) -> bool:
    """Whether ``done`` opened all that was free, which is proven, or is so with ``mines`` in all.

    ``numbers`` are those that show since on closed cells: the flood of a move opens others, too.
    """
    now = with_numbers(before, numbers)
    try:
        analysis = analysis_of(now if mines is None else replace(now, mines=mines))
    except ImpossibleBoardError:  # what covers the board was taken for numbers
        return False
    closed = [Cell(cell) for cell, label in enumerate(now.labels) if label in UNOPENED]
    if len(analysis.safe) + len(analysis.mines) < len(closed):
        return False
    game = Game.on(Minefield(before.topology, frozenset(analysis.mines)))
    game.perform(done)
    after = game.board().labels
    return all(after[cell] not in UNOPENED for cell in analysis.safe)


def with_numbers(board: Board, numbers: Mapping[int, int]) -> Board:
    """Return the board with these numbers on these cells."""
    labels = bytearray(board.labels)
    for cell, number in numbers.items():
        labels[cell] = number
    return replace(board, labels=bytes(labels))


def bbbv_of(board: Board) -> int:
    """Return the 3BV of what is open: its areas of zeros, and the numbers that touch none.

    On a won board that is the board's 3BV.
    """
    return least_clicks(board.topology, board.labels)
