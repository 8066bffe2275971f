"""Trains one of the glyph networks that reading without templates ships: from drawn tiles alone.

    python -m autoplay.bench.train_glyphs

draws boards of every synthetic skin, with every label equally often, and junk that is no label;
no picture of a real game is used. Needs PyTorch, which is no dependency of this program.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from autoplay.bench.glyph_samples import Samples, collect, is_held_out
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.icons import KINDS, icons_of
from autoplay.bench.training import Network, accuracy, save, scores_of, train
from autoplay.files import write_whole
from autoplay.vision.glyphs import CHANNELS, CLASSES, FOLDER, inputs_of
from autoplay.vision.tiles import SIDE


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


def main() -> None:
    """Draw, train, measure on what was not trained on, and write the model and its manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--screens", type=int, default=8000, help="boards drawn to train on")
    parser.add_argument("--epochs", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--icons", default="", help="folder of icons to draw some marks as")
    parser.add_argument("--out", type=Path, help="default: beside the networks there are")
    options = parser.parse_args()
    if options.icons and not all(icons_of(options.icons, kind) for kind in KINDS):
        parser.error(f"--icons {options.icons}: it must hold PNG files in {', '.join(KINDS)}")
    torch.set_num_threads(1)  # the order of sums is then the same everywhere
    start = options.seed * SEEDS
    torch.manual_seed(options.seed)
    network = train(
        Network((CHANNELS, 32, 64, 128, 128), 128, SIDE, CLASSES),
        lambda tiles, rng: inputs_of(augmented(tiles, rng)),
        collect(options.screens, start, icons=options.icons),
        options.epochs,
        options.seed,
    )
    out = options.out or FOLDER / f"seed{options.seed}.npz"
    save(network, out)
    manifest = {
        "command": f"python -m autoplay.bench.train_glyphs --screens {options.screens} "
        f"--epochs {options.epochs} --seed {options.seed}"
        + (" --icons FOLDER" if options.icons else ""),
        "fonts": sum(not is_held_out(face) for face in typefaces()),
        "fonts_held_out": sorted(face.name for face in typefaces() if is_held_out(face)),
        "right_on_new_screens": _right(network, collect(300, start + SEEDS // 2)),
        "right_on_held_out_fonts": _right(network, collect(300, start + SEEDS // 2, held_out=True)),
        "torch": torch.__version__,
    }
    told = json.dumps(manifest, indent=1)
    write_whole(out.with_suffix(".json"), f"{told}\n".encode())
    print(told)


def _right(network: Network, samples: Samples) -> float:
    tiles, labels = samples
    return round(accuracy(scores_of(network, inputs_of(tiles)), labels), 4)


SEEDS = 1_000_000
"""Screens of one training seed are drawn from seeds of their own, those measured on likewise."""


if __name__ == "__main__":
    main()
