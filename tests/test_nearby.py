"""Boards read where they lie a little beside the lattice that was found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from autoplay.bench.truth import distorted, load_screens
from autoplay.errors import OverruledError, UnreadableError
from autoplay.game import Shape, Topology
from autoplay.vision import learn_once, nearby
from autoplay.vision.effort import AGAIN, FIRST, Limits
from autoplay.vision.find import find_boards
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.learn import Learned
from autoplay.vision.learn_once import LearnOnce
from autoplay.vision.lit import Unlit
from autoplay.vision.nearby import FEW_OVERRULED, STEADY, agreed, learn_nearby
from autoplay.vision.picture import load_picture

SCREENS = Path(__file__).parents[1] / "fixtures" / "screens"


@pytest.mark.parametrize(
    ("game", "state", "change"),
    [
        ("winemine", "flags", "JPEG 70"),
        ("xbomb-hex", "flags", "JPEG 70"),
        ("xbomb-hex", "mid2", "scale 0.75"),
    ],
)
def test_a_lone_cell_in_doubt_is_read_where_most_moves_agree(
    game: str, state: str, change: str
) -> None:
    screens = distorted(load_screens(SCREENS / game))
    screen = next(each for each in screens if each.name == f"{state} {change}")
    image, truth = screen.load(), screen.truth
    _, learned = learn_nearby(LearnOnce(image, None), find_boards(image)[0].lattice)
    assert truth.board is not None
    assert learned.reading.board.labels == truth.board.labels


def test_readings_count_where_half_of_the_moves_show_one_board_and_none_another() -> None:
    one, other = (seen(f"winemine/{state}") for state in ("mid1", "mid2"))
    assert agreed([one] * STEADY) == one
    assert agreed([one] * (STEADY - 1)) is None
    assert agreed([one] * STEADY + [other]) is None
    assert agreed([]) is None


def seen(name: str) -> tuple[Lattice, Learned]:
    image = load_picture(SCREENS / f"{name}.png")
    return learn_nearby(LearnOnce(image, None), find_boards(image)[0].lattice)


@pytest.mark.parametrize(("overruled", "times"), [(FEW_OVERRULED + 1, 1), (FEW_OVERRULED, 3)])
def test_a_board_whose_cells_the_rules_overrule_is_no_other_one_a_little_beside(
    overruled: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    image = load_picture(SCREENS / "winemine/mid1.png")
    tried: list[Lattice] = []

    def unreadable(image: Image, lattice: Lattice, *_: object, **__: object) -> Learned:
        tried.append(lattice)
        raise OverruledError("cells look like nothing the rules allow", range(overruled))

    monkeypatch.setattr(learn_once, "learn", unreadable)
    found = find_boards(image)[0].lattice.moved(0.3, 0.2)
    with pytest.raises(OverruledError):
        learn_nearby(LearnOnce(image, None), found, around=False)
    assert len(tried) == times


def test_what_is_in_doubt_on_a_lattice_is_not_learned_there_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried: list[Lattice] = []

    def unreadable(image: Image, lattice: Lattice, *_: object, **__: object) -> Learned:
        tried.append(lattice)
        raise OverruledError("1 cell is in doubt", [3], ["cell 0,3"], numbers=2, more="look again")

    monkeypatch.setattr(learn_once, "learn", unreadable)
    image = load_picture(SCREENS / "winemine/mid1.png")
    learned, lattice = LearnOnce(image, 10), find_boards(image)[0].lattice
    errors = []
    for there in (lattice, lattice.moved(1.0, 0.0), replace(lattice)):
        with pytest.raises(OverruledError, match=r"^1 cell is in doubt; look again$") as error:
            learned(there)
        errors.append(error.value)
    assert tried == [lattice, lattice.moved(1.0, 0.0)]
    assert [(each.cells, each.evidence, each.numbers) for each in errors] == [
        ((3,), ("cell 0,3",), 2)
    ] * 3
    errors[0].lattice = lattice  # what is told of one error is not told of the next
    assert errors[0] is not errors[2] and errors[2].lattice is None


@pytest.mark.parametrize(("elsewhere", "times"), [(40, 1), (3, 2)])
def test_what_is_in_doubt_in_many_cells_is_so_whatever_a_lit_one_shows(
    elsewhere: int, times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[Image] = []

    def one_in_doubt(image: Image, lattice: Lattice, *_: object, **__: object) -> Learned:
        raise UnreadableError("1 cell could be something else", [0], ["?"])

    def many_in_doubt(image: Image, lattice: Lattice, *_: object) -> Learned:
        learned.append(image)
        raise UnreadableError("cells look like nothing known", range(1, 1 + elsewhere))

    image = load_picture(SCREENS / "winemine/mid1.png")
    monkeypatch.setattr(learn_once, "learn", one_in_doubt)
    monkeypatch.setattr(nearby, "learn", many_in_doubt)
    monkeypatch.setattr(nearby, "unlit", lambda *_: [Unlit(image, symbol=False, red=False)] * 2)
    with pytest.raises(UnreadableError):
        learn_nearby(LearnOnce(image, None), find_boards(image)[0].lattice, around=False)
    assert len(learned) == times


def test_a_large_board_full_of_noise_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Lattice] = []

    def unreadable(image: Image, lattice: Lattice, *_: object, **__: object) -> Learned:
        tried.append(lattice)
        raise UnreadableError("1 cell looks like nothing known", [0], ["?"])

    monkeypatch.setattr(learn_once, "learn", unreadable)
    lattice = Lattice(Topology(Shape.SQUARE, 40, 40), (9.5, 9.5), (20, 20))
    noise = np.random.default_rng(0).integers(0, 255, (800, 800, 3), np.uint8)
    for image, more in ((noise, False), (np.full_like(noise, 90), True)):
        tried.clear()
        with pytest.raises(UnreadableError):
            learn_nearby(LearnOnce(image, None), lattice.moved(0.3, 0.2))
        assert (len(tried) > 1) is more


def test_other_cells_than_those_first_tried_at_a_place_are_given_up_sooner(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Limits] = []

    def unreadable(*_: object, limits: Limits) -> Learned:
        given.append(limits)
        raise UnreadableError("1 cell is in doubt", [3])

    monkeypatch.setattr(learn_once, "learn", unreadable)
    learned = LearnOnce(np.zeros((9, 9, 3), np.uint8), None)
    lattice = Lattice(Topology(Shape.SQUARE, 8, 8), (10.0, 10.0), (20.0, 20.0))
    other = replace(lattice, topology=Topology(Shape.SQUARE, 8, 9))
    for tried in (lattice, lattice.moved(1.0, 0.0), other, other.moved(300.0, 0.0), lattice):
        with pytest.raises(UnreadableError):
            learned(tried)
    assert given == [FIRST, FIRST, AGAIN, FIRST]
