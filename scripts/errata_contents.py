#!/usr/bin/env python3
"""Write data/errata_contents.json: the contents of the cases that data/errata.json names.

    etalon corpus fetch all weekly
    scripts/errata_contents.py            writes the file; needs every release, and a weekly package
    scripts/errata_contents.py --check    only compares the file with the releases that are fetched

A content is the first digits of the SHA-256 over a case's model and data sets, as
conformance/cases/cases.h defines a case's identity. The contents of a release that has only the
code for its node cases are in data/materialized-<release>.json.

Exit codes: 0 written, or as it should be; 1 different; 2 wrong usage; 3 a release is not fetched.
"""

import argparse
import json
import pathlib
import re
import sys

from materialize_corpus import DIGITS, HOME, checksum

DIFFERENT, NOT_FETCHED = 1, 3
DATA = HOME / "data"
FILE = DATA / "errata_contents.json"


def say(message):
    print(f"errata_contents.py: {message}", file=sys.stderr)


def numbers(release):
    """1.24.0.dev20261026 comes before 1.24.0, and after 1.23.2."""
    release, _, weekly = release.partition(".dev")
    return [int(number) for number in re.findall("[0-9]+", release)] + ([-1, int(weekly)] if weekly else [0])


def covers(erratum, release):
    if "releases" in erratum:
        return release in erratum["releases"]
    first, last = erratum.get("from", "0"), erratum.get("to", release)
    return numbers(first) <= numbers(release) <= numbers(last)


def read(name):
    return json.loads((DATA / name).read_text(encoding="utf-8"))


class Release:
    """The contents of one release's cases."""

    def __init__(self, entry):
        self.name = entry["release"]
        self.folder = DATA / "downloads" / self.name
        self.is_fetched = (self.folder / ".corpus.json").exists()
        made = DATA / f"materialized-{self.name}.json"
        self.made = json.loads(made.read_text())["sha256"] if made.exists() else {}

    def content(self, case):
        """None when the release does not have the case."""
        suite, _, name = case.partition("/")
        if suite == "node" and name in self.made:
            return self.made[name]
        folder = self.folder / case
        return checksum(folder)[:DIGITS] if (folder / "model.onnx").exists() else None


def contents_of(errata, releases):
    """{erratum: {case: [content]}}, in the order of the errata, their cases and the releases."""
    contents = {}
    for erratum in errata:
        covered = [release for release in releases if covers(erratum, release.name)]
        cases = contents[erratum["id"]] = {}
        for case in erratum["cases"]:
            found = (release.content(case) for release in covered)
            cases[case] = list(dict.fromkeys(content for content in found if content))
    return contents


def text_of(contents):
    """One line a case."""
    entries = []
    for erratum, cases in contents.items():
        lines = [f"  {json.dumps(case)}: {json.dumps(digests)}" for case, digests in cases.items()]
        entries.append(f" {json.dumps(erratum)}: {{\n" + ",\n".join(lines) + "\n }")
    return '{"schema": 1, "contents": {\n' + ",\n".join(entries) + "\n}}\n"


def differences(kept, found):
    """Sentences about contents that the file lacks, and about entries that it has or lacks alone."""
    for erratum in sorted(kept.keys() ^ found.keys()):
        yield f"{erratum} is only in {'the file' if erratum in kept else 'data/errata.json'}"
    for erratum in kept.keys() & found.keys():
        for case, digests in found[erratum].items():
            for digest in set(digests) - set(kept[erratum].get(case, [])):
                yield f"{erratum}: {case} lacks the content {digest}"
        for case in kept[erratum].keys() - found[erratum].keys():
            yield f"{erratum}: {case} is not among the erratum's cases"


def check(found):
    different = sorted(differences(read(FILE.name)["contents"], found))
    for sentence in different:
        say(sentence)
    return DIFFERENT if different else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    arguments = parser.parse_args()
    corpora = [entry for entry in read("corpora.json")["corpora"] if entry["file"]]
    packages = (DATA / "downloads").glob("*.dev*/.corpus.json")
    weekly = sorted((file.parent.name for file in packages), key=numbers)
    releases = [Release(entry) for entry in corpora] + [Release({"release": name}) for name in weekly]
    missing = [release.name for release in releases if not release.is_fetched]
    if not weekly:
        missing.append("weekly")
    if missing and not arguments.check:
        say(f"these releases are not fetched: {', '.join(missing)} (etalon corpus fetch all weekly)")
        return NOT_FETCHED
    errata = [
        erratum
        for erratum in read("errata.json")["errata"]
        if erratum["follow"] == "specification" or erratum.get("lenient")
    ]
    contents = contents_of(errata, releases)
    if arguments.check:
        return check(contents)
    FILE.write_text(text_of(contents), encoding="utf-8")
    empty = [case for cases in contents.values() for case, digests in cases.items() if not digests]
    for case in empty:
        say(f"{case} is in none of the releases that its erratum covers")
    return DIFFERENT if empty else 0


if __name__ == "__main__":
    sys.exit(main())
