"""An int8 residual network in thinker's dialect, and what it computes, worked out in integers.

Writes model.onnx and test_data_set_0 beside this file. The expected outputs come from the plain
loops below over Python integers and fractions, not from any runtime:

    x      float [1, 2, 6, 6]
    quant  Quant, scale 16
    stem   Conv2dInt 2 -> 4 channels, 3x3, pad 1, scales 16 * 64 -> 8, int32 bias
    relu   Relu on the raw integers
    body   Conv2dInt 4 -> 4 channels, 3x3 in two groups, pads 1, scales 8 * 100 -> 10
    sum    iqAdd of relu (scale 8) and body (scale 10) -> 7, each rescaled and rounded by itself
    pool   MaxPool 2x2, stride 2, on the raw integers
    mean   AvgPool2dInt 3x3, scale 7 -> 9
    flat   Reshape to [1, 4]
    head   LinearInt 4 -> 3, scales 9 * 90 -> 6
    y      Dequant, scale 6: float [1, 3]

Every rounding is floor(v + 1/2); every int8 result saturates.

Usage: derive.py    (needs the onnx package, to write the files)
"""

import math
import pathlib
import random
from fractions import Fraction

import numpy
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(__file__).parent
INT8, INT32, INT64, FLOAT = TensorProto.INT8, TensorProto.INT32, TensorProto.INT64, TensorProto.FLOAT


def rounded(value):
    return math.floor(Fraction(value) + Fraction(1, 2))


def sat8(value):
    return max(-128, min(127, value))


def convolved(x, w, b, group, ratio):
    """x[c][h][w], w[m][c][3][3], pad 1: sat8(rounded((sum + bias) * ratio))."""
    height, width = len(x[0]), len(x[0][0])
    per_group = len(w) // group
    result = []
    for m, kernel in enumerate(w):
        first = m // per_group * len(kernel)
        plane = []
        for i in range(height):
            row = []
            for j in range(width):
                total = b[m]
                for c, taps in enumerate(kernel):
                    for di in range(3):
                        for dj in range(3):
                            h, v = i + di - 1, j + dj - 1
                            if 0 <= h < height and 0 <= v < width:
                                total += x[first + c][h][v] * taps[di][dj]
                row.append(sat8(rounded(total * ratio)))
            plane.append(row)
        result.append(plane)
    return result


def each(f, *planes):
    return [[[f(*v) for v in zip(*rows)] for rows in zip(*ps)] for ps in zip(*planes)]


def derive(x, weights):
    quant = each(lambda v: sat8(rounded(v * 16)), x)
    stem = convolved(quant, weights["stem_w"], weights["stem_b"], 1, Fraction(8, 16 * 64))
    relu = each(lambda q: max(q, 0), stem)
    body = convolved(relu, weights["body_w"], weights["body_b"], 2, Fraction(10, 8 * 100))
    added = each(
        lambda p, q: sat8(rounded(Fraction(p * 7, 8)) + rounded(Fraction(q * 7, 10))), relu, body)
    pool = [[[max(c[2 * i + a][2 * j + b] for a in (0, 1) for b in (0, 1)) for j in range(3)]
             for i in range(3)] for c in added]
    mean = [sat8(rounded(Fraction(sum(map(sum, c)), 9) * Fraction(9, 7))) for c in pool]
    head = []
    for row, bias in zip(weights["head_w"], weights["head_b"]):
        total = bias + sum(p * q for p, q in zip(mean, row))
        head.append(sat8(rounded(total * Fraction(6, 9 * 90))))
    return {"quant": quant, "stem": stem, "body": body, "sum": added, "mean": mean, "head": head,
            "y": [Fraction(q, 6) for q in head]}


def random_weights(generator):
    def numbers(most, *shape):
        if not shape:
            return generator.randint(-most, most)
        return [numbers(most, *shape[1:]) for _ in range(shape[0])]

    return {"stem_w": numbers(40, 4, 2, 3, 3), "stem_b": numbers(4000, 4),
            "body_w": numbers(60, 4, 2, 3, 3), "body_b": numbers(4000, 4),
            "head_w": numbers(127, 3, 4), "head_b": numbers(3000, 3)}


def model(weights):
    def node(op_type, inputs, output, **attributes):
        return helper.make_node(op_type, inputs, [output], output, domain="thinker", **attributes)

    window = {"kernel_shape": [3, 3], "strides": [1, 1], "dilations": [1, 1], "pads": [1, 1, 1, 1]}
    bits = {"data_bits": 8, "parameter_bits": 8, "o_bits": 8, "platform_quant": "luna_quant"}
    nodes = [
        node("Quant", ["x"], "quant", scale_x=16.0, data_bits=8, platform_quant="luna_quant"),
        node("Conv2dInt", ["quant", "stem_w", "stem_b"], "stem", group=1, scale_x=16.0,
             scale_w=64.0, scale_o=8.0, **window, **bits),
        helper.make_node("Relu", ["stem"], ["relu"], "relu"),
        node("Conv2dInt", ["relu", "body_w", "body_b"], "body", group=2, scale_x=8.0,
             scale_w=100.0, scale_o=10.0, **window, **bits),
        node("iqAdd", ["relu", "body"], "sum", scale_x=8.0, scale_y=10.0, scale_o=7.0),
        helper.make_node("MaxPool", ["sum"], ["pool"], "pool", kernel_shape=[2, 2], strides=[2, 2]),
        node("AvgPool2dInt", ["pool"], "mean", kernel_shape=[3, 3], strides=[3, 3],
             pads=[0, 0, 0, 0], ceil_mode=0, scale_x=7.0, scale_o=9.0),
        helper.make_node("Reshape", ["mean", "shape"], ["flat"], "flat"),
        node("LinearInt", ["flat", "head_w", "head_b"], "head", scale_x=9.0, scale_w=90.0,
             scale_o=6.0, **bits),
        node("Dequant", ["head"], "y", scale_o=6.0),
    ]
    initializers = [numpy_helper.from_array(
        numpy.array(values, numpy.int8 if name.endswith("_w") else numpy.int32), name)
        for name, values in weights.items()]
    initializers.append(numpy_helper.from_array(numpy.array([1, 4], numpy.int64), "shape"))
    image = [1, 4, 6, 6]
    outputs = {"y": (FLOAT, [1, 3]), "quant": (INT8, [1, 2, 6, 6]), "stem": (INT8, image),
               "body": (INT8, image), "sum": (INT8, image), "mean": (INT8, [1, 4, 1, 1]),
               "head": (INT8, [1, 3])}
    graph = helper.make_graph(
        nodes, "residual", [helper.make_tensor_value_info("x", FLOAT, [1, 2, 6, 6])],
        [helper.make_tensor_value_info(name, *type) for name, type in outputs.items()],
        initializers)
    imports = [helper.make_opsetid("", 11), helper.make_opsetid("thinker", 1)]
    return helper.make_model(graph, ir_version=6, producer_name="etalon", opset_imports=imports)


def main():
    generator = random.Random(2024)
    weights = random_weights(generator)
    # Sixteenths and thirty-seconds: some lie on a tie of Quant.
    x = [[[Fraction(generator.randint(-150, 150), 32) for _ in range(6)] for _ in range(6)]
         for _ in range(2)]
    expected = derive(x, weights)
    network = model(weights)
    onnx.save(network, FOLDER / "model.onnx")
    data_set = FOLDER / "test_data_set_0"
    data_set.mkdir(exist_ok=True)

    def save(values, name, info, file):
        type = helper.tensor_dtype_to_np_dtype(info.type.tensor_type.elem_type)
        shape = [d.dim_value for d in info.type.tensor_type.shape.dim]
        flat = numpy.array(values, dtype=object).reshape(-1)
        array = numpy.array([float(v) if type == numpy.float32 else v for v in flat], type)
        (data_set / file).write_bytes(
            numpy_helper.from_array(array.reshape(shape), name).SerializeToString())

    save(x, "x", network.graph.input[0], "input_0.pb")
    for i, info in enumerate(network.graph.output):
        save(expected[info.name], info.name, info, f"output_{i}.pb")
    for name in ("mean", "head", "y"):
        print(name, *expected[name])


if __name__ == "__main__":
    main()
