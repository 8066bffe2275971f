"""The rules of Minesweeper: what each action does, and when a game is won or lost."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from enum import StrEnum

from autoplay.game.action import Action, Done, Verb
from autoplay.game.board import Board, Label
from autoplay.game.minefield import FirstClick, Minefield, place_mines
from autoplay.game.topology import Cell, Topology


class Outcome(StrEnum):
    """How a game stands."""

    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


class Game:
    """One game by the rules; it is a Playable, and the only owner of both board and minefield.

    Mines are placed at the first open, by ``rule``; ``Game.on`` takes a given minefield instead.
    ``question_marks`` makes a flag action cycle flag, question mark, none. Actions that do nothing
    in a real game (opening a flag, flagging a number, anything after the end) do nothing here.
    Raises UsageError for more mines than cells.
    """

    def __init__(
        self,
        topology: Topology,
        mines: int,
        rule: FirstClick = FirstClick.OPENING,
        rng: random.Random | None = None,
        question_marks: bool = False,
    ) -> None:
        self._labels = bytearray(Board.covered(topology, mines).labels)
        self._topology = topology
        self._mines = mines
        self._rule = rule
        self._rng = rng or random.Random()
        self._question_marks = question_marks
        self._minefield: Minefield | None = None
        self._free_left = topology.present - mines
        self.outcome = Outcome.PLAYING if self._free_left else Outcome.WON
        self.clicks = 0

    @classmethod
    def on(cls, minefield: Minefield) -> Game:
        """Return a game on a given minefield, its first click unprotected."""
        game = cls(minefield.topology, len(minefield.mines), FirstClick.UNPROTECTED)
        game._minefield = minefield
        return game

    @property
    def minefield(self) -> Minefield | None:
        """Where the mines are; None before the first open has placed them."""
        return self._minefield

    def board(self) -> Board:
        """Return the board as the player sees it now."""
        return Board(self._topology, bytes(self._labels), self._mines)

    def perform(self, actions: Sequence[Action]) -> Done:
        """Do these actions in order, and say so."""
        for action in actions:
            self._act(action)
        return Done(actions)

    def _act(self, action: Action) -> None:
        if self.outcome is not Outcome.PLAYING:
            return
        self.clicks += 1
        match action.verb:
            case Verb.OPEN:
                self._open([action.cell])
            case Verb.FLAG:
                self._cycle_flag(action.cell)
            case Verb.CHORD:
                self._chord(action.cell)

    def _open(self, cells: Iterable[Cell]) -> None:
        todo = [cell for cell in cells if self._labels[cell] in (Label.COVERED, Label.QUESTION)]
        if not todo:
            return
        if self._minefield is None:
            self._minefield = place_mines(
                self._topology, self._mines, todo[0], self._rule, self._rng
            )
        exploded = [cell for cell in todo if cell in self._minefield.mines]
        if exploded:
            self._lose(exploded)
            return
        self._flood(todo, self._minefield)
        if self._free_left == 0:
            self._win()

    def _flood(self, todo: list[Cell], minefield: Minefield) -> None:
        """Open these cells and every area of zeros they touch; flags stay closed."""
        while todo:
            cell = todo.pop()
            if self._labels[cell] not in (Label.COVERED, Label.QUESTION):
                continue
            number = int(minefield.numbers[cell])
            self._labels[cell] = number
            self._free_left -= 1
            if number == 0:
                todo.extend(self._topology.neighbors[cell])

    def _cycle_flag(self, cell: Cell) -> None:
        cycle = {Label.COVERED: Label.FLAG, Label.FLAG: Label.COVERED}
        if self._question_marks:
            cycle = {**cycle, Label.FLAG: Label.QUESTION, Label.QUESTION: Label.COVERED}
        label = Label(self._labels[cell])
        self._labels[cell] = cycle.get(label, label)

    def _chord(self, cell: Cell) -> None:
        around = self._topology.neighbors[cell]
        flags = sum(self._labels[other] == Label.FLAG for other in around)
        if self._labels[cell] == flags and flags > 0:
            self._open(around)

    def _win(self) -> None:
        self.outcome = Outcome.WON
        for cell, label in enumerate(self._labels):
            if label in (Label.COVERED, Label.QUESTION):
                self._labels[cell] = Label.FLAG

    def _lose(self, exploded: list[Cell]) -> None:
        assert self._minefield is not None
        self.outcome = Outcome.LOST
        for cell in range(len(self._topology)):
            flagged = self._labels[cell] == Label.FLAG
            mined = cell in self._minefield.mines
            if flagged and not mined:
                self._labels[cell] = Label.WRONG_FLAG
            elif mined and not flagged:
                self._labels[cell] = Label.MINE
        for cell in exploded:
            self._labels[cell] = Label.EXPLODED
