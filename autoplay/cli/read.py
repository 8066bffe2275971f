"""`autoplay read`: the board in a picture, in the terminal or as JSON."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json, told_margin
from autoplay.cli.solved import explained_advice, report_of
from autoplay.cli.told_total import require_layout, told_total
from autoplay.errors import UnreadableError, VisionError
from autoplay.game import Shape, format_board, format_rows

if TYPE_CHECKING:
    from autoplay.cli.assumed_total import LikelyTotal
    from autoplay.game import Board
    from autoplay.inference import Analysis
    from autoplay.policy import Advice
    from autoplay.vision.lattice import Image
    from autoplay.vision.sight import Sight
    from autoplay.vision.skin import Skin


@click.command(
    cls=Exampled,
    examples=[
        "autoplay read shot.png",
        "autoplay read shot.png --risks --mines 99 --out risks.png",
        "autoplay read shot.png | autoplay solve - --mines 99",
    ],
)
@click.argument("image", type=GivenPath())
@click.option("--profile", help="Read with this profile's looks, or with a skin folder.")
@click.option("--topology", type=click.Choice([s.value for s in Shape]), help="Only such boards.")
@click.option("--region", metavar="X,Y,W,H", help="Look for the board only here, in pixels.")
@click.option("--mines", type=click.IntRange(0), help="The mine total, if known.")
@click.option("--risks", is_flag=True, help="Colour cells by mine risk; say the best move and why.")
@click.option("--out", type=GivenPath(), help="Save the annotated picture here.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(**options: Any) -> None:
    """Read the Minesweeper board in a picture, such as a screenshot.

    No profile is needed: games never seen before are read by the rules of Minesweeper. A cell in
    doubt is an error, exit code 3, never a guess: --out marks it, --json has the evidence. Cells
    are named row,column, counted from 0. In a pipe it prints what `autoplay solve -` takes, the
    topology and the mine total, if known, in lines above the rows.
    Without --mines, --risks assumes the total that the game's counter shows, the usual one where
    that fits, or estimates it; it proves nothing.
    """
    from autoplay.cli.areas import only_in
    from autoplay.vision.picture import check_picture_place, load_picture

    if options["out"] is not None:
        check_picture_place(options["out"])
    image = load_picture(options["image"])
    try:
        with only_in(options["region"]), told_total(options["mines"]):
            sight = _see(image, options)
    except VisionError as error:
        _tell_refusal(error, image, options)
        raise
    with told_total(options["mines"]):
        advised = _advise(image, sight) if options["risks"] else None
        if advised is None and options["mines"] is not None:
            require_layout(sight.reading.board)
    if options["out"] is not None:
        _save(image, sight, advised, options["out"])
    if options["as_json"]:
        echo_json(report(sight, advised))
        return
    _print(sight, advised)


def _print(sight: Sight, advised: _Advised | None) -> None:
    """Print the board: in colour on a terminal, elsewhere as the text that `solve` takes."""
    from autoplay.cli.risk_colours import board_in_colour, least_risks, print_board, signs_told
    from autoplay.cli.terminal import Terminal

    board = sight.reading.board
    terminal = Terminal()
    known = () if advised is None else (advised.analysis, advised.advice)
    drawn = board_in_colour(board, *known)
    lines = []
    if advised is not None:
        rows = [] if terminal.is_terminal else drawn.plain.splitlines()
        lines += [*(row.rstrip() for row in rows), signs_told(advised.advice)]
        lines.append(advised.advice.reason)
        risks = least_risks(advised.board, advised.analysis, advised.advice)
        lines += filter(None, [risks])
        if advised.total is not None:
            lines.append(str(advised.total))
    lines.append(_summary(sight))
    if terminal.is_terminal:
        print_board(terminal, drawn)
        terminal.print("\n".join(lines), markup=False)
    else:
        click.echo("\n".join([format_board(board), *(f"; {line}" for line in lines)]))


@dataclass(frozen=True)
class _Advised:
    """What can be known about a board and the advice on it, by a ``total`` if one is assumed."""

    analysis: Analysis
    advice: Advice
    total: LikelyTotal | None

    @property
    def board(self) -> Board:
        """The board with the total that its risks rest on."""
        seen = self.analysis.board
        return seen if self.total is None else replace(seen, mines=self.total.mines)


def _advise(image: Image, sight: Sight) -> _Advised:
    """Return what can be known about a board and the strongest policy's advice on it."""
    from autoplay.cli.assumed_total import assumed_total
    from autoplay.inference import best_known
    from autoplay.policy import DEFAULT_POLICY, Premises, make_policy, on_premises, weighed_by

    analysis = best_known(sight.reading.board)
    total = assumed_total(image, sight, analysis)
    premises = Premises(mines=None if total is None else total.mines)
    policy = on_premises(make_policy(DEFAULT_POLICY), premises)
    advice = explained_advice(analysis.board, policy)
    if total is not None:
        analysis = weighed_by(total.mines, analysis)
    return _Advised(analysis, advice, total)


def _see(image: Image, options: dict[str, Any]) -> Sight:
    from autoplay.cli.areas import region_in
    from autoplay.cli.terminal import Terminal
    from autoplay.vision.see import see

    region = options["region"]
    box = None if region is None else region_in(image, region).box
    named = options["profile"]
    skins = _known_skins() if named is None else [_skin(named)]
    shape = None if options["topology"] is None else Shape(options["topology"])
    with Terminal(stderr=True).looking():
        sight = see(image, box, options["mines"], skins, shape=shape)
    if named is not None and not sight.known:
        raise UnreadableError(
            f"the board does not look like profile {named!r}",
            more="read it without --profile, or calibrate again",
        )
    return sight


def _skin(name: str) -> Skin:
    from autoplay.calibration import Library
    from autoplay.vision.skin import load_skin

    folder = Path(name)
    if (folder / "skin.toml").is_file():
        return load_skin(folder)
    return Library.usual().load(name)[1]


def _known_skins() -> list[Skin]:
    """Return the skins of every profile there is: what one of them reads need not be learned."""
    from autoplay.calibration import Library

    return [skin for _, skin in Library.usual().load_all()]


def report(sight: Sight, advised: _Advised | None = None) -> dict[str, Any]:
    """Return the reading as the JSON object the command prints.

    ``skin`` names the one it was read with, None where it was read by the rules of Minesweeper.
    """
    board, lattice = sight.reading.board, sight.lattice
    topology = board.topology
    result: dict[str, Any] = {
        "topology": topology.shape.value,
        "rows": topology.rows,
        "cols": topology.cols,
    }
    if topology.shape is Shape.HEXAGON:
        result["offset"] = topology.variant.value
    elif topology.shape is Shape.TRIANGLE:
        result["points_up"] = topology.variant.value
    total = None if advised is None else advised.total
    result |= {
        "mines": board.mines,
        "assumed_mines": None if total is None else total.mines,
        "skin": sight.skin.name if sight.known else None,
        "board": format_rows(board),
        "lattice": {
            "first_cell_center": [round(value, 3) for value in lattice.first_cell_center],
            "pitch": [round(value, 4) for value in lattice.pitch],
        },
        "min_margin": told_margin(sight.reading.min_margin),
    }
    if advised is not None:
        result["solved"] = report_of(board, advised.analysis, advised.advice)
    return result


def _tell_refusal(error: VisionError, image: Image, options: dict[str, Any]) -> None:
    """Draw and print what is known of a board that could not be read, as the options ask for."""
    from autoplay.vision.annotate import mark_doubt
    from autoplay.vision.lattice import Lattice
    from autoplay.vision.picture import save_picture

    doubt = error if isinstance(error, UnreadableError) else UnreadableError(str(error))
    lattice, path = doubt.lattice, options["out"]
    if options["as_json"]:
        place = lattice.topology.row_col if isinstance(lattice, Lattice) else int
        cells = [place(cell) for cell in doubt.cells]
        echo_json({"error": str(error), "cells": cells, "evidence": doubt.evidence})
    if path is None:
        return
    if isinstance(lattice, Lattice):
        save_picture(path, mark_doubt(image, lattice, doubt.cells, str(error)))
        error.add_note(f"the cells in doubt are marked in {path}")
    else:
        error.add_note(f"no board to draw: {path} is not written")


def _summary(sight: Sight) -> str:
    from autoplay.vision.annotate import describe

    source = f"read with skin {sight.skin.name}" if sight.known else "read by the rules"
    return f"{describe(sight.reading)}; {source}"


def _save(image: Image, sight: Sight, advised: _Advised | None, path: Path) -> None:
    from autoplay.cli.risk_colours import risks_of
    from autoplay.vision.annotate import annotate
    from autoplay.vision.picture import save_picture

    if advised is None:
        picture = annotate(image, sight.reading)
    else:
        risks = risks_of(advised.analysis)
        cells = [action.cell for action in advised.advice.actions]
        title = advised.advice.reason
        picture = annotate(image, sight.reading, risks, advised=cells, title=title)
    save_picture(path, picture)
