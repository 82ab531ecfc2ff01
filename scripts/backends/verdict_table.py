#!/usr/bin/env python3
"""Write data/verdicts.json, what each runtime passes of each operator version, from reports of `etalon test`.

    scripts/backends/verdict_table.py REPORT.json…     as scripts/backends/verdicts writes them

Its form is written in conformance/explain/runtimes.h.
"""

import collections
import json
import pathlib
import sys

import runtime_table

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
LISTED = {"fail", "error", "crash", "timeout", "invalid", "erratum", "open"}
MOST_LETTERS = 160


def of_one_operator(case):
    labels = [each for each in case["operators"] if not each.startswith("Constant-")]
    return labels[0] if len(labels) == 1 else None


def row(cases):
    counts = collections.Counter(one["status"] for one in cases)
    listed = [[f"{one['release']}/{one['suite']}/{one['name']}", one["status"],
               " ".join(one["message"].split())[:MOST_LETTERS]]
              for one in cases if one["status"] in LISTED]
    return dict(sorted(counts.items())) | ({"cases": sorted(listed)} if listed else {})


def main():
    runtimes, releases, found, date = {}, set(), collections.defaultdict(list), ""
    for report in (run for name in sys.argv[1:] for run in runtime_table.runs_of(name)):
        runtime, version = report["backend"].split()
        runtimes[runtime] = version
        date = max(date, report["run"]["date"][:10])
        for case in report["cases"]:
            releases.add(case["release"])
            if label := of_one_operator(case):
                found[label, runtime].append(case)
    if not found:
        sys.exit("verdict_table: there is no report")
    operators = collections.defaultdict(dict)
    for (label, runtime), cases in sorted(found.items()):
        operators[label][runtime] = row(cases)
    head = {"schema": 1, "date": date, "runtimes": runtimes, "releases": sorted(releases)}
    lines = [f"  {json.dumps(label)}: {json.dumps(each, ensure_ascii=False)}"
             for label, each in operators.items()]
    text = json.dumps(head)[:-1] + ', "operators": {\n' + ",\n".join(lines) + "\n}}\n"
    (HOME / "data" / "verdicts.json").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
