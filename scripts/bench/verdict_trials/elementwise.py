"""Functions of one element, or of two."""

import numpy
from arithmetic import (
    Real, asinh, atan, cos, cosh, erf, exp, expm1, log, log1p, maximum, minimum,
    multiplied_and_added, positive, power, sigmoid, sin, sinh, sqrt, stacked, tan, tanh, where,
)
from registry import KINDS, Call, Fault, operator, single

SHAPES = {"small": (7,), "middle": (4, 33), "large": (8, 16, 16)}
ALL_TYPES = ("float32", "float16", "float64")
WRONG_COEFFICIENT = "a coefficient wrong in the fifth digit"


def limited(numbers, size, limit):
    """Numbers on which exp neither overflows nor leaves the normal numbers."""
    limit = min(limit, 8) if numbers.type == "float16" else limit
    return numpy.clip(numbers(*SHAPES[size]), -limit, limit).astype(numbers.type)


def unary(limit=60, **attributes):
    return lambda numbers, size: Call({"X": limited(numbers, size, limit)}, attributes)


def above_zero(numbers, size):
    return Call({"X": abs(limited(numbers, size, 1e4)) + numpy.array(1e-3, numbers.type)})


def elementwise(name, since, draw=unary(), types=("float32",), **rest):
    return operator(name, since, draw, types=types, by_element=True, **rest)


for title, function, draw in (
    ("Exp", exp, unary()),
    ("Log", log, above_zero),
    ("Sqrt", sqrt, above_zero),
    ("Erf", erf, unary()),
    ("Tanh", tanh, unary()),
    ("Sin", sin, unary()),
    ("Cos", cos, unary()),
    ("Atan", atan, unary(1e4)),
    ("Sinh", sinh, unary(20)),
    ("Cosh", cosh, unary(20)),
    ("Tan", tan, unary()),
    ("Asinh", asinh, unary(1e4)),
):
    elementwise(title, 13, draw, types=ALL_TYPES)(lambda way, p, X, f=function: f(X))


@elementwise("Sigmoid", 13, types=ALL_TYPES, forms=2)
def sigmoid_of(way, p, X):
    return sigmoid(X) if p.form == 0 else 1 / (1 + exp(-X))


@elementwise("Softsign", 1)
def softsign(way, p, X):
    return X / (1 + abs(X))


@elementwise("Reciprocal", 13, above_zero, types=("float32", "float64"))
def reciprocal(way, p, X):
    return 1 / X


@elementwise("Softplus", 1, forms=2)
def softplus(way, p, X):
    return softplus_of(X, p.form)


def softplus_of(X, form):
    if form == 0:
        return log(exp(X) + 1)
    return maximum(X, 0) + log1p(exp(-abs(X)))


@elementwise("Mish", 18, forms=2, faults=(Fault("softplus without its 1", {"one": 0}),))
def mish(way, p, X):
    if p.one == 0:
        return X * tanh(maximum(X, 0))
    return X * tanh(softplus_of(X, p.form))


GELU_FAULT = Fault("the other form of Gelu", {"other": True})


def gelu_by_erf(X, form):
    if form == 0:
        return 0.5 * X * (1 + erf(X / sqrt(X.way.constant(2))))
    return X * multiplied_and_added(erf(X * 0.5**0.5), 0.5, 0.5)


def gelu_by_tanh(X, form, coefficient):
    root = (2 / numpy.pi) ** 0.5
    if form == 0:
        return 0.5 * X * (1 + tanh(root * (X + coefficient * (X * X * X))))
    inner = X * multiplied_and_added(X * X, root * coefficient, root)
    return 0.5 * X * (1 + tanh(inner))


@elementwise("Gelu", 20, forms=2, faults=(GELU_FAULT,), kinds=("normal", "positive", "wide"))
def gelu(way, p, X):
    return gelu_by_tanh(X, 0, 0.044715) if p.other else gelu_by_erf(X, p.form)


@elementwise(
    "Gelu", 20, unary(approximate="tanh"), label="Gelu (tanh)", forms=2,
    faults=(GELU_FAULT, Fault(WRONG_COEFFICIENT, {"coefficient": 0.04472})),
)
def gelu_tanh(way, p, X):
    if p.other:
        return gelu_by_erf(X, 0)
    return gelu_by_tanh(X, p.form, p.coefficient or 0.044715)


@elementwise(
    "HardSwish", 14, forms=2, kinds=("normal", "positive"),
    faults=(Fault(WRONG_COEFFICIENT, {"alpha": 0.16668}),),
)
def hard_swish(way, p, X):
    if p.form == 1 and not p.alpha:
        return X * minimum(maximum(X + 3, 0), 6) / 6
    return X * hard_sigmoid_of(X, p.alpha or numpy.float32(1 / 6), 0.5)


def hard_sigmoid_of(X, alpha, beta):
    return maximum(minimum(multiplied_and_added(X, alpha, beta), 1), 0)


@elementwise(
    "HardSigmoid", 6, unary(alpha=single(0.2), beta=single(0.5)),
    faults=(
        Fault("alpha ignored", {"alpha": numpy.float32(1 / 6)}),
        Fault(WRONG_COEFFICIENT, {"alpha": 0.20001}),
    ),
)
def hard_sigmoid(way, p, X):
    return hard_sigmoid_of(X, p.alpha, p.beta)


ALPHA = Fault("alpha ignored", {"alpha": single(1)})


@elementwise("Elu", 6, unary(alpha=single(1.3)), forms=2, faults=(ALPHA,))
def elu(way, p, X):
    small = exp(minimum(X, 0)) - 1 if p.form == 0 else expm1(minimum(X, 0))
    return where(positive(X), X, p.alpha * small)


@elementwise("Celu", 12, unary(alpha=single(0.7)), forms=2, faults=(ALPHA,))
def celu(way, p, X):
    scaled = minimum(X / p.alpha, 0)
    small = exp(scaled) - 1 if p.form == 0 else expm1(scaled)
    return maximum(X, 0) + minimum(p.alpha * small, 0)


SELU_ALPHA, SELU_GAMMA = single(1.67326319217681884765625), single(1.05070102214813232421875)


@elementwise(
    "Selu", 6, unary(), forms=3,
    faults=(
        Fault(WRONG_COEFFICIENT, {"gamma": 1.0508}),
        Fault(WRONG_COEFFICIENT, {"alpha": 1.6733}),
    ),
)
def selu(way, p, X):
    alpha, gamma = p.alpha or SELU_ALPHA, p.gamma or SELU_GAMMA
    low = minimum(X, 0)
    if p.form == 0:
        small = gamma * multiplied_and_added(exp(low), alpha, -way.constant(alpha))
    elif p.form == 1:
        small = gamma * (alpha * (exp(low) - 1))
    else:
        small = way.constant(float(alpha) * float(gamma)) * expm1(low)
    return where(positive(X), gamma * X, small)


@elementwise("Swish", 24, unary(alpha=single(1.5)), forms=2, faults=(ALPHA,))
def swish(way, p, X):
    scaled = p.alpha * X
    return X * sigmoid(scaled) if p.form == 0 else X / (1 + exp(-scaled))


@elementwise("LeakyRelu", 16, unary(alpha=single(0.01)), types=("float32", "float16"),
             faults=(Fault("alpha ignored", {"alpha": single(0.02)}),))
def leaky_relu(way, p, X):
    return where(X.values < 0, p.alpha * X, X)


def two(numbers, size):
    return Call({"A": numbers(*SHAPES[size]), "B": away_from_zero(numbers, SHAPES[size])})


def away_from_zero(numbers, shape):
    drawn = numbers(*shape)
    return (drawn + numpy.copysign(0.01, drawn)).astype(numbers.type)


@elementwise("Div", 14, two, types=("float32", "float64"), kinds=("normal", "positive", "wide"))
def div(way, p, A, B):
    return A / B


def base_and_exponent(numbers, size):
    shape = SHAPES[size]
    X = abs(numbers.normal(*shape)) + numpy.float32(0.05)
    return Call({"A": X, "B": numbers(*shape)})


@elementwise("Pow", 15, base_and_exponent, kinds=("normal", "positive"))
def pow_of(way, p, A, B):
    return power(A, B)


@elementwise("PRelu", 16, lambda numbers, size: Call(
    {"X": numbers(*SHAPES[size]), "slope": numbers.normal(SHAPES[size][-1])}),
    faults=(Fault("alpha ignored", {"slope": 1}),))
def prelu(way, p, X, slope):
    return where(X.values < 0, X * (p.slope or slope), X)


def several(numbers, size):
    return Call({name: numbers(*SHAPES[size]) for name in "ABCDEF"})


@operator("Sum", 13, several, types=("float32", "float16"), kinds=(*KINDS, "tiny"))
def sum_of(way, p, *inputs):
    return Real(way.total(stacked(inputs).values), way)


@operator("Mean", 13, several)
def mean_of(way, p, *inputs):
    return sum_of(way, p, *inputs) / len(inputs)
