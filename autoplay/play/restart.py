"""Another game: how a game on the screen starts again, and waiting until it has."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from autoplay.calibration import HOW
from autoplay.desktop.ports import Machine
from autoplay.errors import DesktopError, LostBoardError, NoEffectError, VisionError
from autoplay.game import MAX_NUMBER, Board, Cell, Outcome
from autoplay.play.anchor import anchor_of
from autoplay.play.board_on_screen import Found
from autoplay.play.manner import undisturbed
from autoplay.play.outcome import outcome_of
from autoplay.play.persons_wish import PersonsWish
from autoplay.play.restart_steps import (
    CLOSE,
    beside_board,
    check_restart,
    is_key,
    is_pressed,
    require_possible,
    restart_of,
    steps_of,
)
from autoplay.play.screen_game import ScreenGame

RESTART_SECONDS = 5.0
"""How long a game may take to show its new board."""

USUAL_WAYS = ("F2", "n", "r", "s", "space", "face")
"""What most games start again with, harmless first; ctrl+n is not among them: in a browser it
opens a window over the game."""

TRIAL_SECONDS = 1.5
"""How long one of several ways may take to show a new board before the next one is tried."""

BETWEEN_LOOKS = 0.1
"""Seconds between looks for a new board: a dialog that closes, or a board that is being drawn,
takes about as long."""

Cells = Collection[Cell]

NOTHING: Cells = frozenset()


class NewGames:
    """Begins one game after another: as was said, or by the first usual way that works.

    ``how`` is the way to try, None where it is not known; ``worked`` is the one that began a game,
    None before the first.
    """

    def __init__(self, machine: Machine, found: Found, how: str | None, stop_key: str) -> None:
        """``how`` is what ``restart_of`` takes; UsageError as ``check_restart`` and
        ``require_possible`` say."""
        if how is not None:
            check_restart(how, stop_key)
            require_possible(how, machine, anchor_of(found.frame, found.lattice))
        self._machine, self._found, self._stop_key = machine, found, stop_key
        self.how = None if how is None else beside_board(how, found)
        self.worked: str | None = None

    def begin(self, game: ScreenGame, go_on: Callable[[], bool] = lambda: False) -> None:
        """Begin another game and wait until its board shows; NoEffectError when it does not.

        ``go_on`` is asked when the person has moved the mouse, as in ``Manner``. StoppedError or
        PausedError before the next click or key where they want to stop.
        """
        old = None if game.reading is None else game.reading.board
        keys = any(map(is_pressed, USUAL_WAYS if self.how is None else steps_of(self.how)))
        seen = _touched(game, old, go_on) if keys else NOTHING
        if keys and not seen and not game.clicks:
            raise NoEffectError(
                "no open cell of the finished game is seen to be clicked, and a key may go to "
                "another window: close what covers the board, or begin a new game yourself"
            )
        if self.how is not None:
            try:
                self._begin(game, old, self.how, RESTART_SECONDS, go_on)
            except NoEffectError:  # one more dialog than usual, a record's, took the keys
                self._begin(game, old, self._closing_first(self.how), RESTART_SECONDS, go_on)
        else:
            self._begin_somehow(game, old, seen, go_on)
        self.worked = self.how

    def _begin_somehow(
        self, game: ScreenGame, old: Board | None, seen: Cells, go_on: Callable[[], bool]
    ) -> None:
        """Begin another game by the first usual way that works.

        The board showed these cells of the old one when the first key was pressed. Where one of
        them no longer shows, a key opened something over the game, which would take the others.
        """
        tried = ""
        for way in USUAL_WAYS:
            if is_key(way, self._stop_key):
                continue
            is_blind = tried and seen and is_pressed(way)
            if is_blind and not _touched(game, old, go_on, seen):
                _require_board(game, tried, go_on)
            try:
                self._begin(game, old, way, TRIAL_SECONDS, go_on)
            except (NoEffectError, VisionError, LostBoardError):
                tried = way
                continue
            except DesktopError:
                if is_pressed(way):
                    raise
                continue  # a page that scrolled has its face off the screen
            self.how = way
            return
        raise NoEffectError(
            f"the game did not start again with any of {', '.join(USUAL_WAYS)}; "
            f"begin a new game, and say how with --restart {HOW}"
        )

    def _closing_first(self, how: str) -> str:
        """Return these steps after one that closes a dialog, where its key does not stop play."""
        return how if is_key(CLOSE, self._stop_key) else _closing_first(how)

    def _begin(
        self,
        game: ScreenGame,
        old: Board | None,
        how: str,
        seconds: float,
        go_on: Callable[[], bool],
    ) -> None:
        """Begin another game, whose board is not the old one.

        One that cannot be read meanwhile may be under a dialog that is closing; one that does not
        stand still may be the new one being drawn, and is given more time.
        """
        forget = partial(undisturbed, game.forget, go_on)
        forget()
        restart_of(self._machine, self._found, game, how, go_on)()
        forget()
        wish, reason = PersonsWish(self._machine.watch, self._machine.clock), ""
        start, lost = wish.now(), None

        def look() -> Board:
            wish.sleep(BETWEEN_LOOKS)
            return game.board()

        while wish.now() < start + (seconds if lost is None else RESTART_SECONDS):
            try:
                board = undisturbed(look, go_on)
            except VisionError as error:
                reason, lost = f" ({error})", None
            except LostBoardError as error:
                lost = error
            else:
                if is_another_game(board, old):
                    forget()
                    return
                lost = None
            forget()
        if lost is not None:
            raise lost
        if reason:
            raise NoEffectError(
                "the game did not start again, as its board is not seen: close what covers it; "
                f"{_what_to_say(how)}{reason}"
            )
        raise NoEffectError(
            f"the game did not start again; begin a new one, and say how with --restart {HOW}"
        )


def _closing_first(how: str) -> str:
    """Return the steps of a restart that closes a dialog first."""
    return how if how.split()[:1] == [CLOSE] else f"{CLOSE} {how}"


def _what_to_say(how: str) -> str:
    """Return what may begin another game where the board is not seen after these steps."""
    if _closing_first(how) == how:
        return f"where a menu comes after {how!r}, add the click on it: X,Y"
    return f"for a dialog at the end say --stop-key f9 --restart {_closing_first(how)!r}"


def _touched(
    game: ScreenGame, board: Board | None, go_on: Callable[[], bool], seen: Cells = NOTHING
) -> Cells:
    """Give the game the keyboard; return the board's cells that show, as ``ScreenGame.touch``."""
    return NOTHING if board is None else undisturbed(partial(game.touch, board, seen), go_on)


def _require_board(game: ScreenGame, tried: str, go_on: Callable[[], bool]) -> None:
    """Raise NoEffectError where no board is to be seen any more after a key was tried."""
    try:
        undisturbed(game.board, go_on)
    except (VisionError, LostBoardError) as error:
        raise NoEffectError(
            f"after {tried} the board is not seen any more, and another key may go to what covers "
            f"it: close that, begin a new game, and say how with --restart {HOW} ({error})"
        ) from None


def is_another_game(board: Board, old: Board | None) -> bool:
    """Whether a board is one newly begun after the old one: nothing is lost or won.

    Less than half of it is open, or what was open is closed or another number: some games open a
    part of the board themselves, which may be most of a board with few mines.
    """
    if board == old or outcome_of(board) is not Outcome.PLAYING:
        return False
    opened = sum(label <= MAX_NUMBER for label in board.labels)
    half = board.topology.present / 2
    if opened < half or old is None:
        return opened < half
    return any(
        was <= MAX_NUMBER and was != now for was, now in zip(old.labels, board.labels, strict=True)
    )
