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

REPRO = """\
# pip install onnx=={version}
from onnx.reference import ReferenceEvaluator

got = ReferenceEvaluator("model.onnx").run(outputs, inputs)
"""


def held(entry, value):
    """The value of an optional, which onnx.reference puts into a list of one."""
    kind, _, inner = entry["type"].partition("(")
    if kind != "optional" or not isinstance(value, list) or len(value) != 1:
        return value
    whole = inner.startswith("seq(") and value[0] is not None and not isinstance(value[0], list)
    return value if whole else value[0]


def run(request):
    names = [output["name"] for output in request["outputs"]]
    try:
        results = ReferenceEvaluator(request["model"]).run(names, adapter.read_inputs(request))
    except TypeError as problem:  # "Issues with types": its cause says what is wrong
        while problem.__cause__ is not None:
            problem = problem.__cause__
        raise problem
    for output, value in zip(request["outputs"], results):
        adapter.write_value(output, held(output, value))


if __name__ == "__main__":
    adapter.serve("onnx.reference", onnx.__version__, run, repro=REPRO)
