#!/usr/bin/env python3
"""Checks the sentences that users and readers meet: "is not a", never "is no", and the field's terms.

    scripts/plain_english.py [CHECKOUT]     default: this one

Reads string literals of engine/, ops/ and conformance/ (without tests), comments of headers, scripts of
pages, string literals of Python, Markdown, and the project's own sentences in data/, without quotations.
Prints file:line, the words, and what to write. Exit codes: 0 nothing found, 1 something found.
"""

import bisect
import io
import json
import re
import subprocess
import sys
import tokenize

import include_arrows

COMPARED = "longer|more|further|closer|nearer|wider|greater|larger|smaller|better|worse|less|fewer|later|earlier"
RULES = {  # what is refused: what to write
    rf"(?<!there )\b(is|are) no (?!({COMPARED})\b)": "is not a, are not",
    r"(?<!\")\b(dis)?honest\b": "sampled (evaluations), sound (results)",
    r"\brooms\b(?!\.h)|(?<!no )(?<!has )(?<!have )(?<!leaves )(?<!little )\broom\b": "folder, module",
    r"\bdoors?\b": "include rules",
    r"\bwords of ((a|the) formula\b|formula\.h)|\bformula's words?\b": "functions of formula.h",
    r"\b(with|and) a mark\b|\bask(s|ing)? for marks\b": "open elements",
    r"\bthe atlas\b": "open points, data/open_points",
}
CARRIER = {r"\bcarriers?\b(?!\.h)": "number type R"}  # not in headers, nor where the word is defined
DEFINING = {"engine/values/README.md", "engine/numerics/README.md"}

QUOTED = re.compile(r"“[^”]*”|^```.*?^```$", re.S | re.M)
COMMENTS = re.compile(r"//[^\n]*(?:\n *//[^\n]*)*|/\*.*?\*/", re.S)
CPP = re.compile(COMMENTS.pattern + r'|R"\(.*?\)"|(?:"(?:[^"\\\n]|\\.)*"\s*)+|' + r"'(?:[^'\\\n]|\\.)+'", re.S)
OWN_PATH = "scripts/plain_english.py"
OWN = re.compile(r'"(?:question|condition|choice|why|note|proof|derivation)": ("(?:[^"\\]|\\.)*")')


def texts(path, text):
    """(line, text) of what is read of a file."""
    starts = [found.end() for found in re.finditer("\n", text)]
    if path.endswith((".cc", ".h")):
        for found in CPP.finditer(text):
            if found[0][0] == '"' or path.endswith(".h") and found[0][0] == "/":
                parts = re.findall(r'"((?:[^"\\\n]|\\.)*)"', found[0]) if found[0][0] == '"' else [found[0]]
                if " " in "".join(parts):  # else a key or a name
                    yield bisect.bisect_right(starts, found.start()) + 1, "".join(parts).replace("//", "  ")
    elif path.endswith(".json"):
        for found in OWN.finditer(text):
            yield bisect.bisect_right(starts, found.start()) + 1, json.loads(found[1])
    elif path.endswith(".py"):
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            if token.type == tokenize.STRING and " " in token.string:
                yield token.start[0], token.string
    else:
        yield 1, text


def is_read(path):
    """True for a file that has sentences for users and readers."""
    if path.endswith(".json"):
        return path.startswith(("data/open_points/", "data/cases/")) or path == "data/errata.json"
    if path.endswith(".md"):
        return path != "CHANGELOG.md" and (not path.startswith("data/") or path.endswith("README.md"))
    if path.endswith((".cc", ".h", ".js")):
        return path.startswith(("engine/", "ops/", "conformance/")) and "/tests/" not in path
    return path.endswith(".py") and path.startswith(("conformance/python/", "scripts/")) and path != OWN_PATH


def found_in(text, line, rules):
    """(line, the words around, what to write) of each refused form; quotations are left out."""
    bare = QUOTED.sub(lambda found: "\n" * found[0].count("\n") + " … ", text)
    words, lines, starts = [], [], [0]
    for number, each in enumerate(bare.split("\n"), line):
        for word in each.split():
            words.append(word)
            lines.append(number)
            starts.append(starts[-1] + len(word) + 1)
    flat = " ".join(words)
    for pattern, better in rules.items():
        for found in re.finditer(pattern, flat, re.I):
            at = bisect.bisect_right(starts, found.start()) - 1
            yield lines[at], " ".join(words[max(0, at - 3): at + 6]), better


def offences(home):
    listed = subprocess.run(["git", "ls-files"], cwd=home, stdout=subprocess.PIPE, text=True, check=True)
    for path in filter(is_read, listed.stdout.splitlines()):
        rules = RULES if path.endswith(".h") or path in DEFINING else RULES | CARRIER
        for first, text in texts(path, (home / path).read_text(encoding="utf-8")):
            for line, words, better in found_in(text, first, rules):
                yield f"{path}:{line}: “{words}”; write: {better}"


if __name__ == "__main__":
    sys.exit(include_arrows.main(offences))
