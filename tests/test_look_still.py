"""Unknown looks are learned from a picture that stands still, not between two of its frames."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import product

import numpy as np
import pytest

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.desktop.virtual import Faults, Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.game import Cell, Game, Label, Level, Minefield, Outcome
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Finished, Result
from autoplay.play.eyes import GrowingEyes
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.lattice import Image

ROOM = Region(0, 0, 480, 560)
NOTHING_KNOWN = Library(())
CROSS = (7, 200, 7, 255)
"""The colour, BGRA, of a pointer that a game draws itself."""


def _played(machine: Machine, library: Library = NOTHING_KNOWN, mines: int = 10) -> Finished:
    """Find the game on the machine's screen, play it to its end and return how that was."""
    found = find_game(machine, library, ROOM, mines=mines)
    game = screen_game(machine, found, Tempo())
    return Session(game, make_policy("lowest_risk"), machine.clock.now).run()


def _seen_when_learning(
    monkeypatch: pytest.MonkeyPatch, ask: Callable[[Image], bool]
) -> list[bool]:
    """Return what is answered of each picture from which looks are learned, one after another."""
    answers = list[bool]()
    learn = GrowingEyes._learn

    def watched(eyes: GrowingEyes, image: Image, *arguments: object) -> object:
        answers.append(ask(image))
        return learn(eyes, image, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(GrowingEyes, "_learn", watched)
    return answers


@dataclass
class CrossedScreen:
    """A screen that shows a cross where the pointer is, as games do that draw their own."""

    desktop: VirtualDesktop

    def monitors(self) -> tuple[Region, ...]:
        """Return those of the desktop."""
        return self.desktop.monitors()

    def grab(self, region: Region) -> Frame:
        """Return what the desktop shows, with the cross."""
        frame = self.desktop.grab(region)
        x, y = (round(at) for at in frame.pixel_at(self.desktop.position()))
        pixels = frame.pixels.copy()
        for rows, cols in ((range(y - 4, y + 5), [x]), ([y], range(x - 4, x + 5))):
            for row, col in product(rows, cols):
                if 0 <= row < len(pixels) and 0 <= col < pixels.shape[1]:
                    pixels[row, col] = CROSS
        return replace(frame, pixels=pixels)


def test_no_look_is_learned_beneath_a_pointer_that_the_game_draws(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    desktop = make_virtual_desktop(
        Level(9, 9, 10), look="classic", seed=2, pitch=28, monitors=(Monitor(ROOM),)
    )
    desktop.move(Point(20, 540))
    machine = replace(desktop.machine(), screen=CrossedScreen(desktop))
    crossed = _seen_when_learning(
        monkeypatch, lambda image: bool((image == np.array(CROSS)).all(axis=2).any())
    )
    assert _played(machine).result in (Result.WON, Result.LOST)
    assert crossed
    assert not any(crossed)


def test_no_look_is_learned_while_cells_fade_in(monkeypatch: pytest.MonkeyPatch) -> None:
    desktop = make_virtual_desktop(
        Level(9, 9, 10),
        look="classic",
        seed=2,
        pitch=28,
        monitors=(Monitor(ROOM),),
        faults=Faults(animated=1.0),
    )
    learned_while_fading = _seen_when_learning(monkeypatch, lambda image: bool(desktop.game.fading))
    assert _played(desktop.machine()).result in (Result.WON, Result.LOST)
    assert learned_while_fading
    assert not any(learned_while_fading)


@dataclass
class HidingScreen:
    """A screen on which something comes over a lost board as soon as it was captured once."""

    desktop: VirtualDesktop
    last: Frame | None = None
    is_hidden: bool = False

    def monitors(self) -> tuple[Region, ...]:
        """Return those of the desktop."""
        return self.desktop.monitors()

    def grab(self, region: Region) -> Frame:
        """Return what the desktop shows, behind a cover once the loss was captured."""
        frame, last = self.desktop.grab(region), self.last
        if self.is_hidden:
            return replace(frame, pixels=np.full_like(frame.pixels, 230))
        if self.desktop.game.game.outcome is Outcome.LOST and last is not None:
            self.is_hidden = not np.array_equal(frame.pixels, last.pixels)  # it is drawn by now
        self.last = frame
        return frame


def test_a_loss_is_seen_although_a_dialog_comes_over_it_at_once() -> None:
    results = []
    for seed in range(6):
        desktop = make_virtual_desktop(
            Level(9, 9, 20), look="classic", seed=seed, pitch=28, monitors=(Monitor(ROOM),)
        )
        machine = replace(desktop.machine(), screen=HidingScreen(desktop))
        results.append(_played(machine, library_for("classic", "square", 28), mines=20).result)
    assert Result.LOST in results
    assert set(results) <= {Result.WON, Result.LOST}


def test_a_game_whose_zeros_open_their_sides_alone_is_played(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def flood(game: Game, todo: list[Cell], minefield: Minefield) -> None:
        while todo:
            cell = todo.pop()
            if game._labels[cell] == Label.COVERED:
                game._labels[cell] = int(minefield.numbers[cell])
                game._free_left -= 1
                if game._labels[cell] == Label.ZERO:
                    sides = minefield.topology.side_table[cell]
                    todo.extend(Cell(int(side)) for side in sides if side >= 0)

    monkeypatch.setattr(Game, "_flood", flood)
    results = []
    for seed in range(4):
        desktop = make_virtual_desktop(
            Level(9, 9, 10), look="classic", seed=seed, pitch=28, monitors=(Monitor(ROOM),)
        )
        played = _played(desktop.machine(), library_for("classic", "square", 28))
        assert (played.result is Result.WON) == (desktop.game.game.outcome is Outcome.WON)
        results.append(played.result)
    assert set(results) <= {Result.WON, Result.LOST}
    assert Result.WON in results
