#!/usr/bin/env python3
"""A Python function, or any module with ONNX's Python Backend interface, as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx PACKAGE
    etalon test --backend 'V/bin/python scripts/backends/python_backend_adapter.py MODULE'

MODULE has a function `run(model, inputs)`, of the serialized model (external data included) and a
dict of its inputs, that returns the outputs as a list or a dict by name; or it has `prepare` (like
onnxruntime.backend) or one class derived from onnx.backend.base.Backend. MODULE:NAME is a function or
a backend in it. Modules are also looked for in the current folder.
"""

import importlib
import os
import sys

import adapter
from onnx.backend.base import Backend


def find_backend(words):
    """The module, and a backend or function in it."""
    name, _, part = words.partition(":")
    sys.modules.pop("adapter", None)  # the wanted module may have this name, too
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
    if len(classes) == 1:
        return module, classes[0]
    if callable(getattr(module, "run", None)):
        return module, module.run
    sys.exit(
        f"{words}: neither `prepare`, nor one class derived from onnx.backend.base.Backend, nor a"
        " function `run`"
    )


def version_of(module):
    parent = sys.modules[module.__name__.split(".")[0]]
    return str(getattr(module, "__version__", getattr(parent, "__version__", "")))


def outputs_of(backend, device, model, inputs):
    """The outputs, in the model's order or by name."""
    if not hasattr(backend, "prepare"):
        return backend(model.SerializeToString(), inputs)
    if hasattr(backend, "is_compatible") and not backend.is_compatible(model, device):
        raise adapter.Unsupported("is_compatible returned False")
    in_order = [inputs[info.name] for info in model.graph.input if info.name in inputs]
    return backend.prepare(model, device).run(in_order)


def repro_of(words, backend):
    """The call of a function, or of a backend, in a program of its own."""
    name, _, part = words.partition(":")
    is_module = backend is sys.modules.get(name)
    part = part or getattr(backend, "__name__", "run")
    place = "module" if is_module else f"getattr(module, {part!r})"
    lines = ["import importlib", "", f"module = importlib.import_module({name!r})"]
    if hasattr(backend, "prepare"):
        lines.insert(1, "\nimport onnx")
        lines += ['model = onnx.load("model.onnx")',
                  f'got = {place}.prepare(model, "CPU").run(list(inputs.values()))']
    else:
        lines += ['with open("model.onnx", "rb") as file:',
                  f"    got = {place}(file.read(), inputs)",
                  "got = [got[name] for name in outputs] if isinstance(got, dict) else got"]
    return "\n".join(lines) + "\n"


def run(backend, device, request):
    given = adapter.read_inputs(request)
    results = outputs_of(backend, device, adapter.model_of(request), given)
    adapter.write_outputs(request, results)


def add_options(parser):
    parser.add_argument("module", metavar="MODULE[:NAME]")
    parser.add_argument("--device", default="CPU")


def main():
    arguments = adapter.parse(add_options)
    sys.path.insert(0, os.getcwd())
    adapter.take_streams()
    module, backend = find_backend(arguments.module)
    adapter.serve(
        arguments.module,
        version_of(module),
        lambda request: run(backend, arguments.device, request),
        options=arguments,
        repro=repro_of(arguments.module, backend),
    )


if __name__ == "__main__":
    main()
