"""What the virtual screen shows: the desktop, and the windows on it from the lowest up."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from autoplay.desktop.ports import Region
from autoplay.desktop.virtual.drawing import Monitor
from autoplay.desktop.virtual.windows import GameWindow, PlainWindow


def compose(
    windows: Iterable[GameWindow | PlainWindow], region: Region, monitor: Monitor, time: float
) -> NDArray[np.uint8]:
    """Return what a region shows at this time at a monitor's scale, (height, width, 4) BGRA."""
    pixels = _background(region, monitor).copy()
    for window in windows:
        if window.visible:
            _show(window, window.picture(time), pixels, region, monitor.scale)
    return pixels


@lru_cache(maxsize=8)
def _background(region: Region, monitor: Monitor) -> NDArray[np.uint8]:
    """A plain desktop, slightly darker towards the bottom, as most are; not to be changed."""
    width, height = monitor.pixels(region.width), monitor.pixels(region.height)
    pixels = np.empty((height, width, 4), dtype=np.uint8)
    rows = np.arange(height) / monitor.scale + region.top - monitor.region.top
    fade = (40 * rows / monitor.region.height).clip(0, 40).astype(np.uint8)[:, None]
    pixels[:, :, 0], pixels[:, :, 1], pixels[:, :, 2] = 150 - fade, 110 - fade, 60 - fade
    pixels[:, :, 3] = 255
    return pixels


def _show(
    window: GameWindow | PlainWindow,
    picture: NDArray[np.uint8],
    pixels: NDArray[np.uint8],
    region: Region,
    scale: float,
) -> None:
    """Put the part of a window that lies in the region onto its picture, in place."""
    if window.monitor.scale != scale:
        ratio = scale / window.monitor.scale
        resized = cv2.resize(picture, None, fx=ratio, fy=ratio, interpolation=cv2.INTER_AREA)
        picture = np.asarray(resized, dtype=np.uint8)
    # A window has one place among the pixels, whatever part of them is captured.
    left = round(window.region.left * scale) - round(region.left * scale)
    top = round(window.region.top * scale) - round(region.top * scale)
    height, width = picture.shape[:2]
    rows = slice(max(0, top), max(0, min(pixels.shape[0], top + height)))
    cols = slice(max(0, left), max(0, min(pixels.shape[1], left + width)))
    if rows.start < rows.stop and cols.start < cols.stop:
        pixels[rows, cols] = picture[
            rows.start - top : rows.stop - top, cols.start - left : cols.stop - left
        ]
