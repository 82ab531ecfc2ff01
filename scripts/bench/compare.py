#!/usr/bin/env python3
"""Compares the speed of Etalon, onnx.reference and ONNX Runtime on the same cases.

    scripts/bench/compare.py [--repeat N] [--no-light] [--cold]
    scripts/bench/compare.py models FOLDER [--repeat N]

Requires a release build and the fetched 1.22.0 data (scripts/conformance makes both). The other
runtimes are installed into build/bench-venv. Suite: the cases that all three evaluate, in one
process per runtime, with one job of Etalon's runner. Prints the sum of the times for reading,
preparing and evaluating, and the time of the whole process. Etalon runs before and after each of the
others, whose ratios are to the mean of these two runs. Light models: one process per model, with its
peak memory. All numbers are medians of N runs, each of which follows one of the same runtime that is
not counted: a processor that was idle is slow for a tenth of a second, which is much of Etalon's time
and little of the others'. --cold leaves the uncounted runs out.

`models` takes any folder of models: each .onnx in it, and in the folders beneath. A model is given the
arrays of inputs.npz beside it, otherwise seeded numbers of the declared shapes, with 1 for open
dimensions. Etalon and ONNX Runtime evaluate it in turn, in processes of their own on one thread with
default options; printed are the medians of their processor seconds for reading, preparing and
evaluating, and of the ratios of neighbouring runs.
"""

import argparse
import glob
import itertools
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ETALON = ROOT / "build/release/etalon"
DATA = ROOT / "data/downloads/1.22.0"
VENV = ROOT / "build/bench-venv"
PEERS = {"onnx.reference": "reference", "ONNX Runtime": "onnxruntime"}
PACKAGES = ["onnx==1.22.0", "onnxruntime==1.31.1", "numpy==2.4.6"]


def fail(sentence):
    sys.exit(f"compare: {sentence}")


def prepare():
    if not ETALON.exists():
        fail("there is no release build; run scripts/setup release")
    if not (VENV / "ready").exists():
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)
        subprocess.run([VENV / "bin/pip", "install", "-q", *PACKAGES], check=True)
        (VENV / "ready").touch()
    listed = subprocess.run(
        [VENV / "bin/pip", "list", "--format", "freeze"], check=True, capture_output=True, text=True
    ).stdout.split()
    print("peers:", ", ".join(p for p in listed if p.startswith(("onnx", "numpy"))))


def measured(command, **kwargs):
    """(standard output, wall seconds, peak memory in MiB) of one process."""
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, **kwargs)
    output = process.stdout.read()
    _, _, usage = os.wait4(process.pid, 0)
    return output.decode(), time.perf_counter() - begin, usage.ru_maxrss / 1024


def warmed(run, cold):
    """The same as `run`, after a run that is not counted unless `cold`."""

    def both(*arguments):
        if not cold:
            run(*arguments)
        return run(*arguments)

    return both


def etalon_cases(folders, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        report = os.path.join(folder, "report.json")
        _, wall, peak = measured(
            [ETALON, "test", *folders, "--report", report, *arguments]
        )
        with open(report) as file:
            cases = json.load(file)["cases"]
    done = ("pass", "fail", "statistical", "erratum")
    return {c["name"]: c["seconds"] for c in cases if c["status"] in done}, wall, peak


def peer_cases(peer, cases, *arguments):
    output, wall, peak = measured([VENV / "bin/python", ROOT / "scripts/bench/peer.py", peer, *arguments, *cases])
    lines = [json.loads(line) for line in output.splitlines() if line.startswith("{")]
    return {pathlib.Path(r["case"]).name: r["seconds"] for r in lines if "seconds" in r}, wall, peak


def median_ratios(own, runs):
    """Of each run's (seconds, wall) to the mean of those of Etalon's run before and after it."""
    means = [[(a + b) / 2 for a, b in zip(before, after)] for before, after in own]
    return [statistics.median(run[i] / mean[i] for run, mean in zip(runs, means)) for i in range(2)]


def suite(repeat, cold):
    own, other = warmed(etalon_cases, cold), warmed(peer_cases, cold)
    if not DATA.exists():
        fail("the 1.22.0 data are not fetched; run scripts/conformance first")
    paths = [DATA / s for s in ("node", "simple", "pytorch-operator", "pytorch-converted")]
    folders = sorted(str(folder) for path in paths for folder in path.glob("test_*"))
    runs = {"Etalon": [own(paths, "--jobs", "1")], **{name: [] for name in PEERS}}
    for _ in range(repeat):
        for name, peer in PEERS.items():
            runs[name].append(other(peer, folders))
            runs["Etalon"].append(own(paths, "--jobs", "1"))
    everyone = set.intersection(*(set(seconds) for r in runs.values() for seconds, _, _ in r))
    sums = {
        name: [(sum(seconds[n] for n in everyone), wall) for seconds, wall, _ in r]
        for name, r in runs.items()
    }
    neighbours = list(itertools.pairwise(sums["Etalon"]))  # around each run of another
    print(f"\nsuite: {len(folders)} cases, of which all three evaluate {len(everyone)}")
    print(f"{'':16}{'cases':>8}{'seconds':>10}{'ratio':>8}{'process':>10}{'ratio':>8}")
    ratios = {"Etalon": [1, 1]}
    for i, name in enumerate(PEERS):
        ratios[name] = median_ratios(neighbours[i :: len(PEERS)], sums[name])
    for name, r in runs.items():
        seconds, wall = (statistics.median(column) for column in zip(*sums[name]))
        ratio, wall_ratio = ratios[name]
        print(f"{name:16}{len(r[0][0]):8}{seconds:10.3f}{ratio:8.1f}{wall:10.2f}{wall_ratio:8.1f}")
    print("seconds: for the common cases; process: the whole run, start and imports included")


def light(repeat, cold):
    own, other = warmed(etalon_cases, cold), warmed(peer_cases, cold)
    print(f"\n{'light model':14}" + "".join(f"{n:>28}" for n in ("Etalon", *PEERS)))
    print(f"{'':14}" + f"{'s':>12}{'ratio':>8}{'MiB':>8}" * 3)
    for model in sorted(glob.glob(str(DATA / "light/light_*.onnx"))):
        name = pathlib.Path(model).stem.removeprefix("light_")
        rows = {"Etalon": [own([DATA / "real" / f"test_{name}"]) for _ in range(repeat)]}
        for peer, argument in PEERS.items():
            rows[peer] = [other(argument, [model], "--light") for _ in range(repeat)]
        line = f"{name:14}"
        base = statistics.median(sum(s.values()) for s, _, _ in rows["Etalon"])
        for r in rows.values():
            seconds = statistics.median(sum(s.values()) for s, _, _ in r)
            peak = statistics.median(p for _, _, p in r)
            line += f"{seconds:12.3f}{seconds / base:8.2f}{peak:8.0f}"
        print(line)
    print("s: reading, preparing and evaluating; ratio: to Etalon's seconds; MiB: peak of the process")


def paired_runs(model, inputs, repeat):
    """[(Etalon's line, ONNX Runtime's line)] of one_run.py."""
    python, script = VENV / "bin/python", ROOT / "scripts/bench/one_run.py"
    pairs = []
    for _ in range(repeat):
        lines = [measured([python, script, runtime, model, inputs])[0] for runtime in ("etalon", "onnxruntime")]
        pairs.append([json.loads((line.splitlines() or ['{"error": "the process ended"}'])[-1]) for line in lines])
    return pairs


def model_inputs(model, folder):
    """The .npz file of a model's inputs; None for a file that is not a model."""
    given = model.with_name("inputs.npz")
    if given.exists():
        return given
    drawn = pathlib.Path(folder) / "inputs.npz"
    script = ROOT / "scripts/bench/model_inputs.py"
    made = subprocess.run([VENV / "bin/python", script, model, drawn], stderr=subprocess.DEVNULL)
    return drawn if made.returncode == 0 else None


def models(folder, repeat):
    found = sorted(pathlib.Path(folder).rglob("*.onnx"))
    if not found:
        fail(f"{folder} contains no .onnx file")
    print(f"\n{'model':48}{'Etalon':>10}{'ONNX Runtime':>14}{'ratio':>8}")
    medians = []
    for model in found:
        name = str(model.relative_to(folder))
        with tempfile.TemporaryDirectory() as scratch:
            inputs = model_inputs(model, scratch)
            if inputs is None:
                print(f"{name:48}no model with inputs that can be drawn")
                continue
            pairs = paired_runs(model, inputs, repeat)
        problem = next((line["error"] for pair in pairs for line in pair if "error" in line), None)
        if problem:
            print(f"{name:48}{problem}")
            continue
        own, other = (statistics.median(pair[i]["cpu"] for pair in pairs) for i in (0, 1))
        medians.append(statistics.median(pair[0]["cpu"] / pair[1]["cpu"] for pair in pairs))
        print(f"{name:48}{own:10.3f}{other:14.3f}{medians[-1]:8.2f}", flush=True)
    if medians:
        print(f"ratios: median {statistics.median(medians):.2f}, largest {max(medians):.2f}; processor seconds")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("what", nargs="?", choices=["suite", "models"], default="suite")
    parser.add_argument("folder", nargs="?", help="models: the folder")
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--no-light", action="store_true")
    parser.add_argument("--cold", action="store_true", help="no run before each, as after a pause")
    arguments = parser.parse_args()
    if (arguments.what == "models") != (arguments.folder is not None):
        parser.error("models takes a folder, and nothing else does")
    if arguments.folder is not None and not os.path.isdir(arguments.folder):
        fail(f"{arguments.folder} is not a folder")
    prepare()
    if arguments.what == "models":
        return models(arguments.folder, arguments.repeat)
    suite(arguments.repeat, arguments.cold)
    if not arguments.no_light:
        light(arguments.repeat, arguments.cold)


if __name__ == "__main__":
    main()
