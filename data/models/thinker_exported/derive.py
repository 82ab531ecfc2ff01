"""A small network in the form that thinker's exporter writes, and what it computes, by NumPy.

Writes model.onnx, x.bin and test_data_set_0 beside this file. The expected outputs come from the
NumPy code below alone, in 64-bit integers and doubles that hold every number exactly:

    x      float [1, 1, 6, 8]
    quant  Quant, scale 32
    stem   Conv2dInt 1 -> 2 channels, 3x3, stride (1, 2), pad 1, scales 32 * 64 -> 16; Relu
    half   iqMul of stem by the scalar 0.40625
    body   Conv2dInt 2 -> 2 channels, 3x3, pad 1, scales 16 * 64 -> 32
    sum    iqAdd of half and body
    off    iqSub of sum and the scalar 0.75, iqDiv by the scalar 1.5
    steps  Transpose, Reshape to [1, 6, 8]
    both   LSTMInt forward and, as a node of its own, backward; iqCat along axis 2, and Concat of
           the hidden and of the cell states
    gru    GRUInt
    gates  LinearInt to int16 in Q11, then iqSigmoid by the chip's table
    wide   LinearInt to int32
    y      LinearInt to int8, Dequant: float [1, 6, 3]

Every rounding is floor(v + 1/2); results saturate. The tables are the chip's.

Usage: derive.py    (needs NumPy, and the onnx package to write the files)
"""

import pathlib

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

FOLDER = pathlib.Path(__file__).parent
FLOAT, INT8, INT16, INT32 = (TensorProto.FLOAT, TensorProto.INT8, TensorProto.INT16,
                             TensorProto.INT32)

# Bands of |x| in Q11, slopes, offsets in Q15, and shifts of the bands 0 to 4, 5 to 8, 9 to 12, 13 on.
SIGMOID = ([971, 1699, 2347, 2974, 3614, 4291, 5026, 5861, 6831, 7864, 8987, 10375, 11594, 13168,
            14730, 32768],
           [32316, 29471, 25891, 22068, 18225, 29057, 22206, 16113, 10881, 27353, 16611, 9242,
            4618, 20670, 8610, 693],
           [16384, 16721, 17464, 18559, 19954, 21585, 23380, 25249, 27121, 28807, 30096, 31107,
            31839, 32199, 32502, 32724],
           [13, 14, 16, 19])
TANH = ([512, 888, 1226, 1558, 1899, 2264, 2670, 3146, 3734, 4297, 4761, 5466, 6151, 7193, 8093,
         32768],
        [32266, 29154, 25374, 21309, 17272, 26886, 19904, 13765, 8599, 19497, 12047, 7324, 3373,
         26820, 5531, 337],
        [0, 778, 2417, 4851, 7922, 11474, 15334, 19335, 23303, 26699, 28653, 30026, 31344, 31981,
         32565, 32725],
        [11, 12, 14, 18])


def rounded(v):
    return np.floor(np.asarray(v, np.float64) + 0.5).astype(np.int64)


def saturated(v, bits=8):
    return np.clip(rounded(v), -(1 << (bits - 1)), (1 << (bits - 1)) - 1)


def table(curve, x, mirror):
    bands, slopes, offsets, shifts = map(np.array, curve)
    x = np.clip(x, -32768, 32767)
    i = np.searchsorted(bands, np.abs(x))
    shift = shifts[np.searchsorted([4, 8, 12], i)]
    offset = np.where(x < 0, mirror - offsets[i], offsets[i])
    y = np.clip(((slopes[i] * x) >> shift) + offset, -32768, 32767)
    return saturated(y / 256)


def sigmoid7(x):
    return table(SIGMOID, x, 32768)


def tanh7(x):
    return table(TANH, np.maximum(x, -32767), 0)


def convolved(x, w, b, strides):
    """x[c, h, w], w[m, c, 3, 3], pad 1: the sums."""
    padded = np.pad(x, ((0, 0), (1, 1), (1, 1)))
    rows = (x.shape[1] - 1) // strides[0] + 1
    columns = (x.shape[2] - 1) // strides[1] + 1
    sums = np.zeros((len(w), rows, columns), np.int64) + b[:, None, None]
    for i in range(rows):
        for j in range(columns):
            window = padded[:, i * strides[0]:i * strides[0] + 3, j * strides[1]:j * strides[1] + 3]
            sums[:, i, j] += np.tensordot(w, window, 3)
    return sums


def gates(w, v, b, scale):
    """In Q11."""
    return rounded((w @ v + b) * 2048 / scale)


def lstm(x, p, forward, s):
    """x[t, d]; gates i, f, g, o. Gives the outputs, the hidden and the cell state."""
    h, c, out = np.zeros(p["hh"].shape[1]), np.zeros(p["hh"].shape[1]), {}
    for t in range(len(x)) if forward else reversed(range(len(x))):
        q = saturated(h * s["scale_h"])
        total = (gates(p["ih"], x[t], p["b_ih"], s["scale_i"] * s["scale_iw"]) +
                 gates(p["hh"], q, p["b_hh"], s["scale_h"] * s["scale_hw"]))
        i, f, g, o = np.split(total, 4)
        i, f, g, o = sigmoid7(i), sigmoid7(f), tanh7(g), sigmoid7(o)
        c14 = f * rounded(c * 128) + i * g
        h14 = o * tanh7(rounded(c14 / 8))
        c, out[t] = c14 / 2**14, saturated(h14 / 2**14 * s["scale_o"])
        h = out[t] / s["scale_o"]
    return np.array([out[t] for t in range(len(x))]), h, c


def gru(x, p, s):
    """x[t, d]; gates r, z, n. Gives the outputs and the hidden state."""
    h, out = np.zeros(p["hh"].shape[1]), []
    for v in x:
        q = saturated(h * s["scale_h"])
        i_r, i_z, i_n = np.split(gates(p["ih"], v, p["b_ih"], s["scale_i"] * s["scale_iw"]), 3)
        h_r, h_z, h_n = np.split(gates(p["hh"], q, p["b_hh"], s["scale_h"] * s["scale_hw"]), 3)
        r, z = sigmoid7(i_r + h_r), sigmoid7(i_z + h_z)
        n = tanh7(i_n + rounded(r * h_n / 128))
        h14 = n * 128 + z * (rounded(h * 128) - n)
        out.append(saturated(h14 / 2**14 * s["scale_o"]))
        h = out[-1] / s["scale_o"]
    return np.array(out), h


FORWARD = {"scale_i": 32.0, "scale_h": 128.0, "scale_iw": 64.0, "scale_hw": 64.0, "scale_o": 128.0}
BACKWARD = {"scale_i": 32.0, "scale_h": 64.0, "scale_iw": 128.0, "scale_hw": 64.0, "scale_o": 64.0}
GRU = {"scale_i": 64.0, "scale_h": 128.0, "scale_iw": 64.0, "scale_hw": 128.0, "scale_o": 128.0}


def derive(x, w):
    r = {"quant": saturated(x[0] * 32)}
    r["stem"] = saturated(convolved(r["quant"], w["stem_w"], w["stem_b"], (1, 2)) * 16 / (32 * 64))
    relu = np.maximum(r["stem"], 0)
    # A scalar is quantized by scale_y before it meets the other operand.
    r["half"] = saturated(relu * saturated(0.40625 * 16) * 16 / (16 * 16))
    r["body"] = saturated(convolved(relu, w["body_w"], w["body_b"], (1, 1)) * 32 / (16 * 64))
    r["sum"] = saturated(rounded(r["half"] * 32 / 16) + rounded(r["body"] * 32 / 32))
    r["less"] = saturated(rounded(r["sum"] * 16 / 32) - rounded(saturated(0.75 * 64) * 16 / 64))
    r["off"] = saturated((r["less"] / 16) / (saturated(1.5 * 2) / 2) * 32)
    steps = r["off"].transpose(1, 0, 2).reshape(6, 8)
    forward, hidden, cell = lstm(steps, {k: w["f_" + k] for k in LAYER}, True, FORWARD)
    backward, hidden_b, cell_b = lstm(steps, {k: w["b_" + k] for k in LAYER}, False, BACKWARD)
    r["both"] = np.concatenate([saturated(forward * 64 / 128), saturated(backward * 64 / 64)], 1)
    r["hidden"], r["cell"] = np.array([[hidden], [hidden_b]]), np.array([[cell], [cell_b]])
    r["gru"], last = gru(r["both"], {k: w["g_" + k] for k in LAYER}, GRU)
    r["gru_hidden"] = last[None, None]
    linear = lambda name: r["gru"] @ w[name + "_w"].T + w[name + "_b"]
    r["q11"] = saturated(linear("gates") * 2048 / (128 * 64), 16)
    r["gates"] = sigmoid7(r["q11"])
    r["wide"] = saturated(linear("wide") * 2**20 / (128 * 64), 32)
    r["head"] = saturated(linear("head") * 32 / (128 * 64))
    r["y"] = r["head"] / 32
    return r


LAYER = ("ih", "hh", "b_ih", "b_hh")


def weights(generator):
    def layer(prefix, rows, inputs, hidden):
        return {prefix + "ih": generator.integers(-127, 128, (rows, inputs)),
                prefix + "hh": generator.integers(-127, 128, (rows, hidden)),
                prefix + "b_ih": generator.integers(-2000, 2001, rows),
                prefix + "b_hh": generator.integers(-2000, 2001, rows)}

    w = {"stem_w": generator.integers(-40, 41, (2, 1, 3, 3)),
         "stem_b": generator.integers(-800, 801, 2),
         "body_w": generator.integers(-40, 41, (2, 2, 3, 3)),
         "body_b": generator.integers(-800, 801, 2)}
    w |= layer("f_", 12, 8, 3) | layer("b_", 12, 8, 3) | layer("g_", 12, 6, 4)
    for name in ("gates", "wide", "head"):
        w[name + "_w"] = generator.integers(-127, 128, (3, 4))
        w[name + "_b"] = generator.integers(-3000, 3001, 3)
    return w


def nodes():
    def node(op_type, inputs, outputs, domain="thinker", **attributes):
        outputs = outputs.split()
        return helper.make_node(op_type, inputs.split(), outputs, outputs[0], domain=domain,
                                **attributes)

    def scalar(name, value):
        return helper.make_node("Constant", [], [name], name,
                                value=numpy_helper.from_array(np.float32(value), name))

    luna = {"platform_quant": "luna_quant"}
    bits = {"data_bits": 8, "parameter_bits": 8, "o_bits": 8} | luna
    window = {"dilations": [1, 1], "group": 1, "kernel_shape": [3, 3], "pads": [1, 1, 1, 1],
              "castor_mode": "luna"}
    layer = {"num_layers": 1, "batch_first": 1, "dropout": 0.0}
    iq = lambda x, y, o: {"scale_x": x, "scale_y": y, "scale_o": o} | luna
    linear = lambda o, n: {"scale_x": 128.0, "scale_w": 64.0, "scale_o": o} | bits | {"o_bits": n}
    return [
        node("Quant", "x", "quant", data_bits=8, scale_x=32.0, **luna),
        node("Conv2dInt", "quant stem_w stem_b", "stem", strides=[1, 2], scale_x=32.0,
             scale_w=64.0, scale_o=16.0, **window, **bits),
        node("Relu", "stem", "relu", ""),
        scalar("factor", 0.40625),
        node("iqMul", "relu factor", "half", **iq(16.0, 16.0, 16.0)),
        node("Conv2dInt", "relu body_w body_b", "body", strides=[1, 1], scale_x=16.0,
             scale_w=64.0, scale_o=32.0, **window, **bits),
        node("iqAdd", "half body", "sum", mode="Non_t710_mode", **iq(16.0, 32.0, 32.0)),
        scalar("shift", 0.75),
        node("iqSub", "sum shift", "less", **iq(32.0, 64.0, 16.0)),
        scalar("divisor", 1.5),
        node("iqDiv", "less divisor", "off", **iq(16.0, 2.0, 32.0)),
        node("Transpose", "off", "moved", "", perm=[0, 2, 1, 3]),
        node("Reshape", "moved shape", "steps", ""),
        node("LSTMInt", "steps f_ih f_hh f_b_ih f_b_hh", "forward hidden_f cell_f", go_forward=1,
             input_size=8, hidden_size=3, **layer, **FORWARD, **bits),
        node("LSTMInt", "steps b_ih b_hh b_b_ih b_b_hh", "backward hidden_b cell_b", go_forward=0,
             input_size=8, hidden_size=3, **layer, **BACKWARD, **bits),
        node("iqCat", "forward backward", "both", dim=2, scale_x_0=128.0, scale_x_1=64.0,
             scale_o=64.0, **luna),
        node("Concat", "hidden_f hidden_b", "hidden", "", axis=0),
        node("Concat", "cell_f cell_b", "cell", "", axis=0),
        node("GRUInt", "both g_ih g_hh g_b_ih g_b_hh", "gru gru_hidden", go_forward=1,
             input_size=6, hidden_size=4, **layer, **GRU, **bits),
        node("LinearInt", "gru gates_w gates_b", "q11", **linear(2048.0, 16)),
        node("iqSigmoid", "q11", "gates", scale_x=2048.0, scale_o=128.0, castor_mode="luna",
             **luna),
        node("LinearInt", "gru wide_w wide_b", "wide", **linear(2.0**20, 32)),
        node("LinearInt", "gru head_w head_b", "head", **linear(32.0, 8)),
        node("Dequant", "head", "y", scale_x=32.0),
    ]


OUTPUTS = {"y": (FLOAT, [1, 6, 3]), "gates": (INT8, [1, 6, 3]), "wide": (INT32, [1, 6, 3]),
           "q11": (INT16, [1, 6, 3]), "hidden": (FLOAT, [2, 1, 3]), "cell": (FLOAT, [2, 1, 3]),
           "gru_hidden": (FLOAT, [1, 1, 4]), "gru": (INT8, [1, 6, 4]), "both": (INT8, [1, 6, 6]),
           "off": (INT8, [1, 2, 6, 4]), "sum": (INT8, [1, 2, 6, 4])}


def model(w):
    initializers = [numpy_helper.from_array(
        v.astype(np.int32 if v.ndim == 1 else np.int8), name) for name, v in w.items()]
    initializers.append(numpy_helper.from_array(np.array([1, 6, 8], np.int64), "shape"))
    graph = helper.make_graph(
        nodes(), "exported", [helper.make_tensor_value_info("x", FLOAT, [1, 1, 6, 8])],
        [helper.make_tensor_value_info(name, *type) for name, type in OUTPUTS.items()],
        initializers)
    imports = [helper.make_opsetid("", 11), helper.make_opsetid("thinker", 1)]
    return helper.make_model(graph, ir_version=6, producer_name="etalon", opset_imports=imports)


def main():
    generator = np.random.default_rng(15)
    w = weights(generator)
    x = generator.integers(-180, 181, (1, 1, 6, 8)) / np.float32(64)  # some lie on a tie of Quant
    expected = derive(x.astype(np.float64), w)
    onnx.save(model(w), FOLDER / "model.onnx")
    x.astype("<f4").tofile(FOLDER / "x.bin")
    data_set = FOLDER / "test_data_set_0"
    data_set.mkdir(exist_ok=True)

    def save(values, name, file):
        (data_set / file).write_bytes(numpy_helper.from_array(values, name).SerializeToString())

    save(x.astype(np.float32), "x", "input_0.pb")
    for i, (name, (type, shape)) in enumerate(OUTPUTS.items()):
        values = expected[name].reshape(shape).astype(helper.tensor_dtype_to_np_dtype(type))
        save(values, name, f"output_{i}.pb")
        print(name, *values.reshape(-1)[:12])


if __name__ == "__main__":
    main()
