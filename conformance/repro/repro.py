#!/usr/bin/env python3
"""Run a runtime on the case in this folder, and compare what it gives with what is expected.

    python3 repro.py            by runtime.py, or by the command in repro.json
    python3 repro.py COMMAND    by this command (conformance/BACKENDS.md of Etalon)

Use a Python that has NumPy and the runtime; modules and programs of one's own are looked for in the
current folder. This file is the same for every case: repro.json says what the case is and what is
wrong, and runtime.py is the runtime's own.

Exit codes: 0 as expected, 1 a difference, 2 the runtime cannot be run.
"""

import json
import os
import pathlib
import runpy
import subprocess
import sys
import tempfile
import traceback

import numpy as np

FOLDER = pathlib.Path(__file__).resolve().parent
NUMPY = {"float": "float32", "double": "float64", "string": "object"}  # where the names differ


class NotRun(Exception):
    """The runtime cannot be run."""


def printable(text):
    """The text without what a terminal does not show as it is."""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text)


def element_of(written, kind):
    if kind.startswith("complex"):
        return complex(float(written[0]), float(written[1]))
    return float(written) if kind in ("float", "double", "float16") else written


def array_of(elements, shape, kind):
    array = np.empty(len(elements), NUMPY.get(kind, kind))
    array[:] = [element_of(each, kind) for each in elements]
    return array.reshape(shape)


def value_of(entry):
    """The value that an entry of repro.json has, or the file that it names; None of no value."""
    kind = (entry or {}).get("type")
    if kind is None:
        return None
    if "file" in entry:
        return value_in(FOLDER / entry["file"], kind)
    if "data" in entry:
        return array_of(entry["data"], entry["shape"], kind)
    if "items" in entry:
        return list(map(value_of, entry["items"]))
    if "value" in entry:
        return value_of(entry["value"])
    return dict(zip(entry["keys"], map(value_of, entry["values"])))


def value_in(file, kind):
    """The value of a file: an array; of a sequence a list, of a map a dictionary, of an empty
    optional None, of a sparse tensor the bytes."""
    if file.suffix == ".npy":
        return np.load(file)
    import onnx
    from onnx import numpy_helper

    content = file.read_bytes()
    if kind.startswith("seq("):
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    if kind.startswith("optional("):
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    if kind.startswith("map("):
        return numpy_helper.to_dict(onnx.MapProto.FromString(content))
    if kind.startswith("sparse_tensor("):
        return content
    return numpy_helper.to_array(onnx.TensorProto.FromString(content))


def wide(array):
    return array.astype(complex if array.dtype.kind == "c" else float)


def same(got, expected, case):
    """Whether a value is the expected one: floats within the tolerance, NaN where NaN is."""
    if expected is None or isinstance(expected, bytes):
        return type(got) is type(expected) and got == expected
    if isinstance(expected, list):
        return len(got) == len(expected) and all(same(g, e, case) for g, e in zip(got, expected))
    if isinstance(expected, dict):
        return got.keys() == expected.keys() and all(same(got[k], expected[k], case) for k in got)
    got, expected = np.asarray(got), np.asarray(expected)
    if got.dtype.kind in "SU":  # texts
        got = got.astype(object)
    if got.shape != expected.shape or got.dtype != expected.dtype:
        return False
    if expected.dtype.kind in "fcV":  # V: bfloat16 and the like, by ml_dtypes
        return np.allclose(wide(got), wide(expected), case["rtol"], case["atol"], equal_nan=True)
    return np.array_equal(got, expected)


def by_lines(file, inputs, outputs):
    """What the runtime's own lines give; they run in the folder of the case."""
    os.chdir(FOLDER)
    try:
        return runpy.run_path(str(file), {"np": np, "inputs": inputs, "outputs": outputs})["got"]
    except ImportError as problem:
        sentence = f"{problem}: {file.name} needs it, in this Python or the current folder"
        raise NotRun(sentence) from problem


def request_of(case, folder):
    """What asks a backend to run the case, with outputs in the folder."""

    def entry(value, file):
        kind = value["type"] if "(" in value["type"] else f"tensor({value['type']})"
        return {"name": value["name"], "type": kind, "file": str(file)}

    given = [entry(value, FOLDER / f"test_data_set_0/input_{i}.pb")
             for i, value in enumerate(case["inputs"])]
    wanted = [entry(value, pathlib.Path(folder) / f"output_{i}.pb")
              for i, value in enumerate(case["outputs"])]
    return {"id": 2, "ask": "run", "model": str(FOLDER / "model.onnx"), "output_folder": folder,
            "inputs": given, "outputs": wanted}


def reply_in(lines, number):
    """The reply to this request; nothing where there is none."""
    try:
        return next(reply for reply in map(json.loads, lines) if reply.get("id") == number)
    except (StopIteration, ValueError, AttributeError):
        return None


def by_command(command, case):
    """What a backend's command gives."""
    with tempfile.TemporaryDirectory() as folder:
        request = request_of(case, folder)
        asked = [{"id": 1, "ask": "describe", "protocol": 1}, request]
        done = subprocess.run(command, shell=True, stdout=subprocess.PIPE, text=True,
                              errors="replace", input="".join(json.dumps(a) + "\n" for a in asked))
        lines = done.stdout.splitlines()
        if reply_in(lines, 1) is None:
            raise NotRun("the command does not answer; call repro.py from its folder, or with it")
        reply = reply_in(lines, 2)
        if reply is None:
            raise RuntimeError(f"the backend ends with code {done.returncode}")
        if reply.get("status") == "unsupported":
            raise NotRun(f"unsupported: {reply.get('message', '')}")
        if reply.get("status") != "ok":
            raise RuntimeError(f"{reply.get('status')}: {reply.get('message', '')}")
        files = [(pathlib.Path(each["file"]), each["type"]) for each in request["outputs"]]
        return [value_in(file, kind) for file, kind in files if file.exists()]


def by_library(command):
    """The exit code of Etalon, which alone calls a shared library."""
    try:
        return subprocess.run(["etalon", "why", str(FOLDER), "--backend", command]).returncode
    except OSError as problem:
        raise NotRun(f"etalon, which calls the library: {problem.strerror}") from problem


def show(title, names, values):
    print(title)
    for name, value in zip(names, values):
        print(printable(f"  {name}: {value!r}"), flush=True)


def judged(case, command):
    """The exit code."""
    names = [entry["name"] for entry in case["outputs"]]
    expected = [value_of(entry) for entry in case["outputs"]]
    show("expected", names, expected)
    if command and command.startswith("so:"):
        return by_library(command)
    if command:
        got = by_command(command, case)
    else:
        inputs = {entry["name"]: value_of(entry) for entry in case["inputs"]}
        got = by_lines(FOLDER / "runtime.py", inputs, names)
    show("got", names, got)
    right = len(got) == len(expected) and all(same(g, e, case) for g, e in zip(got, expected))
    print("as expected" if right else "this is not what is expected")
    return 0 if right else 1


def main():
    np.set_printoptions(floatmode="unique")
    sys.path.append(os.getcwd())
    case = json.loads((FOLDER / "repro.json").read_text(encoding="utf-8"))
    print(printable("\n".join([case["title"], "", *case["remarks"], ""])))
    try:
        return judged(case, " ".join(sys.argv[1:]) or case["command"])
    except NotRun as problem:
        print(printable(f"not run: {problem}"))
        return 2
    except Exception:  # what the runtime raises is its answer
        print("got\n" + printable(traceback.format_exc()) + "this is not what is expected")
        return 1


if __name__ == "__main__":
    sys.exit(main())
