"""Recorded files that the tests of several commands are given."""

from __future__ import annotations

from pathlib import Path

FIXTURES = Path(__file__).parent.parent / "fixtures"
SCREENS = FIXTURES / "screens"
"""Folders of all that was recorded, and of the screens."""

PICTURE = str(SCREENS / "xdemineur" / "mid1.png")
"""A screen that shows a game under way."""
