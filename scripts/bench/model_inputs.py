"""Seeded random inputs of plausible kinds.

    model_inputs.py MODEL.onnx INPUTS.npz      normal numbers of the declared shapes
"""

import sys
import zlib

import numpy
import onnx
from onnx import helper


def draw(kind, shape, name):
    """An array of a kind: image, audio, normal, zeros, ones, rate (16000), ids:N (0 … N - 1).

    The numbers depend only on kind, shape and name.
    """
    random = numpy.random.default_rng(zlib.crc32(f"{name} {kind} {shape}".encode()))
    if kind.startswith("ids:"):
        return random.integers(0, int(kind[4:]), shape)
    if kind == "image":  # smooth shapes and some noise, in [0, 1]
        y, x = numpy.mgrid[0 : shape[-2], 0 : shape[-1]]
        waves = numpy.sin(x / 7.0) + numpy.cos(y / 11.0) + numpy.sin((x + y) / 23.0)
        return (0.5 + waves / 8 + random.uniform(-0.1, 0.1, shape)).clip(0, 1)
    if kind == "audio":
        count = int(numpy.prod(shape))
        time = numpy.arange(count) / 16000
        tone = 0.3 * numpy.sin(2 * numpy.pi * 220 * time) + 0.1 * numpy.sin(2 * numpy.pi * 1330 * time)
        return (tone + random.normal(0, 0.02, count)).reshape(shape)
    if kind == "normal":
        return random.normal(0, 1, shape)
    return numpy.full(shape, {"zeros": 0, "ones": 1, "rate": 16000}[kind])


def feeds(model, kinds):
    """{input: array of the type that the model declares}; without `kinds`, normal numbers in the
    declared shape, with 1 for open dimensions."""
    known = {tensor.name for tensor in model.graph.initializer}
    result = {}
    for info in model.graph.input:
        if info.name in known:
            continue
        declared = info.type.tensor_type
        shape = [d.dim_value if d.dim_value > 0 else 1 for d in declared.shape.dim]
        dtype = helper.tensor_dtype_to_np_dtype(declared.elem_type)
        kind = "normal" if numpy.issubdtype(dtype, numpy.floating) else "ids:2"
        kind, shape = kinds.get(info.name, (kind, shape))
        result[info.name] = draw(kind, shape, info.name).astype(dtype)
    return result


def load(path):
    return onnx.load_model(path, load_external_data=False)


if __name__ == "__main__":
    numpy.savez(sys.argv[2], **feeds(load(sys.argv[1]), {}))
