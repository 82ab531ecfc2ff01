"""Evaluates a model once, in a process of its own, and measures it.

    one_run.py etalon|onnxruntime|reference MODEL INPUTS.npz [OUTPUTS.npz|FOLDER]

Runs on one processor. Prints one JSON line: {"cpu": seconds of processor time for reading, preparing
and evaluating the model, without starting Python and loading the library, "peak": MiB of the process}
or {"error": TEXT}. In an .npz file, maps are arrays, key by key; in a folder, outputs are the files
output_0.pb and so on of ONNX's test data.
"""

import ctypes
import json
import os
import pathlib
import sys
import time

import numpy
import onnx
from onnx import numpy_helper

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIBRARY = os.environ.get("ETALON_LIBRARY", ROOT / "build/release/libetalon.so")


class EtalonValue(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char_p), ("bytes", ctypes.c_void_p), ("size", ctypes.c_size_t)]


class Etalon:
    """libetalon through its C interface."""

    def __init__(self):
        self.library = ctypes.CDLL(os.fspath(LIBRARY))
        self.library.etalon_message.restype = ctypes.c_char_p

    def check(self, status):
        if status != 0:
            raise RuntimeError(self.library.etalon_message().decode(errors="replace"))

    def prepare(self, feeds):
        """The serialized inputs, which belong to the caller's work and not to Etalon's."""
        named = [(n.encode(), numpy_helper.from_array(v, n).SerializeToString()) for n, v in feeds.items()]
        values = (EtalonValue * len(named))()
        for value, (name, content) in zip(values, named):
            value.name, value.size = name, len(content)
            value.bytes = ctypes.cast(ctypes.c_char_p(content), ctypes.c_void_p)
        return values, named

    def run(self, path, prepared):
        model = ctypes.c_void_p()
        self.check(self.library.etalon_load_model(os.fspath(path).encode(), ctypes.byref(model)))
        values, _ = prepared
        outputs, count = ctypes.POINTER(EtalonValue)(), ctypes.c_size_t()
        self.check(self.library.etalon_run(
            model, values, ctypes.c_size_t(len(values)), ctypes.c_uint64(0), ctypes.byref(outputs), ctypes.byref(count)))
        return [(outputs[i].name.decode(), outputs[i].bytes, outputs[i].size) for i in range(count.value)]

    def arrays(self, path, outputs):
        declared = {o.name: o.type.WhichOneof("value") for o in onnx.load_model(path).graph.output}
        return {n: read(ctypes.string_at(b, s), declared[n]) for n, b, s in outputs}


def read(content, kind):
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    return numpy_helper.to_array(onnx.TensorProto.FromString(content))


class OnnxRuntime:
    def __init__(self):
        import onnxruntime

        self.library = onnxruntime
        onnxruntime.set_default_logger_severity(4)

    def prepare(self, feeds):
        return feeds

    def run(self, path, feeds):
        options = self.library.SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        self.session = self.library.InferenceSession(path, options, providers=["CPUExecutionProvider"])
        return self.session.run(None, feeds)

    def arrays(self, path, outputs):
        return dict(zip((o.name for o in self.session.get_outputs()), outputs))


class Reference:
    def prepare(self, feeds):
        return feeds

    def run(self, path, feeds):
        from onnx.reference import ReferenceEvaluator

        self.evaluator = ReferenceEvaluator(os.fspath(path))
        return self.evaluator.run(None, feeds)

    def arrays(self, path, outputs):
        return dict(zip(self.evaluator.output_names, outputs))


def flat(value):
    """A list of maps as one array [entries, keys]."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return numpy.array([[row[k] for k in sorted(row)] for row in value])
    return numpy.asarray(value)


def message(value, name):
    """A value as the protobuf of ONNX's test data."""
    if not isinstance(value, list):
        return numpy_helper.from_array(numpy.asarray(value), name)
    rows = [{k: numpy.asarray(v, numpy.float32) for k, v in row.items()} if isinstance(row, dict) else row
            for row in value]
    return numpy_helper.from_list(rows, name)


def write_folder(folder, values):
    folder.mkdir(exist_ok=True)
    for i, (name, value) in enumerate(values.items()):
        (folder / f"output_{i}.pb").write_bytes(message(value, name).SerializeToString())


def peak():
    """Peak MiB since this program began; getrusage would count the process that started it."""
    status = pathlib.Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) / 1024


def measured(runtime, path, feeds):
    prepared = runtime.prepare(feeds)
    os.sched_setaffinity(0, {sorted(os.sched_getaffinity(0))[-1]})
    begin = time.process_time()
    outputs = runtime.run(path, prepared)
    cpu = time.process_time() - begin
    return {"cpu": cpu, "peak": peak()}, outputs


def main():
    runtime = {"etalon": Etalon, "onnxruntime": OnnxRuntime, "reference": Reference}[sys.argv[1]]()
    path = sys.argv[2]
    with numpy.load(sys.argv[3], allow_pickle=True) as archive:
        feeds = {name: archive[name] for name in archive.files}
    try:
        line, outputs = measured(runtime, path, feeds)
        if len(sys.argv) > 4:
            target, values = pathlib.Path(sys.argv[4]), runtime.arrays(path, outputs)
            if target.suffix == ".npz":
                numpy.savez(target, **{n: flat(v) for n, v in values.items()})
            else:
                write_folder(target, values)
    except Exception as error:  # whatever a runtime throws is its result for the model
        line = {"error": " ".join(f"{type(error).__name__}: {error}".split())[:300]}
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
