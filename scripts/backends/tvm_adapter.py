#!/usr/bin/env python3
"""Apache TVM (Relax, LLVM on the CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx apache-tvm
    etalon test --backend 'V/bin/python scripts/backends/tvm_adapter.py'
"""

import adapter

adapter.take_streams()

import tvm  # noqa: E402
from tvm import relax  # noqa: E402
from tvm.relax.frontend.onnx import from_onnx  # noqa: E402

LACKING = (
    *adapter.NOT_IMPLEMENTED,
    "currently supported",
    "cannot handle ShapeExpr inputs",
    "no value in Constant",
    "dtype.bits % 8 == 0",
)

# Python's tvm.runtime.tensor() takes none of less than a byte, and no strings.
TYPES = f"{adapter.NUMPY_TYPES} bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz"

REPRO = """\
# pip install onnx apache-tvm=={version}
import onnx
import tvm
from tvm import relax
from tvm.relax.frontend.onnx import from_onnx

module = tvm.compile(from_onnx(onnx.load("model.onnx")), target="llvm")
results = relax.VirtualMachine(module, tvm.cpu())["main"](*map(tvm.runtime.tensor, inputs.values()))
got = [each.numpy() for each in ([results] if hasattr(results, "numpy") else results)]
"""


def value_of(result):
    return result.numpy() if hasattr(result, "numpy") else [value_of(each) for each in result]


def run(request):
    adapter.only_tensors(request, TYPES)
    module = from_onnx(adapter.model_of(request))
    machine = relax.VirtualMachine(tvm.compile(module, target="llvm"), tvm.cpu())
    values = [tvm.runtime.tensor(each) for each in adapter.read_inputs(request).values()]
    adapter.write_outputs(request, value_of(machine["main"](*values)))


if __name__ == "__main__":
    adapter.serve("tvm", tvm.__version__, run, lacking=LACKING, repro=REPRO)
