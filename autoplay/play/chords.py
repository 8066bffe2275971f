"""Chords: one click on a number whose mines all carry flags, which opens the rest around it.

It is a click of the left button: many games take it so, and others do nothing then, while the
middle button scrolls or pastes in some programs. Whether a game does is learned by one that saves
clicks anyway.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from heapq import heapify, heappop, heappush

from autoplay.game import MAX_NUMBER, Action, Board, Cell, Label, Verb
from autoplay.play.analysis import analysis_of

WORTH_IT = 2
"""Cells that a chord must open to save a click."""


def changed_by(action: Action, board: Board) -> Sequence[Cell]:
    """Return the cells that an action is to change on this board: all covered around a chord."""
    if action.verb is not Verb.CHORD:
        return (action.cell,)
    around = board.topology.neighbors[action.cell]
    return [cell for cell in around if board.labels[cell] == Label.COVERED]


def cells_changed(actions: Iterable[Action], board: Board) -> list[Cell]:
    """Return the cells that these actions are to change on this board."""
    return [cell for action in actions for cell in changed_by(action, board)]


def flags_of(action: Action, board: Board) -> Sequence[Cell]:
    """Return the cells whose flags an action rests on: those around a chord."""
    if action.verb is not Verb.CHORD:
        return ()
    around = board.topology.neighbors[action.cell]
    return [cell for cell in around if board.labels[cell] == Label.FLAG]


def spelled_out(actions: Iterable[Action], board: Board) -> list[Action]:
    """Return these actions with one for each cell that a chord opens in its place."""
    singles: list[Action] = []
    for action in actions:
        if action.verb is Verb.CHORD:
            singles += [Action(Verb.OPEN, cell) for cell in changed_by(action, board)]
        else:
            singles.append(action)
    return singles


def chords_for(board: Board, safe: Collection[Cell], marked: Collection[Cell]) -> list[Action]:
    """Return chords that open most of these cells, all of which are to be opened.

    ``marked`` are mines that carry flags, or will. A chord opens nothing but ``safe`` cells, two or
    more that no other one opens, and stands on a number all of whose mines are ``marked``. The one
    that opens most is taken first.
    """
    neighbors = board.topology.neighbors
    beside = {number for cell in safe for number in neighbors[cell]}
    opened = {number: _opened_by(board, number, safe, marked) for number in beside}
    queue = [(-len(cells), number) for number, cells in opened.items()]
    heapify(queue)
    left, chosen = set(safe), list[Action]()
    while queue:
        worth, number = heappop(queue)
        cells = opened[number] & left
        if len(cells) < WORTH_IT:
            continue
        if len(cells) < -worth:  # another one opens some of them: its turn comes later
            heappush(queue, (-len(cells), number))
            continue
        chosen.append(Action(Verb.CHORD, number))
        left -= cells
    return chosen


def _opened_by(
    board: Board, number: Cell, safe: Collection[Cell], marked: Collection[Cell]
) -> set[Cell]:
    """Return the cells that a chord there opens, none where it is no chord or may do harm."""
    label, labels = board.labels[number], board.labels
    if not Label.ZERO < label <= MAX_NUMBER:
        return set()
    closed = {cell for cell in board.topology.neighbors[number] if labels[cell] > MAX_NUMBER}
    rest = closed.difference(marked)
    is_known = all(labels[cell] == Label.COVERED and cell in safe for cell in rest)
    return rest if is_known and len(closed) - len(rest) == label else set()


def _is_no_flood(cells: Sequence[Cell], board: Board) -> bool:
    """Whether one of these open cells was opened by itself: no zero touches it."""
    neighbors, labels = board.topology.neighbors, board.labels
    return any(Label.ZERO not in (labels[other] for other in neighbors[cell]) for cell in cells)


class Chords:
    """Makes moves by chords where that saves clicks, and learns whether they work.

    ``works`` is None while that is not known: then one is tried at a time.
    """

    def __init__(self, works: bool | None = None) -> None:
        self.works = works
        self._awaited: list[Sequence[Cell]] = []  # what each that was made is to open

    def begin(self) -> None:
        """Another game begins: nothing is seen any more of those that were made."""
        self._awaited = []

    def clicks(
        self, board: Board, moves: Sequence[Action], flagged: frozenset[Cell] = frozenset()
    ) -> Sequence[Action]:
        """Return the clicks that make these moves, whose opens are certain.

        Mines that are to be ``flagged`` carry no flag yet. Where chords work, what one will open
        once their flags show is left for later.
        """
        if self.works is False or (self.works is None and self._awaited):
            return moves
        known = analysis_of(board)
        marked = {cell for cell in known.mines if board.labels[cell] == Label.FLAG}
        if not marked and not flagged:
            return moves
        safe = {move.cell for move in moves if move.verb is Verb.OPEN}.intersection(known.safe)
        if self.works:
            chords = chords_for(board, safe, marked.union(flagged))
        else:
            chords = chords_for(board, safe, marked)[:1]
        spared = set(spelled_out(chords, board))
        around = board.topology.neighbors
        now = [chord for chord in chords if flagged.isdisjoint(around[chord.cell])]
        return [*now, *(move for move in moves if move not in spared)]

    def made(self, clicks: Iterable[Action], board: Board) -> None:
        """Some clicks were made on this board."""
        self._awaited += [changed_by(c, board) for c in clicks if c.verb is Verb.CHORD]

    def see(self, before: Board, board: Board) -> None:
        """Learn from the look after ``before``: one that shows nothing new was waited for.

        One that did nothing although they work may have been a click that was lost: then that is
        not known any more.
        """
        is_over, is_in_vain = board == before, False
        awaited, self._awaited = self._awaited, []
        for cells in awaited:
            shown = {board.labels[cell] for cell in cells}
            if max(shown) <= MAX_NUMBER:
                self.works = self.works or _is_no_flood(cells, board) or None
            elif Label.COVERED in shown and is_over:
                is_in_vain = True
            elif Label.COVERED in shown:
                self._awaited.append(cells)
        if is_in_vain:
            self.works = None if self.works else False
