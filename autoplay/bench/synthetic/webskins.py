"""Looks of web games: style sheets and marks, kept in webskins.toml.

Keys of a skin: ``name``; ``css``, the looks of the cells; ``size`` (rows, columns); ``pitch``
(x, y) in CSS pixels; and where they are not the usual ones ``shape`` and ``variant``, ``gap``
between cells, ``zoom`` (device pixels a CSS pixel), ``colors`` of the numbers from 1 on, ``marks``
by what they mark, ``board`` (style of the board's ground) and ``around`` (see webaround.py).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from autoplay.game import Label, Shape, Topology, Variant

COLORS = (
    "#0000ff", "#008000", "#ff0000", "#000080", "#800000", "#008080",
    "#000000", "#808080", "#404040", "#604000", "#006040", "#400060",
)  # fmt: skip
"""Of the numbers 1 to 12."""

MARKS = {"flag": "🚩", "question": "?", "mine": "💣", "wrong": "❌"}

SVG = {
    "svg-flag": "<path d='M8 2v11h-4v1h9v-1h-4v-11z' fill='#222'/>"
    "<path d='M8.5 1.5L2.5 5l6 3.5z' fill='{color}'/>",
    "svg-mine": "<circle cx='8' cy='8' r='4.6' fill='{color}'/>"
    "<path d='M8 1v14M1 8h14M3 3l10 10M13 3l-10 10' stroke='{color}' stroke-width='1.2'/>"
    "<circle cx='6.4' cy='6.4' r='1.2' fill='#fff'/>",
}
"""Drawings in a box of 16x16."""

KINDS = {
    Label.COVERED: "covered",
    Label.FLAG: "flag",
    Label.QUESTION: "question",
    Label.MINE: "mine",
    Label.EXPLODED: "exploded",
    Label.WRONG_FLAG: "wrong",
}


@dataclass(frozen=True)
class WebSkin:
    """How a web game looks; the module says what the fields hold."""

    name: str
    css: str
    topology: Topology
    pitch: tuple[float, float]
    gap: float = 0.0
    zoom: float = 1.0
    colors: tuple[str, ...] = COLORS
    marks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType(MARKS))
    board: str = ""
    around: str = "plain"

    def mark(self, label: Label) -> str:
        """Return the HTML inside a cell with this label."""
        kind = KINDS.get(label, str(int(label)))
        if kind == "exploded" and kind not in self.marks:
            kind = "mine"
        usual = "" if label in (Label.ZERO, Label.COVERED) else kind
        return self.marks.get(kind, usual)

    def classes(self, label: Label) -> str:
        """Return the classes of a cell with this label."""
        match label:
            case Label.COVERED:
                return "covered"
            case Label.FLAG | Label.QUESTION:
                return f"covered {KINDS[label]}"
            case _:
                return f"opened {KINDS.get(label, f'n{int(label)}')}"


@cache
def web_skins() -> tuple[WebSkin, ...]:
    """Return all skins of webskins.toml, in its order."""
    text = files("autoplay.bench.synthetic").joinpath("webskins.toml").read_text(encoding="utf-8")
    return tuple(_skin(entry) for entry in tomllib.loads(text)["skin"])


def _skin(entry: dict[str, Any]) -> WebSkin:
    shape = Shape(entry.get("shape", Shape.SQUARE))
    rows, cols = entry["size"]
    marks = MARKS | {kind: _drawn(mark) for kind, mark in entry.get("marks", {}).items()}
    return WebSkin(
        name=entry["name"],
        css=entry["css"],
        topology=Topology(shape, rows, cols, Variant(entry.get("variant", Variant.NONE))),
        pitch=(entry["pitch"][0], entry["pitch"][1]),
        gap=entry.get("gap", 0.0),
        zoom=entry.get("zoom", 1.0),
        colors=tuple(entry.get("colors", COLORS)),
        marks=MappingProxyType(marks),
        board=entry.get("board", ""),
        around=entry.get("around", "plain"),
    )


def _drawn(mark: str) -> str:
    """Return the HTML of a mark, drawing those that name a picture, its width and its colour."""
    name, *rest = mark.split(" ")
    if name not in SVG:
        return mark
    size, color = rest
    return (
        f"<svg viewBox='0 0 16 16' width='{size}' height='{size}' "
        f"style='display:block;margin:auto'>{SVG[name].format(color=color)}</svg>"
    )
