#!/usr/bin/env python3
"""ONNX Runtime as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx onnxruntime
    etalon test --backend 'V/bin/python scripts/backends/onnxruntime_adapter.py'

Single-threaded, with ONNX Runtime's default optimisations; --no-optimisations turns them off.
--providers names the execution providers, the preferred first; --plugin a Python package with an
execution provider as a plugin, such as onnxruntime_ep_openvino, or its shared library. What a provider
does not take, ONNX Runtime's own kernels compute; with --no-fallback it is unsupported. ONNX Runtime's
StringNormalizer requires the locale en_US.UTF-8.
"""

import argparse
import ctypes
import importlib
import json
import sys
from importlib import metadata

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
    # With --no-fallback.
    "fallback to CPU EP has been explicitly disabled",
)
REPRO = """\
# pip install numpy onnxruntime=={version}
import onnxruntime

options = onnxruntime.SessionOptions()
session = onnxruntime.InferenceSession("model.onnx", options, providers=PROVIDERS)
got = session.run(outputs, inputs)
"""
WITH_PLUGIN = """
# pip install numpy onnxruntime=={version} and the plugin's package
import onnxruntime

PLUGIN
options = onnxruntime.SessionOptions()
options.add_provider_for_devices(
    [each for each in onnxruntime.get_ep_devices() if each.ep_name == NAME], SETTINGS)
session = onnxruntime.InferenceSession("model.onnx", options)
got = session.run(outputs, inputs)
"""
REGISTERED = """\
import MODULE

onnxruntime.register_execution_provider_library("plugin", MODULE.get_library_path())
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


def devices_of(plugin):
    """Those of the first provider of a plugin, a package or a shared library; exits where there are none here."""
    path = plugin
    if not plugin.endswith((".so", ".dll", ".dylib")):
        try:
            module = importlib.import_module(plugin)
            path = module.get_library_path()
        except (ImportError, AttributeError) as problem:
            sys.exit(f"--plugin {plugin}: neither a shared library nor a package of a plugin: {problem}")
    known = {each.ep_name for each in onnxruntime.get_ep_devices()}
    try:
        onnxruntime.register_execution_provider_library("plugin", path)
    except Exception as problem:  # of the library, of any class
        sys.exit(f"--plugin {plugin}: ONNX Runtime {onnxruntime.__version__} does not take it: {problem}")
    new = [each for each in onnxruntime.get_ep_devices() if each.ep_name not in known]
    if not new:
        sys.exit(f"--plugin {plugin}: it finds no device on this machine")
    return [each for each in new if each.ep_name == new[0].ep_name]


def run(request, options, providers):
    try:
        session = onnxruntime.InferenceSession(request["model"], options, providers=providers)
        run_session(session, request)
    except REFUSALS as problem:
        raise adapter.Refused(str(problem)) from problem


def repro_of(arguments, providers, devices):
    if devices:
        plugin = REGISTERED.replace("MODULE", arguments.plugin)
        if not arguments.plugin.isidentifier():  # a library, whose path is of this machine
            plugin = 'onnxruntime.register_execution_provider_library("plugin", "the path of its library")\n'
        lines = WITH_PLUGIN.lstrip().replace("PLUGIN\n", plugin).replace("NAME", json.dumps(devices[0].ep_name))
        lines = lines.replace("{version}", onnxruntime.__version__)
        return lines.replace("SETTINGS", repr(dict(arguments.provider_option)))
    lines = REPRO.replace("PROVIDERS", json.dumps(providers)).replace("{version}", onnxruntime.__version__)
    if arguments.no_optimisations:
        return lines.replace("session =", WITHOUT_OPTIMISATIONS)
    return lines.replace("options = onnxruntime.SessionOptions()\n", "").replace("options, ", "")


def version_with(plugin):
    """ONNX Runtime's version, and that of the plugin's package where it is one: "1.32.0+1.8.1"."""
    try:
        return f"{onnxruntime.__version__}+{metadata.version(plugin)}"
    except (metadata.PackageNotFoundError, TypeError, ValueError):
        return onnxruntime.__version__


def setting(text):
    """("A", "B=C") of "A=B=C"."""
    key, equals, value = text.partition("=")
    if not key or not equals:
        raise argparse.ArgumentTypeError(f"{text!r} is not of the form KEY=VALUE")
    return key, value


def add_options(parser):
    parser.add_argument("--no-optimisations", action="store_true")
    parser.add_argument("--providers", default="CPUExecutionProvider", metavar="A,B")
    parser.add_argument("--plugin", metavar="PACKAGE|LIBRARY", help="a provider that is a plugin")
    parser.add_argument("--no-fallback", action="store_true", help="only the providers that are named")
    parser.add_argument("--provider-option", type=setting, default=[], action="append", metavar="KEY=VALUE",
                        help="of the plugin; may be repeated")


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
    if arguments.no_fallback:
        options.add_session_config_entry("session.disable_cpu_ep_fallback", "1")
    onnxruntime.set_default_logger_severity(3)
    devices = devices_of(arguments.plugin) if arguments.plugin else []
    if devices:
        options.add_provider_for_devices(devices, dict(arguments.provider_option))
        providers = []
    adapter.serve(
        "onnxruntime",
        version_with(arguments.plugin),
        lambda request: run(request, options, providers),
        lacking=LACKING,
        options=arguments,
        repro=repro_of(arguments, providers, devices),
    )


if __name__ == "__main__":
    main()
