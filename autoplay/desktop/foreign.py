"""The one place where errors of the screen and mouse libraries become this program's own."""

from __future__ import annotations

import os
from types import TracebackType

from autoplay.errors import AutoplayError, DesktopError, StoppedError

LIBRARIES = frozenset({"mss", "pyautogui", "mouseinfo", "Xlib", "pynput", "pyscreeze"})
"""Top-level modules whose exceptions are translated."""

NO_CONNECTION = frozenset({"DisplayConnectionError", "DisplayNameError", "XauthError"})
CONNECTION_LOST = frozenset({"ConnectionClosedError", "BrokenPipeError", "ConnectionResetError"})


class Translated:
    """A ``with`` block in which errors of the libraries become DesktopError or StoppedError."""

    def __init__(self, doing: str) -> None:
        self._doing = doing

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if error is not None and _is_foreign(error):
            raise translation(error, self._doing) from error


def _is_foreign(error: BaseException) -> bool:
    if isinstance(error, AutoplayError | KeyboardInterrupt):
        return False
    home = type(error).__module__.split(".")[0]
    return home in LIBRARIES or isinstance(error, OSError | ImportError | SystemExit | KeyError)


def translation(error: BaseException, doing: str) -> AutoplayError:
    """Return the error to raise instead; ``doing`` says what was tried, as in "click at 3,4"."""
    name, said = type(error).__name__, _first_line(error)
    if name == "FailSafeException":
        return StoppedError("stopped: the mouse is in a corner of the screen, where it stops play")
    message = f"cannot {doing}: {said}; run `autoplay doctor`"
    if isinstance(error, SystemExit):
        # MouseInfo, which pyautogui imports, exits when there is no tkinter.
        message = "the mouse library needs tkinter; install it (Debian: apt-get install python3-tk)"
    elif isinstance(error, KeyError) and error.args == ("DISPLAY",):
        message = "no display: DISPLAY is not set; run this in a desktop session"
    elif name in NO_CONNECTION or "connect to display" in said:
        message = (
            f"cannot open display {os.environ.get('DISPLAY', '')!r}: {said}; "
            "is it running, and may you use it (xhost, XAUTHORITY)?"
        )
    elif name in CONNECTION_LOST:
        message = f"cannot {doing}: the display has gone away; start again when it is back"
    return DesktopError(message)


def _first_line(error: BaseException) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].strip().rstrip(".") if lines else type(error).__name__
