"""What happens to a picture between the game and the reader: scaling, JPEG, tint, dimming."""

from __future__ import annotations

import random
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Distortion:
    """Changes of a picture, in the order they are made.

    ``scale`` resizes; ``tint`` multiplies blue, green and red; ``dim`` multiplies all; ``blur`` is
    a Gaussian's sigma in pixels, ``noise`` that of added noise in gray levels; ``jpeg`` is a
    quality, 0 for none.
    """

    scale: float = 1.0
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    dim: float = 1.0
    blur: float = 0.0
    noise: float = 0.0
    jpeg: int = 0

    def describe(self) -> str:
        """Return the names of the changes, empty for none."""
        changes = {
            "scale": self.scale != 1,
            "tint": self.tint != (1.0, 1.0, 1.0),
            "dim": self.dim != 1,
            "blur": self.blur > 0,
            "noise": self.noise > 0,
            "jpeg": self.jpeg > 0,
        }
        return " ".join(name for name, made in changes.items() if made)

    def apply(self, picture: Picture, seed: int = 0) -> Picture:
        """Return the changed picture, BGR uint8."""
        result = self._resized(picture)
        gains = np.array(self.tint) * self.dim
        if (gains != 1).any():
            result = np.clip(result * gains + 0.5, 0, 255).astype(np.uint8)
        if self.blur:
            result = cv2.GaussianBlur(result, (0, 0), self.blur).astype(np.uint8)
        if self.noise:
            grain = np.random.default_rng(seed).normal(0, self.noise, result.shape)
            result = np.clip(result + grain, 0, 255).astype(np.uint8)
        if self.jpeg:
            _, data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, self.jpeg])
            result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), dtype=np.uint8)
        return result

    def _resized(self, picture: Picture) -> Picture:
        if self.scale == 1:
            return picture
        way = cv2.INTER_AREA if self.scale < 1 else cv2.INTER_CUBIC
        size = (round(picture.shape[1] * self.scale), round(picture.shape[0] * self.scale))
        return np.asarray(cv2.resize(picture, size, interpolation=way), dtype=np.uint8)

    def point(self, x: float, y: float, size: tuple[int, int]) -> tuple[float, float]:
        """Return where a point goes, pixel middles at .0; ``size`` is width, height before."""
        fx, fy = (round(side * self.scale) / side for side in size)
        return (x + 0.5) * fx - 0.5, (y + 0.5) * fy - 0.5

    def factors(self, size: tuple[int, int]) -> tuple[float, float]:
        """Return by how much lengths along x and y grow; ``size`` is width, height before."""
        width, height = size
        return round(width * self.scale) / width, round(height * self.scale) / height


def random_distortion(rng: random.Random, pitch: float) -> Distortion:
    """Return one or two changes as viewers, browsers and night lights make them.

    ``pitch`` is the board's in pixels: scaling keeps it between 12 and 100.
    """
    changes = rng.sample(("scale", "jpeg", "tint", "dim", "blur", "noise"), rng.choice((1, 1, 2)))
    low, high = max(12 / pitch, 0.7), min(100 / pitch, 2.0)
    scale = rng.choice((0.75, 0.8, 0.9, 1.1, 1.25, 1.5, 1.75, 2.0, rng.uniform(0.7, 2)))
    return Distortion(
        scale=min(max(scale, low), high) if "scale" in changes else 1.0,
        tint=(rng.uniform(0.5, 0.8), rng.uniform(0.8, 0.95), 1.0)
        if "tint" in changes
        else (1.0, 1.0, 1.0),
        dim=rng.uniform(0.45, 0.85) if "dim" in changes else 1.0,
        blur=rng.uniform(0.3, 0.7) if "blur" in changes else 0.0,
        noise=rng.uniform(1, 4) if "noise" in changes else 0.0,
        jpeg=rng.randint(60, 95) if "jpeg" in changes else 0,
    )
