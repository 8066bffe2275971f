"""Trains the glyph model that reading without templates ships: from drawn tiles alone.

    python -m autoplay.bench.train_glyphs --screens 4000

draws boards of every synthetic skin, with every label equally often, and junk that is no label;
no picture of a real game is used. Needs PyTorch, which is no dependency of this program.
"""

from __future__ import annotations

import argparse
import random
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from autoplay.bench.synthetic import make_screen
from autoplay.bench.synthetic.color import BLACK, WHITE, hsv, readable_on
from autoplay.bench.synthetic.distort import random_distortion
from autoplay.bench.synthetic.fonts import emoji_font
from autoplay.bench.synthetic.looks import plain
from autoplay.bench.synthetic.placing import place
from autoplay.bench.synthetic.scene import Scene, set_scene
from autoplay.bench.synthetic.skin import Face, Mark, Relief
from autoplay.bench.synthetic.skins import make_skin
from autoplay.game import MAX_NUMBER, Board, Label, Shape, Topology
from autoplay.vision.glyphs import CHANNELS, CLASSES, MODEL_FILE, inputs_of
from autoplay.vision.lattice import Lattice
from autoplay.vision.tiles import SIDE, canonical_tiles

JUNK_TEXT = (*"ACDEGHJKLNQRSTUVWYZabcdefghijkmnpqrstuvwyz&%+=<>~$^/|()[]{}♔♕♖♗♘♙♚♛♜♞♟♠♥♦♣★☆✓→←↑↓",
             *(str(number) for number in range(13, 100, 3)), "2048", "OK", "Mo", "the")  # fmt: skip
JUNK_EMOJI = tuple("🐱🙂😎⭐🍎🎲🚀🏠🔑📷🌲👻🎵🔔💎🍀🐶🌙⚽🎁📌🔒💡")
PER_LABEL = 6
"""Tiles of one label taken from one screen at most."""

Samples = tuple[NDArray[np.uint8], NDArray[np.int64]]


def draw_samples(seed: int) -> Samples:
    """Return the tiles of one drawn board, (n, SIDE, SIDE, 3) uint8, and their classes."""
    rng = random.Random(f"glyphs {seed}")
    scene = _random_scene(rng)
    picture = np.asarray(cv2.cvtColor(np.asarray(scene.page), cv2.COLOR_RGB2BGR), dtype=np.uint8)
    size = (picture.shape[1], picture.shape[0])
    pitch = scene.layout.pitch_x, scene.layout.pitch_y
    first = scene.layout.middle(0, 0)
    center = (scene.origin[0] + first[0] - 0.5, scene.origin[1] + first[1] - 0.5)
    if rng.random() < 0.5:
        change = random_distortion(rng, min(pitch))
        picture, center = change.apply(picture, seed), change.point(*center, size)
        factors = change.factors(size)
        pitch = pitch[0] * factors[0], pitch[1] * factors[1]
    # A lattice found in a picture is off by a little.
    slip = [rng.gauss(0, 0.02) * side for side in pitch]
    lattice = Lattice(scene.layout.topology, (center[0] + slip[0], center[1] + slip[1]), pitch)
    tiles = canonical_tiles(picture, lattice)
    labels = np.frombuffer(scene.board.labels, np.uint8).astype(np.int64)
    chosen = [
        cell
        for label in np.unique(labels)
        for cell in rng.sample(
            list(np.flatnonzero(labels == label)), min(PER_LABEL, int((labels == label).sum()))
        )
    ]
    return tiles[chosen], labels[chosen]


def _random_scene(rng: random.Random) -> Scene:
    """Return a page with a board on which all labels are equally frequent, junk among them."""
    skin = make_skin(rng)
    scene = set_scene(rng, skin, most_cells=260)
    labels = _random_labels(scene.layout.topology, rng)
    if rng.random() < 0.35:
        # The question mark's place is taken by something that is no label.
        scene.skin = replace(scene.skin, question=_junk(rng, scene.skin.covered, skin.opened))
        labels = bytes(Label.UNREADABLE if v == Label.QUESTION else v for v in labels)
    drawn = bytes(Label.QUESTION if v == Label.UNREADABLE else v for v in labels)
    scene.board = Board(scene.layout.topology, drawn, 10)
    place(scene)
    scene.board = Board(scene.layout.topology, labels, 10)
    return scene


def _random_labels(topology: Topology, rng: random.Random) -> bytes:
    highest = 12 if topology.shape is Shape.TRIANGLE else 8
    numbers = list(range(highest + 1))
    if topology.shape is Shape.HEXAGON:
        numbers = list(range(7))
    elif rng.random() < 0.15:
        numbers = list(range(MAX_NUMBER + 1))
    others = [Label.COVERED] * 3 + [Label.ZERO] * 2
    others += [Label.FLAG, Label.FLAG, Label.QUESTION, Label.MINE, Label.MINE]
    others += [Label.EXPLODED, Label.WRONG_FLAG]
    return bytes(rng.choices([*numbers, *others], k=len(topology)))


def _junk(rng: random.Random, covered: Face, opened: Face) -> Mark:
    styles = [f"text:{rng.choice(JUNK_TEXT)}"] * 4 + ["dot"]
    if emoji_font():
        styles += [f"emoji:{rng.choice(JUNK_EMOJI)}"] * 2
    color = hsv(rng.random(), rng.uniform(0, 1), rng.uniform(0.1, 1))
    bare = replace(covered, colors=plain(color), relief=Relief.FLAT)
    ground = rng.choice((covered, opened, bare))
    ink = readable_on(rng.choice((BLACK, WHITE, color)), ground.colors[0], 2.2)
    return Mark(rng.choice(styles), ink, ink, ground, rng.uniform(0.6, 1.4))


def draw_strange(seed: int) -> Samples:
    """Return squares cut at random from a drawn screen without any board, all of them strange."""
    picture, rng = make_screen(seed, "no board").image, random.Random(f"strange {seed}")
    height, width = picture.shape[:2]
    tiles = []
    for _ in range(STRANGE_TRIES):
        side = rng.uniform(12, 60)
        place = rng.uniform(side, width - side), rng.uniform(side, height - side)
        tile = canonical_tiles(picture, Lattice(Topology(Shape.SQUARE, 1, 1), place, (side, side)))
        if tile.std(axis=(1, 2)).max() > LEAST_DETAIL:
            tiles.append(tile[0])
    chosen = np.array(tiles[:STRANGE_TILES], np.uint8).reshape(-1, SIDE, SIDE, 3)
    return chosen, np.full(len(chosen), int(Label.UNREADABLE), np.int64)


STRANGE_TRIES, STRANGE_TILES = 60, 12
LEAST_DETAIL = 12
"""Gray levels of standard deviation: plainer squares look like bare cells."""


def collect(screens: int, start: int = 0) -> Samples:
    """Return the samples of this many drawn boards, and of a third as many other screens."""
    seeds = range(start, start + screens)
    parts = [draw_samples(seed) for seed in seeds]
    parts += [draw_strange(seed) for seed in seeds[::3]]
    return np.concatenate([p[0] for p in parts]), np.concatenate([p[1] for p in parts])


class _Network(torch.nn.Module):
    """Four convolutions and two dense layers; ``autoplay.vision.glyphs`` evaluates the same."""

    def __init__(self) -> None:
        super().__init__()
        sizes = ((CHANNELS, 16, 1), (16, 32, 2), (32, 64, 2), (64, 64, 1))
        self.convolutions = torch.nn.ModuleList(
            torch.nn.Conv2d(here, there, 3, stride=stride, padding=1)
            for here, there, stride in sizes
        )
        self.norms = torch.nn.ModuleList(torch.nn.BatchNorm2d(there) for _, there, _ in sizes)
        self.drop = torch.nn.Dropout(0.2)
        self.hidden = torch.nn.Linear(64 * (SIDE // 8) ** 2, 64)
        self.out = torch.nn.Linear(64, CLASSES)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = torch.relu(norm(convolution(x)))
        x = torch.nn.functional.max_pool2d(x, 2).flatten(1)
        return self.out(torch.relu(self.hidden(self.drop(x))))


def augmented(tiles: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """Return the tiles recoloured, re-lit, moved and made noisy at random, all in one batch."""
    count = len(tiles)
    changed = tiles.astype(np.float32)
    for index in np.flatnonzero(rng.random(count) < 0.3):
        changed[index] = changed[index][..., rng.permutation(3)]
    gain = rng.uniform(0.55, 1.1, (count, 1, 1, 1)) * rng.uniform(0.85, 1, (count, 1, 1, 3))
    changed = changed * np.where(rng.random((count, 1, 1, 1)) < 0.4, gain, 1)
    for index in np.flatnonzero(rng.random(count) < 0.5):
        changed[index] = np.roll(changed[index], rng.integers(-1, 2, 2), (0, 1))
    changed += rng.normal(0, 1, changed.shape) * rng.choice((0, 0, 2, 4), (count, 1, 1, 1))
    return np.clip(changed, 0, 255).astype(np.uint8)


def train(samples: Samples, epochs: int, seed: int = 0) -> _Network:
    """Return a network trained on the samples; the same for the same seed on one machine."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    tiles, labels = samples
    network, size = _Network(), 256
    steps = epochs * (len(tiles) // size)
    optimizer = torch.optim.AdamW(network.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    for epoch in range(epochs):
        order, total = rng.permutation(len(tiles)), 0.0
        for at in range(0, len(order) - size + 1, size):
            part = order[at : at + size]
            inputs = torch.from_numpy(inputs_of(augmented(tiles[part], rng)))
            loss = torch.nn.functional.cross_entropy(
                network(inputs), torch.from_numpy(labels[part]), label_smoothing=0.02
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total * size / len(order):.4f}", flush=True)
    network.eval()
    return network


def save(network: _Network, path: Path) -> None:
    """Write the network's weights in the form ``autoplay.vision.glyphs`` reads."""
    weights: dict[str, NDArray[np.float16]] = {}
    for index, (convolution, norm) in enumerate(
        zip(network.convolutions, network.norms, strict=True)
    ):
        # The normalisation is folded into the convolution before it.
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        kernel = convolution.weight * scale[:, None, None, None]
        shift = (convolution.bias - norm.running_mean) * scale + norm.bias
        weights[f"kernel{index}"] = kernel.detach().numpy().astype(np.float16)
        weights[f"shift{index}"] = shift.detach().numpy().astype(np.float16)
    for name, layer in (("hidden", network.hidden), ("out", network.out)):
        weights[f"{name}_weight"] = layer.weight.detach().numpy().astype(np.float16)
        weights[f"{name}_bias"] = layer.bias.detach().numpy().astype(np.float16)
    np.savez_compressed(path, **weights)  # type: ignore[arg-type]  # its stubs mistake the names


def accuracy(network: _Network, samples: Samples) -> float:
    """Return the share of tiles whose likeliest class is right."""
    tiles, labels = samples
    right = 0
    with torch.no_grad():
        for at in range(0, len(tiles), 512):
            scores = network(torch.from_numpy(inputs_of(tiles[at : at + 512])))
            right += int((scores.argmax(1).numpy() == labels[at : at + 512]).sum())
    return right / len(tiles)


def main() -> None:
    """Draw, train, measure on screens not trained on, and write the model."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--screens", type=int, default=3000, help="boards drawn to train on")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", type=Path, default=MODEL_FILE)
    options = parser.parse_args()
    network = train(collect(options.screens, start=1000), options.epochs)
    print(f"right on unseen screens: {accuracy(network, collect(300)):.4%}")
    save(network, options.out)


if __name__ == "__main__":
    main()
