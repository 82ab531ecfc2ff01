#!/usr/bin/env python3
"""Fetch the newest onnx-weekly of the package index, and write its cases in the official layout.

`etalon corpus fetch weekly` calls it:

    fetch_weekly.py --downloads FOLDER --scratch FOLDER

The package and what it needs are installed by pip, which checks what it fetches, in
DOWNLOADS/VERSION/.packages; nothing of the machine's Python is changed. Its code for node cases is run
to write DOWNLOADS/VERSION/node (materialize_corpus.py); its other cases are copied. The file
.corpus.json says what is there, .cases.sha256.json the checksum of each node case. The version is left
in SCRATCH/release. What is there already is not written again.

Exit codes: 0 done, 1 a problem on this machine, 2 wrong usage, 5 the index or the network failed.
"""

import argparse
import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

MACHINE, NETWORK = 1, 5
PROJECT = "onnx-weekly"
NUMPY = "numpy==2.4.6"  # of scripts/requirements.txt: the cases' numbers depend on it
HERE = pathlib.Path(__file__).resolve().parent
DATA = pathlib.PurePath("onnx/backend/test/data")
COPIED = ("simple", "pytorch-operator", "pytorch-converted", "light", "real")


class Failure(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def say(message):
    print(f"fetch_weekly.py: {message}", file=sys.stderr, flush=True)


def pip(*words):
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet", *map(str, words)]
    run = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        lines = run.stdout.strip().splitlines() or ["no message"]
        raise Failure(NETWORK, f"pip {words[0]} failed: {lines[-1]}")


def newest(folder):
    """The newest package for this Python, in a folder."""
    folder.mkdir()
    pip("download", "--no-deps", "--pre", "--only-binary", ":all:", "--dest", folder, PROJECT)
    wheels = list(folder.glob("*.whl"))
    if len(wheels) != 1:
        raise Failure(NETWORK, f"pip left {len(wheels)} packages of {PROJECT}")
    return wheels[0]


def version_of(wheel):
    version = wheel.name.split("-")[1]
    if not re.fullmatch(r"[0-9]+\.[0-9]+\.[0-9]+\.dev[0-9]+", version):
        raise Failure(NETWORK, f"{wheel.name} is not a package of a release to come")
    return version


def is_there(folder, digest):
    try:
        return json.loads((folder / ".corpus.json").read_text())["sha256"] == digest
    except (OSError, ValueError, KeyError, TypeError):
        return False


def write_node_cases(tree):
    """Runs the package's code for cases."""
    command = [sys.executable, HERE / "materialize_corpus.py", "--record",
               "--output", tree / "made", "--manifest", tree / ".cases.sha256.json"]
    environment = {**os.environ, "PYTHONPATH": str(tree / ".packages"), "PYTHONNOUSERSITE": "1"}
    if subprocess.run(command, env=environment).returncode != 0:
        raise Failure(MACHINE, "the node cases could not be written")
    (tree / "made/node").rename(tree / "node")
    (tree / "made").rmdir()


def count(folder):
    if folder.name == "light":
        return len(list(folder.glob("*.onnx")))
    return sum((case / "model.onnx").exists() for case in folder.iterdir())


def write_tree(tree, wheel, version, digest):
    tree.mkdir()
    say(f"installing {wheel.name} and what it needs for its cases")
    pip("install", "--only-binary", ":all:", "--target", tree / ".packages", NUMPY, wheel)
    write_node_cases(tree)
    for suite in COPIED:
        source = tree / ".packages" / DATA / suite
        if source.is_dir():
            shutil.copytree(source, tree / suite)
    suites = {suite: count(tree / suite) for suite in ("node", *COPIED[:-1]) if (tree / suite).is_dir()}
    cases = sum(number for suite, number in suites.items() if suite != "light")
    marker = {"weekly": True, "release": version, "file": wheel.name, "sha256": digest,
              "suites": suites, "cases": cases}
    (tree / ".corpus.json").write_text(json.dumps(marker) + "\n")


def fetch(downloads, scratch):
    wheel = newest(scratch / "wheel")
    version, digest = version_of(wheel), hashlib.sha256(wheel.read_bytes()).hexdigest()
    folder = downloads / version
    if not is_there(folder, digest):
        tree = scratch / "tree"
        write_tree(tree, wheel, version, digest)
        if folder.exists():  # of another package, or incomplete
            folder.rename(scratch / "old")
        tree.rename(folder)
    (scratch / "release").write_text(version)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--downloads", type=pathlib.Path, required=True)
    parser.add_argument("--scratch", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    try:
        fetch(arguments.downloads.resolve(), arguments.scratch.resolve())
    except Failure as failure:
        say(str(failure))
        return failure.code
    except OSError as problem:
        say(str(problem))
        return MACHINE
    return 0


if __name__ == "__main__":
    sys.exit(main())
