#!/usr/bin/env python3
"""tract (Rust, CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx tract
    etalon test --backend 'V/bin/python scripts/backends/tract_adapter.py'
"""

import os
from importlib.metadata import version

os.environ["RUST_BACKTRACE"] = "0"

import adapter  # noqa: E402

adapter.take_streams()

import tract  # noqa: E402

# Parts of tract's messages about operators, types and forms that it does not implement.
LACKING = (
    "Unimplemented",
    "can not be (made a TypedOp|typed)",
    "Unsupported mode",
    "Unknown DatumType",
    "expected to be a const",
    # It wants constants for what decides on shapes.
    "(be|as) a const",
    "be constant",
    "[Cc]onstant input size",
    "is variable",
    "a known scalar",
    "is not supported",
    "unknown ONNX TensorProto.DataType",
    "Unsupported DatumType",
    "has no type",
    "Wrong number of outputs",
    "must be floating point",
    "Expected dim and value to be determined",
    "scale: None, sizes: None",
    "Params are not const",
    "if stride is a const",
)

REPRO = """\
# pip install numpy tract=={version}
import tract

runnable = tract.onnx().load("model.onnx").into_model().into_runnable()
got = [each.to_numpy() for each in runnable.run(list(inputs.values()))]
"""


IS_BEFORE_0_23 = not hasattr(tract.onnx(), "load")


def runnable_of(path):
    onnx = tract.onnx()
    if IS_BEFORE_0_23:
        return onnx.model_for_path(path).into_typed().into_runnable()
    return onnx.load(path).into_model().into_runnable()


def run(request):
    with adapter.model_file(request) as path:
        runnable = runnable_of(path)
    adapter.only_tensors(request, adapter.NUMPY_TYPES)
    if IS_BEFORE_0_23:  # its to_numpy() takes the bytes of every output for float32
        adapter.only_tensors({"inputs": [], "outputs": request["outputs"]}, "float")
    results = runnable.run(list(adapter.read_inputs(request).values()))
    adapter.write_outputs(request, [result.to_numpy() for result in results])


if __name__ == "__main__":
    adapter.serve("tract", version("tract"), run, lacking=LACKING, repro=REPRO)
