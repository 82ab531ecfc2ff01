#!/usr/bin/env python3
"""onnx.reference, ONNX's evaluator in Python, as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx pillow
    etalon test --backend 'V/bin/python scripts/backends/onnx_reference_adapter.py'
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")  # NumPy reads it when it is imported
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import adapter  # noqa: E402
import onnx  # noqa: E402
from onnx.reference import ReferenceEvaluator  # noqa: E402


# Messages of onnx.reference about operators and attributes that it does not implement.
UNSUPPORTED = ("No implementation for operator", "ot implemented for")


def held(entry, value):
    """The value of an optional, which onnx.reference puts into a list of one."""
    kind, _, inner = entry["type"].partition("(")
    if kind != "optional" or not isinstance(value, list) or len(value) != 1:
        return value
    return value[0] if isinstance(value[0], list) or not inner.startswith("seq(") else value


def evaluate(request):
    feeds = {entry["name"]: adapter.read_value(entry) for entry in request["inputs"]}
    try:
        evaluator = ReferenceEvaluator(request["model"])
        return evaluator.run([output["name"] for output in request["outputs"]], feeds)
    except RuntimeError as problem:
        if any(sign in str(problem) for sign in UNSUPPORTED):
            raise adapter.Unsupported(str(problem)) from problem
        raise


def run(request):
    results = evaluate(request)
    for output, value in zip(request["outputs"], results):
        adapter.write_value(output, held(output, value))


if __name__ == "__main__":
    adapter.serve("onnx.reference", onnx.__version__, run)
