#!/usr/bin/env python3
"""Any module with ONNX's Python Backend interface as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx PACKAGE
    etalon test --backend 'V/bin/python scripts/backends/python_backend_adapter.py MODULE'

MODULE has `prepare` (like onnxruntime.backend) or one class derived from
onnx.backend.base.Backend; MODULE:NAME is an object in it.
"""

import argparse
import importlib
import os
import sys

import adapter
import onnx
from onnx.backend.base import Backend


def find_backend(words):
    name, _, part = words.partition(":")
    module = importlib.import_module(name)
    if part:
        return module, getattr(module, part)
    if hasattr(module, "prepare"):
        return module, module
    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Backend) and value is not Backend
    ]
    if len(classes) != 1:
        sys.exit(f"{words}: neither `prepare` nor one class derived from onnx.backend.base.Backend")
    return module, classes[0]


def version_of(module):
    parent = sys.modules[module.__name__.split(".")[0]]
    return str(getattr(module, "__version__", getattr(parent, "__version__", "")))


def run(backend, device, request):
    model = onnx.load(request["model"])
    if hasattr(backend, "is_compatible") and not backend.is_compatible(model, device):
        raise adapter.Unsupported("is_compatible returned False")
    given = {entry["name"]: adapter.read_value(entry) for entry in request["inputs"]}
    inputs = [given[info.name] for info in model.graph.input if info.name in given]
    results = backend.prepare(model, device).run(inputs)
    for output, value in zip(request["outputs"], results):
        adapter.write_value(output, value)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("module", metavar="MODULE[:NAME]")
    parser.add_argument("--device", default="CPU")
    arguments = parser.parse_args()
    sys.path.insert(0, os.getcwd())
    module, backend = find_backend(arguments.module)
    adapter.serve(
        arguments.module,
        version_of(module),
        lambda request: run(backend, arguments.device, request),
    )


if __name__ == "__main__":
    main()
