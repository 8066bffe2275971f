"""Whether this session can be seen and clicked at all: judged before anything is opened."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from autoplay.errors import DesktopError


def session_problem(environment: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Return one line that says why the screen cannot be used, and the way out; None if it can."""
    if not platform.startswith(("linux", "freebsd")):
        return None
    if "WAYLAND_DISPLAY" in environment or environment.get("XDG_SESSION_TYPE") == "wayland":
        return (
            "this is a Wayland session, where no program may see or click another's window; "
            "log in to an X11 (Xorg) session, or use `autoplay read` on a screenshot"
        )
    if not environment.get("DISPLAY"):
        return (
            "no display: DISPLAY is not set; run this in a desktop session, or give it a screen "
            "of its own with `xvfb-run -s '-screen 0 1280x1024x24'`"
        )
    return None


def require_session(environment: Mapping[str, str], platform: str = sys.platform) -> None:
    """Raise DesktopError when this session cannot be seen or clicked."""
    problem = session_problem(environment, platform)
    if problem is not None:
        raise DesktopError(problem)
