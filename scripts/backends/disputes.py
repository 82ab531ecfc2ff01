#!/usr/bin/env python3
"""Measures the cases of data/open_points/disputes.json: what other runtimes answer where the specification
decides and they differ over generated cases.

    python3 scripts/backends/disputes.py REPORT.json…              needs onnx, onnxruntime and numpy
    python3 scripts/backends/disputes.py --groups REPORT.json…     lists the groups of failures, and a case of each

The reports are those of `etalon test --backend` over the cases of `etalon generate --operator all --count 6`.
Failures are grouped by operator and kind of difference; those that rounding explains do not count. The file has
the twenty largest groups, in this order. Writes how many cases fail in each, and what each runtime answers to its
case. Exit code 1 if the file has other groups, if a quotation is not in the operator's text, or if no runtime differs
from a case.
"""

import collections
import json
import sys

import onnx
import open_points
import runtime_table

FILE = open_points.FOLDER / "disputes.json"
FAILING = {"fail", "error", "invalid", "crash", "timeout"}
LISTED = 20


def texts(dispute):
    domain = "" if dispute["domain"] == "ai.onnx" else dispute["domain"]
    schema = onnx.defs.get_schema(dispute["operator"], dispute["case"]["opset"], domain)
    yield schema.doc
    for group in (schema.inputs, schema.outputs, schema.attributes.values()):
        for each in group:
            yield each.description
    for constraint in schema.type_constraints:
        yield constraint.description


def is_quoted(dispute):
    return any(dispute["quote"] in " ".join(text.split()) for text in texts(dispute))


def kind_of(case):
    """What differs: values, shape, type, count; or refusal, crash, timeout."""
    if case["status"] == "fail":
        return case["kind"]
    return {"error": "refusal", "invalid": "refusal"}.get(case["status"], case["status"])


def is_rounding(case):
    return case["status"] == "fail" and case.get("judged", {}).get("verdict") == "rounding"


def operator_of(case):
    """That of the first node: subgraphs have others."""
    nodes = case.get("nodes")
    return (nodes[0]["operator"] if nodes else case["operators"][0]).rsplit("-", 1)[0]


def groups(reports):
    """(Operator, kind) → runtime → the cases that fail, the largest group first."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for report in (run for name in reports for run in runtime_table.runs_of(name)):
        runtime = report["backend"].split()[0].replace("_", ".")
        for case in report["cases"]:
            if case["status"] in FAILING and not is_rounding(case):
                operator = operator_of(case)
                found[operator, kind_of(case)][runtime].append(case)

    def order(group):
        return -sum(map(len, found[group].values())), group

    return {group: found[group] for group in sorted(found, key=order)}


def show(found):
    for number, ((operator, kind), runtimes) in enumerate(found.items(), 1):
        counts = ", ".join(f"{name}: {len(cases)}" for name, cases in sorted(runtimes.items()))
        print(f"{number} {operator} {kind} ({counts})")
        if number <= LISTED:
            for name, cases in sorted(runtimes.items()):
                print(f"    {name}: {cases[0]['name']}: {cases[0]['message'][:200]}")
    print(f"{sum(len(cases) for each in found.values() for cases in each.values())} failures")


def differs(answer, case):
    return "unsupported" not in answer and answer.get("outputs") != case["outputs"]


def label_of(dispute):
    if dispute["domain"] == "ai.onnx":
        return dispute["operator"]
    return f"{dispute['domain']}.{dispute['operator']}"


def main():
    reports = [word for word in sys.argv[1:] if word != "--groups"]
    found = groups(reports)
    if "--groups" in sys.argv:
        show(found)
        return 0
    if None in open_points.VERSIONS.values():
        sys.exit("disputes: onnxruntime is not installed")
    open_points.onnxruntime.set_default_logger_severity(4)
    document = json.loads(FILE.read_text(encoding="utf-8"))
    wrong = 0
    listed = [(label_of(each), each["kind"]) for each in document["disputes"]]
    if reports and listed != list(found)[:LISTED]:
        print(f"not the {LISTED} largest groups: {sorted(set(listed) ^ set(list(found)[:LISTED]))}")
        wrong += 1
    for dispute in document["disputes"]:
        label = label_of(dispute)
        if reports:
            runtimes = found.get((label, dispute["kind"]), {})
            dispute["failures"] = {name: len(cases) for name, cases in sorted(runtimes.items())}
        dispute["answers"] = {
            peer: open_points.alone(peer, dispute, dispute["case"]) for peer in open_points.PEERS
        }
        if not is_quoted(dispute):
            print(f"{label}: the quotation is not in the text")
            wrong += 1
        if not any(differs(each, dispute["case"]) for each in dispute["answers"].values()):
            print(f"{label}: no runtime differs: {dispute['answers']}")
            wrong += 1
    document["date"] = open_points.datetime.date.today().isoformat()
    document["peers"] = open_points.VERSIONS
    lines = [f"  {json.dumps(each, ensure_ascii=False)}" for each in document.pop("disputes")]
    text = json.dumps(document, ensure_ascii=False)[:-1]
    FILE.write_text(f'{text}, "disputes": [\n' + ",\n".join(lines) + "\n]}\n", encoding="utf-8")
    print(f"{len(lines)} disputes, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
