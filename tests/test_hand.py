"""The pointer gets out of the way of what stays for as long as it is there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from autoplay.calibration import Library
from autoplay.desktop.ports import Frame, Machine, Point, Region
from autoplay.desktop.virtual import Monitor, VirtualDesktop, make_virtual_desktop
from autoplay.game import Level, make_topology
from autoplay.play.anchor import Anchor
from autoplay.play.board_on_screen import find_game
from autoplay.play.events import Result
from autoplay.play.found_game import screen_game
from autoplay.play.hand import Hand, places_aside
from autoplay.play.pace import Tempo
from autoplay.play.session import Session
from autoplay.policy import make_policy
from autoplay.vision.lattice import Lattice

ROOM = Region(0, 0, 480, 560)
MESSAGE = Region(60, 250, 360, 100)
LOW, HIGH = Point(200, 200), Point(300, 300)


def _machine(*monitors: Region) -> Machine:
    where = tuple(Monitor(region) for region in monitors)
    level = Level(3, 3, 1)
    return make_virtual_desktop(level, look="classic", seed=1, pitch=20, monitors=where).machine()


def _aside() -> Iterator[Point]:
    """Places beside a board of 10x10 cells from LOW to HIGH."""
    anchor = Anchor(Point(205, 205), (10.0, 10.0))
    lattice = Lattice(make_topology("square", 10, 10), (4.5, 4.5), (10.0, 10.0))
    return places_aside(anchor, lattice)


def test_it_moves_off_the_board_and_on_at_each_time() -> None:
    machine = _machine(ROOM)
    hand = Hand(machine)
    hand.click(Point(250, 250))
    places = set()
    for _ in range(2):
        assert hand.step_aside(_aside())
        x, y = machine.pointer.position()
        assert not (LOW.x - 10 < x < HIGH.x + 10 and LOW.y - 10 < y < HIGH.y + 10)
        machine.watch.check()
        places.add((x, y))
    assert len(places) == 2


def test_a_mouse_that_the_person_has_is_left_alone() -> None:
    machine = _machine(ROOM)
    hand = Hand(machine)
    assert not hand.step_aside(_aside())
    hand.click(Point(250, 250))
    machine.pointer.move(Point(240, 250))
    assert not hand.step_aside(_aside())
    assert machine.pointer.position() == Point(240, 250)


def test_a_board_that_fills_the_screen_leaves_no_place_to_go() -> None:
    machine = _machine(Region(190, 190, 120, 120))
    hand = Hand(machine)
    hand.click(Point(250, 250))
    assert not hand.step_aside(_aside())


@dataclass
class _MessageUnderThePointer:
    """A screen on which a message lies over the board, once two clicks were made, for as long as
    the pointer is on it."""

    desktop: VirtualDesktop
    was_left: bool = False

    def monitors(self) -> tuple[Region, ...]:
        """The desktop's."""
        return self.desktop.monitors()

    def grab(self, region: Region) -> Frame:
        """What the desktop shows, and the message in the middle of it."""
        frame = self.desktop.grab(region)
        shown = len(self.desktop.clicks) >= 2 and not self.was_left
        if shown and not MESSAGE.contains(self.desktop.position()):
            self.was_left, shown = True, False
        if not shown:
            return frame
        pixels = frame.pixels.copy()
        left, top = (int(each) for each in frame.pixel_at(Point(MESSAGE.left, MESSAGE.top)))
        left, top = max(left, 0), max(top, 0)
        pixels[top : top + MESSAGE.height, left : left + MESSAGE.width, :3] = (250, 240, 230)
        return replace(frame, pixels=pixels)


def test_a_message_that_stays_while_the_pointer_is_on_it_is_left() -> None:
    monitors = (Monitor(ROOM),)
    desktop = make_virtual_desktop(
        Level(9, 9, 10), look="classic", seed=2, pitch=28, monitors=monitors
    )
    screen = _MessageUnderThePointer(desktop)
    machine = replace(desktop.machine(), screen=screen)
    found = find_game(machine, Library(()), ROOM, mines=10)
    game = screen_game(machine, found, Tempo())
    finished = Session(game, make_policy("lowest_risk"), machine.clock.now).run()
    assert screen.was_left
    assert finished.result in (Result.WON, Result.LOST)
