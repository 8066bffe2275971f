"""Chords: one click on a number whose mines all carry flags, which opens the rest around it.

It is a click of the left button: many games take it so, and others do nothing then, while the
middle button scrolls or pastes in some programs.
"""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.game import Action, Board, Cell, Label, Verb


def changed_by(action: Action, board: Board) -> Sequence[Cell]:
    """Return the cells that an action is to change on this board: all covered around a chord."""
    if action.verb is not Verb.CHORD:
        return (action.cell,)
    around = board.topology.neighbors[action.cell]
    return [cell for cell in around if board.labels[cell] == Label.COVERED]


def flags_of(action: Action, board: Board) -> Sequence[Cell]:
    """Return the cells whose flags an action rests on: those around a chord."""
    if action.verb is not Verb.CHORD:
        return ()
    around = board.topology.neighbors[action.cell]
    return [cell for cell in around if board.labels[cell] == Label.FLAG]
