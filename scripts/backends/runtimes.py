"""The runtimes of runtimes.txt, and their environments in build/runtimes."""

import pathlib
import re
import subprocess
import sys
import venv

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent


def known():
    """name: (weight, adapter with its options, packages)"""
    lines = (HERE / "runtimes.txt").read_text(encoding="utf-8").splitlines()
    rows = [re.split(r"\s*\|\s*", line.strip()) for line in lines if line and line[0] != "#"]
    return {name: (weight, adapter, packages.split()) for name, weight, adapter, packages in rows}


def installed(name, packages, newest):
    """The Python of an environment that has these packages; None where they cannot be installed."""
    folder = HOME / "build/runtimes" / (name + "-newest" if newest else name)
    python, mark = folder / "bin/python", folder / "installed"
    if not newest and mark.exists() and mark.read_text(encoding="utf-8").split() == packages:
        return python
    if newest:
        packages = [package.split("==")[0] for package in packages]
    if not newest or not python.exists():
        venv.create(folder, clear=True, with_pip=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--upgrade"]
    if subprocess.run(pip + packages, stdout=sys.stderr).returncode != 0:
        return None
    mark.write_text("\n".join(packages), encoding="utf-8")
    return python
