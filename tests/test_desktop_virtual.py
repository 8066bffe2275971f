"""The virtual desktop: what is drawn is what is hit, and faults do what they say."""

from __future__ import annotations

import numpy as np
import pytest

from autoplay.desktop.ports import Point, Region
from autoplay.desktop.virtual import (
    LOOKS,
    Costs,
    Faults,
    Incident,
    Monitor,
    Target,
    VirtualDesktop,
    make_virtual_desktop,
)
from autoplay.errors import DesktopError, PausedError, UsageError
from autoplay.game import VARIANTS, Label, Level, Outcome, Shape

TILINGS = [(shape.value, variant.value) for shape in Shape for variant in VARIANTS[shape]]
SMALL = Level(7, 6, 5)


def _desktop(
    shape: str = "square", variant: str = "", faults: Faults | None = None
) -> VirtualDesktop:
    return make_virtual_desktop(SMALL, shape, variant=variant, faults=faults, seed=3)


def _safe_cell(desktop: VirtualDesktop) -> int:
    window = desktop.game
    minefield = window.game.minefield
    mines = minefield.mines if minefield else frozenset()
    return next(cell for cell in window.game.board().cells(Label.COVERED) if cell not in mines)


def _click_cell(desktop: VirtualDesktop, cell: int, button: str = "left") -> None:
    desktop.click(desktop.game.center(cell), button)


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_a_click_in_the_middle_of_a_cell_hits_that_cell(
    shape: str, variant: str, scale: float
) -> None:
    monitor = Monitor(Region(-1600, -200, 1280, 1024), scale)
    desktop = make_virtual_desktop(SMALL, shape, variant=variant, monitors=(monitor,))
    window = desktop.game
    hits = [window.hit(window.center(cell)) for cell in range(len(window.style.topology))]
    assert hits == [(Target.CELL, cell) for cell in range(len(window.style.topology))]


@pytest.mark.parametrize(("shape", "variant"), TILINGS)
def test_only_the_clicked_cell_changes_in_the_picture(shape: str, variant: str) -> None:
    desktop = _desktop(shape, variant)
    window = desktop.game
    region = window.board_region()
    before = desktop.grab(region).pixels.copy()
    cell = len(window.style.topology) // 2
    _click_cell(desktop, cell, "right")
    desktop.sleep(0.1)
    ys, xs = np.nonzero((desktop.grab(region).pixels != before).any(axis=2))
    points = [
        Point(region.left + x + 0.5, region.top + y + 0.5) for y, x in zip(ys, xs, strict=True)
    ]
    assert len(points) > 10
    assert {window.hit(point) for point in points} == {(Target.CELL, cell)}


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("shape", [shape.value for shape in Shape])
def test_every_label_has_its_own_picture(look: str, shape: str) -> None:
    desktop = make_virtual_desktop(SMALL, shape, look, pitch=26)
    window = desktop.game
    pictures = set()
    for label in Label:
        if label not in (Label.UNREADABLE, Label.ABSENT):
            window.repaint([0], bytes([label] * len(window.shown)))
            pictures.add(desktop.grab(window.board_region()).pixels.tobytes())
    assert len(pictures) == len(Label) - 2


def test_time_stands_still_without_sleep() -> None:
    desktop = _desktop()
    _click_cell(desktop, 0)
    desktop.grab(desktop.game.board_region())
    assert desktop.now() == 0.0


def test_clicks_and_grabs_may_cost_time() -> None:
    desktop = make_virtual_desktop(SMALL, costs=Costs(click=0.25, grab=0.5))
    _click_cell(desktop, 0)
    desktop.grab(desktop.game.board_region())
    assert desktop.now() == 0.75


def test_equal_seeds_play_out_equally() -> None:
    boards = []
    for _ in range(2):
        desktop = make_virtual_desktop("beginner", seed=11, faults=Faults.everything(0.2))
        for cell in range(5):
            if desktop.windows:
                desktop.clicks.clear()
                desktop.click(Point(300 + 20 * cell, 300))
                desktop.sleep(0.2)
        boards.append(([w.title for w in desktop.windows], desktop.incidents, desktop.now()))
    assert boards[0] == boards[1]


def test_the_face_and_the_restart_key_begin_another_game() -> None:
    desktop = _desktop()
    _click_cell(desktop, 0)
    desktop.click(desktop.game.face_center())
    assert desktop.game.game.board().labels.count(Label.COVERED) == 42
    _click_cell(desktop, 0)
    desktop.press("f2")
    assert desktop.game.game.board().labels.count(Label.COVERED) == 42
    assert desktop.games_begun == 3


def test_the_record_says_what_each_click_hit() -> None:
    desktop = _desktop()
    window = desktop.game
    _click_cell(desktop, 4)
    desktop.click(window.face_center())
    desktop.click(Point(window.region.left + 3, window.region.top + 3))
    desktop.click(Point(5, 900))
    targets = [click.target for click in desktop.clicks]
    assert targets == [Target.CELL, Target.FACE, Target.FRAME, Target.DESKTOP]
    assert desktop.clicks[0].cell == 4


def test_a_dropped_click_does_nothing() -> None:
    desktop = _desktop(faults=Faults(dropped_click=1.0))
    _click_cell(desktop, 0)
    desktop.sleep(5)
    assert set(desktop.game.game.board().labels) == {Label.COVERED}


def test_a_doubled_flag_is_none() -> None:
    desktop = _desktop(faults=Faults(doubled_click=1.0))
    _click_cell(desktop, 0, "right")
    assert desktop.game.game.board()[0] is Label.COVERED


def test_a_late_click_comes_later() -> None:
    desktop = _desktop(faults=Faults(late_click=1.0))
    _click_cell(desktop, 0)
    assert desktop.game.game.board()[0] is Label.COVERED
    desktop.sleep(1)
    assert desktop.game.game.board()[0] is Label.ZERO


def _looks_over_time(desktop: VirtualDesktop) -> list[bytes]:
    """The distinct pictures, in order, that follow a first click."""
    region = desktop.game.board_region()
    looks = [desktop.grab(region).pixels.tobytes()]
    _click_cell(desktop, _safe_cell(desktop))
    for _ in range(400):
        desktop.sleep(0.002)
        picture = desktop.grab(region).pixels.tobytes()
        if picture != looks[-1]:
            looks.append(picture)
    return looks


def test_without_faults_a_click_is_painted_once() -> None:
    assert len(_looks_over_time(_desktop())) == 2


def test_a_torn_repaint_shows_half_of_it_first() -> None:
    assert len(_looks_over_time(_desktop(faults=Faults(torn_repaint=1.0)))) == 3


def test_a_stale_repaint_shows_the_old_picture_again() -> None:
    looks = _looks_over_time(_desktop(faults=Faults(stale_repaint=1.0)))
    assert len(looks) == 4
    assert looks[0] == looks[2]
    assert looks[1] == looks[3]


def test_an_animation_shows_another_picture_at_every_frame_of_the_display() -> None:
    looks = _looks_over_time(_desktop(faults=Faults(animated=1.0)))
    assert len(looks) == Faults().animation_seconds * 60 + 1
    assert len(set(looks)) == len(looks)


def test_noise_stays_within_its_levels() -> None:
    clean = _desktop().grab(Region(100, 100, 200, 200)).pixels.astype(int)
    noisy = (
        _desktop(faults=Faults(noisy_capture=1.0))
        .grab(Region(100, 100, 200, 200))
        .pixels.astype(int)
    )
    assert 0 < np.abs(clean - noisy).max() <= Faults().noise_levels


def test_a_failed_capture_is_an_error() -> None:
    with pytest.raises(DesktopError, match="could not be captured"):
        _desktop(faults=Faults(failed_capture=1.0)).grab(Region(0, 0, 10, 10))


def _after(incident: Incident) -> VirtualDesktop:
    desktop = make_virtual_desktop(
        "beginner", seed=5, faults=Faults(schedule=((0, incident),), lasting=1.0)
    )
    desktop.sleep(1)
    assert desktop.incidents == [incident]
    return desktop


def _board_picture(desktop: VirtualDesktop, region: Region) -> bytes:
    return desktop.grab(region).pixels.tobytes()


@pytest.mark.parametrize(
    "incident",
    [
        Incident.WINDOW_MOVED,
        Incident.WINDOW_RESIZED,
        Incident.WINDOW_COVERED,
        Incident.WINDOW_MINIMISED,
        Incident.WINDOW_CLOSED,
        Incident.DIALOG_OPENED,
        Incident.SCALE_CHANGED,
        Incident.PERSON_OPENED,
        Incident.PERSON_FLAGGED,
    ],
)
def test_an_incident_changes_what_is_seen(incident: Incident) -> None:
    quiet = make_virtual_desktop("beginner", seed=5)
    region = quiet.game.board_region()
    assert _board_picture(_after(incident), region) != _board_picture(quiet, region)


def test_a_replaced_game_is_another_one_in_the_same_place() -> None:
    faults = Faults(schedule=((1, Incident.WINDOW_REPLACED),))
    desktop = make_virtual_desktop("beginner", seed=5, faults=faults)
    before = desktop.game
    _click_cell(desktop, 0)
    desktop.sleep(1)
    assert desktop.game is not before
    assert desktop.game.region[:2] == before.region[:2]
    assert desktop.game.shown != before.shown


def test_a_closed_game_is_gone() -> None:
    with pytest.raises(DesktopError, match="closed"):
        _ = _after(Incident.WINDOW_CLOSED).game


def test_a_lost_capture_stays_lost() -> None:
    desktop = _after(Incident.CAPTURE_LOST)
    for _ in range(2):
        with pytest.raises(DesktopError):
            desktop.grab(Region(0, 0, 10, 10))


def test_the_clock_may_jump_ahead() -> None:
    assert _after(Incident.CLOCK_JUMPED).now() > 2


@pytest.mark.parametrize(
    "incident", [Incident.PERSON_MOVED, Incident.PERSON_OPENED, Incident.PERSON_FLAGGED]
)
def test_the_persons_hand_on_the_mouse_pauses(incident: Incident) -> None:
    with pytest.raises(PausedError):
        _after(incident).check()


def test_the_person_never_opens_a_mine() -> None:
    for seed in range(30):
        desktop = make_virtual_desktop(SMALL, seed=seed)
        _click_cell(desktop, 0)
        desktop.faults = Faults(incidents=((Incident.PERSON_OPENED, 1.0),))
        _click_cell(desktop, 0)
        desktop.sleep(1)
        assert desktop.game.game.outcome is not Outcome.LOST


def test_passing_troubles_pass() -> None:
    for incident in (Incident.WINDOW_COVERED, Incident.WINDOW_MINIMISED, Incident.DIALOG_OPENED):
        quiet = make_virtual_desktop("beginner", seed=5)
        faults = Faults(schedule=((0, incident),), lasting=0.0)
        desktop = make_virtual_desktop("beginner", seed=5, faults=faults)
        desktop.sleep(5)
        region = quiet.game.board_region()
        assert _board_picture(desktop, region) == _board_picture(quiet, region)


def test_each_monitor_has_its_own_scale() -> None:
    monitors = (
        Monitor(Region(-1280, -100, 1280, 1024), 1.25),
        Monitor(Region(0, 0, 1920, 1080), 2.0),
    )
    desktop = make_virtual_desktop("beginner", monitors=monitors)
    assert desktop.grab(Region(-1200, -50, 400, 300)).pixels.shape == (375, 500, 4)
    assert desktop.grab(Region(100, 100, 400, 300)).pixels.shape == (600, 800, 4)
    assert desktop.game.region.left < 0


def test_a_cell_is_seen_where_it_is_clicked_on_every_scale() -> None:
    for scale in (1.0, 1.25, 1.5, 2.0):
        monitor = Monitor(Region(-700, 30, 1280, 1024), scale)
        desktop = make_virtual_desktop("beginner", monitors=(monitor,))
        window = desktop.game
        frame = desktop.grab(window.region)
        before = frame.pixels.copy()
        _click_cell(desktop, 40, "right")
        desktop.sleep(1)
        changed = (desktop.grab(window.region).pixels != before).any(axis=2)
        changed[: int(60 * scale)] = False  # the counter counts the flag
        ys, xs = np.nonzero(changed)
        x, y = frame.pixel_at(window.center(40))
        assert xs.min() < x < xs.max()
        assert ys.min() < y < ys.max()


@pytest.mark.parametrize("left_chords", [False, True])
def test_the_left_button_chords_on_a_number_in_a_game_that_has_it_so(left_chords: bool) -> None:
    desktop = make_virtual_desktop("beginner", seed=1, left_chords=left_chords)
    game = desktop.game.game
    _click_cell(desktop, 40)
    minefield, neighbors = game.minefield, desktop.game.style.topology.neighbors
    assert minefield is not None
    labels = game.board().labels
    number = next(
        cell
        for cell, label in enumerate(labels)
        if 0 < label < min(9, sum(labels[other] == Label.COVERED for other in neighbors[cell]))
    )
    _click_cell(desktop, number)
    assert game.board().labels == labels
    for mine in minefield.mines.intersection(neighbors[number]):
        _click_cell(desktop, mine, "right")
    _click_cell(desktop, number)
    closed = [cell for cell in neighbors[number] if game.board()[cell] is Label.COVERED]
    assert bool(closed) is not left_chords
    _click_cell(desktop, number, "middle")
    assert not any(game.board()[cell] is Label.COVERED for cell in neighbors[number])


def test_an_unknown_look_names_the_ones_there_are() -> None:
    with pytest.raises(UsageError, match="classic, dark, checkerboard"):
        make_virtual_desktop(look="plaid")
