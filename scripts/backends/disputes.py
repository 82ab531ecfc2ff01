#!/usr/bin/env python3
"""Measures the cases of data/open_points/disputes.json: what other runtimes answer where the specification
decides and they differ over generated cases.

    python3 scripts/backends/disputes.py REPORT.json…     needs onnx, onnxruntime and numpy

The reports are those of `etalon test --backend` over the cases of `etalon generate --operator all`. Writes
how many of these fail for each operator, and what each runtime answers to the case. Checks that each
quotation is in the operator's text. Exit code 1 if one is not, or if no runtime differs from a case.
"""

import collections
import json
import pathlib
import sys

import onnx
import open_points

FILE = open_points.FOLDER / "disputes.json"
NAMES = {"onnxruntime": "onnxruntime", "onnx.reference": "onnx.reference"}
FAILING = {"fail", "error", "invalid", "crash", "timeout"}


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


def failures(reports):
    """Operator → runtime → the number of generated cases that fail."""
    found = collections.defaultdict(collections.Counter)
    for name in reports:
        report = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
        runtime = report["backend"].split()[0].replace("_", ".")
        for case in report["cases"]:
            if case["status"] in FAILING:
                found[case["operators"][0].rsplit("-", 1)[0]][runtime] += 1
    return found


def differs(answer, case):
    return "unsupported" not in answer and answer.get("outputs") != case["outputs"]


def main():
    open_points.onnxruntime.set_default_logger_severity(4)
    document = json.loads(FILE.read_text(encoding="utf-8"))
    found = failures(sys.argv[1:])
    wrong = 0
    for dispute in document["disputes"]:
        label = dispute["operator"]
        if dispute["domain"] != "ai.onnx":
            label = f"{dispute['domain']}.{label}"
        if sys.argv[1:]:
            dispute["failures"] = dict(sorted(found[label].items()))
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
