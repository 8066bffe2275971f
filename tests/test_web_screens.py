"""Web games as pages: their truth, their marks, and what happens without a browser."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.bench import browser
from autoplay.bench.synthetic.positions import Stage
from autoplay.bench.synthetic.webpages import SCREEN, web_page
from autoplay.bench.synthetic.webskins import WebSkin, web_skins
from autoplay.bench.truth import parse_truth
from autoplay.cli.bench_vision import command
from autoplay.errors import UsageError
from autoplay.game import Label, Shape

SQUARE = next(skin for skin in web_skins() if skin.topology.shape is Shape.SQUARE)


@pytest.mark.parametrize("skin", web_skins(), ids=lambda skin: skin.name)
def test_every_skin_makes_a_page_whose_board_is_on_the_screen(skin: WebSkin) -> None:
    page = web_page(skin, Stage.MIDDLE, 0)
    lattice = parse_truth(page.truth, skin.name).lattice
    assert lattice is not None
    left, top, right, bottom = lattice.box
    assert min(left, top) >= 0
    assert right <= SCREEN[0]
    assert bottom <= SCREEN[1]


def test_every_cell_is_drawn_once() -> None:
    page = web_page(SQUARE, Stage.LOST, 3)
    cells = re.findall(r"<div class='c (?:covered|opened)", page.html)
    assert len(cells) == page.truth["rows"] * page.truth["cols"]


def test_the_same_seed_makes_the_same_page() -> None:
    assert web_page(SQUARE, Stage.FLAGS, 5) == web_page(SQUARE, Stage.FLAGS, 5)
    assert web_page(SQUARE, Stage.FLAGS, 5) != web_page(SQUARE, Stage.FLAGS, 6)


def test_a_zoomed_page_states_its_lattice_in_device_pixels() -> None:
    plain = parse_truth(web_page(replace(SQUARE, zoom=1.0), Stage.FRESH, 0).truth, "").lattice
    zoomed = parse_truth(web_page(replace(SQUARE, zoom=1.25), Stage.FRESH, 0).truth, "").lattice
    assert plain is not None
    assert zoomed is not None
    assert zoomed.pitch == pytest.approx((1.25 * plain.pitch[0], 1.25 * plain.pitch[1]))


def test_a_mine_that_exploded_looks_like_a_mine_where_the_skin_says_nothing_else() -> None:
    skin = replace(SQUARE, marks={"mine": "M"})
    assert skin.mark(Label.EXPLODED) == "M"
    assert skin.mark(Label.THREE) == "3"
    assert skin.mark(Label.ZERO) == ""


def test_without_a_browser_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("autoplay.bench.browser.shutil.which", lambda _name: None)
    result = CliRunner().invoke(command, ["--browser", str(tmp_path)])
    assert isinstance(result.exception, UsageError)
    assert "install one of chromium" in str(result.exception)


def test_a_browser_that_draws_nothing_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="drew no page"):
        next(browser.write_web_screens(tmp_path, 0, "true"))
