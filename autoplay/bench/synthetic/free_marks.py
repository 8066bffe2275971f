"""Flags and mines of endless variants, put together from parts by a seed."""

from __future__ import annotations

import math
import random

from autoplay.bench.synthetic.color import Color, lighter
from autoplay.bench.synthetic.marks import Pen, Spot


def draw_free_flag(seed: str, pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    """Draw a pole with a cloth in ``ink`` to either side, and a foot or none."""
    rng = random.Random(f"flag {seed}")
    x, y, r = spot
    side = rng.choice((-1, 1))
    width = max(r * rng.uniform(0.08, 0.28), 1)
    pole = x - side * r * rng.uniform(-0.25, 0.7)
    top, bottom = y - r * rng.uniform(0.7, 1), y + r * rng.uniform(0.7, 1)
    reach = pole + side * r * rng.uniform(0.8, 1.4)
    low = top + (bottom - top) * rng.uniform(0.35, 0.65)
    middle = (top + low) / 2
    cloths = (
        [(pole, top), (reach, middle), (pole, low)],
        [(pole, top), (reach, top), (pole, low)],
        [(pole, top), (reach, low), (pole, low)],
        [(pole, top), (reach, top), (reach, low), (pole, low)],
        [(pole, top), (reach, top), (reach - side * r * 0.35, middle), (reach, low), (pole, low)],
    )
    cloth = rng.choice(cloths)
    if rng.random() < 0.2:
        accent = ink
    if rng.random() < 0.15:
        pen.line([*cloth, cloth[0]], ink, max(round(width), 1))
    else:
        pen.polygon(cloth, ink)
    pen.rectangle((pole - width / 2, top, pole + width / 2, bottom), accent)
    foot = rng.choice(("none", "none", "bar", "mound", "steps"))
    half, tall = r * rng.uniform(0.35, 0.75), r * rng.uniform(0.1, 0.22)
    if foot == "mound":
        pen.pieslice((pole - half, bottom - half, pole + half, bottom + half), 180, 360, accent)
    elif foot != "none":
        pen.rectangle((pole - half, bottom - tall, pole + half, bottom), accent)
    if foot == "steps":
        pen.rectangle((pole - half / 2, bottom - 2 * tall, pole + half / 2, bottom), accent)


def draw_free_mine(seed: str, pen: Pen, spot: Spot, ink: Color, accent: Color) -> None:
    """Draw a body in ``ink`` with spikes, a fuse or nothing, and a shine or none."""
    rng = random.Random(f"mine {seed}")
    x, y, r = spot
    body = r * rng.uniform(0.45, 0.75)
    dressed = rng.choice(("spikes", "spikes", "spikes", "knobs", "fuse", "none"))
    if dressed in ("spikes", "knobs"):
        count, start = rng.choice((4, 4, 6, 8, 8, 8, 10, 12)), rng.choice((0.0, 0.0, math.pi / 4))
        width = max(round(r * rng.uniform(0.08, 0.25)), 1)
        short = rng.choice((1.0, 1.0, 0.8))
        for spike in range(count):
            angle = start + 2 * math.pi * spike / count
            far = r * (short if spike % 2 else 1)
            tip = x + far * math.cos(angle), y + far * math.sin(angle)
            pen.line((x, y, *tip), ink, width)
            if dressed == "knobs":
                pen.ellipse((tip[0] - width, tip[1] - width, tip[0] + width, tip[1] + width), ink)
    box = (x - body, y - body, x + body, y + body)
    if dressed == "fuse":
        pen.line((x, y, x + r * 0.7, y - r * 0.9), accent, max(round(r * 0.14), 1))
        pen.rectangle((x, y - body * 1.2, x + body * 0.7, y - body * 0.7), ink)
    shape = rng.choice(("disc", "disc", "disc", "square", "ring"))
    if shape == "square":
        pen.rectangle(box, ink)
    elif shape == "ring":
        pen.ellipse(box, lighter(ink, 0.45), ink, max(round(r * 0.2), 1))
    else:
        pen.ellipse(box, ink)
    if rng.random() < 0.5:
        size, place = r * rng.uniform(0.12, 0.3), r * rng.uniform(-0.45, -0.1)
        pen.ellipse((x + place, y + place, x + place + size, y + place + size), accent)


FREE_DRAWINGS = {"free flag": draw_free_flag, "free mine": draw_free_mine}
"""What the styles ``free flag:SEED`` and ``free mine:SEED`` of a mark draw."""
