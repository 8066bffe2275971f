"""Trains a small convolutional network on labelled tiles, and writes it as the reader evaluates it.

Needs PyTorch, which is no dependency of this program.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from autoplay.bench.glyph_samples import Samples
from autoplay.files import write_whole
from autoplay.vision.network import STRIDES

Inputs = Callable[[NDArray[np.uint8], np.random.Generator], NDArray[np.float32]]


class Network(torch.nn.Module):
    """Four convolutions and two dense layers; ``autoplay.vision.network`` evaluates the same."""

    def __init__(self, widths: Sequence[int], hidden: int, side: int, classes: int) -> None:
        """Make one of so many channels, from that of the input on, for tiles of ``side`` pixels."""
        super().__init__()
        sizes = list(zip(widths, widths[1:], STRIDES, strict=False))
        self.convolutions = torch.nn.ModuleList(
            torch.nn.Conv2d(here, there, 3, stride=stride, padding=1)
            for here, there, stride in sizes
        )
        self.norms = torch.nn.ModuleList(torch.nn.BatchNorm2d(there) for _, there, _ in sizes)
        self.drop = torch.nn.Dropout(0.2)
        self.hidden = torch.nn.Linear(widths[-1] * (side // 8) ** 2, hidden)
        self.out = torch.nn.Linear(hidden, classes)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Return what it says of (n, channels, side, side), (n, classes)."""
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = torch.relu(norm(convolution(x)))
        x = torch.nn.functional.max_pool2d(x, 2).flatten(1)
        return self.out(torch.relu(self.hidden(self.drop(x))))


BATCH = 256


def train(
    network: Network, inputs: Inputs, samples: Samples, epochs: int, seed: int = 0
) -> Network:
    """Return the network trained on the samples; the same for the same seed on one machine.

    ``inputs`` makes of tiles what the network is shown, another picture of them at each call.
    """
    rng = np.random.default_rng(seed)
    tiles, labels = samples
    size = BATCH
    network.to(memory_format=torch.channels_last)
    steps = epochs * (len(tiles) // size)
    optimizer = torch.optim.AdamW(network.parameters(), 3e-3, weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 4e-3, steps)
    for epoch in range(epochs):
        order, total = rng.permutation(len(tiles)), 0.0
        parts = [order[at : at + size] for at in range(0, len(order) - size + 1, size)]
        for part, shown in zip(parts, _ahead(tiles, parts, inputs, rng), strict=True):
            with torch.autocast("cpu", dtype=torch.bfloat16):
                said = network(shown)
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
    tiles: NDArray[np.uint8],
    parts: Sequence[NDArray[np.intp]],
    inputs: Inputs,
    rng: np.random.Generator,
) -> Iterator[torch.Tensor]:
    """Yield what the network sees of each part, made while it learns from the one before."""

    def made(part: NDArray[np.intp]) -> torch.Tensor:
        shown = torch.from_numpy(inputs(tiles[part], rng))
        return shown.contiguous(memory_format=torch.channels_last)

    with ThreadPoolExecutor(1) as other:
        coming = other.submit(made, parts[0])
        for part in parts[1:]:
            shown, coming = coming.result(), other.submit(made, part)
            yield shown
        yield coming.result()


def save(network: Network, path: Path) -> None:
    """Write the network's weights in the form ``autoplay.vision.network`` reads."""
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
    whole = BytesIO()
    np.savez_compressed(whole, **weights)  # type: ignore[arg-type]  # its stubs mistake the names
    write_whole(path, whole.getvalue())


def scores_of(network: Network, shown: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return the log-probability of every class for what the network is shown, (n, classes)."""
    with torch.no_grad():
        said = [network(torch.from_numpy(shown[at : at + 512])) for at in range(0, len(shown), 512)]
    return np.asarray(torch.log_softmax(torch.cat(said), dim=1).numpy(), np.float32)


def accuracy(scores: NDArray[np.float32], labels: NDArray[np.int64]) -> float:
    """Return the share of tiles whose likeliest class is right."""
    return float((scores.argmax(axis=1) == labels).mean())
