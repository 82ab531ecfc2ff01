"""Rewrites that are the same function, for all inputs."""

import numpy as np
from corpus import each, model, numbers, sound
from unsound import _loop

X = "float[N, 4] x > float[N, 4] y"
IO = "float[N] x > float[N] y"
INTS = "int64[N] x > int64[N] y"


# What a caller cannot tell: inner names, dead nodes, the order of nodes, constants as nodes.
def interface() -> None:
    each(sound, "interface", X, [
        ("Inner names.", "a = Relu(x) y = Neg(a)", "b = Relu(x) y = Neg(b)"),
        ("A node that nothing reads is gone.", "u = Exp(x) y = Relu(x)", "y = Relu(x)"),
        ("Two equal nodes are one.", "a = Exp(x) b = Exp(x) y = Add(a, b)", "a = Exp(x) y = Add(a, a)"),
        ("The order of nodes.", "a = Exp(x) b = Neg(x) y = Add(a, b)", "b = Neg(x) a = Exp(x) y = Add(a, b)"),
        ("An initializer is a Constant.", "y = Add(x, 2.0)", "c = Constant<value = float {2.0}>() y = Add(x, c)"),
        ("A weight that nothing reads.", "y = Relu(x)", "u = Add(2.0, 1.0) y = Relu(x)"),
        ("A name goes to another inner value.", "a = Exp(x) b = Neg(a) y = Relu(b)",
         "b = Exp(x) a = Neg(b) y = Relu(a)"),
        ("An Identity before the output.", "y = Relu(x)", "a = Relu(x) y = Identity(a)"),
    ])
    sound("interface", "The output's length is said: it is that of the input.",
          model("float[N, 4] x > float[A, B] y", "y = Relu(x)"), model(X, "y = Relu(x)"))
    sound("interface", "More lengths are taken than before.", model(X, "y = Relu(x)"),
          model("float[N, M] x > float[N, M] y", "y = Relu(x)"))
    sound("interface", "A symbol has another name.", model(X, "y = Relu(x)"),
          model("float[B, 4] x > float[B, 4] y", "y = Relu(x)"))
    sound("interface", "A later opset.", model(X, "y = Relu(x)", 13), model(X, "y = Relu(x)", 19))
    sound("interface", "Axes became an input with opset 13.", model("float[N, 4] x > float[N] y",
          "y = ReduceSum<axes = [1], keepdims = 0>(x)", 11),
          model("float[N, 4] x > float[N] y", "y = ReduceSum<keepdims = 0>(x, [1])", 13))


# The same bits by another way.
def identities() -> None:
    each(sound, "moves", X, [
        ("A sum of two is commutative.", "y = Add(x, 2.0)", "y = Add(2.0, x)"),
        ("-(-x) is x.", "a = Neg(x) y = Neg(a)", "y = Identity(x)"),
        ("Relu of Relu.", "a = Relu(x) y = Relu(a)", "y = Relu(x)"),
        ("A difference is the sum with the negated.", "y = Sub(x, 2.0)", "y = Add(x, -2.0)"),
        ("Times a power of two.", "y = Div(x, 4.0)", "y = Mul(x, 0.25)"),
        ("x + x is 2x.", "y = Add(x, x)", "y = Mul(x, 2.0)"),
        ("Split and Concat.", "a, b = Split<axis = 1>(x, [1, 3]) y = Concat<axis = 1>(a, b)", "y = Identity(x)"),
        ("Two slices are one.", "a = Slice(x, [1], [4], [1]) b = Slice(a, [1], [3], [1]) y = Concat<axis = 1>(b, b)",
         "b = Slice(x, [2], [4], [1]) y = Concat<axis = 1>(b, b)"),
        ("Gather of a range is a slice.", "a = Gather<axis = 1>(x, [1, 2]) y = Concat<axis = 1>(a, a)",
         "a = Slice(x, [1], [3], [1]) y = Concat<axis = 1>(a, a)"),
        ("Nested Concat.",
         "a, b, c = Split<axis = 1>(x, [1, 1, 2]) d = Concat<axis = 1>(b, c) y = Concat<axis = 1>(a, d)",
         "y = Identity(x)"),
        ("Reversed twice.", "a = Slice(x, [3], [-5], [1], [-1]) y = Slice(a, [3], [-5], [1], [-1])", "y = Identity(x)"),
        ("Squeeze of Unsqueeze.", "a = Unsqueeze(x, [0]) y = Squeeze(a, [0])", "y = Identity(x)"),
        ("Expand to one's own shape.", "n = Shape(x) y = Expand(x, n)", "y = Identity(x)"),
        ("Tile once.", "y = Tile(x, [1, 1])", "y = Identity(x)"),
        ("Flatten of rank 2.", "y = Flatten(x)", "y = Identity(x)"),
        ("Where by True.", "y = Where(bool:true, x, 0.0)", "y = Identity(x)"),
        ("Max by itself.", "y = Max(x, x)", "y = Identity(x)"),
        ("Pad then Slice.", "p = Pad(x, [0, 1, 0, 0]) y = Slice(p, [1], [5], [1])", "y = Identity(x)"),
        ("Sum of one.", "y = Sum(x)", "y = Identity(x)"),
        ("Clip is Min of Max.", "y = Clip(x, -0.5, 0.5)", "a = Max(x, -0.5) y = Min(a, 0.5)"),
        ("Two Clips are one.", "a = Clip(x, -1.0, 0.5) y = Clip(a, -0.5, 1.0)", "y = Clip(x, -0.5, 0.5)"),
        ("not (x ≤ 37) is x > 37 but for NaN, which Where takes to 0 here.",
         "n = IsNaN(x) d = Where(n, 0.0, x) c = Greater(d, 37.0) y = Where(c, 1.0, d)",
         "n = IsNaN(x) d = Where(n, 0.0, x) l = LessOrEqual(d, 37.0) c = Not(l) y = Where(c, 1.0, d)"),
        ("x < 3 is 3 > x.", "c = Less(x, 3.0) y = Where(c, 1.0, x)", "c = Greater(3.0, x) y = Where(c, 1.0, x)"),
        ("The greatest of a row by TopK.", "m = ReduceMax<axes = [1]>(x) y = Expand(m, [1, 4])",
         "v, i = TopK<axis = 1>(x, [1]) y = Expand(v, [1, 4])"),
        ("A slice beyond the end.", "y = Slice(x, [0], [4], [1])", "y = Identity(x)"),
        ("Depth and space and back.",
         "u = Unsqueeze(x, [2, 3]) d = DepthToSpace<blocksize = 2>(u) s = SpaceToDepth<blocksize = 2>(d)"
         " y = Squeeze(s, [2, 3])", "y = Identity(x)"),
    ])
    each(sound, "integers", INTS, [
        ("x + x wraps as 2x.", "y = Add(x, x)", "y = Mul(x, 2)"),
        ("(x + 3) - 3 wraps back.", "a = Add(x, 3) y = Sub(a, 3)", "y = Identity(x)"),
        ("-x is 0 - x.", "y = Neg(x)", "y = Sub(0, x)"),
        ("3x + 5x wraps as 8x.", "a = Mul(x, 3) b = Mul(x, 5) y = Add(a, b)", "y = Mul(x, 8)"),
        ("Mod of Mod.", "a = Mod(x, 12) y = Mod(a, 4)", "y = Mod(x, 4)"),
        ("Min and Max change places.", "a = Max(x, -5) y = Min(a, 9)", "a = Min(x, 9) y = Max(a, -5)"),
        ("x ≤ 4 is x < 5.", "c = LessOrEqual(x, 4) y = Where(c, x, 0)", "c = Less(x, 5) y = Where(c, x, 0)"),
        ("Distributed, modulo 2^64.", "a = Add(x, 7) y = Mul(a, 11)", "a = Mul(x, 11) y = Add(a, 77)"),
    ])
    each(sound, "integers", "int32[N] x > int32[N] y", [
        ("float64 has all of int32.", "f = Cast<to = 11>(x) y = Cast<to = 6>(f)", "y = Identity(x)"),
        ("int64 has all of int32.", "f = Cast<to = 7>(x) y = Cast<to = 6>(f)", "y = Identity(x)"),
    ])
    each(sound, "integers", "int16[N] x > int16[N] y", [
        ("float32 has all of int16.", "f = Cast<to = 1>(x) y = Cast<to = 5>(f)", "y = Identity(x)"),
        ("A sum through int32 wraps alike.", "y = Add(x, x)", "a = Cast<to = 6>(x) b = Add(a, a) y = Cast<to = 5>(b)"),
    ])
    each(sound, "integers", "uint8[N] x > uint8[N] y", [
        ("A shift is a division.", 'y = BitShift<direction = "RIGHT">(x, uint8:1)', "y = Div(x, uint8:2)"),
        ("A shift is a product.", 'y = BitShift<direction = "LEFT">(x, uint8:1)', "y = Mul(x, uint8:2)"),
        ("255 is no bound.", "y = Min(x, uint8:255)", "y = Identity(x)"),
        ("255 - (255 - x).", "a = Sub(uint8:255, x) y = Sub(uint8:255, a)", "y = Identity(x)"),
    ])
    w = numbers(10, 4, seed=5)
    each(sound, "indices", "int64[N] i > float[N, 4] y", [
        ("Gather by GatherND.", "y = Gather(w, i)", "u = Unsqueeze(i, [1]) y = GatherND(w, u)"),
        ("OneHot takes negative indices, too.", "y = Gather(w, i)", "o = OneHot(i, 10, [0.0, 1.0]) y = MatMul(o, w)"),
        ("Negative indices made explicit.", "y = Gather(w, i)",
         "n = Less(i, 0) p = Add(i, 10) j = Where(n, p, i) y = Gather(w, j)"),
        ("Mod is the sign of the divisor's.", "y = Gather(w, i)", "j = Mod(i, 10) y = Gather(w, j)"),
        ("A table of which the columns are gathered and joined.", "y = Gather(w, i)",
         "a, b = Split<axis = 1>(w, [2, 2]) c = Gather(a, i) d = Gather(b, i) y = Concat<axis = 1>(c, d)"),
    ], w=w)


# Any length, and any count of trips.
def lengths_and_loops() -> None:
    each(sound, "lengths", IO, [
        ("A slice of what there is.", "y = Slice(x, [0], [9223372036854775807])", "y = Identity(x)"),
        ("Two parts joined again.",
         "a = Slice(x, [0], [16]) b = Slice(x, [16], [100000]) y = Concat<axis = 0>(a, b)", "y = Identity(x)"),
        ("From the end.", "y = Slice(x, [-10], [100000])",
         "n = Shape(x) s = Sub(n, [10]) m = Max(s, [0]) y = Slice(x, m, n)"),
        ("Pad and cut.", "p = Pad(x, [0, 5]) n = Shape(x) y = Slice(p, [0], n)", "y = Identity(x)"),
        ("A reshape to one's own length.", "y = Reshape(x, [-1])", "y = Reshape(x, [0])"),
        ("A mean is the sum over the count.", "m = ReduceMean<axes = [0]>(x) y = Sub(x, m)",
         "n = Shape(x) c = Cast<to = 1>(n) s = ReduceSum(x, [0]) m = Div(s, c) y = Sub(x, m)"),
        ("The last element.", "l = Gather(x, [-1]) y = Sub(x, l)",
         "n = Shape(x) k = Sub(n, [1]) l = Gather(x, k) y = Sub(x, l)"),
    ])
    trips = "int64 m, float[N] x > float[N] y"
    each(sound, "loops", trips, [
        ("Doubled by a product.", _loop("Add(a, a)"), _loop("Mul(a, 2.0)")),
        ("The condition is not read.", _loop("Neg(a)"), "y = Loop(m, , x) <body = l (int64 i, bool k, float[N] a) =>"
         " (bool o, float[N] b) { o = Identity(k) b = Neg(a) }>"),
        ("An even number of negations.", "t = Mul(m, 2) " + _loop("Neg(a)", "t"), "y = Identity(x)"),
    ])
    each(sound, "loops", IO, [
        ("Three trips unrolled.", _loop("Add(a, 0.1)", "3"), "p = Add(x, 0.1) q = Add(p, 0.1) y = Add(q, 0.1)"),
        ("No trip.", _loop("Add(a, 0.1)", "0"), "y = Identity(x)"),
        ("One trip.", _loop("Exp(a)", "1"), "y = Exp(x)"),
        ("False from the start.", _loop("Exp(a)", "5", "bool:false"), "y = Identity(x)"),
        ("Scan without a state.",
         "y = Scan<num_scan_inputs = 1, body = b (float e) => (float f) { f = Exp(e) }>(x)", "y = Exp(x)"),
        ("Scan that adds is CumSum, up to rounding.", "s, y = Scan<num_scan_inputs = 1, body = b (float c, float e) =>"
         " (float d, float f) { d = Add(c, e) f = Identity(d) }>(0.0, x)", "y = CumSum(x, 0)"),
    ])
    choice = ("{} y = If(c) <then_branch = t () => (float[N] a) {{ a = {} }}, else_branch = e () => (float[N] b) {{ b = {} }}>")
    each(sound, "branches", IO, [
        ("A constant condition.", choice.format("c = Identity(bool:true)", "Neg(x)", "Relu(x)"), "y = Neg(x)"),
        ("Both branches alike.", choice.format("s = ReduceSum<keepdims = 0>(x) c = Greater(s, 100.0)", "Neg(x)",
         "Neg(x)"), "y = Neg(x)"),
        ("The condition negated.", choice.format("s = ReduceSum<keepdims = 0>(x) c = Greater(s, 1.5)", "Neg(x)",
         "Relu(x)"),
         choice.format("s = ReduceSum<keepdims = 0>(x) d = Greater(s, 1.5) c = Not(d)", "Relu(x)", "Neg(x)")),
        ("A condition on the rank.", choice.format("n = Shape(x) r = Shape(n) q = Squeeze(r) c = Equal(q, 1)",
         "Neg(x)", "Relu(x)"),
         "y = Neg(x)"),
    ])
    each(sound, "branches", "bool f, float[N] x > float[N] y", [
        ("Both are computed and one taken.", choice.format("c = Identity(f)", "Neg(x)", "Relu(x)"),
         "a = Neg(x) b = Relu(x) y = Where(f, a, b)"),
    ])


# Functions by their formulas.
def formulas() -> None:
    each(sound, "formulas", X, [
        ("Elu.", "y = Elu<alpha = 1.5>(x)",
         "c = Less(x, 0.0) e = Exp(x) d = Sub(e, 1.0) k = Mul(d, 1.5) y = Where(c, k, x)"),
        ("LeakyRelu.", "y = LeakyRelu<alpha = 0.1>(x)", "c = Less(x, 0.0) k = Mul(x, 0.1) y = Where(c, k, x)"),
        ("Sigmoid.", "y = Sigmoid(x)", "n = Neg(x) e = Exp(n) d = Add(e, 1.0) y = Div(1.0, d)"),
        ("Softmax, less the maximum.", "y = Softmax(x)", "m = ReduceMax<axes = [1]>(x) d = Sub(x, m) e = Exp(d)"
         " s = ReduceSum(e, [1]) y = Div(e, s)"),
        ("LogSoftmax.", "y = LogSoftmax(x)",
         "m = ReduceMax<axes = [1]>(x) d = Sub(x, m) e = Exp(d) s = ReduceSum(e, [1])"
         " l = Log(s) y = Sub(d, l)"),
        ("Softsign.", "y = Softsign(x)", "a = Abs(x) b = Add(a, 1.0) y = Div(x, b)"),
        ("Swish by Sigmoid.", "s = Sigmoid(x) y = Mul(x, s)", "n = Neg(x) e = Exp(n) d = Add(e, 1.0) y = Div(x, d)"),
        ("HardSwish.", "y = HardSwish(x)", "a = Add(x, 3.0) c = Clip(a, 0.0, 6.0) d = Div(c, 6.0) y = Mul(x, d)"),
        ("HardSigmoid.", "y = HardSigmoid<alpha = 0.25, beta = 0.5>(x)",
         "a = Mul(x, 0.25) b = Add(a, 0.5) y = Clip(b, 0.0, 1.0)"),
        ("Tanh by Sigmoid.", "y = Tanh(x)", "a = Mul(x, 2.0) s = Sigmoid(a) d = Mul(s, 2.0) y = Sub(d, 1.0)"),
        ("Celu.", "y = Celu<alpha = 2.0>(x)",
         "p = Max(x, 0.0) d = Div(x, 2.0) e = Exp(d) f = Sub(e, 1.0) g = Mul(f, 2.0)"
         " h = Min(g, 0.0) y = Add(p, h)"),
        ("ThresholdedRelu.", "y = ThresholdedRelu<alpha = 80.0>(x)", "c = Greater(x, 80.0) y = Where(c, x, 0.0)"),
        ("Selu.", "y = Selu<alpha = 1.5, gamma = 2.0>(x)", "c = Less(x, 0.0) e = Exp(x) d = Sub(e, 1.0) k = Mul(d, 1.5)"
         " w = Where(c, k, x) y = Mul(w, 2.0)"),
        ("PRelu.", "y = PRelu(x, [0.1, 0.2, 0.3, 0.4])",
         "c = Less(x, 0.0) k = Mul(x, [0.1, 0.2, 0.3, 0.4]) y = Where(c, k, x)"),
        ("Gelu by Erf.", "d = Div(x, 1.4142135623730951) e = Erf(d) o = Add(e, 1.0) m = Mul(x, o) y = Mul(m, 0.5)",
         "d = Div(x, 1.4142135623730951) e = Erf(d) o = Add(e, 1.0) h = Mul(x, 0.5) y = Mul(h, o)"),
        ("LayerNormalization.", "y = LayerNormalization(x, [1.0, 2.0, 0.5, 1.5], [0.5, 0.0, -1.0, 2.0])",
         "m = ReduceMean<axes = [1]>(x) d = Sub(x, m) s = Mul(d, d) v = ReduceMean<axes = [1]>(s) e = Add(v, 0.00001)"
         " q = Sqrt(e) n = Div(d, q) g = Mul(n, [1.0, 2.0, 0.5, 1.5]) y = Add(g, [0.5, 0.0, -1.0, 2.0])"),
        ("LpNormalization of what is not 0.", "a = Abs(x) b = Add(a, 1.0) y = LpNormalization<axis = 1>(b)",
         "a = Abs(x) b = Add(a, 1.0) n = ReduceL2<axes = [1]>(b) y = Div(b, n)"),
        ("Hardmax.", "y = Hardmax<axis = 1>(x)", "a = ArgMax<axis = 1, keepdims = 0>(x) y = OneHot(a, 4, [0.0, 1.0])"),
        ("Sign.", "y = Sign(x)",
         "n = IsNaN(x) z = Where(n, 0.0, x) p = Greater(z, 0.0) m = Less(z, 0.0) a = Cast<to = 1>(p)"
         " b = Cast<to = 1>(m) s = Sub(a, b) y = Where(n, x, s)"),
        ("Squares.", "y = Pow(x, 2.0)", "y = Mul(x, x)"),
        ("A root.", "a = Abs(x) y = Pow(a, 0.5)", "a = Abs(x) y = Sqrt(a)"),
        ("Softplus.", "y = Softplus(x)",
         "a = Abs(x) n = Neg(a) e = Exp(n) o = Add(e, 1.0) l = Log(o) r = Max(x, 0.0) y = Add(r, l)"),
    ])
    rows = "float[N, 4] x > float[N, 1] y"
    each(sound, "formulas", rows, [
        ("ReduceL2.", "y = ReduceL2<axes = [1]>(x)", "s = ReduceSumSquare<axes = [1]>(x) y = Sqrt(s)"),
        ("ReduceSumSquare.", "y = ReduceSumSquare<axes = [1]>(x)", "s = Mul(x, x) y = ReduceSum(s, [1])"),
        ("ReduceL1.", "y = ReduceL1<axes = [1]>(x)", "s = Abs(x) y = ReduceSum(s, [1])"),
        ("ReduceLogSumExp.", "y = ReduceLogSumExp<axes = [1]>(x)",
         "e = Exp(x) s = ReduceSum(e, [1]) y = Log(s)"),
        ("ReduceMean.", "y = ReduceMean<axes = [1]>(x)", "s = ReduceSum(x, [1]) y = Div(s, 4.0)"),
        ("A sum as a product with ones.", "y = ReduceSum(x, [1])", "y = MatMul(x, ones)"),
    ], ones=np.ones((4, 1), np.float32))


for add in (interface, identities, lengths_and_loops, formulas):
    add()
