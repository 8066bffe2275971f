"""The order of clicks: a short way for the pointer."""

from __future__ import annotations

from collections.abc import Sequence

from autoplay.desktop.ports import Point


def by_travel(points: Sequence[Point], start: Point) -> list[int]:
    """Return the indexes of the points, each next one the nearest to the one before."""
    left = set(range(len(points)))
    here, order = start, []
    while left:
        nearest = min(left, key=lambda i: (_squared(points[i], here), i))
        left.remove(nearest)
        order.append(nearest)
        here = points[nearest]
    return order


def _squared(one: Point, other: Point) -> float:
    return (one.x - other.x) ** 2 + (one.y - other.y) ** 2
