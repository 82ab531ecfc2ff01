#!/usr/bin/env python3
"""Writes data/verdicts.json: the results of each runtime for each operator version.

    scripts/backends/verdict_table.py FILE…     scoreboards (scoreboard.py), or reports of `etalon test`

Only runtimes that have all of the releases are in it. Its form is written in conformance/explain/runtimes.h.
"""

import collections
import json
import sys

import scoreboard


def row(cases):
    """[(case, status, message)] as an entry."""
    counts = collections.Counter(status for _, status, _ in cases)
    listed = sorted([case, status, message] for case, status, message in cases if status in scoreboard.SAID)
    return dict(sorted(counts.items())) | ({"cases": listed} if listed else {})


def main():
    boards = [scoreboard.read(file) for file in sys.argv[1:]]
    if not boards:
        sys.exit("verdict_table: there is no scoreboard and no report")
    runtimes, has, found = {}, collections.defaultdict(set), collections.defaultdict(list)
    for board in boards:
        for one in board["runtimes"]:
            runtimes[one["name"]] = one
            has[one["name"]].add(board["release"])
            for case, (label, status, _, message) in scoreboard.rows_from(board, one).items():
                if label:
                    found[label, one["name"]].append((f"{board['release']}/{case}", status, message))
    releases = sorted({board["release"] for board in boards})
    everywhere = {name: one for name, one in runtimes.items() if sorted(has[name]) == releases}
    operators = collections.defaultdict(dict)
    for (label, name), cases in sorted(found.items()):
        if name in everywhere:
            operators[label][name] = row(cases)
    head = {"schema": 1, "date": max(one["date"] for one in everywhere.values()),
            "runtimes": {name: one["version"] for name, one in everywhere.items()}, "releases": releases}
    lines = [f"  {json.dumps(label)}: {json.dumps(each, ensure_ascii=False)}"
             for label, each in operators.items()]
    text = json.dumps(head)[:-1] + ', "operators": {\n' + ",\n".join(lines) + "\n}}\n"
    (scoreboard.HOME / "data/verdicts.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
