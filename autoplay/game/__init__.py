"""The game itself, pure: topologies, boards, minefields, rules, levels and text forms."""

from autoplay.game.action import Action, Done, Verb
from autoplay.game.board import (
    KNOWN_MINES,
    MAX_NUMBER,
    SYMBOLS,
    UNOPENED,
    Board,
    Label,
    are_unopened,
)
from autoplay.game.clicks import least_clicks
from autoplay.game.levels import LEVELS, Level, parse_level, usual_mines
from autoplay.game.minefield import FirstClick, Minefield, place_mines
from autoplay.game.rules import Game, Outcome
from autoplay.game.text import format_board, format_rows, parse_board, parse_rows
from autoplay.game.topology import VARIANTS, Cell, Shape, Topology, Variant, make_topology

__all__ = [
    "KNOWN_MINES",
    "LEVELS",
    "MAX_NUMBER",
    "SYMBOLS",
    "UNOPENED",
    "VARIANTS",
    "Action",
    "Board",
    "Cell",
    "Done",
    "FirstClick",
    "Game",
    "Label",
    "Level",
    "Minefield",
    "Outcome",
    "Shape",
    "Topology",
    "Variant",
    "Verb",
    "are_unopened",
    "format_board",
    "format_rows",
    "least_clicks",
    "make_topology",
    "parse_board",
    "parse_level",
    "parse_rows",
    "place_mines",
    "usual_mines",
]
