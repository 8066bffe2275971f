"""The person's own move in a game: waited for until the board shows another position."""

from __future__ import annotations

from collections.abc import Callable

from autoplay.errors import DesktopError, VisionError
from autoplay.game import Board

UNSEEN_SECONDS = 3.0
"""How long looks fail while the person is to move, before they are told that nothing shows: as long
as one look takes then. A pressed cell or a menu hides the board for less."""

GONE_SECONDS = 300.0
"""How long the board may be away while the person is to move. They may read mail in a window over
it; a game that was closed is not waited for all day."""


def await_move(
    before: Board,
    look: Callable[[], Board],
    confirm: Callable[[], Board],
    *,
    wait: Callable[[], None],
    now: Callable[[], float],
    tell_unseen: Callable[[str], None],
) -> Board:
    """Return what ``confirm`` shows once ``look`` shows another position than before; ``wait`` is
    called between looks.

    What cannot be read meanwhile is the person at work: a pressed cell, a pointer over a number, a
    menu, a film over the board, a locked screen. Where that lasts it is told once, and where no
    board shows for too long by the clock ``now`` the VisionError or DesktopError of the last look
    is raised; LostBoardError at once where another game shows.
    """
    since: float | None = None
    is_told = False
    while True:
        wait()
        began = now()
        try:
            if look() != before:
                return confirm()
            since, is_told = None, False
        except (VisionError, DesktopError) as error:
            if error.is_another_game:
                raise
            since = began if since is None else since
            unseen = now() - since
            if unseen >= UNSEEN_SECONDS and not is_told:
                is_told = True
                tell_unseen(str(error))
            if unseen >= GONE_SECONDS:
                raise
