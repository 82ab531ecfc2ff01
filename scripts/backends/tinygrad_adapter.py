#!/usr/bin/env python3
"""tinygrad (CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx tinygrad
    etalon test --backend 'V/bin/python scripts/backends/tinygrad_adapter.py'

It compiles with clang; DEV in the environment names another device.
"""

import os
from importlib.metadata import version

import adapter

adapter.take_streams()
os.environ.setdefault("DEV", "CPU")

from tinygrad import Tensor  # noqa: E402
from tinygrad.nn.onnx import OnnxRunner  # noqa: E402

LACKING = (
    "is not a valid (OnnxDataType|Domain)",
    "invalid coordinate_transformation_mode",
)

REPRO = """\
# pip install numpy tinygrad=={version}
import os

os.environ.setdefault("DEV", "CPU")
from tinygrad.nn.onnx import OnnxRunner

results = OnnxRunner("model.onnx")(inputs)
got = [results[name].numpy() for name in outputs]
"""


def value_of(result):
    return result.numpy() if isinstance(result, Tensor) else result


def run(request):
    with adapter.model_file(request) as path:
        results = OnnxRunner(path)(adapter.read_inputs(request))
    values = {name: adapter.each_value(value_of, each) for name, each in results.items()}
    adapter.write_outputs(request, values)


if __name__ == "__main__":
    adapter.serve("tinygrad", version("tinygrad"), run, lacking=LACKING, repro=REPRO)
