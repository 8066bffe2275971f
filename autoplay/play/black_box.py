"""The last looks of a game, written as a debug bundle when play fails."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections import deque
from collections.abc import Callable
from pathlib import Path

from autoplay.desktop.ports import Frame
from autoplay.errors import AutoplayError, UsageError
from autoplay.files import keep_latest, next_number
from autoplay.play.events import AnyEvent, Finished, Looked, Result, Started
from autoplay.play.recording import Pages
from autoplay.play.screen_game import ScreenGame
from autoplay.policy import Premises
from autoplay.vision.lattice import Lattice
from autoplay.vision.skin import Skin

BUNDLE = "bundle"
"""What a debug bundle is called, with a number behind it."""

BUNDLE_LOOKS = 8
"""Looks kept for a debug bundle: enough to see what led to a failure, a megabyte at most."""

MOST_BUNDLES = 20
"""Debug bundles kept; the oldest are removed."""


class BlackBox:
    """A listener that remembers a game's last looks and writes them as a bundle when play fails.

    They are kept until the next game begins. ``premises`` returns what is taken to be so of the
    game that begins then.
    """

    def __init__(
        self, game: ScreenGame, home: Path, premises: Callable[[], Premises] = Premises
    ) -> None:
        self._game, self._home, self._premises_of_game = game, home, premises
        self._looks: deque[tuple[Frame, Lattice, Skin, list[AnyEvent]]] = deque(maxlen=BUNDLE_LOOKS)
        self._started: tuple[Started, Premises] | None = None

    def __call__(self, event: AnyEvent) -> None:
        """Remember one event."""
        match event:
            case Started():
                self._started = event, self._premises_of_game()
                while len(self._looks) > 1:  # the first look is told before the start
                    self._looks.popleft()
            case Looked():
                game = self._game
                self._looks.append((game.frame, game.lattice, game.skin, [event]))
            case Finished(result=Result.ERROR):
                pass
            case _ if self._looks:
                self._looks[-1][-1].append(event)

    def write(self, error: AutoplayError) -> Path | None:
        """Write a bundle of this failure and return its folder; None where it cannot be kept."""
        if self._started is None:
            return None
        try:
            self._home.mkdir(parents=True, exist_ok=True)
            aside = Path(tempfile.mkdtemp(prefix=".", dir=self._home))
            try:
                self._fill(aside, *self._started, error)
                folder = self._home / f"{BUNDLE}-{next_number(self._home, BUNDLE):04d}"
                aside.replace(folder)
            finally:
                shutil.rmtree(aside, ignore_errors=True)
            keep_latest(self._home, BUNDLE, MOST_BUNDLES)
        except (OSError, UsageError) as problem:
            print(f"autoplay: no debug bundle: {problem}", file=sys.stderr)
            return None
        return folder

    def _fill(
        self, folder: Path, started: Started, premises: Premises, error: AutoplayError
    ) -> None:
        pages = Pages(folder, premises, error)
        pages.tell(started)
        for frame, lattice, skin, told in self._looks:
            pages.add(frame, lattice, skin)
            for event in told:
                pages.tell(event)
        if self._game.latest is not None:
            pages.add(self._game.latest, self._game.lattice, self._game.skin)
        pages.close()
