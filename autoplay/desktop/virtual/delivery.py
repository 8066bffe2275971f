"""What becomes of a click on its way into a game, and of the game's way back to the screen."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from autoplay.desktop.virtual.agenda import Agenda
from autoplay.desktop.virtual.faults import Faults
from autoplay.desktop.virtual.windows import GameWindow
from autoplay.game import Board

REPAINT_SECONDS = 0.004
"""From a click to its repaint when nothing goes wrong: what fast real games take."""


DISPLAY_FRAME = 1 / 60
"""Seconds that an animation stays as it is."""


class Delivery:
    """Delivers clicks and repaints, with faults: dropped, doubled, late, torn, stale, animated."""

    def __init__(self, rng: random.Random, faults: Faults, agenda: Agenda) -> None:
        self._rng, self._faults, self._agenda = rng, faults, agenda

    def deliver(self, click: Callable[[], None]) -> None:
        """Let a game feel a click as often, and as late, as it happens to."""
        for delay in self.delays():
            self._agenda.later(delay, click)

    def delays(self) -> list[float]:
        """Return how many seconds from now a game gets a click: usually once, at once."""
        if self._chance(self._faults.dropped_click):
            return []
        late = self._rng.uniform(0.02, self._faults.late_seconds)
        delay = late if self._chance(self._faults.late_click) else 0.0
        return [delay] * (2 if self._chance(self._faults.doubled_click) else 1)

    def repaint(self, window: GameWindow, before: Board) -> None:
        """Show in a moment how the window's game stands; ``before`` is what it showed."""
        faults, now = self._faults, window.game.board()
        changed = [
            cell
            for cell, (old, new) in enumerate(zip(before.labels, now.labels, strict=True))
            if old != new
        ]
        later, delay = self._agenda.later, REPAINT_SECONDS
        if self._chance(faults.late_repaint):
            delay += self._rng.uniform(0.02, faults.late_seconds)
        if self._chance(faults.torn_repaint):
            later(delay, lambda: window.repaint(changed[: len(changed) // 2]))
            delay += self._rng.uniform(0.01, faults.late_seconds)
        if self._chance(faults.animated):
            later(delay, lambda: window.fade(changed, before.labels))
            steps = int(faults.animation_seconds / DISPLAY_FRAME)
            for step in range(1, steps):
                later(delay + step * DISPLAY_FRAME, partial(window.fade_on, changed, step / steps))
            delay += faults.animation_seconds
        later(delay, window.repaint)
        if self._chance(faults.stale_repaint):
            old = delay + self._rng.uniform(0.0, faults.late_seconds)
            later(old, lambda: window.repaint(changed, before.labels))
            later(old + self._rng.uniform(0.01, faults.late_seconds), window.repaint)

    def _chance(self, share: float) -> bool:
        return self._rng.random() < share
