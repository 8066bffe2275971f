"""Plays any Minesweeper it can see.

The public API: parse a board, analyze it, ask a policy for advice, read a picture, play a game
through any Playable. Names are imported when they are first used, so that no command waits for what
it does not need.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from autoplay.game import Action, Board, Game, format_board, make_topology, parse_board
    from autoplay.inference import analyze
    from autoplay.play import Playable, play_game
    from autoplay.policy import make_policy
    from autoplay.vision.picture import load_picture
    from autoplay.vision.see import see

__version__ = "0.1.0"

__all__ = [
    "Action",
    "Board",
    "Game",
    "Playable",
    "analyze",
    "format_board",
    "load_picture",
    "make_policy",
    "make_topology",
    "parse_board",
    "play_game",
    "see",
]

_HOMES = {
    "analyze": "autoplay.inference",
    "make_policy": "autoplay.policy",
    "play_game": "autoplay.play",
    "Playable": "autoplay.play",
    "load_picture": "autoplay.vision.picture",
    "see": "autoplay.vision.see",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'autoplay' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOMES.get(name, "autoplay.game")), name)
