"""Plays any Minesweeper it can see.

The public API is re-exported here: parse a board, analyze it, ask a policy, read a picture, play.
"""

from __future__ import annotations

__version__ = "0.1.0"
