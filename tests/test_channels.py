"""The strongest and the weakest of a pixel's channels."""

import numpy as np
import pytest
from numpy.typing import NDArray

from autoplay.vision.channels import strongest, weakest


@pytest.mark.parametrize("shape", [(7, 5, 3), (2, 4, 4, 3), (9, 3)])
@pytest.mark.parametrize("kind", ["uint8", "int16", "float32"])
def test_it_is_the_extreme_along_the_last_axis(shape: tuple[int, ...], kind: str) -> None:
    levels = np.random.default_rng(1).integers(0, 256, shape)
    pixels: NDArray[np.generic] = levels.astype(kind)
    np.testing.assert_array_equal(strongest(pixels), pixels.max(axis=-1))
    np.testing.assert_array_equal(weakest(pixels), pixels.min(axis=-1))
    assert strongest(pixels).dtype == weakest(pixels).dtype == kind


def test_how_opaque_a_pixel_is_counts_for_nothing() -> None:
    pixels = np.array([[1, 2, 3, 255], [9, 8, 7, 0]], np.uint8)
    assert strongest(pixels).tolist() == [3, 9]
    assert weakest(pixels).tolist() == [1, 7]
