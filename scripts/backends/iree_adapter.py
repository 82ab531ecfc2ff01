#!/usr/bin/env python3
"""IREE (LLVM on the CPU) as a backend of Etalon: compiles a model, then runs it.

    python3 -m venv V && V/bin/pip install onnx iree-base-compiler iree-base-runtime
    etalon test --backend 'V/bin/python scripts/backends/iree_adapter.py'
"""

import re
from importlib.metadata import version

import adapter

adapter.take_streams()

import iree.compiler.tools as tools  # noqa: E402
import iree.runtime as runtime  # noqa: E402
import numpy  # noqa: E402
import onnx  # noqa: E402
from iree.compiler import ir  # noqa: E402
from iree.compiler.extras import onnx_importer  # noqa: E402

LACKING = (
    "failed to legalize operation 'torch",
    *adapter.NOT_IMPLEMENTED,
    "unimplemented",
    "no conversion",
    "missing onnx opset version attribute",  # of a domain other than ai.onnx
)
OPTIONS = ["--iree-llvmcpu-target-cpu=host"]

REPRO = """\
# pip install onnx iree-base-compiler=={version} iree-base-runtime=={version}
import iree.compiler.tools as tools
import iree.runtime as runtime
import onnx
from iree.compiler import ir
from iree.compiler.extras import onnx_importer

model = onnx.shape_inference.infer_shapes(onnx.load("model.onnx"), data_prop=True)
with ir.Context() as context:
    graph = onnx_importer.ModelInfo(model)
    module = graph.create_module(context=context).operation
    onnx_importer.NodeImporter.define_function(graph.main_graph, module).import_all()
    text = str(module)
binary = tools.compile_str(text, target_backends=["llvm-cpu"], input_type="onnx",
                           extra_args=["--iree-llvmcpu-target-cpu=host"])
module = runtime.load_vm_flatbuffer(binary, driver="local-sync")
names = module.vm_module.function_names
entry = next(name for name in names if not name.endswith(("$async", "__init")))
results = module[entry](*inputs.values())
results = results if isinstance(results, (list, tuple)) else [results]
got = [each.to_host() for each in results]
"""


def compiled(model):
    model = onnx.shape_inference.infer_shapes(model, data_prop=True)
    with ir.Context() as context:
        graph = onnx_importer.ModelInfo(model)
        module = graph.create_module(context=context).operation
        onnx_importer.NodeImporter.define_function(graph.main_graph, module).import_all()
        text = str(module)
    try:
        return tools.compile_str(
            text, target_backends=["llvm-cpu"], input_type="onnx", extra_args=OPTIONS
        )
    except tools.CompilerToolError as problem:
        errors = re.findall(r"error: (.*)", str(problem))
        raise RuntimeError(errors[0] if errors else "the compiler fails") from problem


def value_of(result, entry):
    """IREE's integers have no sign: they are what the model declares."""
    value = numpy.asarray(result.to_host())
    wanted = adapter.dtype_of(entry)
    signless = value.dtype.kind in "iu" and wanted.kind in "iu"
    return value.view(wanted) if signless and value.itemsize == wanted.itemsize else value


def run(request):
    adapter.only_tensors(request, adapter.NUMPY_TYPES)
    module = runtime.load_vm_flatbuffer(compiled(adapter.model_of(request)), driver="local-sync")
    names = module.vm_module.function_names
    entry = next(name for name in names if not name.endswith(("$async", "__init")))
    results = module[entry](*adapter.read_inputs(request).values())
    results = results if isinstance(results, (list, tuple)) else [results]
    adapter.write_outputs(request, list(map(value_of, results, request["outputs"])))


if __name__ == "__main__":
    adapter.serve("iree", version("iree-base-compiler"), run, lacking=LACKING, repro=REPRO)
