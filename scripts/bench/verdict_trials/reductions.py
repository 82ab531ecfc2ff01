"""Sums along axes: Reduce…, Softmax and its relatives, CumSum, losses."""

import dataclasses

import numpy
from arithmetic import (
    Real, exp, in_front, log, max_over, sqrt, stacked, sum_of_products, sum_over,
)
from registry import Call, Fault, operator

SQUARES = {"small": (3, 3), "middle": (24, 24), "large": (4, 130, 130)}
ALL_TYPES = ("float32", "float16", "float64")
ALL_KINDS = ("normal", "positive", "large mean", "cancelling", "wide")
SWAPPED = Fault("axis swapped", {"axis": -2})
TURNED = Fault("axis swapped", inputs=lambda inputs: {
    **inputs, "data": numpy.swapaxes(inputs["data"], -1, -2)})


def squares(**attributes):
    """A square matrix, which can be reduced along the wrong axis."""

    def draw(numbers, size):
        X = numbers(*SQUARES[size])
        return Call({"X": X}, {**attributes}, {"axis": -1})

    return draw


def reduced(limit=None, shapes=SQUARES):
    def draw(numbers, size):
        X = numbers(*shapes[size])
        if limit:
            X = numpy.clip(X, -limit, limit)
        axes = numpy.array([-1], numpy.int64)
        return Call({"data": X, "axes": axes}, {"keepdims": 1}, {"axis": -1})

    return draw


@operator("ReduceSum", 13, reduced(), kinds=(*ALL_KINDS, "tiny"), types=ALL_TYPES, faults=(TURNED,))
def reduce_sum(way, p, data, axes):
    return sum_over(data, [p.axis])


@operator(
    "ReduceMean", 18, reduced(), kinds=ALL_KINDS, types=ALL_TYPES,
    faults=(TURNED, Fault("n − 1 for n", {"less": 1})),
)
def reduce_mean(way, p, data, axes):
    return mean_over(data, [p.axis], p.less or 0)


def mean_over(x, axes, less=0):
    count = numpy.prod([x.shape[axis] for axis in axes])
    return sum_over(x, axes) / max(count - less, 1)


for title, rest, formula in (
    ("ReduceL1", {}, lambda x, axes: sum_over(abs(x), axes)),
    ("ReduceL2", {"types": ("float32", "float64")}, lambda x, axes: sqrt(sum_of_products(x, x, axes))),
    ("ReduceSumSquare", {"kinds": ("normal", "large mean", "wide")},
     lambda x, axes: sum_of_products(x, x, axes)),
    ("ReduceLogSum", {"kinds": ("positive",)}, lambda x, axes: log(sum_over(x, axes))),
):
    operator(title, 18, reduced(), faults=(TURNED,), **rest)(
        lambda way, p, data, axes, f=formula: f(data, [p.axis]))


@operator("ReduceLogSumExp", 18, reduced(limit=60), forms=2, kinds=("normal", "positive", "wide"),
          faults=(TURNED,))
def reduce_log_sum_exp(way, p, data, axes):
    if p.form == 0:
        return log(sum_over(exp(data), [p.axis]))
    largest = max_over(data, [p.axis])
    return largest + log(sum_over(exp(data - largest), [p.axis]))


FEW = {"small": (3, 3), "middle": (12, 12), "large": (30, 30)}  # whose product does not overflow


@operator("ReduceProd", 18, reduced(shapes=FEW), kinds=("normal", "positive"), faults=(TURNED,))
def reduce_prod(way, p, data, axes):
    factors = in_front(data, [p.axis])
    order = numpy.arange(len(factors))
    if way.order == "reversed":
        order = order[::-1]
    elif way.order == "random":
        order = way.random.permutation(order)
    elif way.lanes > 1 and not way.exact:
        order = numpy.argsort(order % way.lanes, kind="stable")
    product = Real(factors[order[0]], way)
    for k in order[1 : -1 if way.drop_last else None]:
        product = product * Real(factors[k], way)
    way.used.add("sum")
    return product.reshape(*product.shape, 1)


def softmax_of(X, axis):
    e = exp(X - max_over(X, [axis]))
    return e / sum_over(e, [axis])


@operator("Softmax", 13, squares(), types=ALL_TYPES, kinds=("normal", "positive", "wide"),
          faults=(SWAPPED,))
def softmax(way, p, X):
    return softmax_of(X, p.axis)


def log_softmax_of(X, axis):
    less = X - max_over(X, [axis])
    return less - log(sum_over(exp(less), [axis]))


@operator("LogSoftmax", 13, squares(), types=("float32", "float64"), faults=(SWAPPED,))
def log_softmax(way, p, X):
    return log_softmax_of(X, p.axis)


def running(numbers, size):
    count = {"small": 5, "middle": 32, "large": 150}[size]
    axis = numpy.array(1, numpy.int64)
    return Call({"x": numbers(6, count), "axis": axis})


@operator("CumSum", 14, running, kinds=ALL_KINDS, types=("float32", "float64"),
          faults=(Fault("off by one", {"late": 1}),))
def cum_sum(way, p, x, axis):
    """In turn, or as parallel scans do it: by blocks, or by pairs."""
    scan = way
    if way.order in ("reversed", "random") or way.lanes > 1:
        scan = dataclasses.replace(way, order="blocks", lanes=max(way.lanes, 4))
    way.used.add("sum")
    ends = (max(j + 1 - (p.late or 0), 1) for j in range(x.shape[1]))
    return stacked([Real(scan.total(in_front(x[:, :end], [1])), way) for end in ends], 1)


@operator("LpNormalization", 22, squares(axis=-1, p=2), forms=2,
          kinds=("normal", "positive", "large mean", "wide"),
          faults=(SWAPPED, Fault("p ignored", {"p": 1})))
def lp_normalization(way, p, X):
    if p.p == 1:
        return X / sum_over(abs(X), [p.axis])
    norm = sqrt(sum_of_products(X, X, [p.axis]))
    return X / norm if p.form == 0 else X * (1 / norm)


@operator("LpNormalization", 22, squares(axis=-1, p=1), label="LpNormalization (p=1)",
          faults=(SWAPPED, Fault("p ignored", {"p": 2})))
def lp_normalization_1(way, p, X):
    return lp_normalization(way, p, X)


@operator("Normalizer", 1, lambda numbers, size: Call({"X": numbers(*SQUARES[size][-2:])},
          {"norm": "L2"}, {"axis": -1}), domain="ai.onnx.ml", faults=(SWAPPED,))
def normalizer(way, p, X):
    return X / sqrt(sum_of_products(X, X, [p.axis]))


def scores(numbers, size):
    rows, classes = {"small": (3, 3), "middle": (16, 16), "large": (150, 40)}[size]
    return Call(
        {
            "scores": numbers(rows, classes),
            "labels": numbers.integers(0, classes, rows),
            "weights": numbers.between(0.5, 2, classes),
        },
        {"reduction": "mean"},
    )


LOSS_FAULTS = (
    Fault("weights ignored in the mean", {"by_count": True}),
    Fault("weights ignored", {"unweighted": True}),
)


def picked(chosen, p, way, labels, weights):
    """−Σ weight·chosen / Σ weight."""
    numbers = labels.values.astype(int)
    w = weights[numbers]
    if p.unweighted:
        w = Real(numpy.ones_like(w.values), way)
    total = Real(way.total(-chosen.values, w.values), way)
    whole = way.constant(len(numbers)) if p.by_count else Real(way.total(w.values), way)
    return total / whole


@operator("NegativeLogLikelihoodLoss", 13, scores, faults=LOSS_FAULTS)
def negative_log_likelihood(way, p, X, labels, weights):
    numbers = labels.values.astype(int)
    return picked(X[numpy.arange(len(numbers)), numbers], p, way, labels, weights)


@operator("SoftmaxCrossEntropyLoss", 13, scores, faults=LOSS_FAULTS)
def softmax_cross_entropy(way, p, X, labels, weights):
    numbers = labels.values.astype(int)
    logs = log_softmax_of(X, 1)
    return picked(logs[numpy.arange(len(numbers)), numbers], p, way, labels, weights)
