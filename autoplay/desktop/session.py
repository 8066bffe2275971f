"""Whether this session can be seen and clicked at all: judged before anything is opened."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping

from autoplay.desktop import x11
from autoplay.errors import DesktopError


def shows_a_wayland_session() -> bool:
    """Whether the X server of this environment is only Wayland's own, or does not answer."""
    try:
        display = x11.open_display()
    except DesktopError:
        return True
    try:
        return x11.is_xwayland(display)
    finally:
        x11.close_display(display)


def session_problem(
    environment: Mapping[str, str],
    platform: str = sys.platform,
    is_only_wayland: Callable[[], bool] = shows_a_wayland_session,
) -> str | None:
    """Return one line that says why the screen cannot be used, and the way out; None if it can.

    ``is_only_wayland`` is asked in a Wayland session that has an X display, too: it may be a screen
    of its own, as xvfb-run makes one.
    """
    if not platform.startswith(("linux", "freebsd")):
        return None
    has_display = bool(environment.get("DISPLAY"))
    if "WAYLAND_DISPLAY" in environment or environment.get("XDG_SESSION_TYPE") == "wayland":
        if has_display and not is_only_wayland():
            return None
        return (
            "this is a Wayland session, where no program may see or click another's window; "
            "log in to an X11 (Xorg) session, or use `autoplay read` on a screenshot"
        )
    if not has_display:
        return (
            "no display: DISPLAY is not set; run this in a desktop session, or give it a screen "
            "of its own with `xvfb-run -s '-screen 0 1280x1024x24'`"
        )
    return None


def require_session(environment: Mapping[str, str]) -> None:
    """Raise DesktopError when this session cannot be seen or clicked."""
    problem = session_problem(environment)
    if problem is not None:
        raise DesktopError(problem)
