"""Real games: how each is started on a private screen, and how it starts again.

    python -m tests.live.games xbomb-square-3

starts a private screen with that game, prints its DISPLAY and keeps both until Enter or Ctrl-C.

WineMine takes 0.7 GB for wine and as much for its prefix, so it is played only where both are:

    apt-get install wine; export WINEPREFIX=... WINEDLLOVERRIDES="mscoree=;mshtml="; wineboot -i
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from tests.live.screen import PrivateScreen, end_process, missing_programs, wait_until

QUIET_SECONDS = 0.4
"""A game is ready when its picture has not changed for this long."""


@dataclass(frozen=True)
class RealGame:
    """A program of a Debian package. ``restart`` is what ``--restart`` takes.

    ``files`` are written into its home folder before it starts; ``folder`` is the variable that
    must name what its program keeps beside its home.
    """

    name: str
    command: tuple[str, ...]
    restart: str
    rows: int
    cols: int
    mines: int
    shape: str = "square"
    files: dict[str, str] = field(default_factory=dict)
    folder: str = ""

    def is_installed(self) -> bool:
        """Whether its programs, and the folder they need, are on this system."""
        if self.folder and not os.environ.get(self.folder):
            return False
        programs = [word for word in self.command if word.startswith("/")]
        return all(shutil.which(program) for program in programs or self.command[:1])


def _xbomb(shape: str, level: int, rows: int, cols: int, mines: int) -> RealGame:
    words = {"square": "square", "hexagon": "hex", "triangle": "tri"}
    command = ("/usr/games/xbomb", f"-{shape}", f"-{level}")
    return RealGame(f"xbomb-{words[shape]}-{level}", command, "s", rows, cols, mines, shape)


def _xdemineur(name: str, rows: int, cols: int, mines: int) -> RealGame:
    command = ("/usr/games/xdemineur", "-geometry", f"{cols}x{rows}+100+100", "-m", str(mines))
    return RealGame(name, command, "face", rows, cols, mines)


def _sgt(name: str, rows: int, cols: int, mines: int) -> RealGame:
    command = ("/usr/games/sgt-mines", f"{cols}x{rows}n{mines}a")
    return RealGame(name, command, "n", rows, cols, mines)


def _kmines(level: str, theme: str, rows: int, cols: int, mines: int) -> RealGame:
    settings = f"[KgDifficulty]\nLevel={level}\n\n[KgTheme]\nTheme={theme}\n"
    return RealGame(
        f"kmines-{level.lower()}-{theme}",
        ("/usr/bin/dbus-run-session", "/usr/games/kmines"),
        "escape ctrl+n",  # a win asks for a name first
        rows,
        cols,
        mines,
        files={".config/kminesrc": settings},
    )


GAMES = {
    game.name: game
    for game in (
        _xbomb("square", 1, 8, 8, 10),
        _xbomb("square", 2, 16, 16, 40),
        _xbomb("square", 3, 16, 30, 99),
        _xbomb("hexagon", 1, 8, 8, 10),
        _xbomb("hexagon", 3, 16, 30, 99),
        _xbomb("triangle", 1, 8, 8, 10),
        _xbomb("triangle", 3, 16, 30, 99),
        _xdemineur("xdemineur", 16, 30, 100),
        _xdemineur("xdemineur-beginner", 9, 9, 10),
        _sgt("sgt-mines", 16, 30, 99),
        _sgt("sgt-mines-beginner", 9, 9, 10),
        *(
            _kmines(level, theme, rows, cols, mines)
            for level, rows, cols, mines in (
                ("Easy", 9, 9, 10),
                ("Medium", 16, 16, 40),
                ("Hard", 16, 30, 99),
            )
            for theme in ("default", "classic", "green", "graveyard-mayhem")
        ),
        # A win asks for a name, then shows the best times.
        RealGame(
            "winemine",
            ("/usr/bin/wine", "winemine"),
            "escape escape F2",
            9,
            9,
            10,
            folder="WINEPREFIX",
        ),
    )
}
"""The games by name; sizes are those of the level asked for, checked by the tests that play."""


class RunningGame:
    """A real game on a private screen; a context manager that ends it."""

    def __init__(self, screen: PrivateScreen, game: RealGame) -> None:
        self.game = game
        self.screen = screen
        home = Path(screen.environment["HOME"])
        for name, text in game.files.items():
            path = home / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        before = set(screen.windows())
        self.process: subprocess.Popen[bytes] = screen.start(list(game.command))
        wait_until(lambda: bool(set(screen.windows()) - before), f"a window of {game.name}")
        self.window = next(iter(set(screen.windows()) - before))
        wait_until_quiet(screen)

    def close(self) -> None:
        """End the game and wait for its window to go: the next one may get the same id."""
        end_process(self.process)
        wait_until(lambda: self.window not in self.screen.windows(), f"{self.game.name}'s end")


def wait_until_quiet(screen: PrivateScreen) -> None:
    """Return when the screen's picture has stayed the same for a while."""
    display = screen.connection()
    root = display.screen().root
    shape = root.get_geometry()
    seen = b""
    since = time.monotonic()

    def is_quiet() -> bool:
        nonlocal seen, since
        image = root.get_image(0, 0, shape.width, shape.height, 2, 0xFFFFFFFF).data
        if image != seen:
            seen, since = image, time.monotonic()
        return time.monotonic() - since > QUIET_SECONDS

    try:
        wait_until(is_quiet, "a quiet screen")
    finally:
        display.close()


def main(name: str) -> None:
    """Keep a private screen with this game open until the person has seen enough."""
    if missing_programs() or name not in GAMES:
        sys.exit(f"missing: {missing_programs()}; games: {', '.join(GAMES)}")
    with tempfile.TemporaryDirectory() as home, PrivateScreen(Path(home)) as screen:
        RunningGame(screen, GAMES[name])
        print(f"export DISPLAY={screen.display}", flush=True)
        sys.stdin.readline()


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "")
