#!/usr/bin/env python3
"""ncnn (CPU) as a backend of Etalon, by its converter pnnx.

    python3 -m venv V && V/bin/pip install onnx ncnn pnnx
    etalon test --backend 'V/bin/python scripts/backends/ncnn_adapter.py'

float32 only. pnnx writes a program beside the model, which says where ncnn keeps the batch axis.
"""

import pathlib
import re
import subprocess
import sys
import tempfile
from importlib.metadata import version

import adapter

adapter.take_streams()

import ncnn  # noqa: E402

PNNX = pathlib.Path(sys.executable).with_name("pnnx")

REPRO = """\
# pip install numpy ncnn=={version} pnnx
import pathlib
import re
import subprocess
import sys

import ncnn

subprocess.run([pathlib.Path(sys.executable).with_name("pnnx"), "model.onnx"])
program = pathlib.Path("model_ncnn.py").read_text()  # it says where ncnn keeps the batch axis
axes = dict(re.findall(r"\\b((?:in|out)\\d+)\\.numpy\\(.*?batch_index=(\\d+)", program))
net = ncnn.Net()
net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = net.opt.use_bf16_storage = False
net.load_param("model.ncnn.param")
net.load_model("model.ncnn.bin")
extractor = net.create_extractor()
for i, x in enumerate(inputs.values()):
    extractor.input(f"in{i}", ncnn.Mat(x, batch_index=int(axes.get(f"in{i}", 233))).clone())
results = [extractor.extract(f"out{i}")[1] for i in range(len(outputs))]
got = [y.numpy(batch_index=int(axes.get(f"out{i}", 233))) for i, y in enumerate(results)]
"""


def converted(request, folder):
    """The batch axes of inputs and outputs, by ncnn's names for them."""
    (folder / "model.onnx").write_bytes(adapter.model_bytes(request))
    done = subprocess.run([PNNX, "model.onnx"], cwd=folder, capture_output=True, text=True)
    program = folder / "model_ncnn.py"
    layers = folder / "model.ncnn.param"
    if not program.exists() or not layers.exists():
        said = re.findall(r".*(?:not supported|unsupported|unknown|fail).*", done.stderr)
        raise adapter.Unsupported(said[-1] if said else "pnnx writes no model")
    kinds = re.findall(r"^([\w.:]+)", layers.read_text(), re.MULTILINE)[2:]
    for kind in kinds:
        if "." in kind or ":" in kind:  # pnnx leaves what ncnn lacks under its own name
            raise adapter.Unsupported(f"ncnn has no layer {kind}")
    return dict(re.findall(r"\b((?:in|out)\d+)\.numpy\(.*?batch_index=(\d+)", program.read_text()))


def run(request):
    adapter.only_tensors(request, "float")
    values = list(adapter.read_inputs(request).values())
    with tempfile.TemporaryDirectory() as name, ncnn.Net() as net:
        axes = converted(request, pathlib.Path(name))
        net.opt.num_threads = 1
        net.opt.use_fp16_storage = net.opt.use_fp16_arithmetic = net.opt.use_bf16_storage = False
        if net.load_param(f"{name}/model.ncnn.param") or net.load_model(f"{name}/model.ncnn.bin"):
            raise adapter.Unsupported("ncnn does not load the model")
        results = []
        with net.create_extractor() as extractor:
            for place, value in enumerate(values):
                axis = int(axes.get(f"in{place}", 233))
                extractor.input(f"in{place}", ncnn.Mat(value, batch_index=axis).clone())
            for place in range(len(request["outputs"])):
                code, result = extractor.extract(f"out{place}")
                if code:
                    raise RuntimeError(f"ncnn's extract() gives {code}")
                results.append(result.numpy(batch_index=int(axes.get(f"out{place}", 233))).copy())
    adapter.write_outputs(request, results)


if __name__ == "__main__":
    adapter.serve("ncnn", version("ncnn"), run, repro=REPRO)
