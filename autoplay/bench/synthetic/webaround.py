"""What lies around a web game on its page: headers, adverts, tables, windows, counters, keys."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from autoplay.bench.synthetic.scenery import words

LCD = "background:#000;color:#f00;font:bold 26px 'DSEG7 Classic',monospace;padding:3px 5px"


@dataclass(frozen=True)
class Around:
    """Where the board's corner is in CSS pixels, and the rest of the page.

    ``pad`` is the width of the ground the board lies on, beyond its cells.
    """

    at: tuple[int, int]
    html: str = ""
    css: str = ""
    pad: int = 0


Room = tuple[int, int]
"""(width, height) of the window in CSS pixels."""

Extent = tuple[float, float]
"""(width, height) of the board in CSS pixels."""


def _between(rng: random.Random, low: int, high: float) -> int:
    return rng.randrange(low, max(low + 1, int(high)))


def _put(x: float, y: float, html: str, style: str = "") -> str:
    return f"<div style='position:absolute;left:{x}px;top:{y}px;{style}'>{html}</div>"


def _plain(rng: random.Random, room: Room, board: Extent, _mines: int) -> Around:
    free = room[0] - board[0] - 10, room[1] - board[1] - 10
    return Around((_between(rng, 10, free[0]), _between(rng, 10, free[1])))


def _counter(rng: random.Random, room: Room, board: Extent, mines: int) -> Around:
    x = round((room[0] - board[0]) / 2)
    y = round(max(120, (room[1] - board[1]) / 2))
    html = (
        _put(x, y - 60, f"{mines:03d}", LCD)
        + _put(x + board[0] - 90, y - 60, f"{rng.randrange(999):03d}", LCD)
        + _put(x + board[0] / 2 - 16, y - 62, "🙂", "font-size:30px")
    )
    return Around((x, y), html, pad=6)


def _site(rng: random.Random, room: Room, board: Extent, mines: int) -> Around:
    x = round((room[0] - board[0]) / 2) + rng.randrange(-40, 40)
    y = _between(rng, 150, room[1] - board[1] - 40)
    links = "".join(f"<a>{words(rng, 1)}</a>" for _ in range(4))
    scores = "".join(
        f"<tr><td>{place}<td>{words(rng, 1)}<td>{rng.randrange(20, 400)}s" for place in range(1, 13)
    )
    line = f"💣 {mines} &nbsp; ⏱ {rng.randrange(400)} &nbsp; {words(rng, 6)}"
    html = (
        f"<nav>{links}</nav>{_put(10, 90, words(rng, 9), ADVERT)}"
        f"<table class=scores>{scores}</table>"
        f"{_put(x, y - 70, line, f'font-size:13px;color:#777;width:{board[0]}px')}"
        f"<footer>{words(rng, 20)}</footer>"
    )
    return Around((x, y), html, SITE)


ADVERT = (
    "background:linear-gradient(135deg,#fc6,#f66);color:#fff;font-size:26px;padding:14px;"
    "width:150px;height:420px"
)

SITE = """nav{position:absolute;left:0;top:0;width:100%;height:56px;background:#24292f;
font-size:18px;line-height:56px}nav a{margin:0 18px;color:#9cf}
.scores{position:absolute;right:10px;top:90px;border-collapse:collapse;font-size:12px}
.scores td{border:1px solid #bbb;padding:2px 6px}
footer{position:absolute;bottom:0;left:0;width:100%;height:30px;background:#eee;font-size:12px}"""

DARK = "body{background:#15181c;color:#aab}footer{background:#101215}.scores td{border-color:#333}"


def _dark(rng: random.Random, room: Room, board: Extent, mines: int) -> Around:
    site = _site(rng, room, board, mines)
    return replace(site, css=site.css + DARK)


def _window(rng: random.Random, room: Room, board: Extent, mines: int) -> Around:
    x, y = (
        _between(rng, 60, room[0] - board[0] - 60),
        _between(rng, 140, room[1] - board[1] - 80),
    )
    icons = "".join(
        _put(16, 20 + 90 * place, icon, "font-size:40px")
        for place, icon in enumerate("🗑📁💻🌐🎮📷")
    )
    counters = (
        f"<span style=\"{LCD}\">{mines:03d}</span><span style='font-size:26px'>🙂</span>"
        f'<span style="{LCD}">{rng.randrange(999):03d}</span>'
    )
    html = (
        f"{icons}<div class=w style='left:{x - 16}px;top:{y - 118}px;width:{board[0] + 32}px;"
        f"height:{board[1] + 134}px'><div class=t>Minesweeper</div>"
        f"<div class=m>Game &nbsp; Help</div><div class=head>{counters}</div></div>"
        "<div class=bar></div>"
    )
    return Around((x, y), html, WINDOW, pad=10)


WINDOW = """body{background:linear-gradient(#3a6ea5,#1b4060)}
.w{position:absolute;background:#ece9d8;border:2px solid #0831d9;border-radius:8px 8px 0 0;
box-shadow:4px 4px 14px #0008}.m{font-size:13px;height:22px;line-height:22px;padding-left:8px}
.t{background:linear-gradient(#0a5bd8,#3b8cf5,#0a5bd8);color:#fff;font-size:14px;height:28px;
line-height:28px;padding-left:8px}.head{padding:8px 10px;display:flex;
justify-content:space-between}.bar{position:absolute;bottom:0;left:0;width:100%;height:32px;
background:linear-gradient(#3a81f3,#1941a5)}"""


def _busy(_rng: random.Random, room: Room, board: Extent, mines: int) -> Around:
    """A calendar and a keyboard beside the board, grids as well."""
    x, y = round(room[0] - board[0] - 40), 70
    days = "".join(
        "<tr>" + "".join(f"<td>{day if day < 32 else ''}" for day in range(first, first + 7))
        for first in range(1, 36, 7)
    )
    keys = "".join(
        "<div>" + "".join(f"<span class=k>{key}</span>" for key in row) + "</div>"
        for row in ("1234567890", "QWERTYUIOP", "ASDFGHJKL;", "ZXCVBNM,./")
    )
    html = (
        f"<table class=cal>{days}</table><div class=kb>{keys}</div>"
        f"{_put(x, 30, f'Mines: {mines}', 'font-size:20px')}"
    )
    return Around((x, y), html, BUSY)


BUSY = """body{background:#f4f4f6}
.cal{position:absolute;left:20px;top:60px;border-collapse:collapse;background:#fff}
.cal td{width:40px;height:36px;border:1px solid #ccc;text-align:center;font-size:15px}
.kb{position:absolute;left:20px;bottom:16px}.k{display:inline-block;width:44px;height:44px;
line-height:44px;margin:3px;text-align:center;background:#e2e5ea;border-radius:6px;
box-shadow:0 2px #aaa}"""

AROUND: dict[str, Callable[[random.Random, Room, Extent, int], Around]] = {
    "plain": _plain,
    "counter": _counter,
    "site": _site,
    "dark": _dark,
    "window": _window,
    "busy": _busy,
}
"""By name: what is drawn around a board of this extent with this many mines."""
