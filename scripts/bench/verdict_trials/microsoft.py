"""Operators of com.microsoft."""

import numpy
from arithmetic import Real, exp, matmul, maximum, multiplied_and_added, sigmoid, sqrt, tanh
from elementwise import GELU_FAULT, WRONG_COEFFICIENT, elementwise, gelu_by_erf, gelu_by_tanh, unary
from layers import HEADS
from normalizations import EPSILON, GREATER, LOST, standardized
from products import KINDS, LENGTHS, conv, conv_call, winograd_ways
from reductions import softmax_of
from registry import Call, Fault, dropped, one_percent, operator, single

DOMAIN = "com.microsoft"


@elementwise("Gelu", 1, forms=2, faults=(GELU_FAULT,), kinds=("normal", "positive", "wide"),
             domain=DOMAIN, label="com.microsoft.Gelu")
def gelu(way, p, X):
    return gelu_by_tanh(X, 0, 0.044715) if p.other else gelu_by_erf(X, p.form)


@elementwise("FastGelu", 1, forms=2, domain=DOMAIN, kinds=("normal", "positive"), faults=(
             GELU_FAULT, Fault(WRONG_COEFFICIENT, {"coefficient": 0.03568})))
def fast_gelu(way, p, X):
    if p.other:
        return gelu_by_erf(X, 0)
    root, cubic = 0.797885, p.coefficient or 0.035677
    if p.form == 0:
        return 0.5 * X * (1 + tanh(root * X + cubic * (X * X * X)))
    return X * multiplied_and_added(tanh(X * multiplied_and_added(X * X, cubic, root)), 0.5, 0.5)


@elementwise("QuickGelu", 1, unary(alpha=single(1.702)), domain=DOMAIN, forms=2,
             faults=(Fault(WRONG_COEFFICIENT, {"alpha": 1.7023}),))
def quick_gelu(way, p, X):
    scaled = p.alpha * X
    if p.form == 1:
        return X / (1 + exp(-scaled))
    return X * sigmoid(scaled)


def rows_and_bias(numbers, size):
    shape = {"small": (3, 8), "middle": (5, 64), "large": (12, 384)}[size]
    return Call({"A": numpy.clip(numbers(*shape), -60, 60), "B": numbers.normal(shape[-1])})


@elementwise("BiasGelu", 1, rows_and_bias, forms=2, domain=DOMAIN, kinds=("normal", "positive"), faults=(
             GELU_FAULT, dropped("B")))
def bias_gelu(way, p, A, B):
    X = A + B
    return gelu_by_tanh(X, 0, 0.044715) if p.other else gelu_by_erf(X, p.form)


def matrices(**attributes):
    def draw(numbers, size):
        rows, inner, columns = LENGTHS[size]
        return Call({"A": numbers(rows, inner), "B": numbers.normal(columns, inner)}, attributes)

    return draw


@operator("FusedMatMul", 1, matrices(transB=1, alpha=single(0.3)), kinds=KINDS, domain=DOMAIN,
          forms=2, faults=(one_percent("B"), Fault("alpha ignored", {"alpha": 1})))
def fused_matmul(way, p, A, B):
    B = B.moved(numpy.transpose)
    return matmul(A * p.alpha, B) if p.form == 1 else matmul(A, B) * p.alpha


def gemm_call(numbers, size):
    rows, inner, columns = LENGTHS[size]
    return Call({"A": numbers(rows, inner), "B": numbers.normal(columns, inner),
                 "C": numbers.normal(columns)},
                {"transB": 1, "activation": "Relu", "alpha": single(1), "beta": single(1)})


@operator("FusedGemm", 1, gemm_call, kinds=KINDS, domain=DOMAIN, faults=(
          one_percent("B"), dropped("C"), Fault("activation lost", {"linear": True})))
def fused_gemm(way, p, A, B, C):
    y = matmul(A, B.moved(numpy.transpose), C)
    return y if p.linear else maximum(y, 0)


def fused_conv_call(numbers, size):
    call = conv_call(2, 1, 1, 1)(numbers, size)
    return Call(call.inputs, {**call.attributes, "activation": "Relu"})


@operator("FusedConv", 1, fused_conv_call, kinds=KINDS, domain=DOMAIN, more_ways=winograd_ways,
          faults=(one_percent(), dropped("B"), Fault("activation lost", {"linear": True})))
def fused_conv(way, p, X, W, B):
    y = conv(way, p, X, W, B)
    return y if p.linear else maximum(y, 0)


def skip_call(bias):
    def draw(numbers, size):
        shape = {"small": (1, 3, 8), "middle": (2, 5, 64), "large": (1, 12, 384)}[size]
        inputs = {"input": numbers(*shape), "skip": numbers(*shape),
                  "gamma": numbers.normal(shape[-1])}
        if bias:
            inputs["beta"] = numbers.normal(shape[-1])
        return Call(inputs, {"epsilon": EPSILON})

    return draw


@operator("SkipLayerNormalization", 1, skip_call(True), domain=DOMAIN, forms=2,
          kinds=("normal", "positive", "wide"),
          faults=(LOST, GREATER, one_percent("gamma"), dropped("skip", "skip dropped")))
def skip_layer_normalization(way, p, x, skip, gamma, beta):
    return multiplied_and_added(standardized(x + skip, [-1], p), gamma, beta)


@operator("SkipSimplifiedLayerNormalization", 1, skip_call(False), domain=DOMAIN, forms=2,
          kinds=("normal", "positive", "wide"),
          faults=(LOST, GREATER, one_percent("gamma"), dropped("skip", "skip dropped")))
def skip_simplified(way, p, x, skip, gamma):
    s = x + skip
    squares = Real(way.total(numpy.moveaxis(s.values, -1, 0), numpy.moveaxis(s.values, -1, 0)), way)
    root = sqrt(squares / s.shape[-1] + p.epsilon).reshape(*s.shape[:-1], 1)
    return s * (1 / root) * gamma if p.form == 1 else s / root * gamma


def heads_call(numbers, size):
    batch, heads, length, width = HEADS[size]
    shape = batch, length, heads * width
    return Call({name: numbers(*shape) for name in ("query", "key", "value")}, {"num_heads": heads})


@operator("MultiHeadAttention", 1, heads_call, kinds=("normal", "positive", "cancelling"),
          domain=DOMAIN, forms=2, outputs=("output",), faults=(
          Fault("scale ignored", {"scale": 1}), Fault("scale 0.1 % off", {"scale_error": 1.001}),
          one_percent("value")))
def multi_head_attention(way, p, Q, K, V):
    batch, length, size = Q.shape
    width = size // p.num_heads
    Q, K, V = (x.reshape(batch, length, p.num_heads, width).moved(numpy.swapaxes, 1, 2)
               for x in (Q, K, V))
    scale = (p.scale or width**-0.5) * (p.scale_error or 1)
    K = K.moved(numpy.swapaxes, 2, 3)
    scores = matmul(Q * scale, K) if p.form == 1 else matmul(Q, K) * scale
    y = matmul(softmax_of(scores, -1), V)
    return y.moved(numpy.swapaxes, 1, 2).reshape(batch, length, size)


def scale(draw):
    """Often a power of 2, with which ties are frequent."""
    return numpy.float32(2.0 ** -draw.integers(2, 6) if draw.random() < 0.7 else draw.uniform(0.02, 0.2))


def quantized_call(numbers, size):
    shape = {"small": (7,), "middle": (4, 33), "large": (8, 16, 16)}[size]
    draw = numbers.random
    inputs = {}
    for name in "AB":
        inputs[name] = draw.integers(0, 256, shape).astype(numpy.uint8)
        inputs[f"{name}_scale"] = scale(draw)
        inputs[f"{name}_zero_point"] = numpy.uint8(draw.integers(100, 150))
    inputs["C_scale"] = scale(draw)
    inputs["C_zero_point"] = numpy.uint8(draw.integers(100, 150))
    return Call({name: numpy.asarray(array) for name, array in inputs.items()})


def multiplier(way, number):
    """A scale, or as 31 bits have it."""
    if not way.fixed_point:
        return number
    fraction, exponent = numpy.frexp(number)
    return numpy.ldexp(numpy.rint(fraction * 2.0**31), exponent - 31)


def requantized(way, y, zero_point):
    """Rounded, ties to even; or away from 0, by integers."""
    whole = numpy.trunc(y + numpy.copysign(0.5, y)) if way.fixed_point else numpy.rint(y)
    return numpy.clip(whole + zero_point, 0, 255)


QUANTIZED = dict(kinds=("normal",), domain=DOMAIN, output_type="uint8", outputs=("C",),
                 declared=("fixed-point",), by_element=True,
                 faults=(Fault("scale 20 % off", {"scale_error": 1.2}),
                         Fault("zero point ignored", {"shift": 64})))


@operator("QLinearMul", 1, quantized_call, **QUANTIZED)
def qlinear_mul(way, p, A, a, az, B, b, bz, C, cz):
    scale = way.wide(a.values) * b.values / C.values * (p.scale_error or 1)
    y = (A.values - az.values) * (B.values - bz.values) * multiplier(way, scale)
    return Real(requantized(way, y, cz.values + (p.shift or 0)), way)


@operator("QLinearAdd", 1, quantized_call, **QUANTIZED)
def qlinear_add(way, p, A, a, az, B, b, bz, C, cz):
    by_a, by_b = (multiplier(way, way.wide(s.values) / C.values * (p.scale_error or 1)) for s in (a, b))
    y = (A.values - az.values) * by_a + (B.values - bz.values) * by_b
    return Real(requantized(way, y, cz.values + (p.shift or 0)), way)


@operator("QLinearMatMul", 21, lambda numbers, size: matmul_call(numbers, size), kinds=("normal",),
          output_type="uint8", declared=("fixed-point",),
          faults=QUANTIZED["faults"])
def qlinear_matmul(way, p, A, a, az, B, b, bz, y_scale, yz):
    sums = (A.values - az.values) @ (B.values - bz.values)
    scale = way.wide(a.values) * b.values / y_scale.values * (p.scale_error or 1)
    return Real(requantized(way, sums * multiplier(way, scale), yz.values + (p.shift or 0)), way)


def matmul_call(numbers, size):
    rows, inner, columns = LENGTHS[size]
    draw, inputs = numbers.random, {}
    for name, shape in (("a", (rows, inner)), ("b", (inner, columns))):
        inputs[name] = draw.integers(0, 256, shape).astype(numpy.uint8)
        inputs[f"{name}_scale"] = numpy.asarray(numpy.float32(draw.uniform(0.01, 0.1)))
        inputs[f"{name}_zero_point"] = numpy.asarray(numpy.uint8(draw.integers(100, 150)))
    inputs["y_scale"] = numpy.asarray(numpy.float32(draw.uniform(0.5, 2) * inner**0.5))
    inputs["y_zero_point"] = numpy.asarray(numpy.uint8(draw.integers(100, 150)))
    return Call(inputs)
