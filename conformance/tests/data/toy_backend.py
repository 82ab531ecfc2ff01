#!/usr/bin/env python3
"""A partial runtime for trying known failures: Add, Mul and Relu, and one bug. Needs numpy and onnx.

    toy_backend.py                the bug: of a smaller second operand, Add takes the first element
    toy_backend.py --regression   and Relu gives what is not positive the value 1
    toy_backend.py --slow SECONDS each case takes this long
"""

import argparse
import pathlib
import sys
import time

import numpy
import onnx
from onnx import numpy_helper

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "scripts" / "backends"))
import adapter  # noqa: E402

options = argparse.ArgumentParser()
options.add_argument("--regression", action="store_true")
options.add_argument("--slow", type=float, default=0)
options = options.parse_args()


def add(a, b):
    return a + (b if a.shape == b.shape else b.flat[0])


def relu(x):
    return numpy.where(x > 0, x, x.dtype.type(1 if options.regression else 0))


OPERATORS = {"Add": add, "Mul": lambda a, b: a * b, "Relu": relu}


def run(request):
    time.sleep(options.slow)
    graph = onnx.load(request["model"]).graph
    values = {entry["name"]: numpy_helper.to_array(onnx.load_tensor(entry["file"]))
              for entry in request["inputs"]}
    for node in graph.node:
        if node.op_type not in OPERATORS:
            raise adapter.Unsupported(f"no kernel for {node.op_type}")
        values[node.output[0]] = OPERATORS[node.op_type](*(values[name] for name in node.input))
    for entry in request["outputs"]:
        onnx.save_tensor(numpy_helper.from_array(values[entry["name"]]), entry["file"])


adapter.serve("toy", "0.1", run)
