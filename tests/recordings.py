"""A game on a drawn desktop to be recorded, what its recording holds, and a disk that fills up."""

from __future__ import annotations

import errno
import json
from pathlib import Path
from typing import Any

import pytest

from autoplay.calibration import Library
from autoplay.desktop.ports import Machine, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.game import Level
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Finished, Listener
from autoplay.play.found_game import screen_game
from autoplay.play.frames import FrameWriter
from autoplay.play.pace import Tempo
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.lattice import Image

SCREEN = Region(0, 0, 640, 480)
"""The only monitor of the desktop."""


def drawn_game(library: Library | None = None) -> tuple[VirtualDesktop, Machine, ScreenGame]:
    """Return a desktop with a game on it, its machine, and the game as it was found there."""
    desktop = make_virtual_desktop(
        Level(9, 9, 10),
        "square",
        "classic",
        3,
        pitch=24,
        monitors=(Monitor(SCREEN),),
    )
    machine = desktop.machine()
    found = find_game(machine, library or Library(()), SCREEN, mines=10)
    return desktop, machine, screen_game(machine, found, Tempo())


def sit_down() -> tuple[Machine, ScreenGame]:
    """Return such a machine and game."""
    _, machine, game = drawn_game()
    return machine, game


def play(machine: Machine, game: ScreenGame, *listeners: Listener) -> Finished:
    """Return how the game ended that was played to its end."""
    policy, now = make_policy("lowest_risk"), machine.clock.now
    return Session(game, policy, now, listeners=listeners, taken=game.taken).run()


def lines_of(folder: Path) -> list[dict[str, Any]]:
    """Return the events that a recording holds."""
    return [json.loads(line) for line in (folder / "events.jsonl").read_text().splitlines()]


def fill_the_disk_after(frames: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the disk have room for so many frames, and no more."""
    write = FrameWriter.write
    left = iter(range(frames))

    def write_while_there_is_room(writer: FrameWriter, pixels: Image) -> None:
        if next(left, None) is None:
            raise OSError(errno.ENOSPC, "No space left on device")
        write(writer, pixels)

    monkeypatch.setattr(FrameWriter, "write", write_while_there_is_room)
