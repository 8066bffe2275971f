"""Build the sdist, and from it the wheel with and without a compiler; check that both kinds play.

What an installer builds is the sdist, so what is missing there is missing everywhere. Each wheel is
unpacked into an empty folder and run from there, away from the checkout.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

PROJECT = Path(__file__).parent.parent
NEEDED = ("autoplay/_data/templates/", "autoplay/_data/calibration/", "autoplay/py.typed")
NOT_NEEDED = ("tests/", "fixtures/")
BOARD = "1#\n1#\n"


def build_sdist(folder: Path) -> Path:
    """Build the sdist into folder and return its path; AssertionError for what nobody needs."""
    # A copy of the tracked files: build leftovers of the checkout must not get into it.
    with tempfile.TemporaryDirectory() as source:
        archive = subprocess.run(["git", "ls-files", "-z"], cwd=PROJECT, check=True, stdout=-1)
        for name in archive.stdout.decode().split("\0"):
            if name and (PROJECT / name).is_file():
                target = Path(source, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes((PROJECT / name).read_bytes())
        command = [sys.executable, "-m", "build", "--sdist", "--outdir", str(folder), source]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    (sdist,) = folder.glob("*.tar.gz")
    with tarfile.open(sdist) as packed:
        names = [name.partition("/")[2] for name in packed.getnames()]
    extra = [name for name in names if name.startswith(NOT_NEEDED)]
    assert not extra, f"in the sdist: {extra[:3]}"
    return sdist


def build_wheel(sdist: Path, folder: Path, compiler: str | None) -> Path:
    """Build the wheel into folder, with this compiler instead of the usual one; return its path."""
    environment = dict(os.environ)
    if compiler is not None:
        environment |= {"CC": compiler, "CXX": compiler}
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]
    subprocess.run([*command, str(folder), str(sdist)], check=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def check(wheel: Path, folder: Path, engine: str) -> None:
    """Unpack the wheel and run its commands from outside the checkout; AssertionError if wrong."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        archive.extractall(folder / "site")
    for needed in NEEDED:
        assert any(name.startswith(needed) for name in names), f"{needed} is not in the wheel"
    assert not any(name.startswith(NOT_NEEDED) for name in names), "tests in the wheel"
    environment = dict(os.environ) | {"PYTHONPATH": str(folder / "site")}

    def autoplay(*arguments: str, given: str = "") -> str:
        command = [sys.executable, "-m", "autoplay", *arguments]
        return subprocess.run(
            command, cwd=folder, env=environment, input=given, check=True, text=True, stdout=-1
        ).stdout

    answer = json.loads(autoplay("solve", "-", "--mines", "1", "--json", given=BOARD))
    assert answer["engine"] == engine, f"{wheel.name} answers with {answer['engine']}, not {engine}"
    assert answer["layouts"] == "2", answer
    autoplay("demo", "--level", "beginner", "--seed", "1", "--out", "demo.gif")
    assert (folder / "demo.gif").stat().st_size > 0


def main() -> None:
    """Check the sdist and both wheels made of it, and say so."""
    with tempfile.TemporaryDirectory() as home:
        sdist = build_sdist(Path(home))
        print(f"sdist: {sdist.stat().st_size / 1024:.0f} KiB")
        for compiler, engine in ((None, "kernel"), ("/bin/false", "python")):
            with tempfile.TemporaryDirectory() as folder:
                wheel = build_wheel(sdist, Path(folder), compiler)
                check(wheel, Path(folder), engine)
                print(f"wheel with {engine} engine: {wheel.stat().st_size / 1024:.0f} KiB, works")


if __name__ == "__main__":
    main()
