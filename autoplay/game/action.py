"""What a player does to a cell, with a text form: ``open 3,4``."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum

from autoplay.errors import UsageError
from autoplay.game.topology import Cell, Topology


class Verb(StrEnum):
    """The three things a click can mean."""

    OPEN = "open"
    FLAG = "flag"  # cycles flag, question mark (where the game has one), none
    CHORD = "chord"  # on an opened number whose flags are all set: opens the rest around it


@dataclass(frozen=True)
class Action:
    """One click: what to do and where."""

    verb: Verb
    cell: Cell

    def format(self, topology: Topology) -> str:
        """Return the text form, such as ``open 3,4`` (row, column from 0)."""
        return f"{self.verb} {topology.place(self.cell)}"

    @classmethod
    def parse(cls, text: str, topology: Topology) -> Action:
        """Return the action a text names; UsageError for a text that names none on this board."""
        try:
            verb, place = text.split()
            return cls(Verb(verb), topology.cell_at(place))
        except (ValueError, IndexError):
            raise UsageError(
                f"{text!r} is no action on this board; "
                "write 'open ROW,COL', 'flag ROW,COL' or 'chord ROW,COL'"
            ) from None


@dataclass(frozen=True)
class Done:
    """What was done of some actions, and which of that is already known to be ``lost``: made, and
    without an effect that should show by now."""

    actions: Sequence[Action]
    lost: Collection[Action] = ()

    @property
    def kept(self) -> Sequence[Action]:
        """Those that have had their effect, or may have it yet."""
        return [action for action in self.actions if action not in self.lost]
