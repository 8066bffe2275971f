"""What each incident does to a virtual desktop."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual.desktop import VirtualDesktop
from autoplay.desktop.virtual.drawing import GameStyle
from autoplay.desktop.virtual.faults import Incident
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow
from autoplay.game import Cell, Game, Level, Verb, make_topology

OTHER_LEVELS = (Level(9, 9, 10), Level(12, 14, 25), Level(16, 16, 40))

SCALES = (1.0, 1.25, 1.5, 2.0)
"""Pixels per point that systems offer in their settings."""

CLOCK_JUMP_SECONDS = 3600.0
"""Most seconds that a clock is set forward by: the hour of summer time."""


def happen(desktop: VirtualDesktop, incident: Incident) -> None:
    """Let the incident happen now, and record it; nothing when the game is gone already."""
    if not any(isinstance(window, GameWindow) for window in desktop.windows):
        return
    desktop.incidents.append(incident)
    _EFFECTS[incident](desktop, desktop.game)


def _anywhere(region: Region, rng: random.Random) -> Point:
    """A point that is not in a corner, where it would ask the program to stop."""
    return Point(
        region.left + rng.randint(2, region.width - 3),
        region.top + rng.randint(2, region.height - 3),
    )


def _other_place(window: GameWindow, rng: random.Random) -> tuple[int, int]:
    """A place for the window's corner: nearby or far, now and then half off the monitor."""
    monitor = window.monitor.region
    if rng.random() < 0.5:
        return (
            window.region.left + rng.choice((-1, 1)) * rng.randint(1, 30),
            window.region.top + rng.choice((-1, 1)) * rng.randint(1, 30),
        )
    return (
        rng.randint(monitor.left, monitor.left + monitor.width - window.region.width // 2),
        rng.randint(monitor.top, monitor.top + monitor.height - window.region.height // 2),
    )


def _passes(desktop: VirtualDesktop) -> float | None:
    """Seconds until a passing trouble ends; None when it lasts."""
    if desktop.rng.random() < desktop.faults.lasting:
        return None
    return desktop.rng.uniform(0.1, desktop.faults.passing_seconds)


def _cover(desktop: VirtualDesktop, window: GameWindow, title: str, text: str) -> None:
    board, rng = window.board_region(), desktop.rng
    width, height = rng.randint(60, 260), rng.randint(PlainWindow.SMALLEST_HEIGHT, 140)
    region = Region(
        rng.randint(board.left - width // 2, board.left + board.width - width // 2),
        rng.randint(board.top - height // 2, board.top + board.height - height // 2),
        width,
        height,
    )
    other = PlainWindow(title, text, region, window.monitor)
    desktop.windows.append(other)
    seconds = _passes(desktop)
    if seconds is not None:
        desktop.later(seconds, lambda: desktop.windows.remove(other))


def _minimise(desktop: VirtualDesktop, window: GameWindow) -> None:
    window.visible = False

    def show_again() -> None:
        window.visible = True

    seconds = _passes(desktop)
    if seconds is not None:
        desktop.later(seconds, show_again)


def _replace(desktop: VirtualDesktop, window: GameWindow) -> None:
    """Put another game in the window's place: the same level begun anew, or another one."""
    rng, style = desktop.rng, window.style
    seed = rng.getrandbits(64)
    if rng.random() < 0.5:
        level = rng.choice(OTHER_LEVELS)
        topology = make_topology(
            style.topology.shape, level.rows, level.cols, style.topology.variant
        )
        style = GameStyle(topology, level.mines, style.look, style.pitch, style.title)
    games = random.Random(seed)

    def new_game() -> Game:
        return Game(style.topology, style.mines, rng=random.Random(games.getrandbits(64)))

    place = (window.region.left, window.region.top)
    other = GameWindow(style, new_game, place, window.monitor)
    if rng.random() < 0.5:
        first = Cell(rng.randrange(len(style.topology)))
        other.open_quietly(first)
    desktop.windows[desktop.windows.index(window)] = other


def _change_scale(desktop: VirtualDesktop, window: GameWindow) -> None:
    old = window.monitor
    scale = desktop.rng.choice([scale for scale in SCALES if scale != old.scale])
    new = replace(old, scale=scale)
    desktop.screens = tuple(new if screen == old else screen for screen in desktop.screens)
    for each in desktop.windows:
        if each.monitor == old:
            each.put_on(new)


def _move(desktop: VirtualDesktop, window: GameWindow) -> None:
    window.move_to(*_other_place(window, desktop.rng))


def _resize(desktop: VirtualDesktop, window: GameWindow) -> None:
    window.resize(desktop.rng.uniform(0.85, 1.2))


def _close(desktop: VirtualDesktop, window: GameWindow) -> None:
    desktop.windows.remove(window)


def _put_notes_on_top(desktop: VirtualDesktop, window: GameWindow) -> None:
    _cover(desktop, window, "Notes", "Milk, bread, a new mouse")


def _open_dialog(desktop: VirtualDesktop, window: GameWindow) -> None:
    _cover(desktop, window, "Question", "Do you want to save your game?")


def _move_the_mouse(desktop: VirtualDesktop, window: GameWindow) -> None:
    desktop.person_moves(_anywhere(window.monitor.region, desktop.rng))


def _jump_the_clock(desktop: VirtualDesktop, window: GameWindow) -> None:
    desktop.clock_offset += desktop.rng.uniform(1.0, CLOCK_JUMP_SECONDS)


def _lose_capture(desktop: VirtualDesktop, window: GameWindow) -> None:
    desktop.capture_lost = True


_EFFECTS: dict[Incident, Callable[[VirtualDesktop, GameWindow], None]] = {
    Incident.WINDOW_MOVED: _move,
    Incident.WINDOW_RESIZED: _resize,
    Incident.WINDOW_COVERED: _put_notes_on_top,
    Incident.WINDOW_MINIMISED: _minimise,
    Incident.WINDOW_CLOSED: _close,
    Incident.WINDOW_REPLACED: _replace,
    Incident.DIALOG_OPENED: _open_dialog,
    Incident.SCALE_CHANGED: _change_scale,
    Incident.PERSON_OPENED: lambda desktop, window: desktop.person_acts(Verb.OPEN),
    Incident.PERSON_FLAGGED: lambda desktop, window: desktop.person_acts(Verb.FLAG),
    Incident.PERSON_MOVED: _move_the_mouse,
    Incident.CLOCK_JUMPED: _jump_the_clock,
    Incident.CAPTURE_LOST: _lose_capture,
}
