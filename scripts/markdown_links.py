#!/usr/bin/env python3
"""Checks that the target of every relative link in every Markdown file in git exists: the file, and
the heading in it.

    scripts/markdown_links.py

Prints each dead link as file:line. Exit codes: 0 all targets exist, 1 there are dead links.
"""

import pathlib
import re
import subprocess
import sys

HOME = pathlib.Path(__file__).resolve().parent.parent
LINK = re.compile(r"\]\(([^)\s]+)\)")


def lines_of(file):
    """(number, line) of the lines outside code blocks."""
    code = False
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        code ^= line.startswith("```")
        if not code:
            yield number, re.sub(r"`[^`]*`", "", line)


def anchors(file):
    """The anchors (after # in a link) of a Markdown file: its headings, as GitHub spells them."""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            yield re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-")


def is_dead(file, link):
    path, _, anchor = link.partition("#")
    target = file.parent / path if path else file
    return not target.exists() or bool(anchor) and anchor not in anchors(target)


def main():
    listed = subprocess.run(
        ["git", "ls-files", "*.md"], cwd=HOME, capture_output=True, text=True, check=True
    )
    dead = 0
    for name in listed.stdout.splitlines():
        for number, line in lines_of(HOME / name):
            for link in LINK.findall(line):
                if "://" not in link and is_dead(HOME / name, link):
                    dead += 1
                    print(f"{name}:{number}: {link} does not exist", file=sys.stderr)
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
