#!/usr/bin/env python3
"""Measures the answers of other runtimes to the examples of open points.

    scripts/backends/open_points                installs the runtimes, then calls this script
    python3 scripts/backends/open_points.py     needs onnx, onnxruntime and numpy

Runs the example of every point in data/open_points through ONNX Runtime (CPU) and onnx.reference,
each in a process of its own, and writes data/open_points/peers.json. The same versions write the
same file but for its date. Exit code 0 if the file was written.
"""

import datetime
import json
import os
import pathlib
import re
import signal
import sys

import onnx
import onnxruntime
import readable_cases
from onnx.reference import ReferenceEvaluator

HOME = pathlib.Path(__file__).resolve().parents[2]
FOLDER = HOME / "data/open_points"
SECONDS = 20
LONGEST_MESSAGE = 160
# Messages about operators, versions and types for which a runtime has no code.
UNSUPPORTED = (
    "NOT_IMPLEMENTED",
    "No registered implementation",
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
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model.SerializeToString(), options, providers=["CPUExecutionProvider"]
    )
    return session.run(None, inputs)


def onnx_reference(model, inputs):
    return ReferenceEvaluator(model).run(None, inputs)


PEERS = {"onnxruntime": onnx_runtime, "onnx.reference": onnx_reference}
VERSIONS = {"onnxruntime": onnxruntime.__version__, "onnx.reference": onnx.__version__}


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


def main():
    onnxruntime.set_default_logger_severity(4)
    answers = {}
    for file in sorted(FOLDER.glob("*/*/*.json")):
        document = json.loads(file.read_text(encoding="utf-8"))
        for point in document["points"]:
            if "example" in point:
                answers[point["id"]] = {
                    peer: alone(peer, document, point["example"]) for peer in PEERS
                }
    lines = [
        f"  {json.dumps(key)}: {json.dumps(answers[key], ensure_ascii=False)}"
        for key in sorted(answers)
    ]
    head = {"date": datetime.date.today().isoformat(), "peers": VERSIONS}
    text = f'{json.dumps(head)[:-1]}, "answers": {{\n' + ",\n".join(lines) + "}}\n"
    (FOLDER / "peers.json").write_text(text, encoding="utf-8")
    print(f"{len(answers)} examples, {' and '.join(f'{n} {v}' for n, v in VERSIONS.items())}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
