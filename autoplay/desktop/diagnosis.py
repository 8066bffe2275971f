"""Tries out a machine on a window of our own: is it seen as it is, do clicks hit their pixel?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.desktop.target import COLORS, PATCH, SIDE, ClickTarget, Hit, patch_color, patches
from autoplay.errors import DesktopError, PausedError, StoppedError

DEADLINE = 2.0
"""Seconds that a window may take to be drawn, or a click to arrive."""

STEP = 0.02
"""Seconds between two looks whether they have."""

CLICKED = ((3, 3), (SIDE - 4, 5), (SIDE // 2, SIDE // 2), (7, SIDE - 8), (SIDE - 2, SIDE - 2))
"""The points of the window that are clicked, in points from its top left corner."""


@dataclass(frozen=True)
class Check:
    """One line of a diagnosis: what was looked at, what was found, and the fix if it is wrong."""

    name: str
    found: str
    fix: str | None = None
    tried: bool = True

    @property
    def state(self) -> str:
        """``pass``, ``fix``, or ``skip`` for what could not be tried."""
        if not self.tried:
            return "skip"
        return "pass" if self.fix is None else "fix"


def target_place(monitor: Region) -> tuple[int, int]:
    """Return where to put the window on a monitor: off its middle, at no round number."""
    return (
        monitor.left + max(0, min(monitor.width // 2 + 13, monitor.width - SIDE)),
        monitor.top + max(0, min(monitor.height // 2 + 7, monitor.height - SIDE)),
    )


def check_capture(machine: Machine, target: ClickTarget) -> Check:
    """Check that every patch of the window is seen in its colour, to the pixel."""
    wrong = "the test window"

    def is_right() -> bool:
        nonlocal wrong
        frame = machine.screen.grab(target.region)
        wrong = _difference(frame)
        return not wrong

    if _wait(machine, is_right):
        scale = machine.screen.grab(target.region).scale
        return Check("capture", f"a window of ours is seen to the pixel, at scale {scale:g}")
    if wrong == "black":
        return Check(
            "capture",
            "the picture is black",
            "allow screen recording for this terminal (macOS), unlock the session, or leave "
            "full-screen and protected windows",
        )
    return Check(
        "capture",
        f"a window of ours is seen wrongly: {wrong}",
        "set the display's scale to a whole number, turn colour filters off and try again",
    )


def _difference(frame: Frame) -> str:
    """Return what is wrong with a picture of the window, '' when nothing is."""
    pixels, scale = frame.pixels, frame.scale
    if not pixels[:, :, :3].any():
        return "black"
    last = PATCH - 1 / scale
    for left, top in patches():
        for x, y in ((left, top), (left + last, top + last)):
            seen = pixels[int(y * scale + 0.5), int(x * scale + 0.5), 2::-1]
            if _nearest(seen) != patch_color(left, top):
                return f"another colour than {patch_color(left, top)} at point {x:g}, {y:g}"
    return ""


def _nearest(seen: NDArray[np.uint8]) -> tuple[int, int, int]:
    """The pattern's colour nearest to this one: night light and profiles may tint the picture."""
    return min(COLORS, key=lambda color: float(np.abs(seen.astype(int) - color).sum()))


def check_clicks(machine: Machine, target: ClickTarget) -> Check:
    """Check that clicks arrive, in order and at the very point; the pointer goes back after."""
    before = machine.pointer.position()
    wanted = [Hit(x, y, "left") for x, y in CLICKED]
    try:
        for hit in wanted:
            place = Point(target.region.left + hit.x, target.region.top + hit.y)
            machine.pointer.click(place, hit.button)
        _wait(machine, lambda: len(target.hits()) >= len(wanted))
        machine.pointer.move(before)
    except PausedError:
        return Check("click", "the mouse was moved meanwhile", "let go of it and try again")
    except StoppedError:
        return Check(
            "click",
            "the mouse is in a corner of the screen, where it stops play",
            "move it out of the corner and try again",
        )
    got = target.hits()
    if got == wanted:
        return Check("click", f"{len(wanted)} clicks hit their point exactly")
    if not got:
        return Check(
            "click",
            "no click arrived",
            "allow control of the computer for this terminal (macOS: Accessibility), and close "
            "windows that stay on top",
        )
    return Check(
        "click",
        f"clicks went astray: wanted {_points(wanted)}, got {_points(got)}",
        "set the display's scale to 100 % for this program, and keep your hand off the mouse",
    )


def _points(hits: list[Hit]) -> str:
    return " ".join(f"{hit.x},{hit.y}" for hit in hits)


def _wait(machine: Machine, condition: Callable[[], bool]) -> bool:
    """Return whether the condition came true before the deadline."""
    end = machine.clock.now() + DEADLINE
    while not condition():
        if machine.clock.now() > end:
            return False
        machine.clock.sleep(STEP)
    return True


def describe_monitors(machine: Machine) -> Check:
    """Return every monitor with its place, size and measured scale."""
    lines = []
    for monitor in machine.screen.monitors():
        sample = Region(monitor.left, monitor.top, min(64, monitor.width), min(64, monitor.height))
        scale = machine.screen.grab(sample).scale
        place = f"at {monitor.left},{monitor.top}"
        lines.append(f"{monitor.width}x{monitor.height} {place} scale {scale:g}")
    if not lines:
        raise DesktopError("no monitor found; is one connected and switched on?")
    return Check("monitors", "; ".join(lines))
