#!/usr/bin/env python3
"""Compares the operators of com.microsoft with ONNX Runtime's CPU kernels, call by call.

    python3 scripts/backends/kernels.py [--cases N] [--operator NAME,…]     1000 calls of each operator
    python3 scripts/backends/kernels.py --page                              only writes the page again

`etalon fuzz` draws calls of every operator that has a rule, runs them on the release that runtimes.txt
names, and makes what differs as small as can be, in build/kernels/OPERATOR. data/kernels.json then has
the counts of each operator and every group of differences, and data/kernels.md is the same as a page. A
verdict in kernels.json is somebody's, by hand: "its error", "our error" or "open", with the sentence that
decides; it stays as long as its group does. Exit code 0, 1 where a group has no verdict.
"""

import argparse
import collections
import json
import pathlib
import re
import subprocess
import sys

import runtimes

HOME = runtimes.HOME
FILE = HOME / "data/kernels.json"
DOMAIN = "com.microsoft."
COUNTED = ("same", "rounding", "open", "unsupported")
HEAD = """# Operators of com.microsoft beside ONNX Runtime's kernels

`scripts/backends/kernels.py` writes this page from [kernels.json](kernels.json): random calls of each
operator, run by {runtime} on the processor. *Same*: Etalon's digits. *Rounding*: no further off than
rounding allows. *Open*: the published text leaves the result open, and the runtime gives another.
*No kernel*: refused for the types. Verdicts on what differs are by hand, from the text.

{totals}

| operator | calls | same | rounding | open | no kernel | differ | in groups |
|---|---:|---:|---:|---:|---:|---:|---:|
"""


def implemented(etalon):
    listed = subprocess.run([etalon, "ops", "--format", "json"], capture_output=True, check=True)
    rows = json.loads(listed.stdout)
    return sorted(row["name"] for row in rows
                  if row["domain"] == DOMAIN.rstrip(".") and row["implemented"])


def compared(arguments, command, operator):
    """The findings of one operator's campaign, which goes on where it was stopped."""
    folder = arguments.out / operator
    words = [arguments.etalon, "fuzz", "--operator", DOMAIN + operator, "--count",
             str(arguments.cases), "--backend", command, "--out", folder]
    run = subprocess.run(words, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        print(f"kernels: {operator}: {run.stderr.strip()}", file=sys.stderr, flush=True)
        return None
    return json.loads((folder / "findings.json").read_text(encoding="utf-8"))


def plain(key):
    """A group's key without the operator's version and the path of comparisons: a verdict is on all of these."""
    return re.sub(r"^(\S+)-\d+(?= )", r"\1", key).partition("; comparison ")[0]


def row_of(findings, judged):
    """The counts and groups of an operator, with the verdicts that its groups had."""
    groups = []
    for group in findings["groups"]:
        entry = {"key": group["key"], "calls": group["cases"], "sentence": group["sentence"]}
        groups.append(entry | judged.get(plain(group["key"]), {"verdict": "", "why": ""}))
    return {"calls": findings["cases"], **{name: findings["outcomes"].get(name, 0) for name in COUNTED},
            "groups": groups}


def cell(text):
    escaped = " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")
    return escaped.replace("](", "]\\(")  # no link


def page(document):
    rows = document["operators"]
    groups = [(name, group) for name, row in rows.items() for group in row["groups"]]
    counts = collections.Counter(group["verdict"] or "not judged" for _, group in groups)
    totals = (f"{len(rows)} operators, {sum(row['calls'] for row in rows.values())} calls, {len(groups)} groups of "
              "differences: " + ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items())) + ".")
    text = HEAD.format(runtime=document["runtime"], totals=totals)
    for name, row in rows.items():
        differ = sum(group["calls"] for group in row["groups"])
        numbers = [row["calls"], *(row[counted] for counted in COUNTED), differ, len(row["groups"])]
        text += f"| {name} | " + " | ".join(map(str, numbers)) + " |\n"
    text += "\n| operator | calls | what differs | verdict | why |\n|---|---:|---|---|---|\n"
    for name, group in groups:
        cells = [cell(group[field]) for field in ("sentence", "verdict", "why")]
        text += f"| {name} | {group['calls']} | " + " | ".join(cells) + " |\n"
    return text


def parsed():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cases", type=int, default=1000, metavar="N", help="calls of each operator")
    parser.add_argument("--operator", metavar="NAME,…", help="only these; the others stay as they were")
    parser.add_argument("--page", action="store_true", help="only write the page of kernels.json")
    parser.add_argument("--out", type=pathlib.Path, default=HOME / "build/kernels", metavar="DIR")
    parser.add_argument("--etalon", type=pathlib.Path, default=HOME / "build/release/etalon")
    return parser.parse_args()


def measure(arguments, document):
    runtime = runtimes.chosen("onnxruntime")[0]
    command = runtimes.backend(runtime, False)
    names = implemented(arguments.etalon)
    wanted = arguments.operator.split(",") if arguments.operator else names
    for number, operator in enumerate(wanted, 1):
        print(f"kernels: {number} of {len(wanted)}: {operator}", file=sys.stderr, flush=True)
        findings = compared(arguments, command, operator)
        if findings is None:
            continue
        before = document["operators"].get(operator, {"groups": []})
        judged = {plain(group["key"]): {word: group[word] for word in ("verdict", "why")}
                  for group in before["groups"]}
        document["runtime"] = findings["backend"]
        document["operators"][operator] = row_of(findings, judged)
    document["operators"] = {name: document["operators"][name] for name in sorted(document["operators"])}


def main():
    arguments = parsed()
    document = {"runtime": "", "operators": {}}
    if FILE.exists():
        document = json.loads(FILE.read_text(encoding="utf-8"))
    if not arguments.page:
        arguments.out.mkdir(parents=True, exist_ok=True)
        measure(arguments, document)
        FILE.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    FILE.with_suffix(".md").write_text(page(document), encoding="utf-8")
    return int(any(not group["verdict"] for row in document["operators"].values() for group in row["groups"]))


if __name__ == "__main__":
    sys.exit(main())
