"""A window that shows a picture and closes by itself: left open, it would cover the game.

Run as a process of its own: the window's toolkit ends the process where there is no display.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

from autoplay.cli.terminal import is_answered

SECONDS = 20
"""How long a person has to look, if they do not press a key."""


def show(path: Path) -> None:
    """Show a picture until a key is pressed, the window is closed, or the time is over.

    Does nothing where there is no display, nor in a script, where it would only cover the game.
    """
    if sys.platform.startswith("linux") and not os.environ.get("DISPLAY"):
        return
    if not (is_answered() and sys.stdout.isatty()):
        return
    print("shown in a window; any key in it goes on", flush=True)
    subprocess.run(
        [sys.executable, "-m", "autoplay.cli.show", str(path), str(SECONDS)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )


def _window(path: Path, seconds: float) -> None:
    import cv2

    from autoplay.vision.picture import load_picture

    title = f"autoplay: {path.name}"
    cv2.namedWindow(title, cv2.WINDOW_AUTOSIZE | cv2.WINDOW_GUI_NORMAL)
    cv2.imshow(title, load_picture(path))
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pressed = cv2.waitKey(50) != -1
        if pressed or cv2.getWindowProperty(title, cv2.WND_PROP_VISIBLE) < 1:
            return


if __name__ == "__main__":
    _window(Path(sys.argv[1]), float(sys.argv[2]))
