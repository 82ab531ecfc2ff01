#!/usr/bin/env python3
"""Check that errata belong to contents: official cases in folders of other names end as in their
release.

    scripts/test_contents.py [RELEASE…]       default: every release that is fetched

The cases of each release are linked into a tree in which no folder has the release's name, as in a
source checkout of ONNX. `etalon test` then runs that tree, its cases under names of their own and
the release itself. Every case must have the same status in all three, and none may fail, be refused
or be reported as a stale erratum. Prints the numbers of cases by status.

Exit codes: 0 the same, 1 a difference, 2 wrong usage, 3 a release is not fetched.
"""

import collections
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HOME = pathlib.Path(__file__).resolve().parent.parent
ETALON = HOME / "build" / "release" / "etalon"
DOWNLOADS = HOME / "data" / "downloads"
SUITES = ("node", "simple", "pytorch-operator", "pytorch-converted")
EXPECTED = {"pass", "erratum", "statistical"}


def link(source, target):
    """A copy of a folder whose files are links, so that it takes no space; or copies, from another
    file system."""
    command = ["cp", "-rl", str(source), str(target)]
    if subprocess.run(command, stderr=subprocess.DEVNULL).returncode:
        shutil.rmtree(target, ignore_errors=True)  # of the folders without their files
        subprocess.run(["cp", "-r", str(source), str(target)], check=True)


def run(arguments, report):
    """({suite/name: status}, the warnings) of a run of etalon."""
    done = subprocess.run(
        [ETALON, "test", *arguments, "--report", report], capture_output=True, text=True
    )
    if not report.exists():
        sys.exit(f"test_contents.py: etalon test {arguments}: {done.stderr}")
    cases = json.loads(report.read_text())["cases"]
    statuses = {f"{case['suite']}/{case['name']}": case["status"] for case in cases}
    return statuses, [line for line in done.stdout.splitlines() if "stale" in line]


def checkout(release, folder):
    """The release's cases as in a checkout; returns the folder of the suites."""
    data = folder / "checkout" / "onnx" / "backend" / "test" / "data"
    data.mkdir(parents=True)
    for suite in SUITES:
        if (DOWNLOADS / release / suite).is_dir():
            link(DOWNLOADS / release / suite, data / suite)
    return data


def renamed(data, folder):
    """The cases under numbers instead of names; returns the tree and {suite/number: suite/name}."""
    names = {}
    for suite in sorted(data.iterdir()):
        (folder / "renamed" / suite.name).mkdir(parents=True)
        for number, case in enumerate(sorted(suite.iterdir())):
            (folder / "renamed" / suite.name / str(number)).symlink_to(case)
            names[f"{suite.name}/{number}"] = f"{suite.name}/{case.name}"
    return folder / "renamed", names


def check(release, folder):
    """The statuses of a release's cases, and sentences about what differs."""
    official, _ = run(["--release", release], folder / "official.json")
    official = {case: status for case, status in official.items() if case.split("/")[0] in SUITES}
    data = checkout(release, folder)
    local, stale = run([data], folder / "local.json")
    tree, names = renamed(data, folder)
    other, more = run([tree], folder / "renamed.json")
    other = {names[case]: status for case, status in other.items()}
    problems = stale + more
    for case in sorted(official.keys() | local.keys()):
        got = {statuses.get(case) for statuses in (official, local, other)}
        if len(got) != 1 or not got <= EXPECTED:
            problems.append(
                f"{case}: {official.get(case)} in {release}, {local.get(case)} in a checkout, "
                f"{other.get(case)} under another name"
            )
    return collections.Counter(local.values()), problems


def main():
    releases = sys.argv[1:] or [
        entry["release"]
        for entry in json.loads((HOME / "data" / "corpora.json").read_text())["corpora"]
        if (DOWNLOADS / entry["release"] / ".corpus.json").exists()
    ]
    bad = 0
    columns = ["pass", "erratum", "statistical", "fail", "invalid", "unsupported"]
    print(f"{'release':<9}" + "".join(f"{column:>12}" for column in columns))
    for release in releases:
        if not (DOWNLOADS / release / ".corpus.json").exists():
            print(f"test_contents.py: {release} is not fetched", file=sys.stderr)
            return 3
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR", HOME / "build")) as folder:
            counts, problems = check(release, pathlib.Path(folder))
        print(f"{release:<9}" + "".join(f"{counts[column]:>12}" for column in columns), flush=True)
        for sentence in problems:
            print(f"test_contents.py: {sentence}", file=sys.stderr)
        bad += len(problems)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
