"""How a game stands, as far as a board shows it."""

from __future__ import annotations

from autoplay.game import MAX_NUMBER, UNOPENED, Board, Cell, Label, Outcome

LOSING = frozenset({Label.MINE, Label.EXPLODED, Label.WRONG_FLAG})


def outcome_of(board: Board) -> Outcome:
    """Return whether the board shows a won, a lost or a running game.

    Won: no cell is left but mines. With the mine total unknown that shows only when every unopened
    cell is flagged or nothing is covered; ``only_mines_left`` proves it otherwise.
    """
    labels = board.labels
    if any(label in (Label.EXPLODED, Label.WRONG_FLAG) for label in labels):
        return Outcome.LOST
    shown = labels.count(Label.MINE)
    unopened = sum(label in UNOPENED for label in labels)
    opened = sum(label <= MAX_NUMBER for label in labels)
    everything_free_is_open = opened + shown + unopened == len(labels) and (
        unopened + shown == board.mines
        or (board.mines is None and unopened == labels.count(Label.FLAG) and opened > 0)
    )
    if everything_free_is_open:
        return Outcome.WON
    return Outcome.LOST if shown else Outcome.PLAYING


def bbbv_of(board: Board) -> int:
    """Return the 3BV of what is open: its areas of zeros, and the numbers that touch none.

    On a won board that is the board's 3BV.
    """
    neighbors, labels = board.topology.neighbors, board.labels
    zeros = {Cell(cell) for cell, label in enumerate(labels) if label == Label.ZERO}
    rim = {other for cell in zeros for other in neighbors[cell]}
    lone = sum(0 < label <= MAX_NUMBER and cell not in rim for cell, label in enumerate(labels))
    areas = 0
    while zeros:
        areas += 1
        todo = [zeros.pop()]
        while todo:
            fresh = zeros.intersection(neighbors[todo.pop()])
            zeros -= fresh
            todo.extend(fresh)
    return areas + lone
