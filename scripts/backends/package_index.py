#!/usr/bin/env python3
"""What pip's package index has of a package: versions with their dates, and sizes of downloads.

    releases("onnxruntime") is {"1.32.0": "2026-11-13", …}, the newest first, of files for this Python
    megabytes(["onnx==1.23.2", …]) is what pip would fetch for these packages and all that they need

Both ask the pip of build/runtimes/pip, whose version is fixed: its commands do not print dates, so its own
classes are asked for them. IndexProblem says why the index gives no answer.
"""

import json
import pathlib
import subprocess
import sys
import urllib.error
import urllib.request
import venv

PIP = "pip==26.3"
ENVIRONMENT = pathlib.Path(__file__).resolve().parent.parent.parent / "build/runtimes/pip"
# Runs in the environment: a line "VERSION DATE" for each file of the package.
LIST = """
import sys
from pip._internal.commands import create_command
command = create_command("index")
options, _ = command.parse_args(["versions", sys.argv[1]])
with command.main_context():
    finder = command._build_package_finder(options, command.get_default_session(options))
    for each in sorted(finder.find_all_candidates(sys.argv[1]), key=lambda each: each.version, reverse=True):
        if not each.version.is_prerelease and not each.link.is_yanked:
            print(each.version, each.link.upload_time.date() if each.link.upload_time else "")
"""


class IndexProblem(Exception):
    """Why the index gives no answer, as a sentence."""


def _pip(*words):
    """What a program of the pip environment prints; the environment is made where it is missing."""
    python = ENVIRONMENT / "bin/python"
    try:
        if not python.exists():
            venv.create(ENVIRONMENT, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", PIP],
                           stdout=sys.stderr, check=True)
        return subprocess.run([python, *words], check=True, capture_output=True, text=True).stdout
    except subprocess.CalledProcessError as problem:
        said = (problem.stderr or "").strip().splitlines()
        raise IndexProblem(f"pip cannot ask the package index: {said[-1] if said else 'no reason is given'}"
                           ) from problem


def listed(text):
    """{version: date} of lines "VERSION DATE", each version with the date of its first file."""
    found = {}
    for line in text.splitlines():
        version, _, date = line.partition(" ")
        found[version] = min(date, found.get(version, date))
    return found


def releases(name):
    found = listed(_pip("-c", LIST, name))
    if not found:
        raise IndexProblem(f"the package index has no {name} for this Python, or does not answer")
    return found


def last_minor(dates, count):
    """The last `count` minor versions of {version: date}, which begins with the newest, each by its newest
    patch; of patches that are newer than the next minor version's, none, so that the dates are in order."""
    newest, before = {}, "9999"
    for version, date in dates.items():
        minor = tuple(version.split(".")[:2])
        if minor not in newest and date <= before:
            newest[minor], before = version, date
    return list(newest.values())[:count]


def megabytes(packages):
    words = ["-m", "pip", "install", "--dry-run", "--ignore-installed", "--quiet", "--report", "-"]
    total = 0
    for each in json.loads(_pip(*words, *packages))["install"]:
        asked = urllib.request.Request(each["download_info"]["url"], method="HEAD")
        try:
            with urllib.request.urlopen(asked, timeout=30) as answer:
                total += int(answer.headers["Content-Length"])
        except (urllib.error.URLError, TypeError) as problem:
            raise IndexProblem(f"the size of {each['metadata']['name']} cannot be learnt: {problem}") from problem
    return round(total / 1e6)
