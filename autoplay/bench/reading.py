"""How long reading with a known skin takes, on the frames of recorded games."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, median

import numpy as np

from autoplay.play.frames import FrameReader
from autoplay.play.recorded import load_recording, recordings_in
from autoplay.vision.lattice import Image, Lattice
from autoplay.vision.read import Reader
from autoplay.vision.skin import Skin


@dataclass(frozen=True)
class ReadingSpeed:
    """CPU milliseconds of one reading, medians over one recorded game.

    ``whole_ms`` is every cell of the game's last frame against every template with nothing
    remembered, ``changed_ms`` the frames of the game in their order, of which only the changed
    cells are read (their mean number is ``changed_cells``), ``same_ms`` a frame that did not
    change. Cutting the board out of the frame is part of each; the grab is not. What no frame tells
    is None: a recording of one look has no other.
    """

    recording: str
    cells: int
    templates: int
    whole_ms: float
    changed_ms: float | None
    changed_cells: float | None
    same_ms: float | None


def measure(folder: Path, repeats: int) -> list[ReadingSpeed]:
    """Return the speeds for a recording, or for each of a folder of them; RecordingError if bad."""
    return [_measure_one(each, repeats) for each in recordings_in(folder)]


def _measure_one(folder: Path, repeats: int) -> ReadingSpeed:
    recording = load_recording(folder)
    lattice, skin = recording.known[-1]
    first = recording.header.places[-1].look
    frames = _frames(folder)[first - 1 : len(recording.looks)]
    games = [_play(skin, lattice, frames) for _ in range(repeats)]
    return ReadingSpeed(
        folder.name,
        lattice.topology.rows * lattice.topology.cols,
        len(skin.labels),
        median(_timed(Reader(skin, lattice), frames[-1])[0] for _ in range(repeats)),
        _of_all(median, [ms for game in games for ms, changed in game if changed]),
        _of_all(fmean, [changed for _, changed in games[0] if changed]),
        _of_all(median, [ms for game in games for ms, changed in game if not changed]),
    )


def _frames(folder: Path) -> list[Image]:
    reader, frames = FrameReader(folder), []
    while reader.has_next():
        frames.append(reader.read())
    return frames


def _play(skin: Skin, lattice: Lattice, frames: list[Image]) -> list[tuple[float, int]]:
    """Return the time and the number of changed cells of each look after the first.

    Every frame is looked at twice, as play does to see that it stands still.
    """
    reader = Reader(skin, lattice)
    last = np.frombuffer(reader.read(frames[0]).board.labels, np.uint8)
    looks = []
    for frame in (frame for frame in frames[1:] for _ in range(2)):
        spent, labels = _timed(reader, frame)
        looks.append((spent, int((labels != last).sum())))
        last = labels
    return looks


def _timed(
    reader: Reader, frame: Image
) -> tuple[float, np.ndarray[tuple[int], np.dtype[np.uint8]]]:
    start = time.process_time()
    reading = reader.read(frame)
    spent = (time.process_time() - start) * 1000
    return spent, np.frombuffer(reading.board.labels, np.uint8)


def _of_all(summary: Callable[[list[float]], float], values: list[float]) -> float | None:
    """Return the summary of these values, None where there are none."""
    return summary(values) if values else None
