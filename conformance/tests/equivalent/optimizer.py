"""What optimizers do: fusions, foldings and eliminations, done right and done wrong."""

import numpy as np
from corpus import each, model, numbers, sound, unsound

X = "float[N, 4] x > float[N, 4] y"
IMAGE = "float[N, 3, 6, 6] x > float[N, 4, 4, 4] y"
KIND = "optimizer"


# Conv with what follows it.
def convolutions() -> None:
    w, b = numbers(4, 3, 3, 3, seed=10), numbers(4, seed=11)
    scale, bias, mean = numbers(4, seed=12, low=0.5, high=2), numbers(4, seed=13), numbers(4, seed=14)
    var = numbers(4, seed=15, low=0.5, high=2)
    exact = [array.astype(np.float64) for array in (w, b, scale, bias, mean, var)]

    def folded(epsilon: float = np.float64(np.float32(1e-5)), power: float = 0.5, shift: float = 1.0) -> dict:
        W, B, S, C, M, V = exact
        factor = S / (V + epsilon) ** power
        return {"w": (W * factor[:, None, None, None]).astype(np.float32),
                "b": (factor * (B - shift * M) + C).astype(np.float32)}

    before = model(IMAGE, "c = Conv(x, w, b) y = BatchNormalization(c, s, t, m, v)",
        w=w, b=b, s=scale, t=bias, m=mean, v=var)

    def after(**weights) -> object:
        return model(IMAGE, "y = Conv(x, w, b)", **weights)

    sound(KIND, "BatchNormalization folded into Conv, each weight rounded once.", before, after(**folded()))
    for why, weights in [
        ("The epsilon is lost.", folded(epsilon=0)),
        ("The epsilon is 1e-3.", folded(epsilon=1e-3)),
        ("The variance in place of its root.", folded(power=1)),
        ("The mean is not subtracted.", folded(shift=0)),
        ("The bias of Conv is not scaled.",
         {"w": folded()["w"], "b": (folded()["b"] * 0 + b + bias).astype(np.float32)}),
        ("Folded in float16.", {k: v.astype(np.float16).astype(np.float32) for k, v in folded().items()}),
    ]:
        unsound(KIND, "Conv + BatchNormalization: " + why, before, after(**weights))
    off = folded()
    off["w"][2, 1, 0, 2] += np.float32(1e-4)
    unsound(KIND, "Conv + BatchNormalization: one weight is off by 1e-4.", before, after(**off))

    k = numbers(4, 1, 1, seed=16, low=0.5, high=2)
    times = model(IMAGE, "c = Conv(x, w, b) y = Mul(c, k)", w=w, b=b, k=k)
    channel = k.reshape(4)
    wk = (exact[0] * channel.astype(np.float64)[:, None, None, None]).astype(np.float32)
    bk = (exact[1] * channel).astype(np.float32)
    sound(KIND, "Conv + Mul by channel.", times, after(w=wk, b=bk))
    unsound(KIND, "Conv + Mul: the bias is not scaled.", times, after(w=wk, b=b))
    unsound(KIND, "Conv + Mul: by the wrong channels.", times,
            after(w=w * np.roll(channel, 1)[:, None, None, None], b=b * np.roll(channel, 1)))
    last = model(IMAGE, "c = Conv(x, w, b) y = Mul(c, k)", w=w, b=b, k=channel)
    unsound(KIND, "Conv + Mul by [4], which is along the width, folded by channel.", last, after(w=wk, b=bk))
    added = model(IMAGE, "c = Conv(x, w) y = Add(c, k)", w=w, k=b.reshape(4, 1, 1))
    sound(KIND, "Conv + Add is a bias.", added, after(w=w, b=b))
    unsound(KIND, "Conv + Add: the bias has the other sign.", added, after(w=w, b=-b))
    lone = model(IMAGE, "c = Conv(x, w, b) y = Add(c, k)", w=w, b=b, k=b.reshape(4, 1, 1))
    unsound(KIND, "Conv with a bias + Add: the first bias is lost.", lone, after(w=w, b=b))
    padded = model("float[N, 3, 4, 4] x > float[N, 4, 4, 4] y",
        "p = Pad(x, [0, 0, 1, 1, 0, 0, 1, 1]) y = Conv(p, w, b)", w=w, b=b)
    io = "float[N, 3, 4, 4] x > float[N, 4, 4, 4] y"
    sound(KIND, "Pad + Conv.", padded, model(io, "y = Conv<pads = [1, 1, 1, 1]>(x, w, b)", w=w, b=b))
    ones = model(io, "p = Pad(x, [0, 0, 1, 1, 0, 0, 1, 1], 1.0) y = Conv(p, w, b)", w=w, b=b)
    unsound(KIND, "Pad with ones + Conv: padded with zeros.",
        ones, model(io, "y = Conv<pads = [1, 1, 1, 1]>(x, w, b)", w=w, b=b))
    unsound(KIND, "Pad + Conv: one row too far.", padded, model(io, "y = Conv<pads = [2, 1, 0, 1]>(x, w, b)", w=w, b=b))
    point = numbers(4, 3, 1, 1, seed=17)
    sound(KIND, "A convolution of 1 × 1 is a matrix product.", model("float[1, 3, 5, 5] x > float[1, 4, 5, 5] y",
        "y = Conv(x, w)", w=point),
          model("float[1, 3, 5, 5] x > float[1, 4, 5, 5] y",
              "r = Reshape(x, [3, 25]) p = MatMul(w, r) y = Reshape(p, [1, 4, 5, 5])",
                w=point.reshape(4, 3)))
    pool = "float[N, 2, 4, 4] x > float[N, 2, 2, 2] y"
    each(unsound, KIND, "float[N, 2, 4, 4] x > float[N, 2, 4, 4] y", [
        ("Zeros of the pad count, not only the elements.",
         "p = Pad(x, [0, 0, 1, 1, 0, 0, 1, 1]) y = AveragePool<kernel_shape = [3, 3]>(p)",
         "y = AveragePool<kernel_shape = [3, 3], pads = [1, 1, 1, 1]>(x)"),
        ("Elements below 0: the pad of MaxPool is -∞.",
         "p = Pad(x, [0, 0, 1, 1, 0, 0, 1, 1]) y = MaxPool<kernel_shape = [3, 3]>(p)",
         "y = MaxPool<kernel_shape = [3, 3], pads = [1, 1, 1, 1]>(x)"),
    ])
    sound(KIND, "Zeros of the pad count.", model("float[N, 2, 4, 4] x > float[N, 2, 4, 4] y",
          "p = Pad(x, [0, 0, 1, 1, 0, 0, 1, 1]) y = AveragePool<kernel_shape = [3, 3]>(p)"),
          model("float[N, 2, 4, 4] x > float[N, 2, 4, 4] y",
                "y = AveragePool<kernel_shape = [3, 3], pads = [1, 1, 1, 1], count_include_pad = 1>(x)"))
    sound(KIND, "Relu and MaxPool change places.",
        model(pool, "r = Relu(x) y = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(r)"),
          model(pool, "m = MaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x) y = Relu(m)"))
    unsound(KIND, "Relu and AveragePool do not change places.",
            model(pool, "r = Relu(x) y = AveragePool<kernel_shape = [2, 2], strides = [2, 2]>(r)"),
            model(pool, "m = AveragePool<kernel_shape = [2, 2], strides = [2, 2]>(x) y = Relu(m)"))
    sound(KIND, "GlobalAveragePool is a mean.", model("float[N, 2, H, W] x > float[N, 2, 1, 1] y",
        "y = GlobalAveragePool(x)"),
          model("float[N, 2, H, W] x > float[N, 2, 1, 1] y", "y = ReduceMean<axes = [2, 3]>(x)"))


# Matrix products.
def products() -> None:
    w, b = numbers(4, 4, seed=20), numbers(4, seed=21)
    v = numbers(4, 4, seed=22)
    joined = (w.astype(np.float64) @ v.astype(np.float64)).astype(np.float32)
    each(sound, KIND, X, [
        ("MatMul + Add is Gemm.", "m = MatMul(x, w) y = Add(m, b)", "y = Gemm(x, w, b)"),
        ("A transpose before Gemm.", "t = Transpose(w) m = MatMul(x, t) y = Add(m, b)",
         "y = Gemm<transB = 1>(x, w, b)"),
        ("The scale of Gemm.", "m = MatMul(x, w) y = Mul(m, 0.5)", "y = Gemm<alpha = 0.5>(x, w)"),
        ("(x W) V is x (W V).", "m = MatMul(x, w) y = MatMul(m, v)", "y = MatMul(x, wv)"),
        ("A product by a diagonal.", "m = MatMul(x, w) y = Mul(m, b)", "y = MatMul(x, wb)"),
        ("Two products of one input are one.", "a = MatMul(x, w) c = MatMul(x, v) y = Add(a, c)",
         "j = MatMul(x, both) a, c = Split<axis = 1>(j, [4, 4]) y = Add(a, c)"),
        ("Einsum is MatMul.", 'y = Einsum<equation = "ij,jk->ik">(x, w)', "y = MatMul(x, w)"),
        ("Transposed twice.", "a = Transpose(x) c = Transpose(a) y = MatMul(c, w)", "y = MatMul(x, w)"),
    ], w=w, b=b, v=v, wv=joined, wb=(w.astype(np.float64) * b).astype(np.float32), both=np.hstack([w, v]))
    each(unsound, KIND, X, [
        ("MatMul + Add: the bias is lost.", "m = MatMul(x, w) y = Add(m, b)", "y = MatMul(x, w)"),
        ("Gemm's beta is 0.5.", "m = MatMul(x, w) y = Add(m, b)", "y = Gemm<beta = 0.5>(x, w, b)"),
        ("Transposed weights are not.", "t = Transpose(w) y = MatMul(x, t)", "y = MatMul(x, w)"),
        ("(x W) V as x (V W).", "m = MatMul(x, w) y = MatMul(m, v)", "p = MatMul(v, w) y = MatMul(x, p)"),
        ("alpha does not scale the bias.", "m = MatMul(x, w) a = Add(m, b) y = Mul(a, 0.5)",
         "y = Gemm<alpha = 0.5>(x, w, b)"),
        ("Relu between two products is lost.", "m = MatMul(x, w) r = Relu(m) y = MatMul(r, v)", "y = MatMul(x, wv)"),
        ("The halves of a joined product are exchanged.", "a = MatMul(x, w) c = MatMul(x, v) y = Sub(a, c)",
         "j = MatMul(x, both) c, a = Split<axis = 1>(j, [4, 4]) y = Sub(a, c)"),
        ("Einsum with the other order of its letters.", 'y = Einsum<equation = "ij,jk->ik">(x, w)',
         'y = Einsum<equation = "ij,kj->ik">(x, w)'),
    ], w=w, b=b, v=v, wv=joined, both=np.hstack([w, v]))
    attention = "float[B, S, 4] q, float[B, S, 4] k, float[B, S, 4] v > float[B, S, 4] y"
    scores = "t = Transpose<perm = [0, 2, 1]>(k) {} m = MatMul({}, t) {} p = Softmax(s) y = MatMul(p, v)"
    plain = scores.format("", "q", "s = Mul(m, 0.5)")
    sound(KIND, "The scale of attention goes to the queries.", model(attention, plain),
          model(attention, scores.format("r = Mul(q, 0.5)", "r", "s = Identity(m)")))
    for why, text in [
        ("The scale is lost.", scores.format("", "q", "s = Identity(m)")),
        ("The scale is 1 / 4 in place of 1 / √4.", scores.format("", "q", "s = Mul(m, 0.25)")),
        ("Softmax over the queries.", plain.replace("Softmax(s)", "Softmax<axis = 1>(s)")),
        ("Queries for values.", plain.replace("MatMul(p, v)", "MatMul(p, q)")),
    ]:
        unsound(KIND, "Attention: " + why, model(attention, plain), model(attention, text))


# Moves, casts and steps that do nothing, or seem to.
def eliminations() -> None:
    cube = "float[A, B, C] x > float[D, E, F] y"
    each(sound, KIND, cube, [
        ("Two transposes are one.", "a = Transpose<perm = [1, 2, 0]>(x) y = Transpose<perm = [1, 2, 0]>(a)",
         "y = Transpose<perm = [2, 0, 1]>(x)"),
        ("Transposes that undo each other.",
         "a = Transpose<perm = [1, 2, 0]>(x) y = Transpose<perm = [2, 0, 1]>(a)", "y = Identity(x)"),
        ("Relu before or after a transpose.", "a = Transpose<perm = [1, 2, 0]>(x) y = Relu(a)",
         "a = Relu(x) y = Transpose<perm = [1, 2, 0]>(a)"),
        ("No pad.", "y = Pad(x, [0, 0, 0, 0, 0, 0])", "y = Identity(x)"),
        ("Dropout without training.", "y = Dropout(x)", "y = Identity(x)"),
        ("A reshape of a reshape.", "n = Shape(x) a = Reshape(x, [-1]) y = Reshape(a, n)", "y = Identity(x)"),
        ("A cast to a wider type and back.", "a = Cast<to = 11>(x) y = Cast<to = 1>(a)", "y = Identity(x)"),
        ("A cast to one's own type.", "y = Cast<to = 1>(x)", "y = Identity(x)"),
        ("Times 1.", "y = Mul(x, 1.0)", "y = Identity(x)"),
        ("Less 0.", "y = Sub(x, 0.0)", "y = Identity(x)"),
        ("Over 1.", "y = Div(x, 1.0)", "y = Identity(x)"),
        ("Concat of one.", "y = Concat<axis = 0>(x)", "y = Identity(x)"),
        ("A constant folded.", "k = Add(1.5, 2.25) y = Mul(x, k)", "y = Mul(x, 3.75)"),
        ("Shape of a shape folded.", "n = Shape(x) r = Shape(n) c = Cast<to = 1>(r) y = Mul(x, c)",
         "y = Mul(x, [3.0])"),
    ])
    each(unsound, KIND, cube, [
        ("Two transposes that do not undo each other.",
         "a = Transpose<perm = [1, 2, 0]>(x) y = Transpose<perm = [1, 2, 0]>(a)",
         "y = Identity(x)"),
        ("A cast to float16 and back.", "a = Cast<to = 10>(x) y = Cast<to = 1>(a)", "y = Identity(x)"),
        ("A cast to int64 and back.", "a = Cast<to = 7>(x) y = Cast<to = 1>(a)", "y = Identity(x)"),
        ("A pad of one.", "y = Pad(x, [0, 0, 0, 0, 0, 1])", "y = Identity(x)"),
        ("Reshape for Transpose.", "y = Transpose<perm = [0, 2, 1]>(x)",
         "n = Shape(x) p = Gather(n, [0, 2, 1]) y = Reshape(x, p)"),
        ("A sum along another axis.", "y = ReduceSum(x, [1])", "y = ReduceSum(x, [2])"),
        ("A softmax along another axis.", "y = Softmax<axis = 1>(x)", "y = Softmax<axis = 2>(x)"),
        ("A constant folded wrongly.", "k = Sub(1.5, 2.25) y = Mul(x, k)", "y = Mul(x, 0.75)"),
        ("The order of Concat.",
         "a, b = Split<axis = 0, num_outputs = 2>(x) y = Concat<axis = 0>(a, b)".replace(", num_outputs = 2", ""),
         "a, b = Split<axis = 0>(x) y = Concat<axis = 0>(b, a)"),
        ("Softmax-11 is over all axes from 1 on, Softmax-13 over the last.",
         "n = Shape(x) f = Flatten<axis = 1>(x) s = Softmax(f) y = Reshape(s, n)",
         "y = Softmax(x)"),
        ("Plus 0 makes +0 of -0.", "a = Add(x, 0.0) r = Reciprocal(a) y = Identity(r)", "y = Reciprocal(x)"),
        ("Elu's alpha is lost.", "y = Elu<alpha = 1.5>(x)", "y = Elu(x)"),
        ("The slope of LeakyRelu is 0.02.", "y = LeakyRelu(x)", "y = LeakyRelu<alpha = 0.02>(x)"),
        ("LayerNormalization's epsilon is 1e-12.", "y = LayerNormalization<axis = 2>(x, [1.0])",
         "y = LayerNormalization<axis = 2, epsilon = 1e-12>(x, [1.0])"),
        ("LayerNormalization over the last two axes.", "y = LayerNormalization<axis = 2>(x, [1.0])",
         "y = LayerNormalization<axis = 1>(x, [1.0])"),
        ("Gelu's approximation by tanh.",
         "d = Div(x, 1.4142135623730951) e = Erf(d) o = Add(e, 1.0) m = Mul(x, o) y = Mul(m, 0.5)",
         "a = Mul(x, x) b = Mul(a, x) c = Mul(b, 0.044715) d = Add(x, c) e = Mul(d, 0.7978845608) t = Tanh(e) o = Add(t, 1.0)"
         " m = Mul(x, o) y = Mul(m, 0.5)"),
    ])


# QuantizeLinear and DequantizeLinear.
def quantized() -> None:
    io = "float[N, 4] x > float[N, 4] y"
    qdq = "q = QuantizeLinear(x, {0}, uint8:{1}) y = DequantizeLinear(q, {0}, uint8:{1})"
    bytes_io = "uint8[N, 4] q > uint8[N, 4] y"
    each(sound, "qdq", bytes_io, [
        ("Dequantized and quantized again.",
         "d = DequantizeLinear(q, 0.5, uint8:3) y = QuantizeLinear(d, 0.5, uint8:3)", "y = Identity(q)"),
        ("The same by a scale that is no power of two.",
         "d = DequantizeLinear(q, 0.1, uint8:128) y = QuantizeLinear(d, 0.1, uint8:128)",
         "y = Identity(q)"),
        ("Relu as a maximum of bytes.",
         "d = DequantizeLinear(q, 0.5, uint8:100) r = Relu(d) y = QuantizeLinear(r, 0.5, uint8:100)",
         "y = Max(q, uint8:100)"),
        ("A move between the steps.",
         "d = DequantizeLinear(q, 0.5, uint8:3) t = Reshape(d, [-1, 4]) y = QuantizeLinear(t, 0.5, uint8:3)",
         "y = Reshape(q, [-1, 4])"),
        ("A scale of a half for bytes of the other zero point.",
         "d = DequantizeLinear(q, 0.5, uint8:0) y = QuantizeLinear(d, 1.0, uint8:0)",
         "d = Cast<to = 1>(q) h = Mul(d, 0.5) r = Round(h) y = Cast<to = 2>(r)"),
    ])
    each(unsound, "qdq", bytes_io, [
        ("The scales differ.", "d = DequantizeLinear(q, 0.5, uint8:3) y = QuantizeLinear(d, 0.25, uint8:3)",
         "y = Identity(q)"),
        ("The zero points differ: q = 255 saturates.",
         "d = DequantizeLinear(q, 0.5, uint8:3) y = QuantizeLinear(d, 0.5, uint8:4)",
         "y = Add(q, uint8:1)"),
        ("Relu below the zero point is lost.",
         "d = DequantizeLinear(q, 0.5, uint8:10) r = Relu(d) y = QuantizeLinear(r, 0.5, uint8:10)",
         "y = Identity(q)"),
        ("Scales that differ by a thousandth: q = 250 and more.",
         "d = DequantizeLinear(q, 0.5, uint8:0) y = QuantizeLinear(d, 0.501, uint8:0)",
         "y = Identity(q)"),
    ])
    each(unsound, "qdq", io, [
        ("Quantized and dequantized: x is rounded.", qdq.format("0.1", 128), "y = Identity(x)"),
        ("The range ends: x > 127.", qdq.format("1.0", 128), "y = Round(x)"),
        ("Quantized twice, by other scales.", qdq.format("0.1", 128), qdq.format("0.1001", 128)),
        ("The zero point is off by one: x < -12.75 and x > 12.7.", qdq.format("0.1", 128), qdq.format("0.1", 129)),
    ])
    sound("qdq", "Quantized twice by one scale.", model(io, qdq.format("0.25", 128)),
          model(io, "a = QuantizeLinear(x, 0.25, uint8:128) b = DequantizeLinear(a, 0.25, uint8:128)"
                " c = QuantizeLinear(b, 0.25, uint8:128) y = DequantizeLinear(c, 0.25, uint8:128)"))
    w = np.random.default_rng(30).integers(-128, 128, (4, 4)).astype(np.int8)
    product = "uint8[N, 4] q > float[N, 4] y"
    each(sound, "qdq", product, [
        ("A product of dequantized matrices is a scaled product of integers.",
         "a = DequantizeLinear(q, 0.5, uint8:3) b = DequantizeLinear(w, 0.25, int8:0) y = MatMul(a, b)",
         "m = MatMulInteger(q, w, uint8:3, int8:0) f = Cast<to = 1>(m) y = Mul(f, 0.125)"),
        ("The weights dequantized beforehand.",
         "a = DequantizeLinear(q, 0.5, uint8:3) b = DequantizeLinear(w, 0.25, int8:0) y = MatMul(a, b)",
         "a = DequantizeLinear(q, 0.5, uint8:3) y = MatMul(a, b)"),
    ], w=w, b=(w * np.float32(0.25)).astype(np.float32))
    unsound("qdq", "The zero point of q is lost.",
            model(product, "a = DequantizeLinear(q, 0.5, uint8:3) b = DequantizeLinear(w, 0.25, int8:0) y = MatMul(a, b)", w=w),
            model(product, "m = MatMulInteger(q, w) f = Cast<to = 1>(m) y = Mul(f, 0.125)", w=w))


for add in (convolutions, products, eliminations, quantized):
    add()
