"""Runs another runtime on a list of cases: reads, prepares and evaluates each, and prints the time.

    peer.py reference|onnxruntime CASE…        official-layout folders
    peer.py reference|onnxruntime --light NAME=MODEL.onnx

One JSON line per case: {"case": PATH, "seconds": S} or {"case": PATH, "error": TEXT}. The seconds
include reading the model, its inputs and expected outputs, creating the session and evaluating, as
Etalon's do, but not process start, imports and comparing.
"""

import glob
import json
import os
import sys
import time

import numpy
import onnx
from onnx import numpy_helper


def runner(peer):
    if peer == "onnxruntime":
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.log_severity_level = 4

        def run(model, feeds):
            session = onnxruntime.InferenceSession(
                model.SerializeToString(), options, providers=["CPUExecutionProvider"]
            )
            return session.run(None, feeds)

        return run
    from onnx.reference import ReferenceEvaluator

    return lambda model, feeds: ReferenceEvaluator(model).run(None, feeds)


def read_value(path, value_type):
    with open(path, "rb") as file:
        content = file.read()
    kind = value_type.WhichOneof("value")
    if kind == "sequence_type":
        return numpy_helper.to_list(onnx.SequenceProto.FromString(content))
    if kind == "optional_type":
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(content))
    return numpy_helper.to_array(onnx.TensorProto.FromString(content))


def read_values(data, stem, infos):
    """The values of input_0.pb and so on, by the names of the graph's inputs or outputs."""
    paths = {info.name: os.path.join(data, f"{stem}_{i}.pb") for i, info in enumerate(infos)}
    return {info.name: read_value(paths[info.name], info.type)
            for info in infos if os.path.exists(paths[info.name])}


def run_case(run, folder):
    model = onnx.load(os.path.join(folder, "model.onnx"))
    for data in sorted(glob.glob(os.path.join(folder, "test_data_set_*"))):
        feeds = read_values(data, "input", model.graph.input)
        read_values(data, "output", model.graph.output)
        run(model, feeds)


def run_light(run, path):
    model = onnx.load(path)
    known = {tensor.name for tensor in model.graph.initializer}
    feeds = {}
    for info in model.graph.input:
        if info.name not in known:
            shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
            count = int(numpy.prod(shape))
            ramp = numpy.arange(count).reshape(shape) / count
            feeds[info.name] = ramp.astype(numpy.float32)
    run(model, feeds)


def main():
    run = runner(sys.argv[1])
    light = sys.argv[2] == "--light"
    for case in sys.argv[3:] if light else sys.argv[2:]:
        begin = time.perf_counter()
        try:
            (run_light if light else run_case)(run, case)
            line = {"case": case, "seconds": time.perf_counter() - begin}
        except Exception as error:  # every exception of a runtime is its result for the case
            line = {"case": case, "error": f"{type(error).__name__}: {error}"[:200]}
        print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
