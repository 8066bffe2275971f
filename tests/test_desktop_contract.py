"""What every desktop promises: one suite over the virtual one, also with the mouse of Windows and
macOS, and the real one under Xvfb."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from autoplay.desktop.ports import Machine, Point, Region
from autoplay.desktop.target import PATCH, Hit
from autoplay.errors import DesktopError, PausedError, StoppedError
from tests.desks import Desk, PyAutoGuiDesk, RealDesk, VirtualDesk
from tests.live.screen import PrivateScreen


@pytest.fixture(params=["virtual", "pyautogui", pytest.param("real", marks=pytest.mark.live)])
def desk(request: pytest.FixtureRequest) -> Iterator[Desk]:
    if request.param in ("virtual", "pyautogui"):
        yield VirtualDesk() if request.param == "virtual" else PyAutoGuiDesk()
        return
    screen: PrivateScreen = request.getfixturevalue("xvfb")
    machine: Machine = request.getfixturevalue("real")
    real = RealDesk(machine, screen)
    yield real
    real.close()


def test_a_frame_shows_exactly_the_region_asked_for(desk: Desk) -> None:
    region = Region(37, 53, 211, 97)
    frame = desk.machine.screen.grab(region)
    assert frame.region == region
    assert frame.pixels.shape == (97 * frame.scale, 211 * frame.scale, 4)
    assert frame.pixels.dtype == np.uint8


def test_colours_are_blue_green_red_at_their_places(desk: Desk) -> None:
    window = desk.window()
    pixels = desk.machine.screen.grab(window).pixels
    for x, y in ((0, 0), (PATCH, 0), (PATCH - 1, PATCH - 1), (2 * PATCH, 2 * PATCH)):
        assert tuple(int(v) for v in pixels[y, x, :3]) == desk.color_at(x, y)[::-1]


def test_the_whole_first_monitor_can_be_grabbed(desk: Desk) -> None:
    monitor = desk.machine.screen.monitors()[0]
    pixels = desk.machine.screen.grab(monitor).pixels
    assert pixels.shape[:2] == (monitor.height, monitor.width)


@pytest.mark.parametrize("region", [Region(1200, 0, 200, 100), Region(-5, 10, 20, 20)])
def test_a_region_off_the_screen_cannot_be_grabbed(desk: Desk, region: Region) -> None:
    with pytest.raises(DesktopError):
        desk.machine.screen.grab(region)


def test_an_empty_region_cannot_be_grabbed(desk: Desk) -> None:
    with pytest.raises(DesktopError, match="nothing to capture in 0x10"):
        desk.machine.screen.grab(Region(10, 10, 0, 10))


def test_frames_do_not_change_after_they_were_taken(desk: Desk) -> None:
    window = desk.window()
    frame = desk.machine.screen.grab(window)
    before = frame.pixels.copy()
    desk.cover_window()
    desk.machine.screen.grab(window)
    assert np.array_equal(frame.pixels, before)


@pytest.mark.parametrize("button", ["left", "middle", "right"])
def test_a_click_hits_its_pixel_with_its_button(desk: Desk, button: str) -> None:
    window = desk.window()
    desk.machine.pointer.click(Point(window.left + 17, window.top + 101), button)
    desk.machine.pointer.position()
    assert desk.hits() == [Hit(17, 101, button)]


def test_clicks_arrive_in_order(desk: Desk) -> None:
    window = desk.window()
    places = [(7 * k % 113, 11 * k % 109) for k in range(40)]
    for x, y in places:
        desk.machine.pointer.click(Point(window.left + x, window.top + y))
    desk.machine.pointer.position()
    assert [(hit.x, hit.y) for hit in desk.hits()] == places


def test_the_pointer_is_where_it_was_put(desk: Desk) -> None:
    desk.machine.pointer.move(Point(321, 123))
    assert desk.machine.pointer.position() == Point(321, 123)


def test_moving_does_not_click(desk: Desk) -> None:
    window = desk.window()
    desk.machine.pointer.move(Point(window.left + 5, window.top + 5))
    desk.machine.pointer.position()
    assert desk.hits() == []


@pytest.mark.parametrize("point", [Point(5000, 10), Point(-300.5, 20.5), Point(20, -0.4)])
def test_a_point_on_no_monitor_cannot_be_clicked(desk: Desk, point: Point) -> None:
    with pytest.raises(DesktopError, match="on no monitor"):
        desk.machine.pointer.click(point)
    with pytest.raises(DesktopError, match="on no monitor"):
        desk.machine.pointer.move(point)


def test_a_point_in_the_last_pixel_is_not_rounded_off_the_monitor(desk: Desk) -> None:
    desk.machine.pointer.click(Point(1279.6, 500.2))
    x, y = desk.machine.pointer.position()
    assert (int(x), int(y)) == (1279, 500)


def test_an_unknown_button_is_an_error(desk: Desk) -> None:
    with pytest.raises(DesktopError, match="use left, middle or right"):
        desk.machine.pointer.click(Point(300, 300), "fourth")


def test_a_moved_window_is_seen_and_clicked_at_its_new_place(desk: Desk) -> None:
    desk.move_window(700, 200)
    pixels = desk.machine.screen.grab(Region(700, 200, 10, 10)).pixels
    assert tuple(int(v) for v in pixels[5, 5, :3]) == desk.color_at(5, 5)[::-1]
    desk.machine.pointer.click(Point(705, 205))
    desk.machine.pointer.position()
    assert desk.hits() == [Hit(5, 5, "left")]


def test_a_covering_window_is_what_is_seen(desk: Desk) -> None:
    desk.cover_window()
    window = desk.window()
    pixels = desk.machine.screen.grab(window).pixels
    assert tuple(int(v) for v in pixels[60, 20, :3]) != desk.color_at(20, 60)[::-1]


def test_a_closed_window_is_seen_no_more(desk: Desk) -> None:
    window = desk.window()
    before = desk.machine.screen.grab(window).pixels.copy()
    desk.close_window()
    assert not np.array_equal(desk.machine.screen.grab(window).pixels, before)


def test_nothing_stops_play_by_itself(desk: Desk) -> None:
    desk.machine.pointer.move(Point(500, 500))
    desk.machine.watch.check()


def test_the_stop_key_stops(desk: Desk) -> None:
    desk.person_presses_stop_key()
    with pytest.raises(StoppedError, match="stop key") as caught:
        desk.machine.watch.check()
    assert not isinstance(caught.value, PausedError)


@pytest.mark.parametrize("corner", [(0, 0), (1279, 0), (0, 1023), (1279, 1023)])
def test_a_corner_of_the_screen_stops(desk: Desk, corner: tuple[int, int]) -> None:
    desk.person_moves(Point(*corner))
    # It may have rested there before the program began.
    with pytest.raises(StoppedError, match="is in a corner of the screen, where it stops play"):
        desk.machine.watch.check()
    with pytest.raises(StoppedError, match="corner"):
        desk.machine.pointer.click(Point(500, 500))


def test_the_persons_own_movement_pauses_until_resumed(desk: Desk) -> None:
    desk.machine.pointer.move(Point(500, 500))
    desk.person_moves(Point(510, 490))
    with pytest.raises(PausedError):
        desk.machine.watch.check()
    desk.machine.watch.resume()
    desk.machine.watch.check()


@pytest.mark.parametrize("away", [Point(510, 490), Point(300, 300)])
@pytest.mark.parametrize("act", ["click", "move"])
def test_a_click_or_move_does_not_hide_the_persons_own_movement(
    desk: Desk, act: str, away: Point
) -> None:
    """It comes between the question and the click, and may lead to where that goes."""
    pointer, watch = desk.machine.pointer, desk.machine.watch
    pointer.move(Point(500, 500))
    watch.check()
    desk.person_moves(away)
    with pytest.raises(PausedError):
        getattr(pointer, act)(Point(300, 300))
        watch.check()
    with pytest.raises(PausedError):
        watch.check()
    watch.resume()
    watch.check()


def test_a_click_does_not_hide_that_the_mouse_was_pushed_into_a_corner(desk: Desk) -> None:
    pointer, watch = desk.machine.pointer, desk.machine.watch
    pointer.move(Point(500, 500))
    watch.check()
    desk.person_moves(Point(0, 0))
    with pytest.raises(StoppedError, match="corner"):
        pointer.click(Point(300, 300))
        watch.check()


def test_time_passes_by_sleeping(desk: Desk) -> None:
    clock = desk.machine.clock
    before = clock.now()
    clock.sleep(0.01)
    assert clock.now() - before >= 0.01
