"""A known game with looks that its skin lacks is still that game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import load_screens
from autoplay.calibration import Library
from autoplay.game import Label
from autoplay.vision.see import see
from autoplay.vision.skin import Skin

SCREENS = {
    screen.name: screen
    for screen in load_screens(Path(__file__).parent.parent / "fixtures" / "screens")
}
SHIPPED = {profile.name: skin for profile, skin in Library(Library.usual().folders[-1:]).load_all()}
RARE = (Label.FIVE, Label.SIX, Label.SEVEN, Label.EIGHT, Label.MINE, Label.EXPLODED, Label.TWO)


def lacking(skin: Skin, *labels: Label) -> Skin:
    keep = ~np.isin(skin.labels, labels)
    return replace(skin, labels=skin.labels[keep], pictures=skin.pictures[keep])


@pytest.mark.parametrize(
    ("name", "skin"),
    [
        ("xdemineur/mid2", "xdemineur"),
        ("xbomb-hex/mid1", "xbomb-hex"),
        ("xbomb-tri/mid1", "xbomb-tri"),
    ],
)
def test_a_game_is_known_by_the_looks_its_skin_has_and_gains_the_others(
    name: str, skin: str
) -> None:
    screen, given = SCREENS[name], lacking(SHIPPED[skin], *RARE)
    others = [lacking(each, *RARE) for each in SHIPPED.values() if each.name != skin]
    sight = see(screen.load(), skins=[*others, given])
    assert sight.given is given
    assert screen.truth.board is not None
    assert sight.reading.board.labels == screen.truth.board.labels
    assert Label.TWO in sight.skin.known and set(given.known) < set(sight.skin.known)
    assert see(screen.load(), skins=[sight.skin]).known


@pytest.mark.parametrize("name", ["kmines/mid2", "xdemineur/mid2", "xbomb-square/mid1"])
def test_no_other_game_is_taken_for_a_known_one(name: str) -> None:
    screen = SCREENS[name]
    others = [
        lacking(skin, *RARE)
        for game, skin in SHIPPED.items()
        if game != name.split("/", maxsplit=1)[0]
    ]
    sight = see(screen.load(), skins=others)
    assert not sight.known
    assert screen.truth.board is not None
    assert sight.reading.board.labels == screen.truth.board.labels


def test_covered_cells_and_zeros_alone_make_no_game_known() -> None:
    screen = SCREENS["xdemineur/mid2"]
    numbers = [Label(number) for number in range(1, 9)]
    assert not see(screen.load(), skins=[lacking(SHIPPED["xdemineur"], *numbers)]).known
