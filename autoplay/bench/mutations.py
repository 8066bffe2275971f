"""Damage to files, as it happens and as it is done on purpose: bytes in, bytes out, from a seed."""

from __future__ import annotations

import json
import random
import re
import tomllib
from collections.abc import Callable
from typing import Any

import tomli_w

WORDS = (
    b"",
    b"\0",
    b"nan",
    b"inf",
    b"-1",
    b"0",
    b"1e999",
    b"99999999999999999999999",
    b"../../etc/passwd",
    b"\xff\xfe",
    b"\r\n",
    b"[" * 2000,
    b"{" * 50,
    b'"',
    b"'",
    b"#" * 500,
    b"null",
    b"true",
    "\N{SUPERSCRIPT TWO}\N{FULLWIDTH DIGIT THREE}\N{COMBINING ACUTE ACCENT}".encode(),
    b"\x89PNG\r\n\x1a\n",
)
"""What parsers stumble over."""

VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    0,
    2**70,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "nonsense",
    "../up",
    "a\nb",
    "x" * 5000,
    [],
    [[]],
    {},
    {"extra": 1},
)
"""Values of every type and of no sense, for a key of a file that is well-formed."""


def mutated(data: bytes, rng: random.Random) -> bytes:
    """Return the bytes with one to four damages."""
    for _ in range(rng.choice((1, 1, 2, 4))):
        data = rng.choice(MUTATIONS)(data, rng)
    return data


def _span(data: bytes, rng: random.Random) -> slice:
    start = rng.randint(0, len(data))
    return slice(start, min(len(data), start + int(rng.expovariate(1 / 12)) + 1))


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return data
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ 1 << rng.randrange(8)]) + data[at + 1 :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _remove(data: bytes, rng: random.Random) -> bytes:
    span = _span(data, rng)
    return data[: span.start] + data[span.stop :]


def _repeat(data: bytes, rng: random.Random) -> bytes:
    span = _span(data, rng)
    return data[: span.stop] + data[span] * rng.choice((1, 1, 50)) + data[span.stop :]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(WORDS) + data[at:]


def _replace_number(data: bytes, rng: random.Random) -> bytes:
    numbers = list(re.finditer(rb"-?\d+(\.\d+)?", data[:20_000]))
    if not numbers:
        return data
    found = rng.choice(numbers)
    return data[: found.start()] + rng.choice(WORDS) + data[found.end() :]


def _swap_lines(data: bytes, rng: random.Random) -> bytes:
    lines = data.split(b"\n")
    one, other = rng.randrange(len(lines)), rng.randrange(len(lines))
    lines[one], lines[other] = lines[other], lines[one]
    return b"\n".join(lines)


def _replace_value(data: bytes, rng: random.Random) -> bytes:
    """Put another value, or another key, somewhere into a JSON or TOML text."""
    for load, dump in ((_load_json, _dump_json), (_load_toml, _dump_toml)):
        try:
            content = load(data)
            holders = list(_holders(content))
            if holders:
                _change(rng.choice(holders), rng)
                return dump(content)
        except (ValueError, TypeError, RecursionError):
            continue
    return data


def _load_json(data: bytes) -> Any:
    return json.loads(data)


def _dump_json(content: Any) -> bytes:
    return json.dumps(content).encode()


def _load_toml(data: bytes) -> Any:
    return tomllib.loads(data.decode())


def _dump_toml(content: Any) -> bytes:
    return tomli_w.dumps(content).encode()


def _holders(content: Any) -> list[Any]:
    """Every dictionary and list that holds something, the outer ones first."""
    found, todo = [], [content]
    while todo:
        each = todo.pop()
        if isinstance(each, dict | list) and each:
            found.append(each)
            todo += each.values() if isinstance(each, dict) else each
    return found


def _change(holder: Any, rng: random.Random) -> None:
    keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
    key = rng.choice(keys)
    match rng.randrange(4):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, dict):
            holder["surprise"] = holder[key]
        case _:
            holder[key] = rng.choice(VALUES)


MUTATIONS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    _flip,
    _cut,
    _remove,
    _repeat,
    _insert,
    _replace_number,
    _swap_lines,
    _replace_value,
    _replace_value,
)
