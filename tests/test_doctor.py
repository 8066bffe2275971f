"""`autoplay doctor` says for everything play needs whether it works, and else the fix."""

from __future__ import annotations

import json
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from click.testing import CliRunner

from autoplay.calibration import FREE_IT, Library
from autoplay.calibration.profile import MEND
from autoplay.cli import doctor
from autoplay.cli.doctor import check_folder, check_games, command
from autoplay.desktop.diagnosis import check_capture, check_clicks
from autoplay.desktop.ports import Point, Region
from autoplay.desktop.target import Hit
from tests.desks import PyAutoGuiDesk, VirtualDesk
from tests.live.screen import PrivateScreen


@pytest.fixture
def headless(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)


class Card:
    """The virtual desk's window as a click target."""

    def __init__(self, desk: VirtualDesk) -> None:
        self.desk = desk
        self.region = desk.window()

    def hits(self) -> list[Hit]:
        return self.desk.hits()

    def close(self) -> None:
        self.desk.close_window()


def test_without_a_display_it_says_so_and_goes_on(headless: None) -> None:
    done = CliRunner().invoke(command, ["--json"])
    states = {check["name"]: check["state"] for check in json.loads(done.stdout)["checks"]}
    assert done.exit_code == 4
    assert states["session"] == "fix"
    assert states["vision"] == "pass"
    assert states["click"] == "skip"


def test_every_fix_is_printed_under_what_it_fixes(headless: None) -> None:
    done = CliRunner().invoke(command)
    lines = done.stdout.splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("fix"))
    assert "DISPLAY is not set" in lines[place]
    assert lines[place + 1].strip().startswith("fix: run this in a desktop session")


@pytest.mark.live
def test_on_a_good_screen_everything_passes(xvfb: PrivateScreen) -> None:
    done = CliRunner().invoke(command, ["--json"])
    report = json.loads(done.stdout)
    assert [check for check in report["checks"] if check["state"] != "pass"] == []
    assert done.exit_code == 0


def test_a_window_seen_as_it_is_passes() -> None:
    desk = VirtualDesk()
    assert check_capture(desk.machine, Card(desk)).state == "pass"
    assert check_clicks(desk.machine, Card(desk)).state == "pass"


def test_a_covered_window_is_a_wrong_picture() -> None:
    desk = VirtualDesk()
    desk.cover_window()
    assert "another colour" in check_capture(desk.machine, Card(desk)).found


def test_a_window_one_point_off_is_noticed() -> None:
    desk = VirtualDesk()
    card = Card(desk)
    card.region = Region(card.region.left + 1, *card.region[1:])
    assert check_capture(desk.machine, card).state == "fix"
    assert "astray" in check_clicks(desk.machine, card).found


def test_clicks_that_go_nowhere_are_noticed() -> None:
    desk = VirtualDesk()
    card = Card(desk)
    desk.close_window()
    assert check_clicks(desk.machine, card).found == "no click arrived"


def test_a_hand_on_the_mouse_is_noticed() -> None:
    desk = PyAutoGuiDesk()
    desk.machine.pointer.move(Point(500, 500))
    desk.person_moves(Point(300, 300))
    assert check_clicks(desk.machine, Card(desk)).found == "the mouse was moved meanwhile"


def test_a_mouse_in_a_corner_is_noticed() -> None:
    desk = PyAutoGuiDesk()
    desk.person_moves(Point(0, 0))
    check = check_clicks(desk.machine, Card(desk))
    assert "in a corner of the screen" in check.found
    assert check.fix == "move it out of the corner and try again"


@pytest.mark.live
def test_a_mouse_in_a_corner_leaves_the_other_checks_as_they_are(xvfb: PrivateScreen) -> None:
    display = xvfb.connection()
    display.screen().root.warp_pointer(0, 0)
    display.sync()
    display.close()
    report = json.loads(CliRunner().invoke(command, ["--json"]).stdout)
    assert [check["name"] for check in report["checks"] if check["state"] != "pass"] == ["click"]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="its window is one of X11")
def test_what_passed_before_a_check_failed_stays_and_what_follows_is_not_tried(
    headless: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":none")  # where the window cannot be opened
    machine = VirtualDesk().machine
    monkeypatch.setattr(doctor, "real_machine", lambda stop_key: nullcontext(machine))
    states = {check.name: check.state for check in doctor.check_desktop("F8")}
    assert states == {
        "session": "pass",
        "monitors": "pass",
        "capture": "fix",
        "click": "skip",
        "stop key": "skip",
    }


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    check = check_folder(blocked / "autoplay")
    assert check.state == "fix"


@pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")
def test_a_disk_without_room_is_named(tmp_path: Path) -> None:
    import resource

    most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, most[1]))
    try:
        check = check_folder(tmp_path / "autoplay")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, most)
    assert (check.state, check.found) == ("fix", f"{tmp_path / 'autoplay'}: File too large")
    assert check.fix == FREE_IT


def test_a_damaged_profile_or_skin_is_named_with_what_to_do(tmp_path: Path) -> None:
    shipped = Library.usual().folders[1]
    library = Library(((tmp_path / "calibration", tmp_path / "templates"), shipped))
    assert check_games(library).state == "pass"
    path = library.save(*library.load("xdemineur"))
    (tmp_path / "templates" / "xdemineur" / "skin.toml").write_text("")
    check = check_games(library)
    assert (check.state, check.fix) == ("fix", MEND)
    assert "skin.toml" in check.found
    path.write_text("fun = 1")
    assert str(path) in check_games(library).found
