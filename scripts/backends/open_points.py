#!/usr/bin/env python3
"""Measures the answers of other runtimes to the examples of open points.

    scripts/backends/open_points                installs the runtimes, then calls this script
    python3 scripts/backends/open_points.py [--same-versions]      needs onnx and numpy

Runs the example of every point in data/open_points through ONNX Runtime (CPU) and onnx.reference,
each in a process of its own, and writes data/open_points/peers.json. The same answers write the
same file. An answer stays as it is, and that is said, where the runtime is missing, where it lacks a
package for it (Pillow), where the same version differs in a last digit, which the processor decides, and
with --same-versions where its version is not that of the file. Exit code 0 if the file was written.
"""

import argparse
import datetime
import json
import math
import os
import pathlib
import re
import signal
import sys

import onnx
import readable_cases
from onnx.reference import ReferenceEvaluator

try:
    import onnxruntime
except ImportError:
    onnxruntime = None

HOME = pathlib.Path(__file__).resolve().parents[2]
FOLDER = HOME / "data/open_points"
FILE = FOLDER / "peers.json"
SECONDS = 20
LONGEST_MESSAGE = 160
# Messages about operators, versions and types for which a runtime has no code.
UNSUPPORTED = (
    "NOT_IMPLEMENTED",
    "No registered implementation",
    "is not a registered function/op",
    "No implementation for operator",
    "is under development and support for this is limited",
    "Not implemented for",
    "is unknown, known functions",
    # Python's interface makes every map one of floats, whatever the model declares.
    "Unexpected input data type. Actual: ((map(",
)
# Paths, addresses, and what ONNX Runtime writes in front of every message.
NOISE = (
    r"(/[\w.+-]+){2,}/|0x[0-9a-f]{6,}",
    r"\[ONNXRuntimeError\] : \d+ : ",
    r"Non-zero status code returned while running \w+ node\. Name:'[^']*' Status Message: ",
)


def onnx_runtime(model, inputs):
    if onnxruntime is None:
        raise ImportError("onnxruntime is not installed")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return session.run(None, inputs)


def onnx_reference(model, inputs):
    return ReferenceEvaluator(model).run(None, inputs)


PEERS = {"onnxruntime": onnx_runtime, "onnx.reference": onnx_reference}
VERSIONS = {"onnxruntime": onnxruntime and onnxruntime.__version__, "onnx.reference": onnx.__version__}


def message(problem):
    """One line, without what differs from machine to machine."""
    text = " ".join(str(problem).split()) or type(problem).__name__
    for noise in NOISE:
        text = re.sub(noise, "", text)
    return text[: LONGEST_MESSAGE - 1] + "…" if len(text) > LONGEST_MESSAGE else text


def answer(peer, document, case):
    try:
        model, inputs = readable_cases.one_node(document, case)
        return {"outputs": [readable_cases.written(each) for each in PEERS[peer](model, inputs)]}
    except ImportError as problem:
        return {"missing": message(problem)}
    except Exception as problem:  # every exception of a runtime is an answer
        known = any(sign in str(problem) for sign in UNSUPPORTED)
        return {"unsupported" if known else "error": message(problem)}


def alone(peer, document, case):
    """The answer of a child process, which the runtime may end or block."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reader)
        signal.alarm(SECONDS)
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
        with os.fdopen(writer, "w", encoding="utf-8") as out:
            json.dump(answer(peer, document, case), out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, encoding="utf-8") as replies:
        reply = replies.read()
    status = os.waitpid(child, 0)[1]
    if os.WIFSIGNALED(status):
        return {"error": f"the process ended with {signal.Signals(os.WTERMSIG(status)).name}"}
    return json.loads(reply)


def why_kept(peer, before, same_versions):
    """Why the answers of a peer in the file stay as they are; None if they are measured."""
    if VERSIONS[peer] is None:
        return "it is not installed"
    recorded = before["peers"].get(peer)
    if same_versions and recorded not in (None, VERSIONS[peer]):
        return f"{recorded} is not installed, but {VERSIONS[peer]}"
    return None


def is_alike(old, new):
    """True for the same answer but for a few units in the last place of float32."""
    if isinstance(old, dict) and isinstance(new, dict):
        return old.keys() == new.keys() and all(is_alike(old[key], new[key]) for key in old)
    if isinstance(old, list) and isinstance(new, list):
        return len(old) == len(new) and all(map(is_alike, old, new))
    if isinstance(old, float) or isinstance(new, float):
        return isinstance(old, (int, float)) and isinstance(new, (int, float)) and math.isclose(old, new, rel_tol=5e-7)
    return old == new


def measured(before, kept):
    """The answers of every point's example, and how many of each peer stay for lack of a package."""
    answers, lacking = {}, {}
    for file in sorted(FOLDER.glob("*/*/*.json")):
        document = json.loads(file.read_text(encoding="utf-8"))
        for point in document["points"]:
            if "example" not in point:
                continue
            row = answers[point["id"]] = {}
            for peer in PEERS:
                old = before["answers"].get(point["id"], {}).get(peer)
                new = old if kept[peer] else alone(peer, document, point["example"])
                if new and "missing" in new:
                    lacking.setdefault(peer, []).append(new["missing"])
                    new = old
                if before["peers"].get(peer) == VERSIONS[peer] and is_alike(old, new):
                    new = old
                if new:
                    row[peer] = new
    return answers, lacking


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--same-versions", action="store_true")
    options = parser.parse_args()
    if onnxruntime:
        onnxruntime.set_default_logger_severity(4)
    before = {"peers": {}, "answers": {}}
    if FILE.exists():
        before = json.loads(FILE.read_text(encoding="utf-8"))
    kept = {peer: why_kept(peer, before, options.same_versions) for peer in PEERS}
    answers, lacking = measured(before, kept)
    for peer, reason in kept.items():
        if reason:
            print(f"open_points: answers of {peer} stay as they are: {reason}")
    for peer, problems in lacking.items():
        print(f"open_points: {len(problems)} answers of {peer} stay as they are: {problems[0]}")
    versions = {peer: before["peers"].get(peer) if kept[peer] else VERSIONS[peer] for peer in PEERS}
    if (answers, versions) == (before["answers"], before["peers"]):
        print(f"{len(answers)} examples, the same answers as before")
        return 0
    lines = [
        f"  {json.dumps(key)}: {json.dumps(answers[key], ensure_ascii=False)}"
        for key in sorted(answers)
    ]
    head = {"date": datetime.date.today().isoformat(), "peers": versions}
    text = f'{json.dumps(head)[:-1]}, "answers": {{\n' + ",\n".join(lines) + "}}\n"
    FILE.write_text(text, encoding="utf-8")
    print(f"{len(answers)} examples, {' and '.join(f'{n} {v}' for n, v in versions.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
