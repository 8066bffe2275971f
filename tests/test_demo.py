"""The demo: a film of a game, and the command that makes one."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image, ImageDraw

from autoplay.cli.demo import command
from autoplay.cli.demo_film import LAST_MS, LOOK_MS, Film, Scene, check_film_place, draw_scene
from autoplay.desktop.ports import Frame, Point, Region
from autoplay.errors import UsageError
from autoplay.game import Label, parse_board
from autoplay.inference import analyze
from autoplay.vision.annotate import paint_risks
from autoplay.vision.lattice import Lattice


def _scene(gray: int = 128, width: int = 480, noise: bool = False) -> Scene:
    pixels = np.full((90, width, 4), gray, dtype=np.uint8)
    if noise:
        pixels[:] = np.random.default_rng(gray).integers(0, 256, pixels.shape, dtype=np.uint8)
    return Scene(Frame(pixels, Region(100, 50, width, 90)), Point(110, 60), "a caption")


def test_cells_are_tinted_by_their_risk_and_nothing_else_is() -> None:
    board = parse_board("###\n121\n000", mines=2)
    lattice = Lattice(board.topology, (15.0, 15.0), (30.0, 30.0))
    scene = _scene()
    tinted = Scene(scene.frame, Point(500, 130), "", lattice, analyze(board))
    picture = np.asarray(draw_scene(tinted)).astype(int)
    mine, safe = picture[15, 15], picture[15, 45]
    assert mine[0] > mine[1] + 30  # red
    assert safe[1] > safe[0] + 30  # green
    assert tuple(picture[45, 45]) == (128, 128, 128)


def test_the_yellow_of_a_cell_is_as_much_of_its_area_as_the_risk() -> None:
    lattice = Lattice(parse_board("#").topology, (50.0, 50.0), (80.0, 80.0))
    layer = Image.new("RGBA", (100, 100))
    paint_risks(ImageDraw.Draw(layer), lattice, np.array([0.25]))
    painted = np.asarray(layer)[:, :, 3] > 0
    assert painted.sum() == pytest.approx(0.25 * 80 * 80, rel=0.06)


def test_the_pointer_is_drawn_where_it_is() -> None:
    drawn = np.asarray(draw_scene(_scene())).astype(int)
    ys, xs = np.nonzero((drawn[:90] != 128).any(axis=2))
    assert (xs.min(), ys.min()) == (10, 10)


def test_a_narrow_picture_is_widened_for_its_caption() -> None:
    assert draw_scene(_scene(width=200)).width == 440


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP"])
def test_a_film_keeps_its_scenes_and_their_order(kind: str) -> None:
    film = Film()
    for gray in (0, 90, 200):
        film.add(_scene(gray))
    animation = Image.open(io.BytesIO(film.encoded(kind)))
    assert getattr(animation, "n_frames", 1) == 3
    grays = []
    for index in range(3):
        animation.seek(index)
        grays.append(int(np.asarray(animation.convert("L"))[40, 300]))
    assert grays == pytest.approx([0, 90, 200], abs=3)


def test_a_long_film_is_thinned_until_it_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    film = Film()
    for index in range(12):
        film.add(_scene(index, noise=True))
    whole = len(film.encoded("GIF"))
    monkeypatch.setattr("autoplay.cli.demo_film.MAX_BYTES", whole // 2)
    assert 0 < len(film.encoded("GIF")) <= whole // 2


def test_of_a_film_too_large_to_hold_scenes_are_left_out_as_it_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The scenes that are kept stay for those that are not."""
    one = draw_scene(_scene())
    monkeypatch.setattr("autoplay.cli.demo_film.MAX_PIXELS", 5 * one.width * one.height)
    film = Film()
    for index in range(12):
        film.add(_scene(index * 20))
        assert len(film) <= 5
    animation, times = Image.open(io.BytesIO(film.encoded("GIF"))), []
    for index in range(len(film)):
        animation.seek(index)
        times.append(animation.info["duration"])
    assert sum(times) == 11 * LOOK_MS + LAST_MS
    assert int(np.asarray(animation.convert("L"))[40, 300]) == pytest.approx(220, abs=3)


def test_a_film_of_an_unknown_kind_is_refused_before_the_game(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.gif, \.png, \.webp"):
        check_film_place(tmp_path / "film.mp4")


def test_a_film_that_cannot_be_written_leaves_nothing(tmp_path: Path) -> None:
    film = Film()
    film.add(_scene())
    with pytest.raises(UsageError, match="there is no folder"):
        film.save(tmp_path / "absent" / "film.gif")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("topology", "look"),
    [("square", "classic"), ("triangle", "classic"), ("hexagon", "dark")],
)
def test_the_demo_plays_a_game_to_its_end(topology: str, look: str, tmp_path: Path) -> None:
    out = tmp_path / "demo.gif"
    arguments = ["--level", "beginner", "--topology", topology, "--look", look, "--out", str(out)]
    done = CliRunner().invoke(command, arguments, catch_exceptions=False)
    last = done.stdout.splitlines()[-1]
    assert last.startswith(("won in", "lost in"))
    with Image.open(out) as film:
        assert getattr(film, "n_frames", 1) > 3
    assert Label.COVERED.name.lower() in done.stdout
