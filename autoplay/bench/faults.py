"""The fault campaign: whole games on a virtual desktop where everything goes wrong now and then.

Some games are of a look the program learns on the spot, most of one it knows.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial

from autoplay.bench.known_looks import library_for
from autoplay.bench.witness import HangError, Witness
from autoplay.bench.workers import worked_off
from autoplay.calibration import Library
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import (
    LOOKS,
    Faults,
    GameWindow,
    Monitor,
    Target,
    VirtualDesktop,
    make_virtual_desktop,
)
from autoplay.desktop.virtual.desktop import BUTTON_VERBS
from autoplay.errors import AutoplayError, DisprovedError, UnclickedMineError
from autoplay.game import Label, Level, Outcome, Verb
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Finished, Result
from autoplay.play.found_game import screen_game
from autoplay.play.manner import Manner
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import Premises, make_policy, on_premises

LEVELS = (Level(8, 8, 10), Level(9, 9, 10), Level(9, 9, 13), Level(16, 16, 40))
SHAPES = ("square", "square", "hexagon", "triangle")
PITCHES = (20, 22, 24, 26)

ROOM = {8: (480, 560), 16: (800, 900)}
"""Width and height on which a board of this many rows, or one more, fits at the largest pitch."""

PLACES = ((0, 0), (0, 0), (-1920, -216), (1280, 40))
"""Left and top of the monitor: the only one, or beside another one."""

UNKNOWN = 0.1
"""Share of the games whose look is learned on the spot: finding all it takes ten times longer."""

UNTOLD = 0.25
"""Share of the games whose mine total the program is not told; what is usual is wrong for some."""

FLAGGED = 0.25
"""Share of the games in which proven mines are flagged; half of these have chords to be found."""


@dataclass(frozen=True)
class FaultGame:
    """What became of one game; ``ending`` is won, lost_on_guess, hang or an error's name.

    ``trace`` is a digest of every click: when it was made, where, with which button, what it hit.
    """

    index: int
    ending: str
    incidents: tuple[str, ...]
    clicks_outside: int
    clicks_on_wrong_reading: int
    message: str = ""
    trace: str = ""

    @property
    def is_harmless(self) -> bool:
        """Whether nothing happened that never may."""
        harm = self.clicks_outside + self.clicks_on_wrong_reading
        return harm == 0 and self.ending not in ("hang", "false_result")


@dataclass
class Report:
    """The campaign so far."""

    games: int = 0
    won: int = 0
    likely_won: int = 0
    lost_on_guess: int = 0
    clicks_outside: int = 0
    clicks_on_wrong_reading: int = 0
    hangs: int = 0
    false_results: int = 0
    named_errors: Counter[str] = field(default_factory=Counter)

    def add(self, game: FaultGame) -> None:
        """Count one game."""
        self.games += 1
        self.clicks_outside += game.clicks_outside
        self.clicks_on_wrong_reading += game.clicks_on_wrong_reading
        match game.ending:
            case "won":
                self.won += 1
            case "likely_won":
                self.likely_won += 1
            case "lost_on_guess":
                self.lost_on_guess += 1
            case "hang":
                self.hangs += 1
            case "false_result":
                self.false_results += 1
            case name:
                self.named_errors[name] += 1

    @property
    def is_clean(self) -> bool:
        """Whether nothing happened that never may."""
        harm = self.clicks_outside + self.clicks_on_wrong_reading
        return harm + self.hangs + self.false_results == 0

    def json(self) -> dict[str, object]:
        """Return the report as the command prints it."""
        return {
            "games": self.games,
            "won": self.won,
            "likely_won": self.likely_won,
            "lost_on_guess": self.lost_on_guess,
            "named_errors": dict(sorted(self.named_errors.items())),
            "clicks_outside": self.clicks_outside,
            "clicks_on_wrong_reading": self.clicks_on_wrong_reading,
            "hangs": self.hangs,
            "false_results": self.false_results,
        }


def play_with_faults(index: int, seed: int, share: float) -> FaultGame:
    """Play game number ``index`` of a campaign; each fault strikes with this share."""
    rng, habits = (random.Random(f"{what} {seed} {index}") for what in ("faults", "habits"))
    level, shape = rng.choice(LEVELS), rng.choice(SHAPES)
    look, pitch = rng.choice(_looks_of(shape)), rng.choice(PITCHES)
    flags = habits.random() < FLAGGED
    desktop = make_virtual_desktop(
        level,
        shape,
        look,
        rng.getrandbits(32),
        pitch=pitch,
        faults=Faults.everything(share),
        monitors=(_monitor_for(level, rng.choice(PLACES)),),
        at=(rng.randint(10, 120), rng.randint(10, 60)),
        left_chords=flags and habits.random() < 0.5,
    )
    witness = Witness(desktop, resumes=rng.random() < 0.5)
    library = Library(()) if rng.random() < UNKNOWN else library_for(look, shape, pitch)
    mines = None if rng.random() < UNTOLD else level.mines
    ending, message = _ending(desktop, witness, library, mines, Manner(flags=flags))
    return FaultGame(
        index,
        ending,
        tuple(desktop.incidents),
        sum(click.target is not Target.CELL for click in desktop.clicks),
        witness.wrong_clicks,
        message,
        _trace_of(desktop),
    )


def _trace_of(desktop: VirtualDesktop) -> str:
    made = [(c.seconds, *c.point, c.button, c.target.value, c.cell) for c in desktop.clicks]
    return hashlib.blake2s(repr(made).encode(), digest_size=8).hexdigest()


def _monitor_for(level: Level, place: tuple[int, int]) -> Monitor:
    return Monitor(Region(*place, *ROOM[level.rows // 8 * 8]))


def _looks_of(shape: str) -> list[str]:
    """Return the looks that show the cells of this shape.

    Six neighbours cannot all have the other one of two colours, so where no line is drawn between
    cells, hexagons run together.
    """
    return [name for name, look in LOOKS.items() if look.line or shape != "hexagon"]


def _ending(
    desktop: VirtualDesktop,
    witness: Witness,
    library: Library,
    mines: int | None,
    manner: Manner,
) -> tuple[str, str]:
    machine = witness.machine()
    begun = desktop.game
    try:
        found = find_game(machine, library, machine.screen.monitors()[0], mines=mines)
        witness.game = screen_game(machine, found, Tempo())
        policy = on_premises(make_policy("lowest_risk"), Premises(mines=found.likely_mines))
        session = Session(witness.game, policy, machine.clock.now, manner)
        return judged(desktop, begun, session.run())
    except HangError:
        return "hang", ""
    except DisprovedError as error:  # the total told is the true one, or none is
        return "false_result", str(error)
    except AutoplayError as error:
        is_true = not isinstance(error, UnclickedMineError) or not _clicked_the_mine(desktop)
        return (type(error).__name__ if is_true else "false_result"), str(error)


def _clicked_the_mine(desktop: VirtualDesktop) -> bool:
    """Whether the program opened the mine that exploded."""
    exploded = set(desktop.game.game.board().cells(Label.EXPLODED))
    return not exploded.isdisjoint(_opened(desktop))


def _opened(desktop: VirtualDesktop) -> list[int | None]:
    """Return what the program clicked to open, None where that was no cell."""
    clicks = desktop.clicks
    return [each.cell for each in clicks if BUTTON_VERBS[each.button] is not Verb.FLAG]


def judged(desktop: VirtualDesktop, begun: GameWindow, finished: Finished) -> tuple[str, str]:
    """Compare what the program says with how the game stands; return the ending, and more of it.

    One that is over may have been replaced by another before its end could be seen, or just then. A
    lost one must have ended with the guess that was told; flags may have been set after it.
    """
    windows = begun, desktop.game
    if finished.result is Result.WON:
        is_won = any(window.game.outcome is Outcome.WON for window in windows)
        return ("won" if is_won else "false_result"), finished.message or ""
    if finished.result is Result.LOST:
        opened = _opened(desktop)
        last = opened[-1] if opened else None
        guessed = finished.guesses[-1].cell if finished.guesses else None
        lost = [window for window in windows if window.game.outcome is Outcome.LOST]
        if not lost:
            return "false_result", "the game is not lost"
        if last is not None and guessed == lost[0].style.topology.row_col(last):
            return "lost_on_guess", ""
        return "false_result", f"lost without a guess at cell {last}"
    return finished.result.value, finished.message or ""


def campaign(numbers: Iterable[int], seed: int, share: float, jobs: int = 1) -> Iterator[FaultGame]:
    """Yield the games of these numbers of a campaign, in order.

    The games depend neither on each other nor on ``jobs``.
    """
    yield from worked_off(partial(play_with_faults, seed=seed, share=share), numbers, jobs)
