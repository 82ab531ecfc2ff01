#!/usr/bin/env python3
"""Etalon itself, by its Python package: a check of the protocol and of adapter.py.

    scripts/wheel && python3 -m venv V && V/bin/pip install onnx build/wheel/onnx_etalon-*.whl
    etalon test --backend 'V/bin/python scripts/backends/etalon_adapter.py'
"""

import adapter
import onnx_etalon

REPRO = """\
import onnx_etalon

results = onnx_etalon.run("model.onnx", inputs)
got = [results[name] for name in outputs]
"""


def run(request):
    results = onnx_etalon.run(adapter.model_bytes(request), adapter.read_inputs(request))
    adapter.write_outputs(request, results)


if __name__ == "__main__":
    adapter.serve("etalon", onnx_etalon.__version__, run, repro=REPRO)
