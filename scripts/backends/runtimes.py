"""The runtimes of runtimes.txt, and their environments in build/runtimes.

    known()["tract"].adapter; backend(known()["tract"]) is a command for `etalon test --backend`
"""

import configparser
import contextlib
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing
import venv

import package_index

HERE = pathlib.Path(__file__).resolve().parent
HOME = HERE.parent.parent
ENVIRONMENTS = HOME / "build/runtimes"
ADAPTERS_NEED = ("onnx==", "pillow==")  # packages that are not the runtime's own, unless alone


class Runtime(typing.NamedTuple):
    name: str
    weight: str  # light or heavy
    adapter: str  # the file and its options
    packages: list[str]  # with their versions, or the newest where one has none
    environment: str = ""  # the folder of its environment
    download: float = 0  # megabytes
    minutes: float = 0  # of the cases of 1.22.0; 0: not measured
    constants: str = "no"  # whether the cases run with constant inputs, too: "yes: WHY", "no: WHY"
    renewed: bool = False  # pip looks for newer versions each time


class NotReady(Exception):
    """Why a runtime cannot run here, as a sentence."""


def known(file=HERE / "runtimes.txt"):
    """The runtimes by name; NotReady where the file is not as its head says."""
    entries = configparser.ConfigParser(interpolation=None, delimiters="=")
    try:
        entries.read(file, encoding="utf-8")
        return {name: _read(entries, name) for name in entries.sections()}
    except (configparser.Error, KeyError, ValueError) as problem:
        raise NotReady(f"{file}: {problem}") from problem


def _read(entries, name):
    entry = entries[name]
    environment = entry.get("environment", name)
    packages = entries[environment]["packages"].split()
    if entry["weight"] not in ("light", "heavy") or not re.match("(yes|no): .", entry["constants"]):
        raise ValueError(f"[{name}] needs `weight` light or heavy, and `constants` yes or no with the reason")
    return Runtime(name, entry["weight"], " ".join(entry["adapter"].split()), packages, environment,
                   float(entries[environment]["download"]), float(entry.get("minutes", 0)), entry["constants"])


def chosen(words):
    """The runtimes of "tract,openvino", "light" or "all"; NotReady for another name."""
    every = known()
    if words in ("light", "all"):
        return [each for each in every.values() if words in ("all", each.weight)]
    for name in words.split(","):
        if name not in every:
            raise NotReady(f"there is no runtime {name!r}; there are {', '.join(every)}")
    return [every[name] for name in words.split(",")]


def own_package(runtime):
    """The package that is the runtime, "onnxruntime==1.32.0": adapters need onnx; onnx.reference is a
    part of it."""
    return next((word for word in runtime.packages if not word.startswith(ADAPTERS_NEED)), runtime.packages[0])


def version_of(runtime):
    """The pinned version of the runtime's own package, "1.32.0"."""
    return own_package(runtime).partition("==")[2]


def versions_of(runtime, wanted):
    """{version: runtime}: as it is pinned where `wanted` is None, else once for each of "1.30.0,1.31.1",
    or of the last "3" minor versions of the package index, each by its newest patch. The pinned version
    has the environment of runtimes.txt, each other one its own."""
    package = own_package(runtime)
    name, pinned = package.split("==")
    if wanted is None:
        return {pinned: runtime}
    versions = wanted.split(",")
    if wanted.isdigit():
        try:
            versions = package_index.last_minor(package_index.releases(name), int(wanted))
        except package_index.IndexProblem as problem:
            raise NotReady(str(problem)) from problem

    def moved(word, version):
        """The package beside another version of the runtime: of its version if it had the runtime's, else as pip
        chooses."""
        if word.startswith(ADAPTERS_NEED) and word != package:
            return word
        other, its = word.split("==")
        return f"{other}=={version}" if its == pinned else other

    def of(version):
        return runtime._replace(environment=f"{runtime.environment or runtime.name}-{version}",
                                packages=[moved(word, version) for word in runtime.packages])

    return {version: runtime if version == pinned else of(version) for version in versions}


def newest_of(runtime):
    """The runtime with the newest versions of its packages, in an environment of its own."""
    return runtime._replace(environment=f"{runtime.environment or runtime.name}-newest", renewed=True,
                            packages=[word.split("==")[0] for word in runtime.packages])


def place_of(runtime, folder=ENVIRONMENTS):
    """The folder of its environment."""
    return pathlib.Path(folder) / (runtime.environment or runtime.name)


def is_installed(runtime, folder=ENVIRONMENTS):
    """Whether there is an environment that was made for these packages."""
    mark = place_of(runtime, folder) / "installed"
    return mark.exists() and mark.read_text("utf-8").split() == runtime.packages


def installed(runtime, folder=ENVIRONMENTS):
    """The Python of an environment that has the runtime's packages, which is made where it is
    missing; NotReady where that fails."""
    place = place_of(runtime, folder)
    python = place / "bin/python"
    with _locked(place):
        is_there = is_installed(runtime, folder)
        if is_there and not runtime.renewed:
            return python
        try:
            if not is_there:
                venv.create(place, clear=True, with_pip=True)
            pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, "--upgrade", *runtime.packages], stdout=sys.stderr, check=True)
        except subprocess.CalledProcessError as problem:
            raise NotReady(f"{runtime.name} cannot be installed in {place}") from problem
        (place / "installed").write_text("\n".join(runtime.packages), encoding="utf-8")
    return python


def remove(runtime, folder=ENVIRONMENTS):
    """Removes the runtime's environment."""
    place = place_of(runtime, folder)
    with _locked(place):
        shutil.rmtree(place, ignore_errors=True)


def backend(runtime, folder=ENVIRONMENTS, constants=False):
    """The command for --backend, of an environment that is made where it is missing; with the inputs
    as constants where the adapter can make them so."""
    more = " --constant-inputs all" if constants else ""
    return f"'{installed(runtime, folder)}' {HERE / runtime.adapter}{more}"


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
    if not own_package(runtime).startswith("onnxruntime"):
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
