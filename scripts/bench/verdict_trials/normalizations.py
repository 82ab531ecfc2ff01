"""Normalizations by mean and variance, by a norm, or by neighbouring channels."""

import numpy
from arithmetic import Real, multiplied_and_added, power, sqrt, sum_of_products
from reductions import mean_over
from registry import Call, Fault, dropped, one_percent, operator, single

KINDS = ("normal", "positive", "large mean", "wide")
EPSILON = single(1e-5)
LOST = Fault("epsilon lost", {"epsilon": 0})
GREATER = Fault("epsilon 1e-3 for 1e-5", {"epsilon": single(1e-3)})
SAMPLE = Fault("sample variance (n − 1)", {"less": 1})
ONE_PASS = Fault("statistics in one pass", {"one_pass": True})
IMAGES = {"small": (1, 4, 3), "middle": (2, 6, 5, 7), "large": (2, 8, 16, 16)}


def variance_over(x, mean, axes, p):
    if p.one_pass:
        return mean_of_squares(x, axes) - mean * mean
    return mean_of_squares(x - mean, axes, p.less or 0)


def mean_of_squares(x, axes, less=0):
    count = numpy.prod([x.shape[axis] for axis in axes])
    return sum_of_products(x, x, axes) / max(count - less, 1)


def standardized(x, axes, p):
    """(x − mean) / √(variance + epsilon). Form 0 divides, 1 multiplies, 2 has one pass."""
    mean = mean_over(x, axes)
    if p.form == 2:
        p.one_pass = True
    root = sqrt(variance_over(x, mean, axes, p) + p.epsilon)
    return (x - mean) * (1 / root) if p.form == 1 else (x - mean) / root


def rows(numbers, size):
    shape = {"small": (3, 8), "middle": (5, 64), "large": (12, 384)}[size]
    return Call(
        {"X": numbers(*shape), "Scale": numbers.normal(shape[-1]), "B": numbers.normal(shape[-1])},
        {"epsilon": EPSILON},
    )


# The function bodies of LayerNormalization and GroupNormalization have the variance in one pass,
# their equations in two; so one pass is contested where it is unstable.
@operator(
    "LayerNormalization", 17, rows, kinds=KINDS, forms=3, contested=2,
    faults=(LOST, GREATER, SAMPLE, one_percent("Scale"), dropped("B")),
)
def layer_normalization(way, p, X, Scale, B):
    return multiplied_and_added(standardized(X, [-1], p), Scale, B)


@operator(
    "RMSNormalization", 23,
    lambda numbers, size: Call(
        {name: array for name, array in rows(numbers, size).inputs.items() if name != "B"},
        {"epsilon": EPSILON}),
    kinds=KINDS, forms=2, faults=(LOST, GREATER, one_percent("Scale")),
)
def rms_normalization(way, p, X, Scale):
    root = sqrt(mean_of_squares(X, [-1]) + p.epsilon)
    return (X * (1 / root) if p.form == 1 else X / root) * Scale


def images(**attributes):
    def draw(numbers, size):
        shape = IMAGES[size]
        scale, bias = numbers.normal(shape[1]), numbers.normal(shape[1])
        return Call({"X": numbers(*shape), "scale": scale, "B": bias},
                    {"epsilon": EPSILON, **attributes})

    return draw


def by_channel(v, x):
    return v.reshape(*[-1 if i == 1 else 1 for i in range(len(x.shape))])


FAULTS = (LOST, GREATER, SAMPLE, one_percent("scale"), dropped("B"))


@operator("InstanceNormalization", 22, images(), kinds=KINDS, forms=2,
          faults=(*FAULTS, ONE_PASS))
def instance_normalization(way, p, X, scale, B):
    normal = standardized(X, range(2, len(X.shape)), p)
    return multiplied_and_added(normal, by_channel(scale, X), by_channel(B, X))


@operator("GroupNormalization", 21, images(num_groups=2), kinds=KINDS, forms=3, contested=2,
          faults=(*FAULTS, Fault("groups ignored", {"num_groups": 1})))
def group_normalization(way, p, X, scale, B):
    grouped = X.reshape(X.shape[0], p.num_groups, -1)
    normal = standardized(grouped, [2], p).reshape(*X.shape)
    return multiplied_and_added(normal, by_channel(scale, X), by_channel(B, X))


def planes(numbers, size):
    shape = {"small": (1, 2, 3, 3), "middle": (2, 3, 5, 7), "large": (2, 8, 16, 16)}[size]
    return Call({"X": numbers(*shape)}, {}, {"axes": (0, 2, 3)})


@operator("MeanVarianceNormalization", 13, planes, kinds=KINDS, forms=3, contested=2,
          faults=(SAMPLE, Fault("axis swapped", {"axes": (0, 1, 2)})))
def mean_variance_normalization(way, p, X):
    """The body adds 1e-9 to the root; the summary's formula does not."""
    mean = mean_over(X, p.axes)
    p.one_pass = p.form == 2
    root = sqrt(variance_over(X, mean, p.axes, p)) + 1e-9
    return (X - mean) * (1 / root) if p.form == 1 else (X - mean) / root


def with_statistics(**attributes):
    def draw(numbers, size):
        call = images(**attributes)(numbers, size)
        channels = IMAGES[size][1]
        call.inputs["input_mean"] = numbers.normal(channels)
        call.inputs["input_var"] = numbers.between(0.3, 2, channels)
        return call

    return draw


@operator("BatchNormalization", 15, with_statistics(), kinds=KINDS, forms=3,
          faults=(LOST, GREATER, one_percent("scale"), dropped("B")))
def batch_normalization(way, p, X, scale, B, mean, var):
    scale, B, mean, var = (by_channel(v, X) for v in (scale, B, mean, var))
    root = sqrt(var + p.epsilon)
    if p.form == 0:
        return multiplied_and_added((X - mean) / root, scale, B)
    factor = scale / root
    if p.form == 1:
        return multiplied_and_added(X - mean, factor, B)
    return multiplied_and_added(X, factor, B - mean * factor)


@operator("BatchNormalization", 15, with_statistics(training_mode=1, momentum=single(0.9)),
          label="BatchNormalization (training)", kinds=KINDS, forms=2,
          outputs=("Y", "running_mean", "running_var"),
          faults=(LOST, GREATER, SAMPLE, ONE_PASS, dropped("B"),
                  Fault("momentum wrong", {"momentum": single(0.1)})))
def batch_normalization_training(way, p, X, scale, B, mean, var):
    axes = [0, *range(2, len(X.shape))]
    current_mean = mean_over(X, axes)
    current_var = variance_over(X, current_mean, axes, p)
    root = sqrt(current_var + p.epsilon)
    normal = (X - current_mean) * (1 / root) if p.form == 1 else (X - current_mean) / root
    rest = 1 - way.constant(p.momentum)

    def running(old, new):
        return multiplied_and_added(old, p.momentum, new.reshape(-1) * rest)

    return [
        multiplied_and_added(normal, by_channel(scale, X), by_channel(B, X)),
        running(mean, current_mean),
        running(var, current_var),
    ]


@operator("LRN", 13, lambda numbers, size: Call({"X": numbers(*IMAGES[size])}, {
          "size": 3, "alpha": single(0.1), "beta": single(0.75), "bias": single(1)}), forms=2,
          faults=(Fault("alpha not divided by size", {"divisor": 1}),
                  Fault("a coefficient wrong in the fifth digit", {"beta": 0.75008}),
                  Fault("window off by one", {"late": 1}), Fault("alpha ignored", {"alpha": 1e-4}),
                  ))
def lrn(way, p, X):
    sums = []
    channels = X.shape[1]
    for c in range(channels):
        low = max(0, c - (p.size - 1) // 2 + (p.late or 0))
        window = X[:, low : min(channels, c + p.size // 2 + 1)].moved(numpy.moveaxis, 1, 0).values
        sums.append(way.total(window, window))
    squares = Real(numpy.stack(sums, 1), way)
    if p.form == 0:
        inner = p.bias + p.alpha / way.constant(p.divisor or p.size) * squares
    else:
        inner = multiplied_and_added(squares / (p.divisor or p.size), p.alpha, p.bias)
    return X / power(inner, p.beta) if p.form == 0 else X * power(inner, -p.beta)
