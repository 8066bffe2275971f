"""Why no layout fits: a smallest set of numbers that contradict each other."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from autoplay.errors import BudgetError, ImpossibleBoardError
from autoplay.game import Board
from autoplay.inference.constraints import Component, Constraint, Situation, components_of, rings
from autoplay.inference.counting import Ways, forward, running_products
from autoplay.words import counted


def explain(board: Board, situation: Situation, tallies: Sequence[Ways]) -> ImpossibleBoardError:
    """Return the error that names a smallest set of numbers that contradict each other.

    Where finding one costs too much, the set is not the smallest.
    """
    for component, tally in zip(situation.components, tallies, strict=True):
        if not tally:
            cells = sorted(constraint.witness for constraint in _culprits(component))
            named = ", ".join(
                f"{board.topology.place(cell)} shows {board.labels[cell]}" for cell in cells
            )
            return ImpossibleBoardError(f"no layout fits these numbers together: {named}", cells)
    fits = running_products(tallies)[-1]
    least, most = min(fits), max(fits) + len(situation.interior)
    need = counted(most, "more mine")
    need = need if least == most else f"{least} to {need}"
    return ImpossibleBoardError(
        f"the numbers need {need}, but a total of {board.mines} leaves "
        f"{situation.mines_left}: is the mine total right?"
    )


def _culprits(component: Component) -> list[Constraint]:
    """Return constraints that contradict each other, none of which can be left out.

    All of the component's where it is too costly to say which.
    """
    for constraint in component.constraints:
        if not 0 <= constraint.mines <= len(constraint.cells):
            return [constraint]
    # The count died at one supercell: the contradiction is near it.
    died = component.supercells[len([lines for lines in forward(component) if lines]) - 1]
    for near in rings(component.constraints, died.cells[0]):
        if contradictory(near):
            return smallest(near, contradictory)
    return list(component.constraints)


def contradictory(constraints: Sequence[Constraint]) -> bool:
    """Whether no layout fits these constraints; False where that is too costly to say."""
    try:
        return any(not forward(component)[-1] for component in components_of(constraints))
    except BudgetError:
        return False


def smallest(
    constraints: Sequence[Constraint], holds: Callable[[Sequence[Constraint]], bool]
) -> list[Constraint]:
    """Leave out every constraint, the last first, without which ``holds`` is still true."""
    kept = list(constraints)
    for constraint in reversed(constraints):
        fewer = [other for other in kept if other is not constraint]
        if holds(fewer):
            kept = fewer
    return kept
