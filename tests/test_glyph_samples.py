"""Tiles to train on: the same for the same seed, and from the fonts they may come from."""

from __future__ import annotations

import numpy as np

from autoplay.bench.glyph_samples import draw_samples, is_held_out
from autoplay.bench.synthetic.fonts import Typeface
from autoplay.game import Label


def test_the_same_seed_draws_the_same_tiles() -> None:
    once, again = draw_samples(3), draw_samples(3)

    assert np.array_equal(once[0], again[0])
    assert np.array_equal(once[1], again[1])


def test_numbers_and_marks_are_drawn_side_by_side() -> None:
    labels = set(draw_samples(3)[1].tolist())

    assert {Label.ONE, Label.SIX, Label.COVERED, Label.FLAG, Label.MINE} <= labels


def test_all_styles_of_a_font_family_are_held_out_or_none() -> None:
    bold, light = Typeface("file", "Quicksand-Bold.ttf"), Typeface("file", "Quicksand-Light.ttf")

    assert is_held_out(bold) is is_held_out(light)
