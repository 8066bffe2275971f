"""Plays on a virtual desktop while showing it: in the terminal, and scene by scene in a film."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace

from rich.console import Group
from rich.live import Live
from rich.text import Text

from autoplay.cli.demo_film import CLICK_MS, LOOK_MS, Film, Scene
from autoplay.cli.risk_colours import board_in_colour
from autoplay.cli.shown_policy import ShownPolicy
from autoplay.cli.terminal import Terminal
from autoplay.desktop.ports import Machine, Point, Pointer, Region
from autoplay.desktop.virtual import VirtualDesktop
from autoplay.game import UNOPENED, Board
from autoplay.inference import Analysis
from autoplay.play.events import Finished
from autoplay.play.screen_game import ScreenGame
from autoplay.play.session import Session
from autoplay.policy import Advice, Policy, analysis_behind

LOOK_SECONDS = 0.25
"""How long each look stays in a terminal, so that a person can follow."""

MARGIN = 12
"""Points of desktop around the window in the film."""

MOST_CLICKS_SHOWN = 4
"""Clicks of one batch that get a scene of their own."""

OpenGame = Callable[[Machine], ScreenGame]


class ShownPointer:
    """A pointer that tells of every click after it was made."""

    def __init__(self, pointer: Pointer, tell: Callable[[], None]) -> None:
        self._pointer = pointer
        self._tell = tell

    def click(self, point: Point, button: str = "left") -> None:
        """Click, then tell."""
        self._pointer.click(point, button)
        self._tell()

    def move(self, point: Point) -> None:
        """Move without clicking."""
        self._pointer.move(point)

    def position(self) -> Point:
        """Return where the pointer is now."""
        return self._pointer.position()


class Stage:
    """One game on a virtual desktop and everything that shows it."""

    def __init__(self, desktop: VirtualDesktop, open_game: OpenGame, film: Film | None) -> None:
        self._desktop = desktop
        self._film = film
        self._open_game = open_game
        self._live: Live | None = None
        self._looks = 0
        self._clicks_shown = 0
        self._caption = ""

    def play(self, policy: Policy) -> Finished:
        """Play one game by the policy and return how it ended."""
        machine = self._desktop.machine()
        machine = replace(machine, pointer=ShownPointer(machine.pointer, self._after_click))
        game = self._open_game(machine)
        shown = ShownPolicy(policy, lambda board, advice: self._show(game, board, advice))
        session = Session(game, shown, machine.clock.now)
        if sys.stdout.isatty():
            with Live(auto_refresh=False) as self._live:
                finished = session.run()
        else:
            finished = session.run()
        self._add_scene(LOOK_MS, f"{finished.result} after {finished.clicks} clicks")
        return finished

    def _show(self, game: ScreenGame, board: Board, advice: Advice) -> None:
        analysis = analysis_behind(board, advice)
        self._looks += 1
        self._clicks_shown = 0
        self._caption = describe(self._looks, board, advice)
        text = Group(board_in_colour(board, analysis, advice), Text(self._caption))
        if self._live is not None:
            self._live.update(text, refresh=True)
            time.sleep(LOOK_SECONDS)
        else:
            Terminal().print(self._caption)
        self._add_scene(LOOK_MS, self._caption, game, analysis)

    def _after_click(self) -> None:
        if self._clicks_shown < MOST_CLICKS_SHOWN:
            self._clicks_shown += 1
            self._add_scene(CLICK_MS, self._caption)

    def _add_scene(
        self,
        milliseconds: int,
        caption: str,
        game: ScreenGame | None = None,
        analysis: Analysis | None = None,
    ) -> None:
        if self._film is None:
            return
        frame = self._desktop.grab(self._filmed_region())
        lattice = None
        if game is not None and game.reading is not None:
            # The board was read in a frame of its own; the film's frame begins elsewhere.
            x, y = frame.pixel_at(game.frame.point_at(0, 0))
            lattice = game.reading.lattice.moved(x, y)
        pointer = self._desktop.position()
        self._film.add(Scene(frame, pointer, caption, lattice, analysis, milliseconds))

    def _filmed_region(self) -> Region:
        left, top, width, height = self._desktop.game.region
        return Region(left - MARGIN, top - MARGIN, width + 2 * MARGIN, height + 2 * MARGIN)


def describe(look: int, board: Board, advice: Advice) -> str:
    """Return one line on a look: what is left, and what is done about it."""
    covered = sum(label in UNOPENED for label in board.labels)
    count = len(advice.actions)
    if advice.is_guess:
        place = board.topology.place(advice.actions[0].cell)
        doing = f"guess {place} at {advice.risk:.1%} risk"
    else:
        doing = f"{count} certain {'move' if count == 1 else 'moves'}"
    chance = advice.win_probability
    hope = f", win chance {chance:.0%}" if chance is not None else ""
    return f"look {look}: {covered} cells covered, {doing}{hope}"
