"""Screens of web games drawn by a real browser: another renderer than our own drawings."""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from autoplay.bench.synthetic.positions import Stage
from autoplay.bench.synthetic.webpages import WebPage, web_page
from autoplay.bench.synthetic.webskins import web_skins
from autoplay.errors import UsageError
from autoplay.files import make_folder, write_whole

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

STAGES = (Stage.FRESH, Stage.MIDDLE, Stage.FLAGS, Stage.LOST, Stage.WON)

SECONDS = 60
"""After which a browser that drew nothing is given up; it takes about one."""


def find_browser() -> str:
    """Return the path of a browser that draws pages without a window; UsageError without one."""
    for name in BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    raise UsageError(f"no browser to draw pages with: install one of {', '.join(BROWSERS)}")


def write_web_screens(folder: Path, seed: int, browser: str) -> Iterator[str]:
    """Draw every web skin at every stage into a folder, PNG and JSON; yield each one's name."""
    for skin in web_skins():
        make_folder(folder / skin.name)
        for stage in STAGES:
            name = f"{skin.name}/{stage.name.lower()}"
            page = web_page(skin, stage, seed)
            _shoot(page, folder / f"{name}.png", browser)
            text = json.dumps(page.truth, indent=1, ensure_ascii=False)
            write_whole(folder / f"{name}.json", f"{text}\n".encode())
            yield name


def _shoot(page: WebPage, picture: Path, browser: str) -> None:
    """Write the picture of a page; UsageError when the browser makes none."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch) / "page.html"
        source.write_text(page.html, encoding="utf-8")
        command = [
            browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            f"--user-data-dir={scratch}/profile", f"--force-device-scale-factor={page.zoom}",
            f"--window-size={page.size[0]},{page.size[1]}", f"--screenshot={picture.resolve()}",
            source.as_uri(),
        ]  # fmt: skip
        picture.unlink(missing_ok=True)
        try:
            done = subprocess.run(command, capture_output=True, timeout=SECONDS, check=False)
        except (OSError, subprocess.TimeoutExpired) as error:
            raise UsageError(f"{browser} drew no page: {error}") from None
        if not picture.exists():
            last = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
            raise UsageError(f"{browser} drew no page: {''.join(last)}")
