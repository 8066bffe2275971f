"""Why no layout fits: numbers that contradict each other, as few as can be found in time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board, Cell
from autoplay.inference.constraints import (
    Component,
    Constraint,
    Situation,
    components_of,
    rings,
    situation_of,
    windows,
)
from autoplay.inference.counting import Line, forward, layouts_by_mines
from autoplay.words import counted

MAX_WORK = 400_000
"""Lines that may be held in all for one reason: a second's work."""

MAX_LINES_EACH = 50_000
"""Lines of one component while a reason is looked for; one that holds more decides nothing."""

CONSTRAINT_WORK = 8
"""Lines that take as long as it takes to find the component of one constraint."""

WIDER = 1.25
"""How many times the numbers of the last attempt the next one takes at least: a chain of numbers
has a ring for every one of them."""

WINDOW, CORE = 16, 4
"""Numbers of a window that a reason is looked for in where the frontier is too wide, and how many
of them are in the middle of no other."""

MOST_NAMED = 12
"""Numbers that an error names; its witnesses are all of them."""


@dataclass(frozen=True)
class Reason:
    """Constraints that contradict each other; ``irreducible`` where none can be left out."""

    constraints: tuple[Constraint, ...]
    irreducible: bool


class ReasonSearch:
    """Looks for reasons until MAX_WORK is done; after that it finds none and leaves none out."""

    def __init__(self) -> None:
        self._left = MAX_WORK
        self.is_unsure = False
        """Whether a question since this was last set to False was too dear to answer."""

    def near(
        self, constraints: Sequence[Constraint], cell: Cell, given: Sequence[Constraint] = ()
    ) -> Reason | None:
        """Return which constraints contradict each other and what is given, nearest to the cell.

        None where none do, or where it is too costly to say.
        """
        near: list[Constraint] = []
        tried = 0
        for ring in rings(constraints, cell):
            near += ring
            if len(near) >= WIDER * tried:
                tried = len(near)
                if self.contradictory([*near, *given]):
                    return self.reduced(near, given)
        if len(near) > tried and self.contradictory([*near, *given]):
            return self.reduced(near, given)
        return None

    def reduced(
        self, constraints: Sequence[Constraint], given: Sequence[Constraint] = ()
    ) -> Reason:
        """Return what is left of constraints that contradict each other and what is given."""
        self.is_unsure = False
        kept = irreducible(constraints, lambda fewer: self.contradictory([*fewer, *given]))
        return Reason(tuple(kept), not self.is_unsure)

    def contradictory(self, constraints: Sequence[Constraint]) -> bool:
        """Whether no layout fits these constraints; False where that is too costly to say."""
        self._left -= CONSTRAINT_WORK * len(constraints)
        if self._left < 0:
            self.is_unsure = True
            return False
        passes = map(self.passes, components_of(constraints))
        return any(lines is not None and not lines[-1] for lines in passes)

    def passes(self, component: Component) -> list[dict[Line, int]] | None:
        """Return the forward pass of a component, None where it is too costly."""
        most = min(MAX_LINES_EACH, self._left)
        try:
            passes = forward(component, most)
        except BudgetError:
            self._left -= most
            self.is_unsure = True
            return None
        self._left -= sum(map(len, passes))
        return passes


def irreducible(
    constraints: Sequence[Constraint], holds: Callable[[Sequence[Constraint]], bool]
) -> list[Constraint]:
    """Leave out every constraint, the last first, without which ``holds`` is still true.

    ``holds`` is true of all of them, and stays so where more are added. Many that can be left out
    are asked about at once.
    """

    def needed(
        before: Sequence[Constraint], asked: Sequence[Constraint], after: list[Constraint]
    ) -> list[Constraint]:
        if holds([*before, *after]):
            return after
        if len(asked) == 1:
            return [*asked, *after]
        half = len(asked) // 2
        after = needed([*before, *asked[:half]], asked[half:], after)
        return needed(before, asked[:half], after)

    return needed([], constraints, [])


def explain(board: Board) -> ImpossibleBoardError:
    """Return the error for a board that no layout fits, with the numbers that contradict.

    It names few numbers or, where finding them takes too long, more than needed, or none; it says
    which.
    """
    try:
        situation = situation_of(board)
    except ImpossibleBoardError as error:
        return error
    for component in situation.components:
        for constraint in component.constraints:
            if not 0 <= constraint.mines <= len(constraint.cells):
                return _error(board, Reason((constraint,), True))
    search = ReasonSearch()
    fits: list[set[int]] = []
    too_wide: list[Component] = []
    for component in situation.components:
        passes = search.passes(component)
        if passes is None:
            too_wide.append(component)
        elif not passes[-1]:
            # The count died at one supercell: the contradiction is near it.
            died = component.supercells[len([lines for lines in passes if lines]) - 1]
            near = search.near(component.constraints, died.cells[0])
            return _error(board, near or Reason(component.constraints, False))
        else:
            fits.append(set(layouts_by_mines(component, passes[-1])))
    for component in too_wide:
        for window, _ in windows(component.constraints, WINDOW, CORE):
            if search.contradictory(window):
                return _error(board, search.reduced(window))
    return _untold(board, too_wide) if too_wide else _of_total(board, situation, fits)


def _error(board: Board, reason: Reason) -> ImpossibleBoardError:
    cells = sorted(constraint.witness for constraint in reason.constraints)
    named = [f"{board.topology.place(cell)} shows {board.labels[cell]}" for cell in cells]
    more = len(named) - MOST_NAMED
    text = ", ".join(named[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    spare = "" if reason.irreducible else " (it takes too long to say which can be left out)"
    return ImpossibleBoardError(f"no layout fits these numbers together{spare}: {text}", cells)


def _untold(board: Board, too_wide: Sequence[Component]) -> ImpossibleBoardError:
    """Return the error for a board of which some of these parts' numbers contradict each other."""
    total = "" if board.mines is None else f" and a total of {counted(board.mines, 'mine')}"
    constraints = (constraint for component in too_wide for constraint in component.constraints)
    return ImpossibleBoardError(
        f"no layout fits all the numbers{total} together; it takes too long to say which of them "
        "contradict each other",
        sorted(constraint.witness for constraint in constraints),
    )


def _of_total(board: Board, situation: Situation, fits: Sequence[set[int]]) -> ImpossibleBoardError:
    """Return the error for a board whose numbers fit together; ``fits`` are each part's mines."""
    possible = 1  # bit n: the numbers fit with n mines in all
    for counts in fits:
        possible = reduce(or_, (possible << mines for mines in counts))
    totals = [mines for mines in range(possible.bit_length()) if possible >> mines & 1]
    left = situation.mines_left
    assert left is not None, "numbers that fit together fit some total"
    over = [mines for mines in totals if mines > left]
    under = [mines + len(situation.interior) for mines in totals if mines < left]
    if over and under:
        need = f"need {under[-1]} or {counted(over[0], 'more mine')}"
    elif len(totals) == 1 and not situation.interior:
        need = f"need exactly {counted(totals[0], 'more mine')}"
    elif over:
        need = f"need at least {counted(over[0], 'more mine')}"
    else:
        need = f"leave room for at most {counted(under[-1], 'more mine')}"
    return ImpossibleBoardError(
        f"the numbers {need}, but a total of {board.mines} leaves {left}: is the mine total right?"
    )
