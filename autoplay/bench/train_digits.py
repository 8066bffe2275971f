"""Trains the network that reads counters beside a board: from drawn writing alone.

    python -m autoplay.bench.train_digits

Needs PyTorch, which is no dependency of this program.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from autoplay.bench.digit_samples import collect
from autoplay.bench.glyph_samples import Samples
from autoplay.bench.training import Network, accuracy, save, scores_of, train
from autoplay.files import write_whole
from autoplay.vision.digits import CHANNELS, CLASSES, FILE, MIN_LEAD, SIDE, STROKE, inputs_of

SEEDS = 1_000_000
"""Pages that are measured on have seeds from here on."""


def measured(network: Network, samples: Samples) -> dict[str, float]:
    """Return the share of tiles told right, of digits told surely, and of those told wrong."""
    tiles, labels = samples
    scores = scores_of(network, inputs_of(tiles))
    best, ranked = scores.argmax(axis=1), np.partition(scores, -2, axis=1)
    sure = (ranked[:, -1] - ranked[:, -2] >= MIN_LEAD) & (best < STROKE)
    return {
        "right": round(accuracy(scores, labels), 4),
        "digits_sure": round(float(sure[labels < STROKE].mean()), 4),
        "sure_but_wrong": round(float((best != labels)[sure].mean()), 5),
    }


def main() -> None:
    """Draw, train, measure on what was not trained on, and write the model and its manifest."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", type=int, default=24000, help="drawn to train on")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--out", type=Path, default=FILE)
    options = parser.parse_args()
    torch.set_num_threads(1)  # the order of sums is then the same everywhere
    torch.manual_seed(1)
    network = train(
        Network((CHANNELS, 16, 32, 64, 64), 64, SIDE, CLASSES),
        lambda tiles, _: inputs_of(tiles),
        collect(options.pages, 0),
        options.epochs,
        seed=1,
    )
    save(network, options.out)
    manifest = {
        "command": f"python -m autoplay.bench.train_digits --pages {options.pages} "
        f"--epochs {options.epochs}",
        "new_pages": measured(network, collect(1500, SEEDS)),
        "held_out_fonts": measured(network, collect(1500, 2 * SEEDS, held_out=True)),
        "torch": torch.__version__,
    }
    told = json.dumps(manifest, indent=1)
    write_whole(options.out.with_suffix(".json"), f"{told}\n".encode())
    print(told)


if __name__ == "__main__":
    main()
