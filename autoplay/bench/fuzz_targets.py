"""What the fuzz campaign damages: sound files and texts of every kind, and what reads them."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec
import numpy as np
from PIL import Image as PillowImage

from autoplay.bench.boards_file import read_boards
from autoplay.bench.known_looks import library_for
from autoplay.bench.mutations import mutated
from autoplay.bench.picture_mutations import mutated_picture
from autoplay.bench.truth import load_screens
from autoplay.calibration import Library, read_profile
from autoplay.desktop.keys import parse_chord
from autoplay.desktop.ports import Region
from autoplay.desktop.virtual import Monitor, make_virtual_desktop
from autoplay.game import (
    Action,
    Board,
    Label,
    Level,
    Shape,
    format_board,
    format_rows,
    make_topology,
    parse_board,
    parse_level,
)
from autoplay.inference import analyze
from autoplay.play.board_on_screen import find_game
from autoplay.play.found_game import screen_game
from autoplay.play.pace import Tempo
from autoplay.play.recorded import load_recording
from autoplay.play.recording import Recorder
from autoplay.play.replay import replay
from autoplay.play.session import Session
from autoplay.policy import DEFAULT_POLICY, make_policy
from autoplay.resources import data_folder
from autoplay.vision.picture import FORMATS, encoded_png, load_picture
from autoplay.vision.read import Reader
from autoplay.vision.see import see
from autoplay.vision.skin import Skin, load_skin

LEVEL = Level(9, 9, 10)
LOOK, PITCH = "classic", 24
ROOM = Region(0, 0, 320, 320)

PLACE = b"""
[place]
first_cell_center = [20.5, 30.5]
pitch = [9.5, 9.5]
screen = [320, 320]
wider = [2, 0]
"""
"""Where the board was, behind a shipped profile: those have no place."""

SEEN = 0.07
"""Weight of pictures that are looked at, one in some 200: one takes as long as 50 files."""

Files = dict[str, bytes]


@dataclass(frozen=True)
class Target:
    """A kind of input: sound examples, each a folder of files, and what reads such a folder.

    ``weight`` is its share of the inputs: what is read slowly is tried more rarely. ``mutate``
    makes one of its files another.
    """

    name: str
    originals: tuple[Files, ...]
    read: Callable[[Path], object]
    weight: float = 1.0
    mutate: Callable[[bytes, random.Random], bytes] = mutated


def make_targets(home: Path) -> tuple[Target, ...]:
    """Return every kind of input; ``home`` is a folder for making the examples."""
    recording = _recording(home / "recording")
    board, boards = _played_board(), _boards_file()
    frame = recording["frame-0001.png"]
    skin = _inside(recording, "skin-0001/")
    profiles = sorted(data_folder("calibration").glob("*.toml"))
    placed = tuple({"p.toml": p.read_bytes() + PLACE} for p in profiles)
    look = load_skin(home / "recording" / "skin-0001")
    shapes = tuple({"text": f"topology {shape}\n".encode() + board} for shape in Shape)
    return (
        Target("board", shapes, _read_board, 2),
        Target(
            "boards file", ({"boards.jsonl": boards},), lambda f: read_boards(f / "boards.jsonl")
        ),
        Target("profile", placed, lambda f: _read_profile(f, look)),
        Target("skin", (skin,), load_skin, 2),
        Target("library", (_library(profiles[0], skin),), _read_library),
        Target("picture", _pictures(frame), lambda f: load_picture(f / "picture", alpha=True), 2),
        Target("sight", _frames(recording), _see, SEEN, mutated_picture),
        Target("screen", ({"s.png": frame, "s.json": _truth(recording)},), _read_screens),
        Target("recording", (recording,), load_recording, 2),
        Target("replay", (recording,), lambda f: replay(load_recording(f)), 0.1),
        Target("policy", _texts(DEFAULT_POLICY, "winning:plies=1,window=0.9"), _read_policy),
        Target("level", _texts("expert", "16x30/99", "9x9/10"), _read_level, 0.5),
        Target("action", _texts("open 3,4", "flag 0,0", "chord 5,6"), _read_action, 0.5),
        Target("key", _texts("escape", "ctrl+n", "F2"), _read_key, 0.5),
    )


def _pictures(png: bytes) -> tuple[Files, ...]:
    """Return the picture as a file of every format that is read."""
    with PillowImage.open(io.BytesIO(png)) as picture:
        files = [io.BytesIO() for _ in FORMATS]
        for file, name in zip(files, FORMATS, strict=True):
            picture.convert("RGB").save(file, name)
    return tuple({"picture": file.getvalue()} for file in files)


def _frames(recording: Files) -> tuple[Files, ...]:
    """Return every picture of the game in the recording, and a fresh board of every other shape."""
    frames = [data for name, data in sorted(recording.items()) if name.startswith("frame-")]
    for shape in (Shape.HEXAGON, Shape.TRIANGLE):
        desktop = make_virtual_desktop(LEVEL, shape, LOOK, 2, pitch=PITCH, at=(20, 20))
        frames.append(encoded_png(desktop.grab(ROOM).pixels))
    return tuple({"picture.png": data} for data in frames)


def _see(folder: Path) -> object:
    return see(load_picture(folder / "picture.png"))


def _texts(*texts: str) -> tuple[Files, ...]:
    return tuple({"text": text.encode()} for text in texts)


def _text(folder: Path) -> str:
    path = folder / "text"
    return path.read_text(encoding="utf-8", errors="replace") if path.exists() else ""


def _read_board(folder: Path) -> object:
    board = parse_board(_text(folder))
    return analyze(board) if len(board.labels) <= 100 else board


def _read_profile(folder: Path, skin: Skin) -> object:
    """Read a profile, and an empty screen where it says that the board was."""
    lattice = read_profile(folder / "p.toml").lattice()
    empty = np.zeros((ROOM.height, ROOM.width, 3), np.uint8)
    return lattice and Reader(skin, lattice).read(empty)


def _read_library(folder: Path) -> object:
    return Library(((folder / "calibration", folder / "templates"),)).load("mine")


def _read_screens(folder: Path) -> object:
    return [screen.load() for screen in load_screens(folder)]


def _read_policy(folder: Path) -> object:
    return make_policy(_text(folder))


def _read_level(folder: Path) -> object:
    return parse_level(_text(folder))


def _read_action(folder: Path) -> object:
    return Action.parse(_text(folder), make_topology("square", 9, 9))


def _read_key(folder: Path) -> object:
    return parse_chord(_text(folder))


def _recording(folder: Path) -> Files:
    """The files of a whole small game on a virtual desktop."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    desktop = make_virtual_desktop(
        LEVEL, "square", LOOK, 2, pitch=PITCH, monitors=(Monitor(ROOM),), at=(20, 20)
    )
    machine = desktop.machine()
    library = library_for(LOOK, "square", PITCH)
    game = screen_game(machine, find_game(machine, library, ROOM, mines=LEVEL.mines), Tempo())
    listeners = [Recorder(game, folder)]
    policy, now = make_policy("lowest_risk"), machine.clock.now
    Session(game, policy, now, listeners=listeners, taken=game.taken).run()
    paths = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


def _inside(files: Files, folder: str) -> Files:
    return {name.removeprefix(folder): files[name] for name in files if name.startswith(folder)}


def _library(profile: Path, skin: Files) -> Files:
    text = profile.read_text(encoding="utf-8").replace(profile.stem, "mine").encode()
    pictures = {f"templates/mine/{name}": data for name, data in skin.items()}
    return {"calibration/mine.toml": text, **pictures}


def _played_board() -> bytes:
    topology = LEVEL.topology("square", "")
    desktop = make_virtual_desktop(LEVEL, "square", LOOK, 5, monitors=(Monitor(ROOM),))
    desktop.game.open_quietly(topology.cell(2, 2))
    return format_board(desktop.game.game.board()).encode()


def _boards_file() -> bytes:
    line = {"rows": 4, "cols": 5, "topology": "square", "mines": [0, 7, 13], "first": [3, 4]}
    return b"".join(json.dumps(line | {"topology": shape}).encode() + b"\n" for shape in Shape)


def _truth(recording: Files) -> bytes:
    header = json.loads(recording["recording.json"])
    board = Board(
        LEVEL.topology("square", ""),
        bytes([Label.COVERED]) * (LEVEL.rows * LEVEL.cols),
        LEVEL.mines,
    )
    return msgspec.json.encode(
        {
            "topology": "square",
            "rows": LEVEL.rows,
            "cols": LEVEL.cols,
            "mines": LEVEL.mines,
            "board": format_rows(board),
            "lattice": {key: header["places"][0][key] for key in ("first_cell_center", "pitch")},
        }
    )
