"""The real-model set: gathers, measures, writes data/real_models.md. See scripts/bench/real_models."""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import numpy
import onnx

import model_inputs
import model_table
import package_models
import trained_models
from equivalence_rewrites import Calibration
from model_measures import measure

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/backends"))
import runtimes  # noqa: E402

PLACE = ROOT / "build/real_models"
SET = PLACE / "set"
QUANTISED = ["torch-mobilenet-v2", "torch-encoder-small", "torch-resnet18", "ocr-v4-det"]


def save(name, origin, content, inputs):
    """Stores a model in its folder with seeded inputs; `inputs` are arrays or (kind, shape)."""
    folder = SET / name
    if (folder / "origin").exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "model.onnx").write_bytes(content)
    arrays = inputs
    if not all(isinstance(value, numpy.ndarray) for value in inputs.values()):
        arrays = model_inputs.feeds(model_inputs.load(folder / "model.onnx"), inputs)
    numpy.savez(folder / "inputs.npz", **arrays)
    (folder / "origin").write_text(origin)


def keep(folder):
    """Stores the models that a script has written into the folder."""
    for about in sorted(folder.glob("*.json")):
        said = json.loads(about.read_text())
        save(about.stem, said["origin"], about.with_suffix(".onnx").read_bytes(), said["inputs"])


def gather_runtime():
    """The models of runtime_models.py, by an environment of its own."""
    wanted = (ROOT / "scripts/bench/runtime_requirements.txt").read_text()
    packages = [line for line in wanted.splitlines() if not line.startswith("#")]
    print("real_models: the packages of runtime_requirements.txt", flush=True)
    python = runtimes.installed(runtimes.Runtime("runtime", "", "", packages), folder=PLACE)
    script = ROOT / "scripts/bench/runtime_models.py"
    subprocess.run([python, script, PLACE / "written"], check=True, stderr=subprocess.DEVNULL)
    keep(PLACE / "written")


def gather_torch():
    folder = PLACE / "torch"
    system = "/usr/bin/python3"
    if subprocess.run([system, "-c", "import torch"], capture_output=True).returncode != 0:
        print("real_models: python3-torch is not installed; models from torch are left out")
        return
    if not (folder / "complete").exists():
        script = ROOT / "scripts/bench/torch_models.py"
        subprocess.run([system, script, folder], check=True, stderr=subprocess.DEVNULL)
        (folder / "complete").touch()
    keep(folder)


def gather_quantised():
    from onnxruntime import quantization

    for name in QUANTISED:
        source = SET / name
        for form in ("dynamic", "static"):
            target = SET / f"{name}-{form}"
            if not source.exists() or (target / "origin").exists():
                continue
            target.mkdir(parents=True, exist_ok=True)
            file = target / "model.onnx"
            calibration = Calibration(str(source / "inputs.npz"))
            try:
                if form == "dynamic":
                    quantization.quantize_dynamic(source / "model.onnx", file)
                else:
                    quantization.quantize_static(source / "model.onnx", file, calibration)
            except Exception as error:  # whatever the quantiser throws leaves out its model alone
                print(f"real_models: {target.name} could not be made: {error}")
                shutil.rmtree(target)
                continue
            shutil.copy(source / "inputs.npz", target)
            (target / "origin").write_text("onnxruntime.quantization 1.31.1")


def gather(runtime):
    SET.mkdir(parents=True, exist_ok=True)
    package_models.gather(PLACE / "wheels", save)
    if not (PLACE / "trained").exists():
        trained_models.gather(save)
        (PLACE / "trained").touch()
    gather_torch()
    if not (PLACE / "quantised").exists():
        gather_quantised()
        (PLACE / "quantised").touch()
    if runtime:
        gather_runtime()


def described(folder):
    model = onnx.load_model(folder / "model.onnx")
    graphs = [model.graph]
    nodes = parameters = 0
    while graphs:
        graph = graphs.pop()
        nodes += len(graph.node)
        parameters += sum(int(numpy.prod(t.dims)) for t in graph.initializer)
        for node in graph.node:
            for attribute in node.attribute:
                if attribute.type == onnx.AttributeProto.GRAPH:
                    graphs.append(attribute.g)
                if attribute.type == onnx.AttributeProto.TENSOR:
                    parameters += int(numpy.prod(attribute.t.dims))
                parameters += len(attribute.floats)
    return {"nodes": nodes, "parameters": parameters}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="measure only models whose name matches")
    parser.add_argument("--again", action="store_true", help="measure what is measured already")
    parser.add_argument("--times", action="store_true", help="measure only the times again")
    parser.add_argument("--gather", action="store_true", help="gather the models and stop")
    parser.add_argument("--repeat", type=int, default=5, help="paired runs of each model; 0: no times")
    parser.add_argument("--runtime", action="store_true", help="also gather what ONNX Runtime's own tools write")
    arguments = parser.parse_args()
    gather(arguments.runtime)
    if arguments.gather:
        return
    for folder in sorted(SET.iterdir()):
        if not re.search(arguments.only, folder.name):
            continue
        kept = folder / "result.json"
        result = json.loads(kept.read_text()) if kept.exists() and not arguments.again else {}
        if result and not arguments.times:
            continue
        result = {"name": folder.name, "origin": (folder / "origin").read_text(), **described(folder), **result}
        result |= measure(folder, arguments.repeat, only_times="exact" in result)
        kept.write_text(json.dumps(result, indent=1))
        print(model_table.line(result), flush=True)
    results = [json.loads(f.read_text()) for f in sorted(SET.glob("*/result.json"))]
    (ROOT / "data/real_models.md").write_text(model_table.document(results))


if __name__ == "__main__":
    sys.path.insert(0, os.path.dirname(__file__))
    main()
