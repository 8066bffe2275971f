"""Build the solver's kernel where there is a compiler, and ship templates/ and calibration/.

Everything else about the project is declared in pyproject.toml.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pybind11.setup_helpers import Pybind11Extension
from setuptools import setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
KERNEL = HERE / "autoplay" / "inference" / "kernel"
DATA_FOLDERS = ("templates", "calibration")


class BuildWithData(build_py):  # type: ignore[misc]  # setuptools ships no types
    """Copy the top-level data folders into the package, where a wheel can carry them."""

    def run(self) -> None:
        """Build the modules, then copy the folders."""
        super().run()
        if self.editable_mode:
            return  # an editable install reads them from the checkout
        for folder in DATA_FOLDERS:
            target = Path(self.build_lib) / "autoplay" / "_data" / folder
            shutil.copytree(HERE / folder, target, dirs_exist_ok=True)


def kernel_sources() -> list[str]:
    """Return the kernel's C++ files, relative to the project."""
    return sorted(str(path.relative_to(HERE)) for path in KERNEL.glob("*.cpp"))


extension = Pybind11Extension(
    "autoplay.inference._kernel",
    kernel_sources(),
    depends=sorted(str(path.relative_to(HERE)) for path in KERNEL.glob("*.hpp")),
    cxx_std=17,
    extra_compile_args=["-O3", "-Wall", "-Wextra"],
)
# No compiler is no reason to fail: the Python engine serves then.
extension.optional = True

setup(
    ext_modules=[extension] if kernel_sources() else [],
    cmdclass={"build_py": BuildWithData, "build_ext": build_ext},
)
