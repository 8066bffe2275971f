"""`autoplay read`, from a file to JSON, and its bad inputs."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.bench.truth import load_screens
from autoplay.cli.main import group, main
from autoplay.cli.risk_colours import risks_of
from autoplay.game import parse_board, parse_rows
from autoplay.inference import analyze
from autoplay.inference.exact import count_layouts
from autoplay.vision.lattice import Image
from autoplay.vision.picture import load_picture, save_picture

SCREENS = Path(__file__).parent.parent / "fixtures" / "screens"


def _run(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        main(["read", *args])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


def test_a_screenshot_becomes_json_and_a_picture(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen, picture = SCREENS / "xbomb-square" / "mid2.png", tmp_path / "seen.png"
    code, out, _ = _run(capsys, str(screen), "--json", "--out", str(picture))
    truth = json.loads(screen.with_suffix(".json").read_text(encoding="utf-8"))
    result = json.loads(out)
    assert code == 0
    assert result["board"] == truth["board"]
    assert (result["topology"], result["rows"], result["cols"]) == ("square", 16, 30)
    assert set(result["lattice"]) == {"first_cell_center", "pitch"}
    drawn = cv2.imread(str(picture))
    assert drawn is not None and drawn.shape[0] > 16 * 20


def test_risks_are_painted_green_where_a_cell_is_certainly_safe(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen, picture = SCREENS / "xbomb-square" / "mid2.png", tmp_path / "risks.png"
    code, out, _ = _run(capsys, str(screen), "--risks", "--json", "--out", str(picture))
    solved, lattice = json.loads(out)["solved"], json.loads(out)["lattice"]
    assert code == 0
    painted, plain = cv2.imread(str(picture)), cv2.imread(str(screen))
    assert painted is not None and plain is not None
    scale = painted.shape[1] // (30 * round(lattice["pitch"][0]))
    margin, title = round(0.15 * lattice["pitch"][0]), 34
    assert solved["safe"]
    for row, col in solved["safe"]:
        # The lower right of the cell, where neither its symbol nor the ring of an advised one is.
        x, y = (margin + (col + 0.85) * lattice["pitch"][0]), (row + 0.85) * lattice["pitch"][1]
        blue, green, red = painted[round((margin + y) * scale) + title, round(x * scale)].tolist()
        assert green > red + 20 and green > blue + 20


def test_the_risks_of_a_fresh_board_are_weighed_by_what_its_counter_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = str(SCREENS / "xbomb-hex" / "fresh.png")  # of which no total is usual
    result = json.loads(_run(capsys, screen, "--risks", "--json")[1])
    assert (result["mines"], result["assumed_mines"]) == (None, 99)
    assert result["solved"]["mine_probability"][7][7] == pytest.approx(99 / 480)
    told = _run(capsys, screen, "--risks")[1]
    assert "99 mines assumed: the counter shows them (--mines N says another total)" in told
    assert "least mine risks where nothing is certain: 0,0 20.6%" in told


def test_the_best_move_is_told_with_its_proof_as_solve_tells_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = str(SCREENS / "xbomb-hex" / "mid1.png")
    told = _run(capsys, screen, "--risks", "--mines", "99")[1]
    because = "14 cells are certainly safe: 0,19 by the numbers at 0,20, 1,20, 2,21, 3,21"
    assert f"; {because}\n" in told
    solved = CliRunner().invoke(group, ["solve", "-"], input=told).output
    assert f"\n{because}\n" in solved
    advice = json.loads(_run(capsys, screen, "--risks", "--mines", "99", "--json")[1])["solved"]
    assert advice["advice"]["reason"] == because
    assert advice["why"]["witnesses"] == [[0, 20], [1, 20], [2, 21], [3, 21]]


def test_nothing_is_advised_where_the_game_is_over(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen = str(SCREENS / "sgt-mines" / "lost.png")
    told = _run(capsys, screen, "--risks")[1]
    assert "; s certainly safe, M certainly mined\n; the game is lost: 2,7 exploded\n" in told
    assert "least mine risks" not in told and "advised" not in told
    known = analyze(parse_board(told, 99))
    assert np.isnan(risks_of(known)[known.board.topology.cell(2, 7)])
    solved = CliRunner().invoke(group, ["solve", "-", "--mines", "1"], input="*1#\n11#").output
    assert "least mine risks" not in solved and "advised" not in solved


def test_a_total_that_is_usual_weighs_risks_and_proves_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = str(SCREENS / "winemine" / "mid1.png")
    result = json.loads(_run(capsys, screen, "--risks", "--json")[1])
    assert (result["mines"], result["assumed_mines"]) == (None, 99)
    known = analyze(parse_rows(result["board"]))
    topology = known.board.topology
    assert result["solved"]["safe"] == [[*topology.row_col(cell)] for cell in known.safe]
    assert result["solved"]["layouts"] == str(count_layouts(known.board))
    assert "99 mines assumed: usual for this size" in _run(capsys, screen, "--risks")[1]
    told = json.loads(_run(capsys, screen, "--risks", "--json", "--mines", "99")[1])
    assert (told["mines"], told["assumed_mines"]) == (99, None)
    assert told["solved"]["mine_probability"] == result["solved"]["mine_probability"]


def test_the_skin_a_board_was_read_with_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = str(SCREENS / "winemine" / "mid1.png")
    known = json.loads(_run(capsys, screen, "--json")[1])
    assert (known["skin"], known["mines"], known["assumed_mines"]) == ("winemine", None, None)
    monkeypatch.setattr("autoplay.cli.read._known_skins", list)
    assert json.loads(_run(capsys, screen, "--json")[1])["skin"] is None


def _beside_a_scribbled_honeycomb(screen: Path) -> Image:
    """Return a screen beside eight rows of hexagons, every other scribbled over beyond reading."""
    other = load_screens(SCREENS / "xbomb-hex")
    (honeycomb,) = [each for each in other if each.name == "flags"]
    scribbled, lattice = honeycomb.load()[..., :3].copy(), honeycomb.truth.lattice
    assert lattice is not None
    scribbled[round(lattice.box[1] + 8 * lattice.pitch[1]) :] = GRAY
    chance = np.random.default_rng(0)
    for x, y in lattice.centers.astype(int)[: 8 * 30][chance.random(8 * 30) < 0.5]:
        ink = [int(value) for value in chance.integers(0, 255, 3)]
        cv2.line(scribbled, (x - 4, y - 4), (x + 4, y + 4), ink, 2)
    square = load_picture(screen)[..., :3]
    page = np.full((max(len(square), len(scribbled)), 60, 3), GRAY, np.uint8)
    parts = []
    for part in (square, page, scribbled):
        below = len(page) - len(part)
        parts.append(cv2.copyMakeBorder(part, 0, below, 0, 0, cv2.BORDER_CONSTANT, value=GRAY))
    return np.hstack(parts)


GRAY = (200, 200, 200)


def test_a_board_of_another_shape_is_never_read_instead(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Where what has the shape cannot be read, boards are looked for again: of that shape only."""
    picture = _beside_a_scribbled_honeycomb(SCREENS / "xdemineur" / "mid1.png")
    save_picture(tmp_path / "both.png", picture)
    code, out, _ = _run(capsys, str(tmp_path / "both.png"), "--topology", "hexagon")
    assert (code, out) == (3, "")
    code, out, _ = _run(capsys, str(tmp_path / "both.png"), "--topology", "square", "--json")
    truth = json.loads((SCREENS / "xdemineur" / "mid1.json").read_text(encoding="utf-8"))
    assert json.loads(out)["board"] == truth["board"]


def test_where_nothing_has_the_shape_the_refusal_names_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, _, err = _run(capsys, str(SCREENS / "winemine" / "mid1.png"), "--topology", "triangle")
    assert code == 3
    assert "nothing looks like a board of triangles" in err


def test_a_mine_total_of_another_board_is_a_wrong_argument(
    capsys: pytest.CaptureFixture[str],
) -> None:
    screen = SCREENS / "xbomb-square" / "fresh.png"
    code, out, err = _run(capsys, str(screen), "--mines", "4000")
    assert (code, out) == (2, "")
    assert "square 16x30" in err and "is --mines right?" in err and "no Minesweeper" not in err


@pytest.mark.parametrize("more", [[], ["--risks"]])
def test_a_mine_total_that_cannot_be_is_refused(
    more: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    screen = SCREENS / "xbomb-square" / "mid2.png"
    code, out, err = _run(capsys, str(screen), "--mines", "10", *more)
    assert (code, out) == (2, "")
    assert "is the mine total right?" in err


def test_a_refused_reading_is_drawn_with_its_cells_and_told_without_figures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    image = load_picture(SCREENS / "xdemineur" / "mid1.png")[..., :3].copy()
    image[60:260, 150:400] = 128
    screen, drawn = tmp_path / "covered.png", tmp_path / "drawn.png"
    save_picture(screen, image)
    code, out, err = _run(capsys, str(screen), "--json", "--out", str(drawn))
    told = json.loads(out)
    assert code == 3
    said, where = err.splitlines()
    assert said == f"autoplay: {told['error']}"
    assert where == f"autoplay: the cells in doubt are marked in {drawn}"
    assert "margin" not in said and "margin" in told["evidence"][0]
    assert [f"{row},{col}" for row, col in told["cells"]] == ["0,1", "1,1", "2,1"]
    assert "0,1, 1,1, 2,1" in said and "try again" in said
    picture = load_picture(drawn)[..., :3].astype(int)
    marked = (picture[..., 1] + 100 < picture[..., 0]) & (picture[..., 1] + 100 < picture[..., 2])
    assert marked.any() and not marked[:, marked.shape[1] // 4 :].any()


def test_where_no_board_is_found_no_picture_is_promised(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    screen, drawn = tmp_path / "grey.png", tmp_path / "drawn.png"
    save_picture(screen, np.full((200, 300, 3), 128, np.uint8))
    code, _, err = _run(capsys, str(screen), "--out", str(drawn))
    assert (code, drawn.exists()) == (3, False)
    assert err.endswith(f"autoplay: no board to draw: {drawn} is not written\n")


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_file_that_is_no_picture_is_one_line(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, content: bytes
) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(content)
    code, _, err = _run(capsys, str(path))
    assert code == 2
    assert "bad.png" in err and err.count("\n") == 1


@pytest.mark.parametrize(
    "region",
    ["1,2", "0,0,0,9", "5000,5000,10,10", "-20,0,10,10", "-20,0,900,700", "0,0,99999,5"],
)
def test_a_region_that_is_none_of_the_picture_is_refused(
    capsys: pytest.CaptureFixture[str], region: str
) -> None:
    code, _, err = _run(capsys, str(SCREENS / "xdemineur" / "mid1.png"), "--region", region)
    assert code == 2
    assert err.startswith("autoplay: --region") and err.count("\n") == 1
    if region not in ("1,2", "0,0,0,9"):
        assert err.endswith("it is not all in the picture, which is 1280x1024 pixels\n")


@pytest.mark.parametrize("command", [["read"], ["calibrate", "--image"]])
def test_where_only_a_region_was_looked_at_the_refusal_says_so(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    screen = str(SCREENS / "xdemineur" / "mid1.png")
    with pytest.raises(SystemExit, match="3"):
        main([*command, screen, "--region", "0,0,40,40"])
    assert capsys.readouterr().err.endswith(" (only --region 0,0,40,40 was looked at)\n")
