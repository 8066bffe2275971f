"""An in-memory desktop with a drawn Minesweeper on it, for tests, demos and the fault campaign."""

from __future__ import annotations

import random

from autoplay.desktop.ports import Region
from autoplay.desktop.virtual.desktop import Click, Costs, VirtualDesktop
from autoplay.desktop.virtual.drawing import GameStyle, Monitor
from autoplay.desktop.virtual.faults import Faults, Incident
from autoplay.desktop.virtual.incidents import happen
from autoplay.desktop.virtual.looks import LOOKS, look_named
from autoplay.desktop.virtual.windows import (
    GameWindow,
    PlainWindow,
    Target,
)
from autoplay.game import FirstClick, Game, Level, parse_level

__all__ = [
    "LOOKS",
    "Click",
    "Costs",
    "Faults",
    "GameStyle",
    "GameWindow",
    "Incident",
    "Monitor",
    "PlainWindow",
    "Target",
    "VirtualDesktop",
    "make_virtual_desktop",
]

ONE_MONITOR = (Monitor(Region(0, 0, 1280, 1024)),)


def make_virtual_desktop(
    level: Level | str = "beginner",
    shape: str = "square",
    look: str = "classic",
    seed: int = 0,
    *,
    variant: str = "",
    pitch: float = 24.0,
    faults: Faults | None = None,
    monitors: tuple[Monitor, ...] = ONE_MONITOR,
    at: tuple[int, int] = (160, 120),
    restart_key: str = "F2",
    costs: Costs | None = None,
    left_chords: bool = False,
) -> VirtualDesktop:
    """Return a desktop with one game on its first monitor; equal arguments play out equally.

    ``pitch`` is the distance of neighbouring cells in points (half a side for triangles), ``at``
    the window's top left corner in points from the first monitor's. The face and ``restart_key``
    begin another game. The middle button chords, with ``left_chords`` the left one on what is open,
    too. Raises UsageError for a level, shape or look that does not exist.
    """
    size = parse_level(level) if isinstance(level, str) else level
    style = GameStyle(size.topology(shape, variant), size.mines, look_named(look), pitch)
    games = random.Random(f"games {seed}")

    def new_game() -> Game:
        rng = random.Random(games.getrandbits(64))
        return Game(style.topology, style.mines, FirstClick.OPENING, rng)

    desktop = VirtualDesktop(
        monitors,
        random.Random(f"faults {seed}"),
        faults or Faults(),
        happen,
        restart_key=restart_key,
        costs=costs,
        left_chords=left_chords,
    )
    corner = (monitors[0].region.left + at[0], monitors[0].region.top + at[1])
    desktop.windows.append(GameWindow(style, new_game, corner, monitors[0]))
    return desktop
