"""Rewrites that are not the same function, by what is needed to see it."""

import numpy as np
from corpus import each, model, numbers, unsound

X = "float[N, 4] x > float[N, 4] y"
IO = "float[N] x > float[N] y"


# Names, order, types, ranks and dimensions.
def interface() -> None:
    def pair(why: str, before: str, after: str, one: str = "y = Relu(x)", other: str = "") -> None:
        unsound("interface", why, model(before, one), model(after, other or one))

    two = "float[N] a, float[N] b > float[N] y"
    sub, diff = "y = Sub(a, b)", "p = Relu(x) q = Neg(x)"
    pair("The output has another name.", IO, "float[N] x > float[N] z", other="z = Relu(x)")
    pair("The input has another name.", IO, "float[N] z > float[N] y", other="y = Relu(z)")
    pair("The names of the inputs are exchanged: a caller by name gets b - a.", two, two, sub, "y = Sub(b, a)")
    pair("A caller by position gets b - a.", two, "float[N] b, float[N] a > float[N] y", sub)
    pair("A caller by position gets q for p.", "float[N] x > float[N] p, float[N] q",
         "float[N] x > float[N] q, float[N] p", diff)
    pair("An output is lost.", "float[N] x > float[N] p, float[N] q", "float[N] x > float[N] p", diff, "p = Relu(x)")
    pair("An output is new.", "float[N] x > float[N] p", "float[N] x > float[N] p, float[N] q", "p = Relu(x)", diff)
    pair("Batches other than 1 are refused.", X, "float[1, 4] x > float[1, 4] y")
    pair("Batches other than 8 are refused.", X, "float[8, 4] x > float[8, 4] y")
    pair("The sequence is fixed to 128.", "float[B, S] x > float[B, S] y", "float[B, 128] x > float[B, 128] y")
    pair("Only squares are declared.", "float[N, M] x > float[N, M] y", "float[N, N] x > float[N, N] y")
    pair("Both inputs must have one length; a broadcast did before.", "float[N] a, float[M] b > float[K] y",
         "float[N] a, float[N] b > float[N] y", sub)
    pair("Rank 2 is declared where rank 3 was.", "float[N, 4, 4] x > float[N, 4, 4] y", X)
    pair("5 columns are declared where 4 were.", X, "float[N, 5] x > float[N, 5] y")
    pair("Takes float64 in place of float32.", IO, "double[N] x > double[N] y")
    pair("Gives float64 in place of float32.", IO, "float[N] x > double[N] y", other="r = Relu(x) y = Cast<to = 11>(r)")
    pair("Takes int32 indices in place of int64.", "int64[N] i > float[N] y", "int32[N] i > float[N] y",
         "y = Gather([1.0, 2.0, 3.0], i)")
    pair("The output has rank 2 in place of 1.", IO, "float[N] x > float[N, 1] y",
         other="r = Relu(x) y = Unsqueeze(r, [1])")
    pair("The output declares 4 rows where 3 were declared.", "float[3] x > float[3] y", "float[3] x > float[4] y")
    pair("The input that was not read is gone: a caller that gives it fails.", "float[N] x, float[N] u > float[N] y",
         IO)
    pair("An input is new.", IO, "float[N] x, float[N] u > float[N] y")
    default = np.float32(2)
    scaled = "y = Mul(x, k)"
    overridable = "float[N] x, float k > float[N] y"
    unsound("interface", "The default of an input became a constant: k = 3 is ignored or refused.",
            model(overridable, scaled, k=default), model(IO, scaled, k=default))
    unsound("interface", "An input lost its default: a caller that leaves it out fails.",
            model(overridable, scaled, k=default), model(overridable, scaled))
    unsound("interface", "The default of an input is 3 in place of 2.",
            model(overridable, scaled, k=default), model(overridable, scaled, k=np.float32(3)))


# Weights that random inputs do not reach, or whose difference is small.
def initializers() -> None:
    def weights(why: str, io: str, body: str, w: np.ndarray, other: np.ndarray) -> None:
        unsound("initializers", why, model(io, body, w=w), model(io, body, w=other))

    def changed(w: np.ndarray, place: tuple, value) -> np.ndarray:
        w = w.copy()
        w[place] = value
        return w

    gather, io = "y = Gather(w, i)", "int64[N] i > float[N, 4] y"
    table = numbers(30000, 4, seed=1)
    weights("Row 29,871 of the embedding is doubled.", io, gather, table, changed(table, (29871,), 2 * table[29871]))
    weights("Row 0, the padding, is not zero.", io, gather, changed(table, (0,), 0), table)
    weights("The last row is NaN.", io, gather, table, changed(table, (-1,), np.nan))
    swapped = table.copy()
    swapped[[500, 501]] = swapped[[501, 500]]
    weights("Rows 500 and 501 are exchanged.", io, gather, table, swapped)
    small = numbers(300, 4, seed=2)
    weights("Row 299 of 300 is another.", io, gather, small, changed(small, (299,), 0.5))
    matmul = "y = MatMul(x, w)"
    square = numbers(4, 4, seed=3)
    weights("The weights are transposed.", X, matmul, square, np.ascontiguousarray(square.T))
    weights("The weights have the other sign.", X, matmul, square, -square)
    weights("Two columns are exchanged.", X, matmul, square, square[:, [1, 0, 2, 3]].copy())
    wide = numbers(2048, 4, seed=4)
    wide_io = "float[N, 2048] x > float[N, 4] y"
    weights("One weight in 8,192 is off by 1e-4.", wide_io, matmul, wide, changed(wide, (77, 2), wide[77, 2] + 1e-4))
    weights("One weight is one ULP greater.", wide_io, matmul, wide,
            changed(wide, (5, 1), np.nextafter(wide[5, 1], np.float32(2))))
    ulp = wide.copy()
    ulp[::40] = np.nextafter(ulp[::40], np.float32(2))
    weights("208 weights are one ULP greater.", wide_io, matmul, wide, ulp)
    weights("The weights were rounded to float16.", X, matmul, square, square.astype(np.float16).astype(np.float32))
    bfloat = (square.view(np.uint32) & 0xFFFF0000).view(np.float32)
    weights("The weights were cut to bfloat16.", X, matmul, square, bfloat)
    weights("All weights are greater by a part in 2^22.", X, matmul, square, square * np.float32(1 + 2.0**-22))
    weights("A bias of -0 became +0: -0 + -0 is -0.", IO, "y = Add(x, w)", np.float32(-0.0), np.float32(0.0))
    words = np.array([b"a", b"b", b"c", b"d"], dtype=object)
    weights("The third word of the table is another.", "int64[N] i > string[N] y", gather, words,
            np.array([b"a", b"b", b"x", b"d"], dtype=object))
    ints = np.arange(1000, dtype=np.int64)
    weights("Entry 997 of a table of integers is another.", "int64[N] i > int64[N] y", gather, ints,
            changed(ints, (997,), 0))
    guarded = ("s = ReduceSum<keepdims = 0>(x) c = Greater(s, 1000000.0) y = If(c) <then_branch = t () => (float[N] a)"
               " { a = Mul(x, w) }, else_branch = e () => (float[N] b) { b = Relu(x) }>")
    weights("The weight of a branch that is seldom taken is another.", IO, guarded, np.float32(2), np.float32(3))
    sliced = "s = Slice(x, [100], [200]) p = ReduceSum(s, [0]) q = Mul(p, w) y = Add(x, q)"
    weights("The weight of a part that only x of more than 100 elements has is another.", IO, sliced,
            np.float32(2), np.float32(3))


# Numbers at which, and only near which, the functions differ.
def constants() -> None:
    each(unsound, "constants", IO, [
        ("x in (37, 38].", "c = Greater(x, 37.0) y = Where(c, 1.0, x)", "c = Greater(x, 38.0) y = Where(c, 1.0, x)"),
        ("x = 37.", "c = Greater(x, 37.0) y = Where(c, 1.0, x)", "c = GreaterOrEqual(x, 37.0) y = Where(c, 1.0, x)"),
        ("x = 0.3 alone.", "c = Less(x, 0.3) y = Where(c, 1.0, x)", "c = LessOrEqual(x, 0.3) y = Where(c, 1.0, x)"),
        ("x = 17 alone.", "c = Equal(x, 17.0) y = Where(c, 5.0, x)", "y = Identity(x)"),
        ("x = -250.5 alone.", "c = Equal(x, -250.5) y = Where(c, 5.0, x)", "y = Identity(x)"),
        ("x > 6.", "y = Clip(x, 0.0, 6.0)", "y = Clip(x, 0.0, 6.0001)"),
        ("x > 100.", "y = Min(x, 100.0)", "y = Min(x, 101.0)"),
        ("x < -500.", "y = Max(x, -500.0)", "y = Max(x, -600.0)"),
        ("x in (-1000, -999).", "y = Clip(x, -1000.0, 1000.0)", "y = Clip(x, -999.0, 1000.0)"),
        ("x > 3e37.", "y = Min(x, 3e37)", "y = Identity(x)"),
        ("x in (2.9, 3.1).", "a = Greater(x, 2.9) b = Less(x, 3.1) c = And(a, b) y = Where(c, 0.0, x)",
         "y = Identity(x)"),
        ("x in (511, 513).", "d = Sub(x, 512.0) e = Abs(d) c = Less(e, 1.0) y = Where(c, 0.0, x)", "y = Identity(x)"),
        ("x > 80.", "y = ThresholdedRelu<alpha = 80.0>(x)", "y = ThresholdedRelu<alpha = 81.0>(x)"),
        ("|x| in (12, 13).", "y = Shrink<lambd = 12.0>(x)", "y = Shrink<lambd = 13.0>(x)"),
        ("x = 2.5: a hard sigmoid reaches 1 there.", "y = HardSigmoid<alpha = 0.2, beta = 0.5>(x)",
         "y = HardSigmoid<alpha = 0.2, beta = 0.5000005>(x)"),
    ])
    ints = "int64[N] x > int64[N] y"
    each(unsound, "constants", ints, [
        ("x = 1009 modulo 1,013.", "y = Mod(x, 1013)", "y = Mod(x, 1009)"),
        ("x ≥ 97.", "y = Mod(x, 97)", "y = Identity(x)"),
        ("x = 4096.", "c = Equal(x, 4096) y = Where(c, 0, x)", "y = Identity(x)"),
        ("x = 65535: the greatest uint16.", "y = Min(x, 65535)", "y = Min(x, 65534)"),
        ("x ≤ -12345.", "y = Max(x, -12345)", "y = Max(x, -12346)"),
        ("x = 1000000007.", "c = Less(x, 1000000007) y = Where(c, x, 0)", "c = Less(x, 1000000008) y = Where(c, x, 0)"),
        ("x beyond 10^7: float32 has 24 bits.", "y = Div(x, 1000)",
         "a = Cast<to = 1>(x) b = Mul(a, 0.001) y = Cast<to = 7>(b)"),
    ])
    each(unsound, "constants", "float[N] x > uint8[N] y", [
        ("x from 12.8 to 25.5: the range of uint8 was cut to 0 … 127.", "y = QuantizeLinear(x, 0.1, uint8:0)",
         "q = QuantizeLinear(x, 0.1, uint8:0) y = Min(q, uint8:127)"),
        ("x < -12.7: the zero point is 127 in place of 128.", "y = QuantizeLinear(x, 0.1, uint8:128)",
         "a = Add(x, 0.0) q = QuantizeLinear(a, 0.1, uint8:127) y = Add(q, uint8:1)"),
        ("x = 100: saturation.", "y = QuantizeLinear(x, 0.25, uint8:10)", "y = QuantizeLinear(x, 0.25, uint8:11)"),
    ])
    each(unsound, "constants", "uint8[N] x > float[N] y", [
        ("x = 255 alone.", "y = DequantizeLinear(x, 0.5, uint8:3)",
         "m = Min(x, uint8:254) y = DequantizeLinear(m, 0.5, uint8:3)"),
        ("x = 0 alone: a zero point of 0 hides it.", "a = Max(x, uint8:1) y = DequantizeLinear(a, 0.5, uint8:0)",
         "y = DequantizeLinear(x, 0.5, uint8:0)"),
    ])


# Integers over the whole range of their type.
def integers() -> None:
    i32, i64 = "int32[N] x > int32[N] y", "int64[N] x > int64[N] y"
    each(unsound, "integers", i32, [
        ("Odd x beyond 2^24 are rounded in float32.", "y = Identity(x)", "f = Cast<to = 1>(x) y = Cast<to = 6>(f)"),
        ("x ≥ 2^30: the product wraps.", "y = Identity(x)", "p = Mul(x, int32:2) y = Div(p, int32:2)"),
        ("x = -2^31: its magnitude wraps.", "a = Abs(x) y = Max(a, int32:0)", "y = Abs(x)"),
        ("Odd x < 0: Div rounds to zero, the shift of floor down.", "y = Div(x, int32:2)",
         "f = Cast<to = 11>(x) h = Mul(f, double:0.5) g = Floor(h) y = Cast<to = 6>(g)"),
        ("x > 2^31 - 1001: the sum wraps.", "a = Add(x, int32:1000) c = Greater(a, x) y = Where(c, x, int32:0)",
         "y = Identity(x)"),
        ("x < 0: Mod has the sign of the divisor, fmod of x.", "y = Mod(x, int32:8)", "y = Mod<fmod = 1>(x, int32:8)"),
        ("x beyond int16.", "y = Identity(x)", "h = Cast<to = 5>(x) y = Cast<to = 6>(h)"),
        ("x < 0.", "y = Identity(x)", "h = Cast<to = 12>(x) k = Cast<to = 7>(h) l = Abs(k) m = Min(l, 2147483647)"
         " y = Cast<to = 6>(m)"),
        ("x ≥ 65536: the square wraps in int32.",
         "w = Cast<to = 7>(x) s = Mul(w, w) r = Div(s, 65536) y = Cast<to = 6>(r)",
         "s = Mul(x, x) y = Div(s, int32:65536)"),
        ("x = 2^31 - 1 and beyond 2^24: float32 has 24 bits.", "y = Sub(x, int32:1)",
         "f = Cast<to = 1>(x) g = Sub(f, 1.0) y = Cast<to = 6>(g)"),
    ])
    each(unsound, "integers", i64, [
        ("Odd x beyond 2^53 are rounded in float64.", "y = Identity(x)", "f = Cast<to = 11>(x) y = Cast<to = 7>(f)"),
        ("Odd x beyond 2^24.", "y = Identity(x)", "f = Cast<to = 1>(x) y = Cast<to = 7>(f)"),
        ("x beyond int32.", "y = Identity(x)", "f = Cast<to = 6>(x) y = Cast<to = 7>(f)"),
        ("x beyond int32 after the product.", "y = Mul(x, 3)",
         "f = Cast<to = 6>(x) g = Mul(f, int32:3) y = Cast<to = 7>(g)"),
        ("x ≥ 2^62.", "y = Identity(x)", "a = Mul(x, 4) y = Div(a, 4)"),
        ("x = -2^63.", "n = Neg(x) c = Equal(n, x) y = Where(c, 0, n)", "n = Neg(x) y = Identity(n)"),
        ("x beyond 2^53: the quotient is one off.", "y = Div(x, 3)",
         "f = Cast<to = 11>(x) g = Div(f, double:3) y = Cast<to = 7>(g)"),
    ])
    each(unsound, "integers", "uint8[N] a, uint8[N] b > uint8[N] y", [
        ("a < b wraps; the other saturates.", "y = Sub(a, b)", "m = Max(a, b) y = Sub(m, b)"),
        ("a + b > 255 wraps.",
         "s = Cast<to = 6>(a) t = Cast<to = 6>(b) u = Add(s, t) v = Div(u, int32:2) y = Cast<to = 2>(v)",
         "u = Add(a, b) y = Div(u, uint8:2)"),
        ("a·b > 255.", "y = Mul(a, b)",
         "s = Cast<to = 6>(a) t = Cast<to = 6>(b) u = Mul(s, t) v = Min(u, int32:255) y = Cast<to = 2>(v)"),
    ])
    each(unsound, "integers", "int8[N] x > int8[N] y", [
        ("x = -128.", "y = Neg(x)", "m = Max(x, int8:-127) y = Neg(m)"),
        ("x > 63: the shift wraps.", "y = Identity(x)", "a = Add(x, x) y = Div(a, int8:2)"),
    ])
    each(unsound, "integers", "uint32[N] x > uint32[N] y", [
        ("x ≥ 2^31 has a sign in int32.", "y = BitShift<direction = \"RIGHT\">(x, uint32:1)",
         "s = Cast<to = 6>(x) t = Div(s, int32:2) y = Cast<to = 12>(t)"),
        ("x ≥ 2^24 and odd.", "y = Identity(x)", "f = Cast<to = 1>(x) y = Cast<to = 12>(f)"),
    ])
    unsound("integers", "A sum beyond 2^24 is rounded.", model("int32[N, 4] x > int32[N] y",
        "y = ReduceSum<keepdims = 0>(x, [1])"),
            model("int32[N, 4] x > int32[N] y",
                "f = Cast<to = 1>(x) s = ReduceSum<keepdims = 0>(f, [1]) y = Cast<to = 6>(s)"))


# Indices below 0 and at both ends.
def indices() -> None:
    gather = "y = Gather(w, i)"
    w = numbers(10, 4, seed=5)
    io = "int64[N] i > float[N, 4] y"
    each(unsound, "indices", io, [
        ("i < 0 counts from the end.", gather, "c = Max(i, 0) y = Gather(w, c)"),
        ("i = -10, the first row.", gather, "c = Max(i, -9) y = Gather(w, c)"),
        ("i = 9, the last row.", gather, "c = Min(i, 8) y = Gather(w, c)"),
        ("i < 0.", gather, "m = Abs(i) y = Gather(w, m)"),
        ("i < 0: OneHot's row of a negative index is that of i + 10, of Equal with 0 … 9 none.",
         "o = OneHot(i, 10, [0.0, 1.0]) y = MatMul(o, w)",
         "r = Range(0, 10, 1) u = Unsqueeze(i, [1]) e = Equal(u, r) o = Cast<to = 1>(e) y = MatMul(o, w)"),
        ("i = 0, the padding.", "m = Equal(i, 0) u = Unsqueeze(m, [1]) g = Gather(w, i) y = Where(u, 0.0, g)", gather),
    ], w=w)
    each(unsound, "indices", "float[4] x, int64[N] i > float[N] y", [
        ("i < 0.", "y = GatherElements(x, i)", "c = Max(i, 0) y = GatherElements(x, c)"),
        ("i < 0.", "u = Unsqueeze(i, [1]) y = GatherND(x, u)", "c = Mod(i, 4) m = Max(i, 0) y = GatherElements(x, m)"),
    ])
    each(unsound, "indices", "float[8] x, int64[1] i, float[1] v > float[8] y", [
        ("i < 0.", "y = ScatterElements(x, i, v)", "c = Max(i, 0) y = ScatterElements(x, c, v)"),
        ("i = 7.", "y = ScatterElements(x, i, v)", "c = Min(i, 6) y = ScatterElements(x, c, v)"),
    ])
    each(unsound, "indices", "float[8] x, int64[1] s > float[N] y", [
        ("s < 0 counts from the end.", "y = Slice(x, s, [8])", "c = Max(s, 0) y = Slice(x, c, [8])"),
        ("s = -8 … -1, 8 and more.", "y = Slice(x, [0], s)", "c = Abs(s) y = Slice(x, [0], c)"),
    ])
    unsound("indices", "Two equal indices: the sum of both is added, not the last alone.",
            model("float[4] x, int64[2] i, float[2] v > float[4] y",
                "y = ScatterElements<reduction = \"add\">(x, i, v)"),
            model("float[4] x, int64[2] i, float[2] v > float[4] y",
                  "g = GatherElements(x, i) s = Add(g, v) y = ScatterElements(x, i, s)"))


# Elements that are equal, and numbers halfway between two.
def ties() -> None:
    each(unsound, "ties", "float[N] x > uint8[N] y", [
        ("x / 0.1 halfway between two integers: 0.05 is 0, not 1.", "y = QuantizeLinear(x, 0.1, uint8:0)",
         "d = Div(x, 0.1) h = Add(d, 0.5) f = Floor(h) c = Clip(f, 0.0, 255.0) y = Cast<to = 2>(c)"),
        ("x / 0.25 halfway: 0.125 is 0, not 1.", "y = QuantizeLinear(x, 0.25, uint8:0)",
         "d = Div(x, 0.25) h = Add(d, 0.5) f = Floor(h) c = Clip(f, 0.0, 255.0) y = Cast<to = 2>(c)"),
        ("x / 0.75 halfway, with an even zero point.", "y = QuantizeLinear(x, 0.75, uint8:4)",
         "d = Div(x, 0.75) e = Add(d, 4.0) h = Add(e, 0.5) f = Floor(h) c = Clip(f, 0.0, 255.0) y = Cast<to = 2>(c)"),
        ("An odd zero point is added before rounding: 0.5 + 3 is 4, not 3.", "y = QuantizeLinear(x, 1.0, uint8:3)",
         "a = Add(x, 3.0) r = Round(a) c = Clip(r, 0.0, 255.0) y = Cast<to = 2>(c)"),
    ])
    each(unsound, "ties", IO, [
        ("x = 2.5.", "y = Round(x)", "h = Add(x, 0.5) y = Floor(h)"),
        ("x = 1.5.", "y = Round(x)", "h = Sub(x, 0.5) y = Ceil(h)"),
        ("x = -2.5: half to even against half away from zero.", "y = Round(x)",
         "a = Abs(x) h = Add(a, 0.5) f = Floor(h) s = Sign(x) y = Mul(f, s)"),
        ("x = 12.5: steps of 5.", "d = Div(x, 5.0) r = Round(d) y = Mul(r, 5.0)",
         "d = Div(x, 5.0) h = Add(d, 0.5) r = Floor(h) y = Mul(r, 5.0)"),
    ])
    row = "float[N, 4] x > int64[N] y"
    each(unsound, "ties", row, [
        ("Equal greatest elements: the last, not the first.", "y = ArgMax<axis = 1, keepdims = 0>(x)",
         "y = ArgMax<axis = 1, keepdims = 0, select_last_index = 1>(x)"),
        ("Equal least elements.", "y = ArgMin<axis = 1, keepdims = 0>(x)",
         "y = ArgMin<axis = 1, keepdims = 0, select_last_index = 1>(x)"),
        ("Equal greatest elements: ties go to the last place.", "y = ArgMax<axis = 1, keepdims = 0>(x)",
         "r = Slice(x, [3], [-5], [1], [-1]) a = ArgMax<axis = 1, keepdims = 0>(r) y = Sub(3, a)"),
    ])
    unsound("ties", "Equal elements: TopK takes the lower index.",
            model("float[4] x > int64[2] y", "v, y = TopK(x, [2])"),
            model("float[4] x > int64[2] y", "r = Slice(x, [3], [-5], [0], [-1]) v, j = TopK(r, [2]) y = Sub(3, j)"))
    each(unsound, "ties", "float[1, 1, 2, 2] x > float[1, 1, 3, 3] y", [
        ("A source coordinate halfway: round_prefer_floor against ceil.",
         'y = Resize<mode = "nearest", nearest_mode = "round_prefer_floor">(x, , , [1, 1, 3, 3])',
         'y = Resize<mode = "nearest", nearest_mode = "round_prefer_ceil">(x, , , [1, 1, 3, 3])'),
    ])


# Inputs that are equal to each other.
def equal_inputs() -> None:
    two = "float[N] a, float[N] b > float[N] y"
    each(unsound, "equal inputs", two, [
        ("a = b.", "c = Greater(a, b) y = Where(c, a, 0.0)", "c = GreaterOrEqual(a, b) y = Where(c, a, 0.0)"),
        ("a = b.", "c = Equal(a, b) y = Where(c, 7.0, a)", "y = Identity(a)"),
        ("a = b: 0 / 0 was kept from the result.",
         "d = Sub(a, b) c = Equal(d, 0.0) e = Where(c, 1.0, d) y = Div(1.0, e)",
         "d = Sub(a, b) y = Div(1.0, d)"),
        ("a = -b.", "s = Add(a, b) c = Equal(s, 0.0) y = Where(c, 1.0, a)", "y = Identity(a)"),
        ("a = 2 b.", "d = Add(b, b) c = Equal(a, d) y = Where(c, 1.0, a)", "y = Identity(a)"),
    ])
    each(unsound, "equal inputs", "int64[N] a, int64[N] b > int64[N] y", [
        ("a = b + 1.", "d = Sub(a, b) c = Equal(d, 1) y = Where(c, 0, a)", "y = Identity(a)"),
        ("a = b.", "c = Less(a, b) y = Where(c, a, 0)", "c = LessOrEqual(a, b) y = Where(c, a, 0)"),
    ])
    row = "float[N, 4] x > float[N, 4] y"
    each(unsound, "equal inputs", row, [
        ("Equal elements: the variance is 0 and the lost epsilon divides by it.",
         "m = ReduceMean<axes = [1]>(x) d = Sub(x, m) s = Mul(d, d) v = ReduceMean<axes = [1]>(s) e = Add(v, 0.00001)"
         " q = Sqrt(e) y = Div(d, q)",
         "m = ReduceMean<axes = [1]>(x) d = Sub(x, m) s = Mul(d, d) v = ReduceMean<axes = [1]>(s) q = Sqrt(v) y = Div(d, q)"),
        ("Equal elements: max - min is 0.",
         "a = ReduceMax<axes = [1]>(x) b = ReduceMin<axes = [1]>(x) d = Sub(a, b) e = Max(d, 0.000001) n = Sub(x, b) y = Div(n, e)",
         "a = ReduceMax<axes = [1]>(x) b = ReduceMin<axes = [1]>(x) e = Sub(a, b) n = Sub(x, b) y = Div(n, e)"),
        ("Equal greatest elements share the mask.", "m = ReduceMax<axes = [1]>(x) e = Equal(x, m) y = Cast<to = 1>(e)",
         "a = ArgMax<axis = 1, keepdims = 0>(x) y = OneHot(a, 4, [0.0, 1.0])"),
    ])


# Lengths: none, one, and those at which a slice, a pad or a reshape begins to matter.
def lengths() -> None:
    each(unsound, "lengths", IO, [
        ("More than 16 elements.", "y = Slice(x, [0], [16])", "y = Identity(x)"),
        ("More than 32 elements.", "y = Slice(x, [0], [1000])", "y = Slice(x, [0], [32])"),
        ("More than 63 elements.", "y = Slice(x, [0], [63])", "y = Identity(x)"),
        ("More than 10 elements.", "y = Slice(x, [-10], [1000000])", "y = Slice(x, [-11], [1000000])"),
        ("Other than 7 elements.", "n = Shape(x) c = Cast<to = 1>(n) y = Mul(x, c)", "y = Mul(x, 7.0)"),
        ("More than 8 elements: a mean of 8.", "m = ReduceMean<axes = [0]>(x) y = Sub(x, m)",
         "h = Slice(x, [0], [8]) m = ReduceMean<axes = [0]>(h) y = Sub(x, m)"),
        ("An odd number of elements.", "y = Slice(x, [0], [1000], [0], [2])",
         "n = Shape(x) k = Sub(n, 1) y = Slice(x, [0], k, [0], [2])"),
        ("No elements: the mean of none is NaN.", "m = ReduceSum(x, [0]) n = Shape(x) c = Cast<to = 1>(n) d = Div(m, c)"
         " y = Concat<axis = 0>(x, d)",
         "m = ReduceSum(x, [0]) n = Shape(x) p = Max(n, [1]) c = Cast<to = 1>(p) d = Div(m, c) y = Concat<axis = 0>(x, d)"),
        ("All elements are below -4.",
         "p = Concat<axis = 0>(x, [-5.0]) m = ReduceMax<axes = [0]>(p) y = Concat<axis = 0>(x, m)",
         "p = Concat<axis = 0>(x, [-4.0]) m = ReduceMax<axes = [0]>(p) n = Shape(x) e = Equal(n, 0) w = Where(e, m, m) y = Concat<axis = 0>(x, w)"),
        ("No elements.", "p = Pad(x, [0, 3], -1.0) y = Slice(p, [0], [3])",
         "s = Slice(x, [0], [3]) p = Pad(s, [0, 2], -1.0) y = Slice(p, [0], [3])"),
        ("More than 5 elements.", "p = Pad(x, [2, 0]) y = Slice(p, [0], [7])",
         "p = Pad(x, [2, 0]) y = Slice(p, [0], [8])"),
        ("More than 1 element: CumSum of one element is that element.", "y = CumSum(x, 0)", "y = Identity(x)"),
    ])
    each(unsound, "lengths", "float[N, M] x > float[K] y", [
        ("N other than 1.", "y = Reshape(x, [-1])", "y = Gather<axis = 0>(x, 0)"),
        ("N, M above 1: transposed.", "y = Reshape(x, [-1])", "t = Transpose(x) y = Reshape(t, [-1])"),
        ("N above 4.", "s = ReduceSum<keepdims = 0>(x, [0]) y = Identity(s)",
         "h = Slice(x, [0], [4], [0]) s = ReduceSum<keepdims = 0>(h, [0]) y = Identity(s)"),
    ])
    unsound("lengths", "S above 16: the mask that was folded is of 16, and no longer fits.",
            model("float[S, S] x > float[S, S] y", "n = Shape(x) z = ConstantOfShape<value = float[1] {1.0}>(n)"
                  " l = Trilu<upper = 0>(z) y = Add(x, l)"),
            model("float[S, S] x > float[S, S] y", "n = Shape(x) l = Slice(mask, [0, 0], n) y = Add(x, l)",
                  mask=np.tril(np.ones((16, 16), np.float32))))
    unsound("lengths", "N above 31: only 31 rows are scaled.",
            model("float[N, 2] x > float[N, 2] y", "y = Mul(x, 2.0)"),
            model("float[N, 2] x > float[N, 2] y", "a = Slice(x, [0], [31], [0]) b = Slice(x, [31], [100000], [0])"
                  " c = Mul(a, 2.0) y = Concat<axis = 0>(c, b)"))


_BODY = ("(int64 i, bool k, float[N] a) => (bool o, float[N] b) { o = Identity(k) b = %s }")


def _loop(body: str, trips: str = "m", cond: str = "bool:true") -> str:
    return f"y = Loop({trips}, {cond}, x) <body = l {_BODY % body}>"


# Trip counts, and what a loop carries.
def loops() -> None:
    io = "int64 m, float[N] x > float[N] y"
    each(unsound, "loops", io, [
        ("More than 4 trips.", _loop("Add(a, a)"), "t = Min(m, 4) " + _loop("Add(a, a)", "t")),
        ("More than 5 trips.", _loop("Mul(a, 0.5)"), "t = Min(m, 5) " + _loop("Mul(a, 0.5)", "t")),
        ("No trip.", _loop("Add(a, 1.0)"), "t = Max(m, 1) " + _loop("Add(a, 1.0)", "t")),
        ("m other than 1.", _loop("Add(a, 1.0)"), "y = Add(x, 1.0)"),
        ("m other than 2.", _loop("Add(a, 1.0)"), "y = Add(x, 2.0)"),
        ("More than 16 trips.", _loop("Add(a, 1.0)"), "t = Min(m, 16) " + _loop("Add(a, 1.0)", "t")),
        ("An odd number of trips.", _loop("Neg(a)"), "y = Identity(x)"),
        ("More than 1 trip: i is 0 in the first.",
         "y = Loop(m, bool:true, x) <body = l (int64 i, bool k, float[N] a) =>"
         " (bool o, float[N] b) { o = Identity(k) f = Cast<to = 1>(i) b = Add(a, f) }>", "y = Identity(x)"),
        ("m = 3: a trip is too many.", _loop("Add(a, 1.0)"), "c = Equal(m, 3) n = Cast<to = 7>(c) t = Add(m, n) "
         + _loop("Add(a, 1.0)", "t")),
    ])
    scan = ("s, y = Scan<num_scan_inputs = 1, body = b (float c, float e) => (float d, float f)"
            " {{ d = Add(c, e) f = {} }}>({}, x)")
    each(unsound, "loops", IO, [
        ("More than 1 element: the state is that before the step.", scan.format("Identity(d)", "0.0"),
         scan.format("Identity(e)", "0.0")),
        ("More than 1 element: exclusive, not inclusive.", scan.format("Identity(d)", "0.0"),
         scan.format("Identity(c)", "0.0")),
    ])
    each(unsound, "loops", IO, [
        ("The sum reaches 50: the loop ends by its condition.",
         "y = Loop(20, bool:true, x) <body = l (int64 i, bool k, float[N] a) => (bool o, float[N] b)"
         " { b = Add(a, a) s = ReduceSum<keepdims = 0>(b) o = Less(s, 50.0) }>",
         "y = Loop(20, bool:true, x) <body = l (int64 i, bool k, float[N] a) => (bool o, float[N] b)"
         " { b = Add(a, a) s = ReduceSum<keepdims = 0>(b) o = Less(s, 51.0) }>"),
    ])


# Floats of a magnitude between 8 and 1,000, or far beyond it.
def magnitudes() -> None:
    each(unsound, "magnitudes", IO, [
        ("x > 2: ln(1 + e^x) is x + 0.12 there.",
         "y = Softplus(x)", "c = Greater(x, 2.0) s = Softplus(x) y = Where(c, x, s)"),
        ("x in (9, 88).", "y = Exp(x)", "c = Min(x, 9.0) y = Exp(c)"),
        ("|x| > 30: the polynomial is for small x.", "y = Sin(x)", "m = Clip(x, -30.0, 30.0) y = Sin(m)"),
        ("x > 10.", "y = Sqrt(x)", "m = Min(x, 10.0) y = Sqrt(m)"),
        ("x in (100, 200).", "a = Sub(x, 150.0) b = Abs(a) c = Sub(50.0, b) r = Relu(c) y = Add(x, r)",
         "y = Identity(x)"),
        ("x ≈ 300: a bump of width 2.", "a = Sub(x, 300.0) b = Abs(a) c = Sub(2.0, b) r = Relu(c) y = Add(x, r)",
         "y = Identity(x)"),
        ("x > 1e19: the square overflows.", "y = Abs(x)", "s = Mul(x, x) y = Sqrt(s)"),
        ("x > 88.7: e^x overflows.", "y = Sigmoid(x)", "e = Exp(x) d = Add(e, 1.0) y = Div(e, d)"),
        ("x < -88.", "y = LeakyRelu<alpha = 0.01>(x)", "m = Max(x, -88.0) y = LeakyRelu<alpha = 0.01>(m)"),
        ("|x| > 65504: the greatest float16.", "y = Identity(x)", "h = Clip(x, -65504.0, 65504.0) y = Identity(h)"),
        ("|x| > 2^31: Floor by int32.", "y = Floor(x)",
         "i = Cast<to = 6>(x) f = Cast<to = 1>(i) c = Greater(f, x) d = Cast<to = 1>(c) y = Sub(f, d)"),
        ("x > 1000.", "y = Reciprocal(x)", "m = Min(x, 1000.0) y = Reciprocal(m)"),
        ("x in (8, 9).", "f = Floor(x) c = Equal(f, 8.0) y = Where(c, 0.0, x)", "y = Identity(x)"),
    ])


# Branches that random inputs do not take.
def branches() -> None:
    def choice(condition: str, then: str, other: str) -> str:
        return (f"{condition} y = If(c) <then_branch = t () => (float[N] a) {{ a = {then} }},"
                f" else_branch = e () => (float[N] b) {{ b = {other} }}>")

    sums = "s = ReduceSum<keepdims = 0>(x) c = Greater(s, {})"
    each(unsound, "branches", IO, [
        ("A sum above 100.", choice(sums.format("100.0"), "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("A sum above 1e30.", choice(sums.format("1e30"), "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("A sum of 42.", choice("s = ReduceSum<keepdims = 0>(x) c = Equal(s, 42.0)", "Neg(x)", "Relu(x)"),
         "y = Relu(x)"),
        ("More than 40 elements.", choice("n = Size(x) c = Greater(n, 40)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("Exactly 33 elements.", choice("n = Size(x) c = Equal(n, 33)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("A sum above 100 takes the other branch.", choice(sums.format("100.0"), "Exp(x)", "Relu(x)"),
         choice(sums.format("100.0"), "Tanh(x)", "Relu(x)")),
        ("The first element above 300.",
         choice("f = Slice(x, [0], [1]) m = ReduceMax<keepdims = 0>(f) c = Greater(m, 300.0)", "Neg(x)", "Relu(x)"),
             "y = Relu(x)"),
    ])
    flag = "bool use_cache, float[N] x > float[N] y"
    each(unsound, "branches", flag, [
        ("use_cache is true.", choice("c = Identity(use_cache)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("use_cache is false.", choice("c = Identity(use_cache)", "Neg(x)", "Relu(x)"), "y = Neg(x)"),
    ])
    each(unsound, "branches", "int64 mode, float[N] x > float[N] y", [
        ("mode is 12.", choice("c = Equal(mode, 12)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("mode is -1.", choice("c = Equal(mode, -1)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
        ("mode is above 1000.", choice("c = Greater(mode, 1000)", "Neg(x)", "Relu(x)"), "y = Relu(x)"),
    ])


# NaN, infinities and zeros of either sign.
def special() -> None:
    each(unsound, "special", IO, [
        ("x is infinite: ∞ · 0.", "a = Abs(x) y = Mul(a, 0.0)", "c = Equal(x, x) y = Where(c, 0.0, x)"),
        ("x is 0 or infinite.", "y = Div(x, x)", "a = Equal(x, x) y = Cast<to = 1>(a)"),
        ("x is infinite.", "y = Sub(x, x)", "a = Mul(x, 0.0) b = IsNaN(x) y = Where(b, a, 0.0)"),
        ("x is NaN: Where takes the second.", "y = Abs(x)",
         "c = Greater(x, 0.0) n = Neg(x) b = IsNaN(x) d = Where(b, 0.0, n) y = Where(c, x, d)"),
        ("x is NaN.", "c = Less(x, 0.0) y = Where(c, 1.0, 2.0)", "c = GreaterOrEqual(x, 0.0) y = Where(c, 2.0, 1.0)"),
        ("x is -0: 1 / -0 is -∞.", "r = Reciprocal(x) y = Sign(r)", "a = Add(x, 0.0) r = Reciprocal(a) y = Sign(r)"),
        ("x is NaN.", "c = IsNaN(x) y = Where(c, 0.0, x)", "y = Identity(x)"),
        ("x is -∞.", "c = IsInf(x) y = Where(c, 0.0, x)", "c = IsInf<detect_negative = 0>(x) y = Where(c, 0.0, x)"),
    ])


# What depends on an open point, and is wrong by each reading of it.
def open_points() -> None:
    row = "float[8] x > float[1] y"
    each(unsound, "open", row, [
        ("The sum of the three greatest does not depend on their order.",
         "v, i = TopK<sorted = 0>(x, [3]) y = ReduceSum(v, [0])",
         "v, i = TopK<sorted = 0>(x, [3]) s = ReduceSum(v, [0]) y = Neg(s)"),
        ("The greatest of the three greatest does not depend on their order.",
         "v, i = TopK<sorted = 0>(x, [3]) y = ReduceMax<axes = [0]>(v)",
         "v, i = TopK<sorted = 0>(x, [3]) m = ReduceMax<axes = [0]>(v) y = Add(m, 1.0)"),
    ])
    each(unsound, "open", IO, [
        ("Softplus(-1000) is 0 or the least float.", "y = Softplus(x)",
         "c = Less(x, -999.0) s = Softplus(x) y = Where(c, 42.0, s)"),
        ("Softmax of large elements is between 0 and 1.", "y = Softmax<axis = 0>(x)",
         "m = ReduceMax<axes = [0]>(x) c = Greater(m, 100.0) s = Softmax<axis = 0>(x) y = Where(c, 42.0, s)"),
        ("Relu(-0) is a zero.", "y = Relu(x)", "c = Equal(x, 0.0) r = Relu(x) y = Where(c, 0.5, r)"),
    ])
    each(unsound, "open", "int64[N] x > int64[N] y", [
        ("A number that float32 has goes through it unchanged.", "f = Cast<to = 1>(x) y = Cast<to = 7>(f)",
         "y = Neg(x)"),
        ("A number that float64 has goes through it unchanged.", "f = Cast<to = 11>(x) y = Cast<to = 7>(f)",
         "f = Cast<to = 11>(x) g = Add(f, double:1.0) y = Cast<to = 7>(g)"),
    ])


for add in (interface, initializers, constants, integers, indices, ties, equal_inputs, lengths, loops, magnitudes,
            branches, special, open_points):
    add()
