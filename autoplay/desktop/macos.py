"""macOS refuses silently (no click, only the wallpaper captured): ask it before."""

from __future__ import annotations

import ctypes
import ctypes.util
from collections.abc import Callable
from typing import Any

from autoplay.errors import DesktopError

SETTINGS = "System Settings > Privacy & Security >"


def load_framework(name: str) -> Any:
    """Return a framework of macOS; OSError where there is none."""
    return ctypes.CDLL(ctypes.util.find_library(name))


def require_permissions(frameworks: Callable[[str], Any] = load_framework) -> None:
    """Raise DesktopError naming the setting when macOS forbids capture or clicks."""
    may_capture = frameworks("CoreGraphics").CGPreflightScreenCaptureAccess
    may_click = frameworks("ApplicationServices").AXIsProcessTrusted
    may_capture.restype = may_click.restype = ctypes.c_bool
    if not may_capture():
        raise DesktopError(
            "macOS does not let this program see the screen; allow your terminal in "
            f"{SETTINGS} Screen Recording, then start the terminal again"
        )
    if not may_click():
        raise DesktopError(
            "macOS does not let this program click; allow your terminal in "
            f"{SETTINGS} Accessibility, then start the terminal again"
        )
