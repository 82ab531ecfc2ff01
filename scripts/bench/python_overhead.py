#!/usr/bin/env python3
"""Microseconds of one call of a model of one node, from Python: Etalon, onnx.reference, ONNX Runtime.

    python scripts/bench/python_overhead.py

Requires onnx_etalon, onnx and onnxruntime. Of 40 series of 200 calls, the fastest and the median.
"""

import statistics
import time

import numpy
import onnx
import onnxruntime
from onnx import TensorProto, helper
from onnx.reference import ReferenceEvaluator

import onnx_etalon

SERIES, CALLS = 40, 200


def model():
    infos = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [4]) for name in "abc"]
    graph = helper.make_graph([helper.make_node("Add", ["a", "b"], ["c"])], "g", infos[:2], infos[2:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=8)


def measure(name, call):
    series = []
    for _ in range(SERIES):
        begin = time.perf_counter()
        for _ in range(CALLS):
            call()
        series.append((time.perf_counter() - begin) / CALLS * 1e6)
    print(f"{name:36} {min(series):8.1f} µs {statistics.median(series):8.1f} µs")


def main():
    add = model()
    content = add.SerializeToString()
    inputs = {"a": numpy.ones(4, numpy.float32), "b": numpy.ones(4, numpy.float32)}
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    runtime = onnxruntime.InferenceSession(content, options, providers=["CPUExecutionProvider"])
    session = onnx_etalon.load(content)
    reference = ReferenceEvaluator(add)
    evaluator = onnx_etalon.ReferenceEvaluator(add)
    print(f"{'Add of four floats':36} {'fastest':>11} {'median':>11}")
    measure(f"onnx_etalon {onnx_etalon.__version__}: session(inputs)", lambda: session(inputs))
    measure("onnx_etalon: ReferenceEvaluator.run", lambda: evaluator.run(None, inputs))
    measure("onnx_etalon: run(bytes, inputs)", lambda: onnx_etalon.run(content, inputs))
    measure(f"onnx.reference {onnx.__version__}: run", lambda: reference.run(None, inputs))
    measure("onnx.reference: load and run", lambda: ReferenceEvaluator(content).run(None, inputs))
    measure(f"onnxruntime {onnxruntime.__version__}: run", lambda: runtime.run(None, inputs))


if __name__ == "__main__":
    main()
