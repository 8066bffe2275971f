"""Trains one of the glyph networks that reading without templates ships: from drawn tiles alone.

    python -m autoplay.bench.train_glyphs

draws boards of every synthetic skin, with every label equally often, and junk that is no label;
no picture of a real game is used. Needs PyTorch, which is no dependency of this program.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from autoplay.bench.glyph_samples import Samples, collect, is_held_out
from autoplay.bench.synthetic.fonts import typefaces
from autoplay.bench.synthetic.icons import KINDS, icons_of
from autoplay.vision.glyphs import CHANNELS, CLASSES, FOLDER, inputs_of
from autoplay.vision.tiles import SIDE


class _Network(torch.nn.Module):
    """Four convolutions and two dense layers; ``autoplay.vision.glyphs`` evaluates the same."""

    def __init__(self) -> None:
        super().__init__()
        sizes = ((CHANNELS, 32, 1), (32, 64, 2), (64, 128, 2), (128, 128, 1))
        self.convolutions = torch.nn.ModuleList(
            torch.nn.Conv2d(here, there, 3, stride=stride, padding=1)
            for here, there, stride in sizes
        )
        self.norms = torch.nn.ModuleList(torch.nn.BatchNorm2d(there) for _, there, _ in sizes)
        self.drop = torch.nn.Dropout(0.2)
        self.hidden = torch.nn.Linear(128 * (SIDE // 8) ** 2, 128)
        self.out = torch.nn.Linear(128, CLASSES)

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


BATCH = 256


def train(samples: Samples, epochs: int, seed: int = 0) -> _Network:
    """Return a network trained on the samples; the same for the same seed on one machine."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    tiles, labels = samples
    network, size = _Network(), BATCH
    network.to(memory_format=torch.channels_last)
    steps = epochs * (len(tiles) // size)
    optimizer = torch.optim.AdamW(network.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    for epoch in range(epochs):
        order, total = rng.permutation(len(tiles)), 0.0
        parts = [order[at : at + size] for at in range(0, len(order) - size + 1, size)]
        for part, inputs in zip(parts, _ahead(tiles, parts, rng), strict=True):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                said = network(inputs)
            loss = torch.nn.functional.cross_entropy(
                said.float(), torch.from_numpy(labels[part]), label_smoothing=0.02
            )
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total * size / len(order):.4f}", flush=True)
    network.eval()
    return network


def _ahead(
    tiles: NDArray[np.uint8], parts: Sequence[NDArray[np.intp]], rng: np.random.Generator
) -> Iterator[torch.Tensor]:
    """Yield what the network sees of each part, made while it learns from the one before."""

    def made(part: NDArray[np.intp]) -> torch.Tensor:
        inputs = torch.from_numpy(inputs_of(augmented(tiles[part], rng)))
        return inputs.contiguous(memory_format=torch.channels_last)

    with ThreadPoolExecutor(1) as other:
        coming = other.submit(made, parts[0])
        for part in parts[1:]:
            inputs, coming = coming.result(), other.submit(made, part)
            yield inputs
        yield coming.result()


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
    network = train(
        collect(options.screens, start, icons=options.icons), options.epochs, options.seed
    )
    out = options.out or FOLDER / f"seed{options.seed}.npz"
    save(network, out)
    manifest = {
        "command": f"python -m autoplay.bench.train_glyphs --screens {options.screens} "
        f"--epochs {options.epochs} --seed {options.seed}"
        + (" --icons FOLDER" if options.icons else ""),
        "fonts": sum(not is_held_out(face) for face in typefaces()),
        "fonts_held_out": sorted(face.name for face in typefaces() if is_held_out(face)),
        "right_on_new_screens": round(accuracy(network, collect(300, start + SEEDS // 2)), 4),
        "right_on_held_out_fonts": round(
            accuracy(network, collect(300, start + SEEDS // 2, held_out=True)), 4
        ),
        "torch": torch.__version__,
    }
    out.with_suffix(".json").write_text(json.dumps(manifest, indent=1) + "\n")
    print(json.dumps(manifest, indent=1))


SEEDS = 1_000_000
"""Screens of one training seed are drawn from seeds of their own, those measured on likewise."""


if __name__ == "__main__":
    main()
