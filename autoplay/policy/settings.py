"""The ingredients of the winning policy and their budgets, each a setting of its own."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, fields, replace

from autoplay.errors import UsageError

MOST_LAYOUTS = 65_535
"""A layout takes two bytes for each covered cell: half a gigabyte for 4096 cells."""

MOST = 1_000_000_000
"""Of any setting: the kernel counts with 32 bits."""

MOST_EXTENSION = 8
"""Each step costs some five times the one before."""

MOST_OF = {"endgame_layouts": MOST_LAYOUTS, "extension": MOST_EXTENSION, "window": 1}
"""The settings that may be less than MOST at most."""

BUDGET = re.compile(r"(?P<budget_ms>[0-9]+(?:\.[0-9]+)?)ms|(?P<endgame_nodes>[0-9]+)nodes")
"""A budget as it is written, its number named as the setting it is."""

MEANINGS = {
    "endgame_layouts": "positions of at most so many layouts are searched to their end; 0: none",
    "endgame_nodes": "positions that this search visits at most, then it is cut short",
    "isolated": "1: a part that is a game of its own is played alone and first; 0: it is not",
    "plies": "2: a guess counts the next move's safety too; 1: its own risk alone",
    "window": "only cells at least this share as safe as the safest are looked at",
    "candidates": "how many cells are looked at, at most",
    "off_frontier": "how many of them may be beside no number",
    "certainty_bonus": "what a certainly safe next cell is worth above 1",
    "second_share": "share taken off of what the second safest next cell lacks to the safest",
    "extension": "cells that a guess makes certain are opened in thought, if so many at most",
    "budget_ms": "milliseconds of a guess, so faster machines may choose better; 0: no limit",
}
"""What each setting means, in a line; the names are those of ``Settings``."""


@dataclass(frozen=True)
class Settings:
    """The ingredients, each of which can be switched off, and their budgets.

    ``MEANINGS`` says what each is. On 6000 paired expert games a ``certainty_bonus`` of 0.03 won
    0.2 (+-0.2) points more than 0.1 and as many as 0, 0.3 won less. An ``extension`` of 3 won 0.4
    (+-0.3) points more than 0 on the 20 000 expert boards that chose it, 0.6 (+-0.2) on 50 000
    others; 5 won no more. A ``second_share`` of 0.4 won 0.06 (+-0.13) points more than 0 on 20 000.
    """

    endgame_layouts: int = 4000
    endgame_nodes: int = 40_000
    isolated: int = 1
    plies: int = 2
    window: float = 0.9
    candidates: int = 20
    off_frontier: int = 10
    certainty_bonus: float = 0.03
    second_share: float = 0.4
    extension: int = 3
    budget_ms: float = 0.0

    def __post_init__(self) -> None:
        if self.plies not in (1, 2):
            raise UsageError(f"plies must be 1 or 2, not {self.plies}")
        if self.isolated not in (0, 1):
            raise UsageError(f"isolated must be 0 or 1, not {self.isolated}")
        for field in fields(self):
            value, most = getattr(self, field.name), MOST_OF.get(field.name, MOST)
            if not 0 <= value <= most:  # not a number is no such value either
                raise UsageError(f"{field.name} must be 0 to {most}, not {value}")

    def named(self, policy: str) -> str:
        """Return the word for a policy with these settings on the command line."""
        changed = [
            f"{field.name}={getattr(self, field.name)}"
            for field in fields(self)
            if getattr(self, field.name) != field.default
        ]
        return ":".join([policy, ",".join(changed)]) if changed else policy


def parse_budget(text: str, given: Settings | None = None) -> Settings:
    """Return the settings with the budget of a guess written as ``50ms`` or ``2000nodes``.

    Nodes are positions of the endgame search; they give the same answer on every machine.
    Raises UsageError for anything else.
    """
    written = BUDGET.fullmatch(text)
    name = written.lastgroup if written is not None else None
    if written is None or name is None or float(written[name]) <= 0:
        raise UsageError(f"a budget is written like 50ms, 0.5ms or 2000nodes, not {text!r}")
    return parse_settings([f"{name}={written[name]}"], given)


def parse_settings(assignments: Iterable[str], given: Settings | None = None) -> Settings:
    """Return the settings with these ``name=value`` changed.

    Raises UsageError for a name that is none (it lists them), or a value that is no number.
    """
    settings = given or Settings()
    types = {field.name: type(getattr(settings, field.name)) for field in fields(settings)}
    for assignment in assignments:
        name, _, text = assignment.partition("=")
        if name == "budget":
            settings = parse_budget(text, settings)
            continue
        if name not in types:
            raise UsageError(f"no setting {name!r}; use one of budget, {', '.join(types)}")
        try:
            value = types[name](text)
        except ValueError:
            whole = f"a whole number of at most {len(str(MOST))} digits"
            kind = whole if types[name] is int else "a number"
            raise UsageError(f"{name} must be {kind}, not {text!r}") from None
        settings = replace(settings, **{name: value})
    return settings
