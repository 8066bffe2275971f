"""`autoplay bench vision`: how many boards are found and read on screens with known truth."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.table import Table

from autoplay.cli.exampled import Exampled
from autoplay.cli.given_path import GivenPath
from autoplay.cli.json_line import echo_json
from autoplay.cli.progress_told import progress_told
from autoplay.cli.setup_options import processes_option
from autoplay.cli.terminal import Terminal
from autoplay.cli.until_stopped import UntilStopped
from autoplay.errors import UsageError
from autoplay.files import make_folder, write_whole
from autoplay.words import counted

if TYPE_CHECKING:
    from autoplay.bench.truth import Screen
    from autoplay.bench.vision import Result

DIMENSIONS = ("kind", "shape", "family", "stage", "distortion", "pitch", "fractional")
"""What synthetic screens are counted by; see ``autoplay.bench.synthetic.Spec``."""


@click.command(
    cls=Exampled,
    examples=[
        "autoplay bench vision --screens fixtures/screens",
        "autoplay bench vision --screens fixtures/screens --cover",
        "autoplay bench vision --synthetic 200 --seed 5000 --pictures failures --json",
    ],
)
@click.option("--screens", type=GivenPath(), help="Folder of PNG and JSON files.")
@click.option("--distort", is_flag=True, help="Scale, compress, tint, dim and blur the screens.")
@click.option(
    "--cover",
    is_flag=True,
    help="Lay a patch or a veil over a part of each board: refused, or read as it is.",
)
@click.option("--synthetic", type=click.IntRange(1), help="Draw this many screens instead.")
@click.option("--outlined", is_flag=True, help="Draw boards that are no rectangle of cells.")
@click.option("--seed", type=int, default=0, show_default=True, help="First synthetic seed.")
@click.option(
    "--write",
    type=GivenPath(),
    help="Only write the synthetic screens to this folder.",
)
@click.option(
    "--browser",
    type=GivenPath(),
    help="Only draw web games into this folder, with a browser found here; read them by --screens.",
)
@click.option(
    "--pictures",
    type=GivenPath(),
    help="Write a picture of every failure to this folder.",
)
@processes_option("--workers")
@click.option("--json", "as_json", is_flag=True, help="A line a screen, and a last line of counts.")
def command(
    *,
    screens: Path | None,
    distort: bool,
    cover: bool,
    synthetic: int | None,
    outlined: bool,
    seed: int,
    write: Path | None,
    browser: Path | None,
    pictures: Path | None,
    workers: int,
    as_json: bool,
) -> None:
    """Find and read boards with no profile, on screens whose truth is known.

    A screen whose truth has no board must be refused. "Wrong without a warning" counts boards that
    came back without doubt and were wrong, or should have been refused. Of a board that is
    refused no cell counts as right. An interrupt prints the counts of what was read.

    A screen takes a process about a second, all of fixtures/screens one minute or two; --workers
    divides it.
    """
    from autoplay.bench.coverings import covered
    from autoplay.bench.truth import distorted, load_screens
    from autoplay.bench.vision import judge, judge_all, judge_synthetic

    judging = {"--pictures": pictures, "--json": as_json, "--workers": workers > 1}
    if browser is not None:
        others = {"--screens": screens, "--synthetic": synthetic, "--distort": distort}
        _refuse_beside("--browser", {**others, "--cover": cover, "--write": write, **judging})
        _draw_web_screens(browser, seed)
        return
    if (screens is None) == (synthetic is None):
        raise UsageError("give --screens DIR or --synthetic N, one of them")
    if screens is not None and write is not None:
        raise UsageError("--write is of screens that are drawn: give --synthetic N")
    for name, asked in (("--distort", distort), ("--cover", cover)):
        if screens is None and asked:
            raise UsageError(f"{name} is of screens that are kept: give --screens DIR")
    if outlined and synthetic is None:
        raise UsageError("--outlined is of screens that are drawn: give --synthetic N")
    if write is not None:
        _refuse_beside("--write", judging)
    if pictures is not None:
        make_folder(pictures)
    reading = UntilStopped()
    if screens is not None:
        given = load_screens(screens)
        given = distorted(given) if distort else given
        given = covered(given) if cover else given
        by_name = {screen.name: screen for screen in given}
        results = _shown(judge_all(judge, given, workers), len(given), reading, as_json)
        _report(results, as_json, ())
        _draw_failures(results, by_name.__getitem__, pictures)
        reading.tell(f"{len(results)} of {counted(len(given), 'screen')}")
        return
    seeds = range(seed, seed + (synthetic or 0))
    if write is not None:
        _write_screens(seeds, write, outlined=outlined)
        return
    judged = partial(judge_synthetic, outlined=outlined)
    results = _shown(judge_all(judged, seeds, workers), len(seeds), reading, as_json)
    _report(results, as_json, DIMENSIONS)
    _draw_failures(results, partial(_screen_named, outlined=outlined), pictures)
    reading.tell(f"{len(results)} of {counted(len(seeds), 'screen')}")


def _refuse_beside(drawing: str, options: Mapping[str, object]) -> None:
    """Raise UsageError where one of these options is given beside the one that only draws."""
    for name, given in options.items():
        if given:
            raise UsageError(f"{drawing} only draws screens: leave {name} out")


def _shown(
    results: Iterable[Result], total: int, reading: UntilStopped, as_json: bool
) -> list[Result]:
    """Return all results, shown as they come: JSON lines, or a progress bar."""
    done: list[Result] = []
    with progress_told(total, "screens", quiet=as_json) as tell, reading:
        for result in results:
            done.append(result)
            if as_json:
                echo_json(asdict(result.score))
            tell(len(done), "")
    return done


def _report(results: list[Result], as_json: bool, dimensions: Sequence[str]) -> None:
    from autoplay.bench.synthetic.fonts import emoji_font, typefaces
    from autoplay.bench.vision import summarize

    if as_json:
        echo_json(asdict(summarize(results)))
        return
    console = Terminal()
    failures = [result for result in results if _failed(result)]
    if failures:
        table = Table("screen", "what happened", "cells right", title="Not as it should be")
        for result in failures[:60]:
            score = result.score
            table.add_row(
                score.screen, score.refused or "wrong", f"{score.cells_right}/{score.cells}"
            )
        console.print(table)
    for dimension in dimensions:
        console.print(_by_dimension(results, dimension))
    if dimensions:
        emoji = Path(emoji_font()).stem or "none"
        console.print(f"drawn with {len(typefaces())} fonts found here; emoji: {emoji}")
    counts = Table("", "", show_header=False, title="All screens")
    for key, value in asdict(summarize(results)).items():
        counts.add_row(key.replace("_", " "), str(value))
    console.print(counts)


def _failed(result: Result) -> bool:
    if result.truth.board is None:
        return result.score.refused is None
    return not (result.score.exact and result.score.lattice_right)


def _by_dimension(results: list[Result], dimension: str) -> Table:
    from autoplay.bench.vision import summarize

    groups: dict[str, list[Result]] = {}
    for result in results:
        value = getattr(result.spec, dimension)
        if dimension == "pitch":
            value = f"{value // 10 * 10:3.0f} px and more"
        groups.setdefault(str(value) or "none", []).append(result)
    table = Table(dimension, "screens", "lattice", "exact", "wrong unwarned", "refused right")
    for value, members in sorted(groups.items()):
        counts = summarize(members)
        table.add_row(
            value,
            str(counts.screens),
            _share(counts.lattice_right, counts.boards),
            _share(counts.exact, counts.boards),
            str(counts.wrong_unwarned),
            _share(counts.refused_right, counts.must_refuse),
        )
    return table


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} {part / whole:.0%}" if whole else "-"


def _screen_named(name: str, *, outlined: bool) -> Screen:
    from autoplay.bench.vision import synthetic_screen

    return synthetic_screen(int(name.rpartition("/")[2]), outlined=outlined)[0]


def _draw_failures(
    results: list[Result], screen_named: Callable[[str], Screen], folder: Path | None
) -> None:
    if folder is None:
        return
    from autoplay.bench.failures import draw_failure
    from autoplay.vision.picture import save_picture

    for result in filter(_failed, results):
        picture = draw_failure(screen_named(result.score.screen).load(), result)
        stem = re.sub(r"[^\w.-]+", "_", result.score.screen)
        save_picture(folder / f"{stem}.png", picture)


def _write_screens(seeds: range, folder: Path, *, outlined: bool) -> None:
    from autoplay.bench.synthetic import make_screen
    from autoplay.vision.picture import save_picture

    make_folder(folder)
    for seed in seeds:
        made = make_screen(seed, outlined=outlined)
        save_picture(folder / f"{seed:06d}.png", made.image)
        truth = {**made.truth, "spec": asdict(made.spec)}
        text = json.dumps(truth, indent=1, ensure_ascii=False)
        write_whole(folder / f"{seed:06d}.json", f"{text}\n".encode())
    click.echo(f"{counted(len(seeds), 'screen is', 'screens are')} in {folder}")


def _draw_web_screens(folder: Path, seed: int) -> None:
    from autoplay.bench.browser import STAGES, find_browser, write_web_screens
    from autoplay.bench.synthetic.webskins import web_skins

    total = len(web_skins()) * len(STAGES)
    with progress_told(total, "pages") as tell:
        for done, _ in enumerate(write_web_screens(folder, seed, find_browser()), start=1):
            tell(done, "")
    click.echo(f"{counted(total, 'screen is', 'screens are')} in {folder}")
