"""What real_models measures of one model: errors against float64, times, memory, verdicts."""

import json
import pathlib
import statistics
import subprocess
import sys

import numpy
import onnx

from widened import widened

ROOT = pathlib.Path(__file__).resolve().parents[2]
ETALON = ROOT / "build/release/etalon"
PATIENCE = 900  # seconds for one evaluation; float64 of ddddocr-det takes minutes


def process(command):
    """(exit code, standard output, standard error)."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        try:
            out, err = child.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            child.kill()
            return 124, "", f"no result after {PATIENCE} s"
    return child.returncode, out, err


def one_run(runtime, model, inputs, outputs=None):
    """What one_run.py prints."""
    command = [sys.executable, ROOT / "scripts/bench/one_run.py", runtime, model, inputs]
    code, out, err = process(command + ([outputs] if outputs else []))
    lines = [line for line in out.splitlines() if line.startswith("{")]
    if lines:
        return json.loads(lines[-1])
    return {"error": (err.strip().splitlines() or [f"exit code {code}"])[-1][:300]}


def arrays(file):
    with numpy.load(file, allow_pickle=True) as archive:
        return [archive[name] for name in archive.files]


def error(got, exact):
    """The largest error relative to the largest value, over the outputs of floats; and the number of
    elements of other outputs that differ."""
    worst, differing = 0.0, 0
    for g, e in zip(got, exact):
        if g.shape != e.shape:
            return {"error": f"the shape is {list(g.shape)}, not {list(e.shape)}"}
        if not numpy.issubdtype(e.dtype, numpy.floating):
            differing += int((g != e).sum())
            continue
        largest = numpy.abs(e).max(initial=0)
        same = (g == e) | (numpy.isnan(g) & numpy.isnan(e))
        distance = numpy.abs(g.astype(numpy.float64) - e)[~same].max(initial=0)
        worst = max(worst, float(distance / largest) if largest else float(distance))
    return {"relative": worst, "differing": differing}


def wide_inputs(folder):
    with numpy.load(folder / "inputs.npz", allow_pickle=True) as archive:
        feeds = {n: archive[n] for n in archive.files}
    for name, value in feeds.items():
        if value.dtype in (numpy.float32, numpy.float16):
            feeds[name] = value.astype(numpy.float64)
    numpy.savez(folder / "wide_inputs.npz", **feeds)


def exact(folder):
    """Evaluates the widened model by Etalon and, to check that, by onnx.reference."""
    try:
        onnx.save_model(widened(onnx.load_model(folder / "model.onnx")), folder / "wide.onnx")
    except Exception as problem:  # an operator that onnx does not know, and the like
        return {"error": f"no float64 form: {problem}"[:300]}
    wide_inputs(folder)
    wide, inputs = folder / "wide.onnx", folder / "wide_inputs.npz"
    said = one_run("etalon", wide, inputs, folder / "exact.npz")
    if "error" in said:
        return said
    second = one_run("reference", wide, inputs, folder / "second.npz")
    if "error" in second:
        return {"second": second}
    return {"second": error(arrays(folder / "second.npz"), arrays(folder / "exact.npz"))}


def errors(folder):
    result = {}
    for runtime in ("etalon", "onnxruntime", "reference"):
        file = folder / f"{runtime}.npz"
        said = one_run(runtime, folder / "model.onnx", folder / "inputs.npz", file)
        if "error" not in said and (folder / "exact.npz").exists():
            said |= error(arrays(file), arrays(folder / "exact.npz"))
        result[runtime] = said
    return result


def verdicts(folder):
    """What `etalon check` says of ONNX Runtime's outputs, by both rules: number of elements outside."""
    outputs = folder / "onnxruntime"  # an .npz file does not hold sequences of maps
    said = one_run("onnxruntime", folder / "model.onnx", folder / "inputs.npz", outputs)
    if "error" in said:
        return {rule: said for rule in ("official", "scaled")}
    result = {}
    for rule in ("official", "scaled"):
        command = [ETALON, "check", folder / "model.onnx", "--inputs", folder / "inputs.npz",
                   "--outputs", outputs, "--format", "json", "--quick", "--rule", rule]
        code, out, err = process(command)
        if code not in (0, 1):
            result[rule] = {"error": err.strip()[:300]}
            continue
        said = json.loads(out)
        outside = sum(sum(o.get("mismatches", {}).values()) for o in said["outputs"])
        result[rule] = {"pass": said["pass"], "outside": outside}
    return result


def times(folder, repeat):
    """Medians of processor seconds, and of the ratios of neighbouring runs; {} without runs."""
    if repeat == 0:
        return {}
    pairs = []
    for _ in range(repeat):
        pair = [one_run(r, folder / "model.onnx", folder / "inputs.npz") for r in ("etalon", "onnxruntime")]
        if any("error" in said for said in pair):
            return {}
        pairs.append(pair)
    own, other = ([pair[i]["cpu"] for pair in pairs] for i in (0, 1))
    ratios = [a / b for a, b in zip(own, other)]
    return {
        "cpu": statistics.median(own),
        "cpu_onnxruntime": statistics.median(other),
        "ratio": statistics.median(ratios),
        "peak": peak([ETALON, "run", folder / "model.onnx", "--inputs", folder / "inputs.npz",
                      "--output-dir", folder / "out"]),
        "peak_onnxruntime": statistics.median(pair[1]["peak"] for pair in pairs),
    }


def peak(command):
    """Peak MiB of a command. A small process starts it: what starts a process counts too."""
    script = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024)
"""
    return float(process([sys.executable, "-c", script, *command])[1])


def measure(folder, repeat, only_times=False):
    result = {} if only_times else {"exact": exact(folder), **errors(folder)}
    if not only_times and "error" not in result["onnxruntime"]:
        result["check"] = verdicts(folder)
    return result | times(folder, repeat)
