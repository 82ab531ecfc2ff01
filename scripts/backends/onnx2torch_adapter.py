#!/usr/bin/env python3
"""onnx2torch (PyTorch on the CPU) as a backend of Etalon.

    python3 -m venv V && V/bin/pip install onnx onnx2torch
    etalon test --backend 'V/bin/python scripts/backends/onnx2torch_adapter.py'
"""

from importlib.metadata import version

import adapter

adapter.take_streams()

import onnx2torch  # noqa: E402
import torch  # noqa: E402

REPRO = """\
# pip install onnx onnx2torch=={version} torch torchvision
import onnx
import onnx2torch
import torch

module = onnx2torch.convert(onnx.load("model.onnx")).eval()
results = module(*map(torch.tensor, inputs.values()))
results = results if isinstance(results, (list, tuple)) else [results]
got = [each.detach().numpy() for each in results]
"""


def value_of(result):
    return result.numpy() if isinstance(result, torch.Tensor) else result


def run(request):
    adapter.only_tensors(request, adapter.NUMPY_TYPES)
    module = onnx2torch.convert(adapter.model_of(request)).eval()
    with torch.no_grad():
        results = module(*map(torch.tensor, adapter.read_inputs(request).values()))
    adapter.write_outputs(request, adapter.each_value(value_of, results))


if __name__ == "__main__":
    torch.set_num_threads(1)
    adapter.serve("onnx2torch", version("onnx2torch"), run, repro=REPRO)
