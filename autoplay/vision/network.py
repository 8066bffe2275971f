"""Evaluates a small convolutional network in numpy: four convolutions and two dense layers."""

from __future__ import annotations

from math import ceil
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

Weights = dict[str, Floats]
"""``kernel0`` to ``kernel3``, (out, in, 3, 3), ``shift0`` to ``shift3``, (out,), then
``hidden_weight``, ``hidden_bias``, ``out_weight`` and ``out_bias``."""

STRIDES = (1, 2, 2, 1)
"""Of the convolutions, each followed by the rectifier."""

ROWS = 64
"""Dense layers take a multiple of so many inputs: a BLAS adds up for fewer in another order, and
what is said of one would depend, in its last digit, on how many others are asked about."""


def load(path: Path) -> Weights:
    """Return the weights of a file that ``autoplay.bench.training.save`` wrote."""
    with np.load(path) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def log_probabilities(weights: Weights, x: Floats) -> Floats:
    """Return what a network says of (n, channels, height, width), (n, classes)."""
    x = np.ascontiguousarray(x.transpose(0, 2, 3, 1))
    for index, stride in enumerate(STRIDES):
        x = _convolve(x, weights[f"kernel{index}"], weights[f"shift{index}"], stride)
    n, height, width, channels = x.shape
    pooled = x.reshape(n, height // 2, 2, width // 2, 2, channels).max(axis=(2, 4))
    features = np.pad(pooled.transpose(0, 3, 1, 2).reshape(n, -1), ((0, -n % ROWS), (0, 0)))
    hidden = features @ weights["hidden_weight"].T + weights["hidden_bias"]
    scores = np.maximum(hidden, 0) @ weights["out_weight"].T + weights["out_bias"]
    return normalized(scores[:n])


def normalized(scores: Floats) -> Floats:
    """Return the scores shifted so that their exponentials add up to 1, row by row."""
    scores = scores - scores.max(axis=1, keepdims=True)
    return np.asarray(scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), np.float32)


def _convolve(x: Floats, kernel: Floats, shift: Floats, stride: int) -> Floats:
    """Return a 3x3 convolution of (n, height, width, channels), zeros around, and the rectifier.

    Channels come last, so that every copy is of whole pixels.
    """
    n, height, width, channels = x.shape
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))
    shape = (n, ceil(height / stride), ceil(width / stride))
    columns = np.empty((*shape, 9, channels), np.float32)
    for index in range(9):
        top, left = divmod(index, 3)
        window = padded[:, top : top + height : stride, left : left + width : stride]
        columns[:, :, :, index] = window
    table = kernel.transpose(2, 3, 1, 0).reshape(9 * channels, -1)
    out = columns.reshape(-1, 9 * channels) @ table
    out += shift
    return np.maximum(out, 0, out=out).reshape(*shape, -1)
