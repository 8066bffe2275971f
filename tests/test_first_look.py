"""Looking for a game on every monitor; a screen without one is kept as a picture."""

from __future__ import annotations

import re
from contextlib import nullcontext
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from autoplay.bench.known_looks import library_for
from autoplay.calibration import Library
from autoplay.cli import first_look, play_games
from autoplay.cli.areas import areas_of
from autoplay.cli.first_look import MOST_PICTURES, find_or_keep
from autoplay.cli.main import group
from autoplay.desktop import real
from autoplay.desktop.ports import Frame, Region
from autoplay.desktop.virtual import Monitor, Target, VirtualDesktop, make_virtual_desktop
from autoplay.errors import NoBoardError, SeveralBoardsError, UsageError
from autoplay.game import Cell, Level
from autoplay.play.board_on_screen import find_in_frame
from autoplay.play.events import Result
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.picture import load_picture
from autoplay.vision.refusal import several_boards
from tests.kept_library import kept_library

ROOM = Region(0, 0, 320, 240)


ROOM_OF_ONE = Region(0, 0, 400, 400)
GAMES = [("dark", 30, 1), ("classic", 24, 2), ("classic", 24, 3)]


def _screen(look: str, pitch: int, seed: int) -> VirtualDesktop:
    monitors = (Monitor(ROOM_OF_ONE),)
    desktop = make_virtual_desktop(
        Level(9, 9, 10), "square", look, seed, pitch=pitch, monitors=monitors, at=(60, 50)
    )
    desktop.game.open_quietly(Cell(40))
    return desktop


@pytest.fixture
def empty() -> VirtualDesktop:
    desktop = make_virtual_desktop(
        Level(8, 8, 10), "square", "classic", 1, monitors=(Monitor(ROOM),)
    )
    desktop.windows.clear()
    return desktop


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for module in (first_look, play_games):
        monkeypatch.setattr(module, "bundles", lambda: tmp_path / "bundles")
    return tmp_path / "bundles"


def _look(desktop: VirtualDesktop) -> None:
    with pytest.raises(NoBoardError):
        find_or_keep(desktop.machine(), Library(()), (ROOM,), None, None)


def test_what_was_seen_is_kept_and_its_path_is_told(
    empty: VirtualDesktop, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _look(empty)
    path = home / "screen-0001.png"
    assert str(path) in capsys.readouterr().err
    assert np.array_equal(load_picture(path), empty.grab(ROOM).pixels[:, :, :3])


@pytest.mark.usefixtures("home")
def test_where_only_a_region_was_looked_at_the_error_says_so(empty: VirtualDesktop) -> None:
    part = Region(10, 20, 200, 150)
    with pytest.raises(
        NoBoardError,
        match=r"or a dialog of its own\? \(only --region 10,20,200,150 was looked at\)$",
    ):
        find_or_keep(empty.machine(), Library(()), (part,), None, None)
    with pytest.raises(NoBoardError) as whole:
        find_or_keep(empty.machine(), Library(()), (ROOM,), None, None)
    assert "--region" not in str(whole.value)


@pytest.mark.parametrize("mines", [1, 82])
def test_a_total_that_the_board_cannot_have_is_a_wrong_option_and_no_picture_is_kept_of_it(
    mines: int, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = _screen("classic", 24, 2)
    monkeypatch.setattr(real, "real_machine", lambda key: nullcontext(desktop.machine()))
    monkeypatch.setattr(Library, "usual", lambda: kept_library(tmp_path))
    monkeypatch.setattr("autoplay.cli.person.is_answered", lambda: True)  # but nobody is asked
    done = CliRunner().invoke(group, ["run", "--mines", str(mines)])
    assert isinstance(done.exception, UsageError)
    assert str(done.exception).startswith(f"--mines {mines}: ")
    assert not home.exists()
    assert desktop.clicks == []


def test_only_the_newest_pictures_are_kept(empty: VirtualDesktop, home: Path) -> None:
    for _ in range(MOST_PICTURES + 2):
        _look(empty)
    names = sorted(path.name for path in home.iterdir())
    assert len(names) == MOST_PICTURES
    assert (names[0], names[-1]) == ("screen-0003.png", f"screen-{MOST_PICTURES + 2:04d}.png")


def test_a_folder_that_cannot_be_written_is_told_and_the_error_stays(
    empty: VirtualDesktop, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home.write_text("a file, no folder")
    _look(empty)
    told = capsys.readouterr().err
    assert f"no picture of it kept: {home}: File exists" in told
    assert "Errno" not in told


@pytest.mark.parametrize("scale", [1.0, 1.5, 2.0])
def test_a_game_is_found_and_played_on_whichever_monitor_it_is(scale: float) -> None:
    beside = Monitor(Region(-500, -133, 500, 500), scale)
    desktop = make_virtual_desktop(Level(9, 9, 10), seed=5, monitors=(Monitor(ROOM), beside))
    desktop.game.put_on(beside)
    desktop.game.move_to(-401, -87)
    machine = desktop.machine()
    found = find_or_keep(machine, Library(()), machine.screen.monitors(), None, 10)
    game = screen_game(machine, found, Tempo())
    finished = Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    assert finished.result is Result.WON
    assert {click.target for click in desktop.clicks} == {Target.CELL}


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_the_regions_of_several_boards_are_told_in_points(
    scale: float, monkeypatch: pytest.MonkeyPatch, home: Path
) -> None:
    beside = Monitor(Region(-500, -133, 500, 500), scale)
    desktop = make_virtual_desktop(Level(9, 9, 10), seed=5, monitors=(Monitor(ROOM), beside))
    desktop.game.put_on(beside)
    desktop.game.move_to(-401, -87)
    machine = desktop.machine()
    found = find_or_keep(machine, Library(()), (beside.region,), None, 10)

    def several(*given: object, **settings: object) -> None:
        raise several_boards([found.lattice] * 2)

    with monkeypatch.context() as patched, pytest.raises(SeveralBoardsError) as caught:
        patched.setattr("autoplay.play.board_on_screen.find_in_frame", several)
        find_or_keep(machine, Library(()), (beside.region,), None, 10)
    assert [path.name for path in home.iterdir()] == ["screen-0001.png"]
    told = re.search(r"--region ([-\d,]+)", str(caught.value))
    assert told is not None
    again = find_or_keep(
        machine, Library(()), areas_of(machine.screen.monitors(), told[1], None), None, 10
    )
    assert again.lattice.topology == found.lattice.topology


def test_a_profile_that_is_named_chooses_between_boards_of_two_games() -> None:
    library = library_for("classic", "square", 24)
    pictures = [_screen(*game).grab(ROOM_OF_ONE).pixels for game in GAMES]
    frame = Frame(np.hstack(pictures[:2]), Region(0, 0, 800, 400))
    with pytest.raises(SeveralBoardsError):
        find_in_frame(frame, library)
    found = find_in_frame(frame, library, "known")
    assert found.known
    assert found.lattice.box[0] > 400
    twins = Frame(np.hstack(pictures[1:]), Region(0, 0, 800, 400))
    with pytest.raises(SeveralBoardsError):
        find_in_frame(twins, library, "known")


def test_a_monitor_that_is_named_is_the_only_one_looked_at() -> None:
    monitors = (ROOM, Region(-500, -133, 500, 500))
    assert areas_of(monitors, None, None) == monitors
    assert areas_of(monitors, None, 2) == (monitors[1],)
    with pytest.raises(UsageError, match="there are 2"):
        areas_of(monitors, None, 3)


def test_a_region_off_the_screen_is_refused_by_its_name_with_the_size_of_the_screen() -> None:
    monitors = (Region(0, 0, 800, 600), Region(800, 0, 640, 480))
    assert areas_of(monitors, "700,10,300,300", None) == ((700, 10, 300, 300),)
    for region in ("9,9,9999,9999", "5000,5000,10,10", "-1,0,10,10"):
        with pytest.raises(UsageError) as caught:
            areas_of(monitors, region, None)
        assert str(caught.value) == (
            f"--region {region}: it is not all on the screen, which is "
            "800x600 at 0,0, 640x480 at 800,0"
        )


@pytest.mark.parametrize("command", ["run", "calibrate", "bench live"])
def test_a_region_that_is_none_is_refused_before_a_display_is_looked_for(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    result = CliRunner().invoke(group, [*command.split(), "--region", "1,2,3"])
    assert str(result.exception) == "--region '1,2,3': write X,Y,WIDTH,HEIGHT"


def _lacks(keys: str) -> None:
    if keys == "é":
        raise UsageError(f"this keyboard has no key {keys!r}; choose another")


@pytest.mark.parametrize("command", ["run --games 2", "calibrate"])
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("F2 99999,9", "99999,9 is on no monitor"),
        ("F2 é", "this keyboard has no key 'é'; choose another"),
    ],
)
def test_a_restart_that_is_not_possible_here_is_refused_before_a_game_is_looked_for(
    command: str, how: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    desktop = make_virtual_desktop()
    monkeypatch.setattr(desktop, "require", _lacks)
    monkeypatch.setattr(desktop, "grab", lambda region: pytest.fail("it was looked for"))
    monkeypatch.setattr(real, "real_machine", lambda key: nullcontext(desktop.machine()))
    result = CliRunner().invoke(group, [*command.split(), "--restart", how])
    assert str(result.exception) == f"restart {how!r}: {why}"


def test_a_small_board_nothing_is_opened_of_is_played_where_somebody_framed_it(
    home: Path,
) -> None:
    desktop = make_virtual_desktop(Level(5, 6, 4), seed=5)
    machine = desktop.machine()
    with pytest.raises(NoBoardError, match="--region"):
        find_or_keep(machine, Library(()), machine.screen.monitors(), None, 4)
    assert home.exists()
    board = desktop.game.board_region()
    frame = Region(board.left - 10, board.top - 30, board.width + 20, board.height + 40)
    found = find_or_keep(machine, Library(()), (frame,), None, 4)
    assert (found.lattice.topology.rows, found.lattice.topology.cols) == (5, 6)
    game = screen_game(machine, found, Tempo())
    Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    assert desktop.clicks
    assert {click.target for click in desktop.clicks} == {Target.CELL}
