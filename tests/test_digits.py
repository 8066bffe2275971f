"""The network that reads counters: on drawn writing it was not trained on."""

from __future__ import annotations

import numpy as np

from autoplay.bench.digit_samples import draw_samples
from autoplay.vision.digits import CHANNELS, CLASSES, OTHER, SIDE, STROKE, characters

UNSEEN = 7_000_000
"""Seeds of pages, in fonts kept from training, on which nothing was measured."""


def test_writing_of_one_seed_is_always_the_same() -> None:
    tiles, classes = draw_samples(UNSEEN)
    again, same = draw_samples(UNSEEN)
    assert np.array_equal(tiles, again) and np.array_equal(classes, same)
    assert tiles.shape[1:] == (SIDE, SIDE, CHANNELS)


def test_digits_in_fonts_kept_from_training_are_told_or_in_doubt() -> None:
    parts = [draw_samples(UNSEEN + page, held_out=True) for page in range(250)]
    tiles = np.concatenate([part for part, _ in parts])
    classes = np.concatenate([part for _, part in parts])
    assert set(classes.tolist()) == set(range(CLASSES))
    said = characters(list(tiles))
    sure = [(one, int(true)) for one, true in zip(said, classes, strict=True) if one is not None]
    told = [true for one, true in sure if one == true and true < STROKE]
    wrong = [(one, true) for one, true in sure if one != true and one < STROKE]
    assert len(told) > 0.9 * (classes < STROKE).sum()
    assert len(wrong) < 0.03 * len(told)
    assert sum(one == OTHER for one, _ in sure) > 0.9 * (classes == OTHER).sum()


def test_nothing_is_said_of_no_character() -> None:
    assert characters([]) == []
