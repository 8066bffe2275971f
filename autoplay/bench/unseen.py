"""Whole games of looks nobody ever saw, drawn from a seed and learned while they are played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from functools import partial

from autoplay.bench.drawn import DrawnGame
from autoplay.bench.workers import worked_off
from autoplay.calibration import Library
from autoplay.errors import AutoplayError, VisionError
from autoplay.game import SYMBOLS, Label, Outcome, format_rows
from autoplay.play.board_on_screen import Found, find_game
from autoplay.play.events import AnyEvent, Looked
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy

UNREADABLE = SYMBOLS[Label.UNREADABLE]


@dataclass(frozen=True)
class UnseenGame:
    """What became of one game.

    ``ending`` is won, lost, another result in words, or an error's name; "not found" where no
    board was seen, and "wrong lattice" where it was another one. ``opened_first`` says that
    nothing was seen before a cell was opened. ``misread`` is the first cell that was read as what
    it did not show while the game went on; ``is_false`` whether the game ended otherwise than told.
    """

    index: int
    family: str
    shape: str
    rows: int
    cols: int
    pitch: float
    ending: str
    opened_first: bool
    misread: str
    is_false: bool
    clicks_outside: int
    message: str

    @property
    def is_harmless(self) -> bool:
        """Whether nothing was told that is not so, and nothing clicked beside the board."""
        return not (self.misread or self.is_false or self.clicks_outside)


@dataclass
class Report:
    """All games so far."""

    games: int = 0
    won: int = 0
    lost: int = 0
    opened_first: int = 0
    misread: int = 0
    false_results: int = 0
    clicks_outside: int = 0
    others: Counter[str] = field(default_factory=Counter)

    def add(self, game: UnseenGame) -> None:
        """Count one game."""
        self.games += 1
        self.won += game.ending == "won" and not game.is_false
        self.lost += game.ending == "lost" and not game.is_false
        self.opened_first += game.opened_first
        self.misread += bool(game.misread)
        self.false_results += game.is_false
        self.clicks_outside += game.clicks_outside
        if game.ending not in ("won", "lost"):
            self.others[game.ending] += 1

    @property
    def is_clean(self) -> bool:
        """Whether nothing happened that never may."""
        return self.misread + self.false_results + self.clicks_outside == 0

    def json(self) -> dict[str, object]:
        """Return the report as the command prints it."""
        return {**asdict(self), "others": dict(sorted(self.others.items()))}


def play_unseen(index: int, seed: int, *, outlined: bool = False) -> UnseenGame:
    """Play game number ``index`` of a seed with no profile; the same game for the same two.

    The board of an ``outlined`` one is no rectangle.
    """
    drawn = DrawnGame(f"unseen {seed} {index}", outlined=outlined)
    misread: list[str] = []
    found: Found | None = None
    opened_first, message, is_false = True, "", False

    def compare(event: AnyEvent) -> None:
        if isinstance(event, Looked) and drawn.outcome is Outcome.PLAYING and not misread:
            misread.extend(_differences(event.board, format_rows(drawn.shown)))

    try:
        found, opened_first = _found(drawn)
        if found.lattice.topology != drawn.scene.layout.topology:
            ending = "wrong lattice"
        else:
            machine = drawn.machine()
            game = screen_game(machine, found, Tempo())
            policy = make_policy("lowest_risk")
            ending = Session(game, policy, machine.clock.now, listeners=[compare]).run().result
            is_false = ending in ("won", "lost") and ending != drawn.outcome.value
    except AutoplayError as error:
        ending, message = type(error).__name__ if found else "not found", str(error)
    layout = drawn.scene.layout
    return UnseenGame(
        index,
        drawn.scene.skin.family,
        layout.topology.shape.value,
        layout.topology.rows,
        layout.topology.cols,
        round(layout.pitch_x, 2),
        str(ending),
        opened_first,
        misread[0] if misread else "",
        is_false,
        drawn.outside,
        message,
    )


def _found(drawn: DrawnGame) -> tuple[Found, bool]:
    """Return the game on the screen, and whether a cell had to be opened before."""
    find = partial(find_game, drawn.machine(), Library(()), drawn.whole, mines=drawn.mines)
    try:
        return find(), False
    except VisionError:
        drawn.open_first()
        return find(), True


def _differences(read: list[str], shown: list[str]) -> Iterator[str]:
    for row, lines in enumerate(zip(read, shown, strict=True)):
        for col, (one, other) in enumerate(zip(*lines, strict=True)):
            if one not in (other, UNREADABLE):
                yield f"{row},{col}: {other} read as {one}"


def play_many(
    games: int, seed: int, jobs: int = 1, only: int | None = None, *, outlined: bool = False
) -> Iterator[UnseenGame]:
    """Yield every game of a seed, in order, or ``only`` the one of this number.

    Boards of ``outlined`` ones are no rectangles.
    """
    numbers = range(games) if only is None else (only,)
    yield from worked_off(partial(play_unseen, seed=seed, outlined=outlined), numbers, jobs)
