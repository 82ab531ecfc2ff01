#!/usr/bin/env python3
"""ONNX Runtime as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx onnxruntime
    etalon test --backend 'V/bin/python scripts/backends/onnxruntime_adapter.py'

Single-threaded, with ONNX Runtime's default optimisations; --no-optimisations turns them off.
--providers names the execution providers, the preferred first; OpenVINO's comes with the package
onnxruntime-openvino. Its StringNormalizer requires the locale en_US.UTF-8.
"""

import ctypes
import json
import sys

import adapter

adapter.take_streams()

import onnx  # noqa: E402
import onnxruntime  # noqa: E402
from onnx import numpy_helper  # noqa: E402
from onnxruntime.capi import onnxruntime_pybind11_state as state  # noqa: E402

# What ONNX Runtime says of models that it has no kernels or no schemas for.
LACKING = (
    "is under development and support for this is limited",
    "is not currently registered or supported",
    # Python's interface makes every map one of floats, whatever the model declares.
    r"Unexpected input data type\. Actual: \(\(map\(",
    "Key type must be int or string",
)
REPRO = """\
# pip install numpy onnxruntime=={version}
import onnxruntime

options = onnxruntime.SessionOptions()
session = onnxruntime.InferenceSession("model.onnx", options, providers=PROVIDERS)
got = session.run(outputs, inputs)
"""
WITHOUT_OPTIMISATIONS = """\
options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
session ="""
REFUSALS = (state.InvalidGraph, state.InvalidArgument, state.InvalidProtobuf)


def tensor_of(entry):
    """An input's bytes unchanged, for any element type."""
    proto = onnx.TensorProto.FromString(adapter.content_of(entry))
    if not proto.HasField("raw_data"):
        proto = numpy_helper.from_array(numpy_helper.to_array(proto))
    value = onnxruntime.OrtValue.ortvalue_from_shape_and_type(
        list(proto.dims), proto.data_type, "cpu"
    )
    ctypes.memmove(value.data_ptr(), proto.raw_data, len(proto.raw_data))
    return value


def write_tensor(entry, value):
    proto = onnx.TensorProto(name=entry["name"], data_type=value.element_type())
    proto.dims.extend(value.shape())
    proto.raw_data = ctypes.string_at(value.data_ptr(), value.tensor_size_in_bytes())
    adapter.give(entry, proto.SerializeToString())


def is_plain(entry):
    return adapter.is_tensor(entry) and entry["type"] != "tensor(string)"


def run_session(session, request):
    names = [output["name"] for output in request["outputs"]]
    if all(map(is_plain, request["inputs"] + request["outputs"])):
        feeds = {entry["name"]: tensor_of(entry) for entry in request["inputs"]}
        results = session.run_with_ort_values(names, feeds)
        write = write_tensor
    else:
        results = session.run(names, adapter.read_inputs(request))
        write = adapter.write_value
    for output, value in zip(request["outputs"], results):
        write(output, value)


def run(request, options, providers):
    try:
        session = onnxruntime.InferenceSession(request["model"], options, providers=providers)
        run_session(session, request)
    except REFUSALS as problem:
        raise adapter.Refused(str(problem)) from problem


def repro_of(arguments, providers):
    lines = REPRO.replace("PROVIDERS", json.dumps(providers))
    if arguments.no_optimisations:
        return lines.replace("session =", WITHOUT_OPTIMISATIONS)
    return lines.replace("options = onnxruntime.SessionOptions()\n", "").replace("options, ", "")


def add_options(parser):
    parser.add_argument("--no-optimisations", action="store_true")
    parser.add_argument("--providers", default="CPUExecutionProvider", metavar="A,B")


def main():
    arguments = adapter.parse(add_options)
    providers = arguments.providers.split(",")
    for name in providers:
        if name not in onnxruntime.get_available_providers():
            sys.exit(f"this ONNX Runtime has no {name}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    if arguments.no_optimisations:
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_DISABLE_ALL
    onnxruntime.set_default_logger_severity(3)
    adapter.serve(
        "onnxruntime",
        onnxruntime.__version__,
        lambda request: run(request, options, providers),
        lacking=LACKING,
        options=arguments,
        repro=repro_of(arguments, providers),
    )


if __name__ == "__main__":
    main()
