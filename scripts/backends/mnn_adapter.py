#!/usr/bin/env python3
"""MNN (CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx MNN
    etalon test --backend 'V/bin/python scripts/backends/mnn_adapter.py'

MNN has no int64 and no bool: both go as int32, and come back as the model declares. Its converter
prints what it refuses, and writes no model.
"""

import contextlib
import os
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
NOT_SUPPORTED = "code=2 "  # of MNN's ErrorCode

REPRO = """\
# pip install MNN=={version}
import _tools
import MNN
import MNN.expr as F
import MNN.nn

_tools.mnnconvert(["", "-f", "ONNX", "--modelFile", "model.onnx", "--MNNModel", "model.mnn",
                   "--bizCode", "repro"])
net = MNN.nn.load_module_from_file("model.mnn", list(inputs), outputs)
types = {"float32": F.float, "int32": F.int, "uint8": F.uint8}
narrow = {"int64": "int32", "bool": "int32"}  # types that MNN does not have
values = [x.astype(narrow.get(x.dtype.name, x.dtype)) for x in inputs.values()]
given = [F.const(x, list(x.shape), F.NCHW, types[x.dtype.name]) for x in values]
made = [F.convert(y, F.NCHW) if y.data_format == F.NC4HW4 else y for y in net.forward(given)]
got = [np.array(y.read()).reshape(y.shape) for y in made]
"""


def narrowed(value):
    if value.dtype not in NARROWED:
        return value
    if value.size and abs(value.astype(float)).max() >= 2**31:
        raise adapter.Unsupported("an int64 that int32 does not hold")
    return value.astype(numpy.int32)


def variable_of(value):
    return F.const(value, list(value.shape), F.NCHW, TYPES[value.dtype.name])


def value_of(variable, entry):
    if variable.data_format == F.NC4HW4:
        variable = F.convert(variable, F.NCHW)
    value = numpy.array(variable.read()).reshape(variable.shape)
    wanted = adapter.dtype_of(entry)
    return value.astype(wanted) if wanted in NARROWED else value


def loaded(request, values, names):
    """The module that MNN's converter makes of the model."""
    with adapter.model_file(request) as path, tempfile.TemporaryDirectory() as folder:
        with contextlib.chdir(folder):  # where the converter also writes
            words = ["-f", "ONNX", "--modelFile", path, "--MNNModel", "model.mnn"]
            _tools.mnnconvert(["", *words, "--bizCode", "etalon"])
            if not os.path.exists("model.mnn"):
                raise adapter.Unsupported("MNN's converter writes no model")
            return MNN.nn.load_module_from_file("model.mnn", list(values), names)


@contextlib.contextmanager
def printed_to(file):
    """What is printed goes to the file, also by code in C."""
    kept = os.dup(2)
    try:
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        yield
    finally:
        os.dup2(kept, 1)
        os.dup2(kept, 2)
        os.close(kept)


def forward(net, variables, count):
    """The outputs. Where there is something wrong, MNN prints it and gives none."""
    with tempfile.TemporaryFile() as file:
        with printed_to(file):
            results = net.forward(variables)
        if len(results) == count:
            return results
        file.seek(0)
        said = file.read().decode(errors="replace").strip() or "MNN gives no outputs"
    raise (adapter.Unsupported if NOT_SUPPORTED in said else RuntimeError)(said)


def run(request):
    adapter.only_tensors(request, "float int32 int64 uint8 bool")
    values = {name: narrowed(value) for name, value in adapter.read_inputs(request).items()}
    names = [entry["name"] for entry in request["outputs"]]
    net = loaded(request, values, names)
    results = forward(net, list(map(variable_of, values.values())), len(names))
    adapter.write_outputs(request, list(map(value_of, results, request["outputs"])))


if __name__ == "__main__":
    adapter.serve("mnn", MNN.version(), run, repro=REPRO)
