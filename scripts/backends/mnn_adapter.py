#!/usr/bin/env python3
"""MNN (CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx MNN
    etalon test --backend 'V/bin/python scripts/backends/mnn_adapter.py'

MNN has no int64 and no bool: both go as int32, and come back as the model declares. Its converter
prints what it refuses, and writes no model.
"""

import contextlib
import os
import re
import tempfile

import adapter

adapter.take_streams()

import _tools  # noqa: E402
import MNN  # noqa: E402
import MNN.expr as F  # noqa: E402
import MNN.nn  # noqa: E402
import numpy  # noqa: E402

TYPES = {"float32": F.float, "int32": F.int, "uint8": F.uint8}
NARROWED = (numpy.int64, numpy.bool_)


def narrowed(value):
    if value.dtype not in NARROWED:
        return value
    if value.size and abs(value.astype(float)).max() >= 2**31:
        raise adapter.Unsupported("an int64 that is no int32")
    return value.astype(numpy.int32)


def variable_of(value):
    return F.const(value, list(value.shape), F.NCHW, TYPES[value.dtype.name])


def value_of(variable, entry):
    if variable.data_format == F.NC4HW4:
        variable = F.convert(variable, F.NCHW)
    value = numpy.array(variable.read()).reshape(variable.shape)
    wanted = adapter.dtype_of(entry)
    return value.astype(wanted) if wanted in NARROWED else value


def outputs_of(path, values, names):
    """The outputs, fewer where MNN only prints what is wrong."""
    # The converter also writes into the current folder.
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        made = os.path.join(folder, "model.mnn")
        words = ["-f", "ONNX", "--modelFile", path, "--MNNModel", made, "--bizCode", "etalon"]
        _tools.mnnconvert(["", *words])
        if not os.path.exists(made):
            raise adapter.Unsupported("MNN's converter writes no model")
        net = MNN.nn.load_module_from_file(made, list(values), names)
        return net.forward([variable_of(value) for value in values.values()])


def run(request):
    adapter.only_tensors(request, "float int32 int64 uint8 bool")
    values = {name: narrowed(value) for name, value in adapter.read_inputs(request).items()}
    names = [entry["name"] for entry in request["outputs"]]
    with adapter.model_file(request) as path, adapter.printed() as printed:
        results = outputs_of(path, values, names)
        if len(results) != len(names):
            said = re.findall(r"Don't support.*|.*[Ee]rror.*", printed())
            raise RuntimeError(f"MNN gives {len(results)} outputs: {' '.join(said[:1])}")
    adapter.write_outputs(request, list(map(value_of, results, request["outputs"])))


if __name__ == "__main__":
    adapter.serve("mnn", MNN.version(), run, lacking=["Don't support"])
