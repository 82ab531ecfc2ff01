"""The runtimes that are measured, each a function of a one-node model and its inputs.

A runtime gives the array of the first output, or raises Unsupported with its message.
"""

import pathlib
import shlex
import subprocess
import tempfile

import numpy
import onnx
import onnxruntime
from judge import TYPES
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

SECONDS = 300
LONGEST_MESSAGE = 160
BAD_MODEL, UNSUPPORTED = 3, 4  # Etalon's exit codes
ELEMENT = {
    "float16": TensorProto.FLOAT16,
    "bfloat16": TensorProto.BFLOAT16,
    "float32": TensorProto.FLOAT,
    "float64": TensorProto.DOUBLE,
    "int64": TensorProto.INT64,
}


class Unsupported(Exception):
    """The runtime has no answer."""


def model_of(call, inputs, kind, outside=None):
    """A model of one node; with `outside`, between casts from and to this type."""
    names = list(inputs)
    body, ends = [], {}
    for name, array in inputs.items():
        cast = outside and array.dtype == kind.dtype
        element = outside if cast else array.dtype.name
        ends[name] = helper.make_tensor_value_info(name, ELEMENT[element], array.shape)
        if cast:
            body.append(helper.make_node("Cast", [name], [f"{name}_"], to=ELEMENT[kind.name]))
            names[names.index(name)] = f"{name}_"
    result = "result_" if outside else "result"
    body.append(helper.make_node(call.operator, names, [result], **call.attributes))
    if outside:
        body.append(helper.make_node("Cast", [result], ["result"], to=ELEMENT[outside]))
    element = ELEMENT[outside or kind.name]
    output = onnx.ValueInfoProto(name="result", type=helper.make_tensor_type_proto(element, None))
    graph = helper.make_graph(body, "one_node", list(ends.values()), [output])
    imports = [helper.make_opsetid("", call.opset_for(kind))]
    return helper.make_model(graph, ir_version=10, opset_imports=imports)


def short(problem):
    return " ".join(str(problem).split())[:LONGEST_MESSAGE] or type(problem).__name__


class Etalon:
    """The command, as the words that call it."""

    def __init__(self, command):
        self.command = shlex.split(command)

    def version(self):
        words = [*self.command, "--version"]
        try:
            text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError) as problem:
            raise SystemExit(f"accuracy: Etalon does not start: {short(problem)}") from problem
        return text.strip().removeprefix("etalon ")

    def run(self, call, inputs, kind):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            model = model_of(call, inputs, kind)
            onnx.save(model, folder / "model.onnx")
            words = [*self.command, "run", str(folder / "model.onnx"), "--format", "bin"]
            words += ["--output-dir", str(folder / "out")]
            for key, array in inputs.items():
                numpy.ascontiguousarray(array).tofile(folder / f"{key}.bin")
                words += ["--input", f"{key}={folder / key}.bin"]
            done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS)
            if done.returncode in (BAD_MODEL, UNSUPPORTED):
                raise Unsupported(short(done.stderr))
            if done.returncode != 0:
                raise SystemExit(f"accuracy: {call.name} in Etalon: {short(done.stderr)}")
            (result,) = (folder / "out").glob("*.bin")
            return numpy.fromfile(result, dtype=kind.dtype)


def onnx_runtime(call, inputs, kind):
    """bfloat16, which NumPy does not have, is cast from and to float32 inside of the model."""
    onnxruntime.set_default_logger_severity(4)
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    outside = "float32" if kind.name == "bfloat16" else None
    if outside:
        level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
        options.graph_optimization_level = level
    model = model_of(call, inputs, kind, outside)
    given = {
        key: array.astype(outside) if outside and array.dtype == kind.dtype else array
        for key, array in inputs.items()
    }
    providers = ["CPUExecutionProvider"]
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers)
        return session.run(None, given)[0].astype(kind.dtype)
    except Exception as problem:  # every exception of a runtime is an answer
        raise Unsupported(short(problem)) from problem


def onnx_reference(call, inputs, kind):
    model = model_of(call, inputs, kind)
    try:
        with numpy.errstate(all="ignore"):
            return numpy.asarray(ReferenceEvaluator(model).run(None, inputs)[0]).astype(kind.dtype)
    except Exception as problem:
        raise Unsupported(short(problem)) from problem


def in_float64(call, inputs):
    """onnx.reference's results in float64: only for finding inputs near ties."""
    wide = {key: array.astype(numpy.float64) for key, array in inputs.items()}
    return onnx_reference(call, wide, TYPES["float64"])
