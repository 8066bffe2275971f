"""A private screen: an Xvfb with a window manager, both ended by their process ids."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

NEEDED = ("Xvfb", "openbox")
FONTS = Path("/usr/share/fonts/X11/misc")
"""The bitmaps of xfonts-base: with others xbomb draws digits larger than its cells."""

DEADLINE = 30.0
STEP = 0.02


def missing_programs() -> list[str]:
    """Return the names of the programs a private screen needs and this system lacks."""
    return [name for name in NEEDED if shutil.which(name) is None]


def wait_until(condition: Callable[[], bool], what: str, seconds: float = DEADLINE) -> None:
    """Return when the condition holds; TimeoutError naming ``what`` at the deadline."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f"{what} did not happen in {seconds:g} s")
        time.sleep(STEP)


def end_process(process: subprocess.Popen[bytes]) -> None:
    """End a process that leads its own group, with everything it started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@dataclass(frozen=True)
class ScreenSize:
    """Pixels of a private screen."""

    width: int = 1280
    height: int = 1024


class PrivateScreen:
    """An Xvfb on a free display number; a context manager. ``environment`` is for its programs."""

    def __init__(self, home: Path, size: ScreenSize | None = None) -> None:
        self._home = home
        self._size = size or ScreenSize()
        self._processes: list[subprocess.Popen[bytes]] = []
        self.display = ""

    def __enter__(self) -> Self:
        reading, writing = os.pipe()
        shape = f"{self._size.width}x{self._size.height}x24"
        # Without -noreset the server starts over when its only program leaves, deaf meanwhile.
        server = ["Xvfb", "-displayfd", str(writing), "-screen", "0", shape, "-noreset"]
        server += ["-nolisten", "tcp"]
        if FONTS.is_dir():
            server += ["-fp", str(FONTS)]
        self._processes.append(
            subprocess.Popen(
                server,
                pass_fds=(writing,),
                start_new_session=True,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )
        os.close(writing)
        with os.fdopen(reading) as answer:
            self.display = ":" + answer.readline().strip()
        try:
            self.start(["openbox"])
            wait_until(self._is_managed, "the window manager's start")
        except TimeoutError:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End everything on this screen, and the screen."""
        while self._processes:
            end_process(self._processes.pop())

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment of programs on this screen: a home of their own, no Wayland.

        Importing OpenCV points QT_QPA_PLATFORM_PLUGIN_PATH at its own plugins, which other
        programs cannot load.
        """
        foreign = ("WAYLAND", "XDG", "DBUS", "QT_")
        kept = {k: v for k, v in os.environ.items() if not k.startswith(foreign)}
        return kept | {
            "DISPLAY": self.display,
            "HOME": str(self._home),
            "QT_QPA_PLATFORM": "xcb",
            "LANG": "C.UTF-8",
        }

    def start(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program on this screen; it is ended with the screen at the latest."""
        process = subprocess.Popen(
            command,
            env=self.environment,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._processes.append(process)
        return process

    def kill_server(self) -> None:
        """End the X server itself, as when a session dies."""
        end_process(self._processes[0])

    def connection(self) -> Any:
        """Return a new python-xlib connection to this screen."""
        from Xlib.display import Display

        return Display(self.display)

    def _is_managed(self) -> bool:
        # The list of windows comes last: one that opens before it exists would be missing from it.
        return self._property("_NET_CLIENT_LIST") is not None

    def _property(self, name: str) -> Any:
        display = self.connection()
        try:
            return display.screen().root.get_full_property(display.intern_atom(name), 0)
        finally:
            display.close()

    def windows(self) -> list[int]:
        """Return the ids of the windows that the window manager manages, oldest first."""
        listed = self._property("_NET_CLIENT_LIST")
        return [] if listed is None else [int(window) for window in listed.value]
