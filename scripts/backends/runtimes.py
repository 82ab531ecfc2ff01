"""The runtimes of runtimes.txt, and their environments in build/runtimes.

    known()["tract"].adapter; backend(known()["tract"]) is a command for `etalon test --backend`
"""

import contextlib
import fcntl
import os
import pathlib
import re
import subprocess
import sys
import typing
import venv

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent
ENVIRONMENTS = HOME / "build/runtimes"


class Runtime(typing.NamedTuple):
    name: str
    weight: str  # light or heavy
    adapter: str  # the file and its options
    packages: list[str]  # with their versions


class NotReady(Exception):
    """Why a runtime cannot run here, as a sentence."""


def known():
    """The runtimes by name."""
    lines = (HERE / "runtimes.txt").read_text(encoding="utf-8").splitlines()
    rows = [re.split(r"\s*\|\s*", line.strip()) for line in lines if line and line[0] != "#"]
    return {name: Runtime(name, weight, adapter, packages.split())
            for name, weight, adapter, packages in rows}


def chosen(words):
    """The runtimes of "tract,openvino", "light" or "all"; NotReady for another name."""
    every = known()
    if words in ("light", "all"):
        return [each for each in every.values() if words in ("all", each.weight)]
    for name in words.split(","):
        if name not in every:
            raise NotReady(f"there is no runtime {name!r}; there are {', '.join(every)}")
    return [every[name] for name in words.split(",")]


def installed(runtime, newest=False, folder=ENVIRONMENTS):
    """The Python of an environment that has the runtime's packages, which is made where it is
    missing; NotReady where that fails."""
    place = pathlib.Path(folder) / (runtime.name + "-newest" if newest else runtime.name)
    python, mark = place / "bin/python", place / "installed"
    with _locked(place):
        if not newest and mark.exists() and mark.read_text("utf-8").split() == runtime.packages:
            return python
        try:
            if not newest or not python.exists():
                venv.create(place, clear=True, with_pip=True)
            packages = [word.split("==")[0] if newest else word for word in runtime.packages]
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--upgrade", *packages], stdout=sys.stderr, check=True)
        except subprocess.CalledProcessError as problem:
            raise NotReady(f"{runtime.name} cannot be installed in {place}") from problem
        mark.write_text("\n".join(packages), encoding="utf-8")
    return python


def backend(runtime, newest=False, folder=ENVIRONMENTS):
    """The command for --backend, of an environment that is made where it is missing."""
    return f"'{installed(runtime, newest, folder)}' {HERE / runtime.adapter}"


@contextlib.contextmanager
def _locked(place):
    """Of two processes that make an environment, the second waits for the first."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with open(f"{place}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def locale_for(runtime):
    """Variables of the environment: ONNX Runtime's StringNormalizer needs the locale en_US.UTF-8,
    else cases that it passes are errors. It comes from the system, or is made here from the sources
    in Debian's and Ubuntu's package locales."""
    if runtime.name != "onnxruntime":
        return {}
    found = subprocess.run(["locale", "-a"], capture_output=True, text=True).stdout
    if re.search(r"^en_US\.utf-?8$", found, re.IGNORECASE | re.MULTILINE):
        return {}
    made = ENVIRONMENTS / "locale/en_US.UTF-8"
    with _locked(made.parent):
        if not (made / "LC_CTYPE").exists():
            made.parent.mkdir(exist_ok=True)
            words = ["localedef", "-i", "en_US", "-f", "UTF-8", made]
            with contextlib.suppress(FileNotFoundError):
                subprocess.run(words, stderr=subprocess.DEVNULL)
    if not (made / "LC_CTYPE").exists():
        raise NotReady("there is no locale en_US.UTF-8; install the package locales")
    return {"LOCPATH": os.fspath(made.parent)}
