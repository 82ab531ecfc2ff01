#!/usr/bin/env python3
"""jaxonnxruntime (JAX on the CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx jaxonnxruntime jax
    etalon test --backend 'V/bin/python scripts/backends/jaxonnxruntime_adapter.py'

With 64-bit types, and with inputs where it would prefer initializers.
"""

import os
from importlib.metadata import version

import adapter

adapter.take_streams()
os.environ.setdefault("JAX_PLATFORMS", "cpu")

import jax  # noqa: E402
import numpy  # noqa: E402
from jaxonnxruntime import backend, config  # noqa: E402

REPRO = """\
# pip install onnx jaxonnxruntime=={version} "jax<0.10" absl-py
import jax
import onnx
from jaxonnxruntime import backend, config

jax.config.update("jax_enable_x64", True)
config.update("jaxort_only_allow_initializers_as_static_args", False)
results = backend.run_model(onnx.load("model.onnx"), list(inputs.values()))
got = [np.asarray(each) for each in results]
"""


def run(request):
    values = list(adapter.read_inputs(request).values())
    results = backend.run_model(adapter.model_of(request), values)
    adapter.write_outputs(request, [adapter.each_value(numpy.asarray, each) for each in results])


if __name__ == "__main__":
    jax.config.update("jax_enable_x64", True)
    config.update("jaxort_only_allow_initializers_as_static_args", False)
    adapter.serve("jaxonnxruntime", version("jaxonnxruntime"), run, repro=REPRO)
