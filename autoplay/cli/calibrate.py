"""`autoplay calibrate`, or `autoplay --calibrate`: find the board, learn it, keep a profile."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json, told_margin
from autoplay.cli.restart_option import restart_option
from autoplay.cli.show import show
from autoplay.cli.told_total import require_layout, told_total
from autoplay.errors import UsageError

if TYPE_CHECKING:
    from autoplay.play.board_on_screen import Found

MOST_TIMES = 10
"""Times the least certainty that is asked, the threshold: more is as good as sure."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay --calibrate",
        "autoplay calibrate --name office --mines 99",
        "autoplay calibrate --image shot.png --region 100,80,600,400 --no-open",
    ],
)
@click.option("--image", type=GivenPath(), help="Read this picture, not the screen.")
@click.option("--region", metavar="X,Y,W,H", help="Look for the board only here.")
@click.option("--monitor", type=click.IntRange(1), help="Look only on this monitor.")
@click.option(
    "--name", help="What to call the profile; default: that of a game known already, else learned."
)
@click.option("--mines", type=click.IntRange(0), help="The mine total, if not the usual.")
@restart_option()
@click.option("--out", type=GivenPath(), help="Where to save the annotated picture.")
@click.option("--no-open", is_flag=True, help="Do not show the annotated picture.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON line.")
def command(**options: Any) -> None:
    """Find the Minesweeper on the screen, learn how it looks, and keep it as a profile.

    Shows what was found as an annotated picture and says how sure the reading is. Works on a fresh
    board too: what it has not seen yet is learned while playing.
    """
    from autoplay.calibration import Library, bundled_names, require_skin_unshared
    from autoplay.play.board_on_screen import LEARNED
    from autoplay.play.restart_steps import beside_board

    library = Library.usual()
    _check(options)
    with told_total(options["mines"]):
        found, reading = _find(options, library)
    is_new = options["name"] is None and not found.known
    name = LEARNED if is_new else options["name"] or found.profile.name
    skin = found.profile.skin if name == found.profile.name else name
    restart = options["restart"]
    profile = msgspec.structs.replace(
        found.profile,
        name=name,
        skin=skin,
        restart=beside_board(restart, found) if restart else found.profile.restart,
        made=f"calibrated from {_in_text(options['image'] or 'the screen')}",
    )
    if not is_new and skin != found.profile.skin:
        require_skin_unshared(library, name)
    if not options["as_json"]:
        _tell(found)  # before anything is kept, which may fail
    replaced = not is_new and name != found.profile.name and name in library.names()
    report = _report(found) | {"profile": name, "path": None, "picture": None}
    report |= {"replaced": False, "hides_bundled": False}
    try:
        path = library.save(profile, found.skin, is_new=is_new)
        hides = path.stem in bundled_names(library)
        report |= {"profile": path.stem, "path": str(path)}
        report |= {"replaced": replaced, "hides_bundled": hides}
        picture = options["out"] or path.with_suffix(".png")
        _save_picture(found, reading, picture)
        report["picture"] = str(picture)
    finally:
        _say_what_was_kept(report, as_json=options["as_json"])
    if not options["as_json"] and not options["no_open"]:
        show(picture)


def _in_text(path: Path | str) -> str:
    """Return a path in characters that every file takes: a name may have bytes that are none."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def _say_what_was_kept(report: dict[str, Any], *, as_json: bool) -> None:
    """Print the report, or in words what of it is kept; what is None could not be."""
    from autoplay.calibration import instead_of_bundled

    if as_json:
        echo_json(report)
        return
    if report["path"] is not None:
        other = " (it replaces another of that name)" if report["replaced"] else ""
        click.echo(f"profile: {report['path']}{other}")
    if report["hides_bundled"]:
        click.echo(instead_of_bundled(report["profile"]))
    if report["picture"] is not None:
        click.echo(f"picture: {report['picture']}")


def _report(found: Found) -> dict[str, Any]:
    topology, lattice = found.lattice.topology, found.lattice
    return {
        "topology": topology.shape,
        "rows": topology.rows,
        "cols": topology.cols,
        "mines": found.mines,
        "assumed_mines": found.likely_mines,
        "lattice": {
            "first_cell_center": list(lattice.first_cell_center),
            "pitch": list(lattice.pitch),
        },
        "labels": [label.name.lower() for label in found.skin.known],
        "confidence": told_margin(found.confidence),
        "known": found.known,
    }


def _tell(found: Found) -> None:
    from autoplay.cli.game_lines import words_of_mines

    topology = found.lattice.topology
    board = f"{topology.shape} board, {topology.rows}x{topology.cols}"
    click.echo(f"{board}, {words_of_mines(found)}")
    click.echo(f"looks known: {', '.join(label.name.lower() for label in found.skin.known)}")
    click.echo(f"reading: certain, {_times(found.confidence)} the threshold")


def _times(confidence: float) -> str:
    """Return how many times: beyond MOST_TIMES the number says nothing more."""
    return f"{confidence:.1f} times" if confidence <= MOST_TIMES else f"over {MOST_TIMES} times"


def _check(options: dict[str, Any]) -> None:
    """Raise UsageError for what is known to be wrong before anything is looked at."""
    from autoplay.calibration import NAME, NAMED_SO
    from autoplay.play.restart_steps import steps_of
    from autoplay.vision.picture import check_picture_place

    name, restart, out = options["name"], options["restart"], options["out"]
    if name is not None and not NAME.fullmatch(name):
        raise UsageError(f"--name {name!r}: {NAMED_SO}")
    if restart is not None:
        steps_of(restart)
    if out is not None:
        check_picture_place(out)


def _find(options: dict[str, Any], library: Any) -> tuple[Found, Any]:
    from autoplay.cli.areas import areas_of, only_in, region_in, require_area
    from autoplay.cli.first_look import find_or_keep
    from autoplay.play.anchor import anchor_of
    from autoplay.play.board_on_screen import find_in_picture
    from autoplay.play.restart_steps import require_possible
    from autoplay.vision.read import Reader

    if options["image"] is not None:
        if options["monitor"] is not None:
            raise UsageError("--monitor does not go with --image")
        from autoplay.vision.picture import load_picture

        image = load_picture(options["image"])
        box = None if options["region"] is None else region_in(image, options["region"])
        with only_in(options["region"]):
            found = find_in_picture(image, library, box, options["mines"])
    else:
        from autoplay.desktop.real import real_machine

        require_area(options["region"], options["monitor"])
        with real_machine(None) as machine:
            restart = options["restart"]
            if restart is not None:
                require_possible(restart, machine)
            areas = areas_of(machine.screen.monitors(), options["region"], options["monitor"])
            found = find_or_keep(machine, library, areas, None, options["mines"])
            if restart is not None:
                require_possible(restart, machine, anchor_of(found.frame, found.lattice))
    reading = Reader(found.skin, found.lattice, found.profile.mines).read(found.frame.pixels)
    if options["mines"] is not None:
        require_layout(reading.board)
    return found, reading


def _save_picture(found: Found, reading: Any, path: Path) -> None:
    from autoplay.cli.game_lines import words_of_mines
    from autoplay.vision.annotate import annotate, describe
    from autoplay.vision.picture import save_picture

    title = describe(reading, words_of_mines(found))
    save_picture(path, annotate(found.frame.pixels, reading, title=title))
