#!/usr/bin/env python3
"""emx-onnx-cgen as a backend of Etalon: writes C code for a model, compiles and runs it.

    python3 -m venv V && V/bin/pip install onnx emx-onnx-cgen
    etalon test --backend 'V/bin/python scripts/backends/emx_adapter.py'

The C compiler is the environment's CC, else clang if there is one, else cc. Integers of 2 and 4
bits need one that has _BitInt: clang 14, gcc 14.
"""

import os
import shutil
from importlib.metadata import version

import adapter

adapter.take_streams()
if shutil.which("clang"):
    os.environ.setdefault("CC", "clang")

from emx_onnx_cgen import onnx_backend  # noqa: E402

LACKING = ("^UnsupportedOpError", *adapter.NOT_IMPLEMENTED, "No C compiler found", "_BitInt")

REPRO = """\
# pip install onnx emx-onnx-cgen=={version}; it calls the C compiler that CC names
import onnx
from emx_onnx_cgen import onnx_backend

got = list(onnx_backend.run_model(onnx.load("model.onnx"), list(inputs.values())))
"""


def run(request):
    model = adapter.model_of(request)
    values = adapter.read_inputs(request)
    initializers = {tensor.name for tensor in model.graph.initializer}
    if initializers & set(values):
        raise adapter.Unsupported("an input in place of an initializer")
    free = [info.name for info in model.graph.input if info.name not in initializers]
    results = onnx_backend.run_model(model, [values.get(name) for name in free])
    adapter.write_outputs(request, results)


if __name__ == "__main__":
    adapter.serve("emx-onnx-cgen", version("emx-onnx-cgen"), run, lacking=LACKING, repro=REPRO)
