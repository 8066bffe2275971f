"""A small window of our own to look at and click on: the diagnosis' test card.

It stays above other windows, shows a pattern whose every place is known, and reports the clicks
it gets. On X11 it needs nothing but python-xlib; elsewhere it is drawn by tkinter.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from typing import Any, Protocol

from autoplay.desktop.foreign import Translated
from autoplay.desktop.ports import Region
from autoplay.errors import DesktopError

SIDE = 120
"""Width and height of the window in points."""
PATCH = 40
"""The pattern is this large: SIDE / PATCH patches a row."""
COLORS = ((220, 40, 40), (40, 200, 60), (50, 70, 230), (240, 240, 240), (20, 20, 20))
"""Red, green, blue of the patches; patch (row, col) has colour (2 * row + col) % 5."""

SHOWN_SECONDS = 5.0
"""How long the window may take to get onto the screen; a locked screen never lets it."""

SHOWN_STEP = 0.005
"""Seconds between two looks whether it is there."""


@dataclass(frozen=True)
class Hit:
    """A click the window got, in points from its top left corner."""

    x: int
    y: int
    button: str


class ClickTarget(Protocol):
    """The window, open until ``close``."""

    region: Region

    def hits(self) -> list[Hit]:
        """Return the clicks it got since it was opened; does not wait."""
        ...

    def close(self) -> None:
        """Take the window away."""
        ...


def patch_color(x: int, y: int) -> tuple[int, int, int]:
    """Return red, green, blue of the pattern at points (x, y) from its top left corner."""
    return COLORS[(2 * (y // PATCH) + x // PATCH) % len(COLORS)]


def patches() -> list[tuple[int, int]]:
    """Return the top left corners of all patches."""
    return [(x, y) for y in range(0, SIDE, PATCH) for x in range(0, SIDE, PATCH)]


def open_target(left: int, top: int) -> ClickTarget:
    """Show the window with its top left corner there; DesktopError when that is impossible."""
    with Translated("open a test window"):
        if sys.platform in ("win32", "darwin"):
            return TkTarget(left, top)
        return XlibTarget(left, top)


class XlibTarget:
    """The window on X11, outside the window manager's reach, so that it is where it was put."""

    def __init__(self, left: int, top: int) -> None:
        from Xlib import X
        from Xlib.display import Display

        self.region = Region(left, top, SIDE, SIDE)
        self._display = Display()
        screen = self._display.screen()
        self._window = screen.root.create_window(
            left,
            top,
            SIDE,
            SIDE,
            0,
            screen.root_depth,
            background_pixel=screen.black_pixel,  # without it what is below shows until it is drawn
            override_redirect=True,
            event_mask=X.ButtonPressMask | X.ExposureMask,
        )
        self._hits: list[Hit] = []
        self._window.map()
        self._window.configure(stack_mode=X.Above)
        try:
            self._await_shown()
        except DesktopError:
            self.close()
            raise
        self.draw()

    def _await_shown(self) -> None:
        """Wait until the window is on the screen; DesktopError where it does not get there."""
        from Xlib import X

        end = time.monotonic() + SHOWN_SECONDS
        with Translated("show a test window"):
            self._display.flush()
            while time.monotonic() < end:
                while self._display.pending_events():
                    if self._display.next_event().type == X.Expose:
                        return
                time.sleep(SHOWN_STEP)
        raise DesktopError(
            f"the test window was not shown within {SHOWN_SECONDS:g} s; "
            "unlock the screen, or close what covers it, and try again"
        )

    def draw(self) -> None:
        """Paint the pattern."""
        colormap = self._display.screen().default_colormap
        for x, y in patches():
            red, green, blue = patch_color(x, y)
            color = colormap.alloc_color(red * 257, green * 257, blue * 257)
            context = self._window.create_gc(foreground=color.pixel)
            self._window.fill_rectangle(context, x, y, PATCH, PATCH)
            context.free()
        self._display.sync()

    def move_to(self, left: int, top: int) -> None:
        """Put the window elsewhere."""
        with Translated("move the test window"):
            self._window.configure(x=left, y=top)
            self._display.sync()
        self.region = self.region._replace(left=left, top=top)

    def hits(self) -> list[Hit]:
        """Return the clicks it got since it was opened; does not wait."""
        with Translated("ask which clicks arrived"):
            self._display.sync()
            while self._display.pending_events():
                self._take(self._display.next_event())
        return list(self._hits)

    def _take(self, event: Any) -> None:
        from Xlib import X

        names = {1: "left", 2: "middle", 3: "right"}
        if event.type == X.ButtonPress:
            button = names.get(event.detail, str(event.detail))
            self._hits.append(Hit(event.event_x, event.event_y, button))
        elif event.type == X.Expose:
            self.draw()

    def close(self) -> None:
        """Take the window away."""
        with Translated("close the test window"):
            self._window.destroy()
            self._display.close()


class TkTarget:
    """The window on Windows and macOS."""

    def __init__(self, left: int, top: int) -> None:
        import tkinter

        self.region = Region(left, top, SIDE, SIDE)
        self._hits: list[Hit] = []
        self._root = tkinter.Tk()
        self._root.overrideredirect(True)
        self._root.attributes("-topmost", True)
        self._root.geometry(f"{SIDE}x{SIDE}+{left}+{top}")
        canvas = tkinter.Canvas(self._root, width=SIDE, height=SIDE, highlightthickness=0)
        canvas.pack()
        for x, y in patches():
            fill = "#{:02x}{:02x}{:02x}".format(*patch_color(x, y))
            canvas.create_rectangle(x, y, x + PATCH, y + PATCH, fill=fill, width=0)
        canvas.bind("<ButtonPress>", self._take)
        self._root.update()

    def _take(self, event: Any) -> None:
        right_is_two = sys.platform == "darwin"
        names = {1: "left", 2: "right" if right_is_two else "middle", 3: "right"}
        if right_is_two:
            names[3] = "middle"
        self._hits.append(Hit(event.x, event.y, names.get(event.num, str(event.num))))

    def hits(self) -> list[Hit]:
        """Return the clicks it got since it was opened; does not wait."""
        self._root.update()
        return list(self._hits)

    def close(self) -> None:
        """Take the window away."""
        self._root.destroy()
