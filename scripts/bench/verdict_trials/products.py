"""Sums of products: matrices, convolutions, pooling, Fourier transforms, trees' sums."""

import dataclasses
import itertools
from fractions import Fraction

import numpy
from arithmetic import Real, Way, cos, joined, matmul, multiplied_and_added, stacked
from registry import Call, Fault, dropped, one_percent, operator, single

KINDS = ("normal", "positive", "cancelling", "wide")
LENGTHS = {"small": (3, 4, 2), "middle": (6, 40, 6), "large": (10, 400, 12)}


def matrices(numbers, size):
    rows, inner, columns = LENGTHS[size]
    return Call({"A": numbers(rows, inner), "W": numbers.normal(inner, columns)})


@operator("MatMul", 13, matrices, kinds=(*KINDS, "large mean", "tiny"), faults=(one_percent(),),
          types=("float32", "float16", "float64"))
def mat_mul(way, p, A, W):
    return matmul(A, W)


def gemm_call(numbers, size):
    rows, inner, columns = LENGTHS[size]
    inputs = {"A": numbers(rows, inner), "W": numbers.normal(columns, inner)}
    return Call({**inputs, "C": numbers.normal(columns)},
                {"alpha": single(1.5), "beta": single(0.5), "transB": 1})


@operator("Gemm", 13, gemm_call, kinds=KINDS, forms=2, faults=(
          one_percent(), dropped("C"), Fault("alpha ignored", {"alpha": 1}),
          Fault("beta ignored", {"beta": 1})))
def gemm(way, p, A, W, C):
    W = W.moved(numpy.transpose)
    if p.form == 1:
        return matmul(A * p.alpha, W, C * p.beta)
    return multiplied_and_added(matmul(A, W), p.alpha, C * p.beta)


@operator("LinearRegressor", 1, lambda numbers, size: Call(
          {"X": numbers(*LENGTHS[size][:2])},
          {"coefficients": numbers.normal(LENGTHS[size][1]), "targets": 1,
           "intercepts": numbers.normal(1)}), kinds=KINDS, domain="ai.onnx.ml", faults=(
          Fault("bias dropped", {"intercepts": numpy.zeros(1, numpy.float32)}),))
def linear_regressor(way, p, X):
    weights = way.given(numpy.asarray(p.coefficients)).reshape(-1, 1)
    return matmul(X, weights, way.given(numpy.asarray(p.intercepts)))


def stumps(numbers, size):
    """Trees of one decision each."""
    trees = {"small": 4, "middle": 30, "large": 200}[size]
    ids = numpy.repeat(numpy.arange(trees), 3)
    leaves = numpy.repeat(numpy.arange(trees), 2)
    features = numbers.integers(0, 4, trees)
    cuts, weights = numbers.normal(trees), numbers(2 * trees)

    def nodes(first, other=0):
        return [x for value in first for x in (value, other, other)]

    attributes = {
        "n_targets": 1, "nodes_treeids": ids.tolist(), "nodes_nodeids": [0, 1, 2] * trees,
        "nodes_featureids": nodes(features.tolist()), "nodes_values": nodes(cuts.tolist(), 0.0),
        "nodes_modes": nodes(["BRANCH_LEQ"] * trees, "LEAF"),
        "nodes_truenodeids": nodes([1] * trees), "nodes_falsenodeids": nodes([2] * trees),
        "target_treeids": leaves.tolist(), "target_nodeids": [1, 2] * trees,
        "target_ids": [0] * (2 * trees), "target_weights": weights.tolist(),
        "base_values": [0.5],
    }
    own = {"features": features, "cuts": cuts, "weights": weights.reshape(-1, 2)}
    return Call({"X": numbers.normal(20, 4)}, attributes, own)


@operator("TreeEnsembleRegressor", 3, stumps, kinds=KINDS, domain="ai.onnx.ml", faults=(
          Fault("bias dropped", {"base_values": [0]}),
          Fault("averaged, not summed", {"averaged": True})))
def tree_ensemble(way, p, X):
    goes_left = X.values[:, p.features] <= p.cuts
    leaves = numpy.where(goes_left, p.weights[:, 0], p.weights[:, 1]).astype(way.wide)
    base = numpy.asarray(p.base_values[0], way.wide)
    if p.averaged:
        return (Real(way.total(leaves.T), way) / leaves.shape[1] + p.base_values[0]).reshape(-1, 1)
    return Real(way.total(leaves.T, bias=base), way).reshape(-1, 1)


def einsum_call(equation):
    def draw(numbers, size):
        length = {"small": 3, "middle": 9, "large": 24}[size]
        inputs, _ = equation.split("->")
        names = ("A", "W", "Z")
        shapes = [[length] * len(labels) for labels in inputs.split(",")]
        return Call({name: numbers(*shape) for name, shape in zip(names, shapes)},
                    {"equation": equation})

    return draw


def einsum_of(way, p, *operands):
    inputs, result = p.equation.split("->")
    inputs = inputs.split(",")
    summed = "".join(sorted(set("".join(inputs)) - set(result)))
    terms = []
    for labels, operand in zip(inputs, operands):
        present = [labels.index(label) for label in summed + result if label in labels]
        values = numpy.transpose(operand.values, present)
        shape = iter(values.shape)
        wanted = [next(shape) if label in labels else 1 for label in summed + result]
        terms.append(Real(values.reshape(wanted), way))
    first = terms[0] if len(terms) == 2 else terms[0] * terms[1]
    both = numpy.broadcast_arrays(first.values, terms[-1].values)
    shape = (-1, *both[0].shape[len(summed) :])
    return Real(way.total(both[0].reshape(shape), both[1].reshape(shape)), way)


for equation, wrong in (("bij,bjk->bik", "bij,bkj->bik"), ("ij,ij->i", "ij,ij->j"),
                        ("ij,jk,kl->il", "ij,kj,kl->il")):
    operator("Einsum", 12, einsum_call(equation), label=f"Einsum ({equation})", kinds=KINDS,
             faults=(Fault("axis swapped", {"equation": wrong}), one_percent()))(einsum_of)


def windows(x, kernel, strides, dilations, pads, out):
    """The values under each offset of a kernel: {offset: values of shape x[:2] + out}."""
    rank = len(kernel)
    width = [(0, 0)] * 2 + [(pads[i], pads[rank + i] + 64) for i in range(rank)]
    padded = numpy.pad(x, width)
    found = {}
    for offset in itertools.product(*(range(k) for k in kernel)):
        index = [slice(None), slice(None)]
        for i, step in enumerate(offset):
            begin = step * dilations[i]
            index.append(slice(begin, begin + (out[i] - 1) * strides[i] + 1, strides[i]))
        found[offset] = padded[tuple(index)]
    return found


def correlated(way, x, w, p, pads, out, bias):
    """Σ over channels and offsets, for each group."""
    if way.fourier and not p.shifted_pads:
        return by_transforms(way, x, w, p, pads, out, bias)
    if way.winograd and p.kernel_shape == [3, 3] and p.strides == p.dilations == [1, 1]:
        return by_winograd(way, x, w, p, pads, out, bias)
    N, C = x.shape[:2]
    group = p.group or 1
    M, inner = w.shape[:2]
    kernel = w.shape[2:]
    found = windows(x, kernel, p.strides, p.dilations, pads, out)
    grouped = w.reshape(group, M // group, inner, *kernel)
    terms, factors = [], []
    for c in range(inner):
        for offset, values in found.items():
            terms.append(values.reshape(N, group, inner, *out)[:, :, c, None])
            factors.append(grouped[(slice(None), slice(None), c, *offset)])
    factors = numpy.stack(factors).reshape(-1, 1, group, M // group, *[1] * len(out))
    bias = None if bias is None else bias.reshape(group, M // group, *[1] * len(out))
    return Real(way.total(numpy.stack(terms), factors, bias).reshape(N, M, *out), way)


def vandermonde(points, columns):
    """The powers of points, and of infinity the last column."""
    rows = [[point**k for k in range(columns)] for point in points]
    return rows + [[Fraction(0)] * (columns - 1) + [Fraction(1)]]


def winograd_matrices(outputs):
    """The canonical BT, G and AT of F(outputs, 3) (Lavin and Gray, 2016)."""
    half = Fraction(1, 2)
    points = [Fraction(n) for n in (0, 1, -1, 2, -2)][: outputs + 1] + [half, -half] * (outputs == 6)
    n = outputs + 2
    AT = [list(column) for column in zip(*vandermonde(points, outputs))]
    G = vandermonde(points, 3)
    # Rows of BT are the coefficients of the products of (x − other points).
    BT = []
    for i, point in enumerate(points):
        row, scale = [Fraction(1)], Fraction(1)
        for other in points[:i] + points[i + 1 :]:
            row = [b - other * a for a, b in zip([*row, Fraction(0)], [Fraction(0), *row])]
            scale *= point - other
        BT.append([c for c in row] + [Fraction(0)] * (n - len(row)))
        G[i] = [g / scale for g in G[i]]
    row = [Fraction(1)]
    for other in points:
        row = [b - other * a for a, b in zip([*row, Fraction(0)], [Fraction(0), *row])]
    BT.append(row)
    return [numpy.array(m, float) for m in (BT, G, AT)]


def both_axes(way, matrix, values):
    """matrix · values · matrixᵀ over the last two axes, step by step."""
    matrix = way.rounded(matrix.astype(way.wide))
    for _ in range(2):
        terms = numpy.moveaxis(values, -1, 0)
        rows = [way.total(terms, row.reshape(-1, *[1] * (terms.ndim - 1))) for row in matrix]
        values = numpy.moveaxis(numpy.stack(rows), 0, -2)
    return values


def by_winograd(way, x, w, p, pads, out, bias):
    BT, G, AT = winograd_matrices(way.winograd)
    steps = dataclasses.replace(way, factor_bits=0, half_factors=False, order="in order", lanes=1)
    m, n = way.winograd, way.winograd + 2
    down, across = (-(-size // m) for size in out)
    padded = numpy.pad(x, [(0, 0)] * 2 + [(pads[i], pads[2 + i] + n) for i in range(2)])
    d = numpy.stack([
        numpy.stack([padded[:, :, i * m : i * m + n, j * m : j * m + n] for j in range(across)], 2)
        for i in range(down)], 2)  # N, C, down, across, n, n
    U, V = both_axes(steps, G, w), both_axes(steps, BT, d)
    group, inner = p.group or 1, w.shape[1]
    U = U.reshape(group, -1, inner, n, n)
    V = V.reshape(V.shape[0], group, inner, *V.shape[2:])
    U = numpy.moveaxis(U, 2, 0)[:, None, :, :, None, None]
    V = numpy.moveaxis(V, 2, 0)[:, :, :, None]
    Y = both_axes(steps, AT, way.total(V, U))  # N, group, M of one, down, across, m, m
    Y = numpy.moveaxis(Y, 5, 4).reshape(x.shape[0], -1, down * m, across * m)
    Y = Y[:, :, : out[0], : out[1]]
    return Real(Y if bias is None else way.rounded(Y + bias.reshape(-1, 1, 1)), way)


def by_transforms(way, x, w, p, pads, out, bias):
    """A correlation of whole images by transforms in the type itself."""
    rank, group = len(out), p.group or 1
    padded = numpy.pad(x, [(0, 0)] * 2 + [(pads[i], pads[rank + i]) for i in range(rank)])
    spread = numpy.zeros((*w.shape[:2], *[(k - 1) * d + 1 for k, d in zip(w.shape[2:], p.dilations)]))
    spread[(..., *[slice(None, None, d) for d in p.dilations])] = w
    axes, shape = tuple(range(-rank, 0)), padded.shape[2:]
    real = {"float32": numpy.float32}.get(way.type, numpy.float64)
    F = numpy.fft.rfftn(padded.astype(real), shape, axes)
    H = numpy.conj(numpy.fft.rfftn(spread.astype(real), shape, axes))
    F = F.reshape(F.shape[0], group, 1, -1, *F.shape[2:])
    H = H.reshape(1, group, -1, *H.shape[1:])
    Y = numpy.fft.irfftn((F * H).sum(3), shape, axes).reshape(x.shape[0], -1, *shape)
    cropped = Y[(..., *[slice(0, (n - 1) * s + 1, s) for n, s in zip(out, p.strides)])]
    Y = cropped.astype(way.wide)
    return Real(Y if bias is None else way.rounded(Y + bias.reshape(-1, *[1] * rank)), way)


def channels_call(numbers, size):
    """Of 8 to 512 channels."""
    channels, length, outputs = {"small": (8, 13, 6), "middle": (64, 10, 4), "large": (512, 5, 2)}[size]
    inputs = {"X": numbers(1, channels, length, length),
              "W": numbers.normal(outputs, channels, 3, 3), "B": numbers.normal(outputs)}
    return Call(inputs, {"kernel_shape": [3, 3], "strides": [1, 1], "dilations": [1, 1],
                         "pads": [1, 1, 1, 1], "group": 1})


def winograd_ways(type):
    """Of the sound ones: libraries use these unasked."""
    return [way for m in (2, 4, 6) for way in (
        Way(f"Winograd's F({m}, 3)", winograd=m),
        Way(f"Winograd's F({m}, 3), FMA, in 8 lanes", winograd=m, fused=True, lanes=8))]


def conv_call(rank, group, strides, dilations, kernel=3, transposed=False):
    def draw(numbers, size):
        channels, length = {"small": (2, 5), "middle": (4, 9), "large": (16, 12)}[size]
        x = numbers(2 if size == "middle" else 1, channels, *[length] * rank)
        shape = (channels, channels // group) if transposed else (2 * channels, channels // group)
        w = numbers.normal(*shape, *[kernel] * rank)
        B = numbers.normal(channels if transposed else 2 * channels)
        attributes = {"kernel_shape": [kernel] * rank, "strides": [strides] * rank,
                      "dilations": [dilations] * rank, "pads": [1] * (2 * rank),
                      "group": group}
        return Call({"X": x, "W": w, "B": B}, attributes)

    return draw


def shifted(rank):
    return Fault("padding off by one", {"shifted_pads": [0] * rank + [2] * rank})


def conv(way, p, X, W, B):
    pads = p.shifted_pads or p.pads
    out = [
        (n + 2 - d * (k - 1) - 1) // s + 1
        for n, k, s, d in zip(X.shape[2:], p.kernel_shape, p.strides, p.dilations)
    ]
    return correlated(way, X.values, W.values, p, pads, out, B.values)


CONV_FAULTS = (one_percent(), dropped("B"))
for rank, group, strides, dilations in ((1, 1, 1, 1), (2, 1, 1, 1), (2, 2, 2, 1), (2, 1, 1, 2)):
    words = [f"{rank}-D"] + ["groups", "strides"] * (group > 1) + ["dilations"] * (dilations > 1)
    operator("Conv", 11, conv_call(rank, group, strides, dilations), kinds=KINDS,
             label=f"Conv ({', '.join(words)})",
             types=("float32", "float16") if rank == 1 else ("float32",),
             more_ways=winograd_ways if (rank, strides, dilations) == (2, 1, 1) else None,
             faults=(*CONV_FAULTS, shifted(rank)))(conv)
operator("Conv", 11, channels_call, kinds=KINDS, label="Conv (2-D, 8 to 512 channels)",
         more_ways=winograd_ways, faults=(*CONV_FAULTS, shifted(2)))(conv)
operator("Conv", 11, conv_call(2, 2, 1, 1), kinds=KINDS, label="Conv (2-D, groups, 3×3)",
         more_ways=winograd_ways, faults=(*CONV_FAULTS, shifted(2)))(conv)


def conv_transpose(way, p, X, W, B):
    """A correlation of X, spread out, with the reversed kernel."""
    rank = len(p.kernel_shape)
    N, C = X.shape[:2]
    spread = numpy.zeros((N, C, *[(n - 1) * s + 1 for n, s in zip(X.shape[2:], p.strides)]),
                         X.values.dtype)
    spread[(slice(None), slice(None), *[slice(None, None, s) for s in p.strides])] = X.values
    given = p.shifted_pads or p.pads
    pads = [p.dilations[i % rank] * (p.kernel_shape[i % rank] - 1) - given[i]
            for i in range(2 * rank)]
    w = W.values[(slice(None), slice(None), *[slice(None, None, -1)] * rank)]
    out = [(n - 1) * s + d * (k - 1) + 1 - 2
           for n, s, d, k in zip(X.shape[2:], p.strides, p.dilations, p.kernel_shape)]
    whole = type(p)(**{**vars(p), "strides": [1] * rank})
    return correlated(way, spread, numpy.swapaxes(w, 0, 1), whole, pads, out, B.values)


for rank, strides in ((1, 1), (2, 2)):
    operator("ConvTranspose", 11, conv_call(rank, 1, strides, 1, transposed=True), kinds=KINDS,
             label=f"ConvTranspose ({rank}-D)",
             faults=(*CONV_FAULTS, shifted(rank)))(conv_transpose)


def pool_call(included):
    def draw(numbers, size):
        length = {"small": 4, "middle": 9, "large": 17}[size]
        return Call({"X": numbers(1, 3, length, length)},
                    {"kernel_shape": [3, 3], "strides": [1, 1], "pads": [1, 1, 1, 1],
                     "count_include_pad": included})

    return draw


def average_pool(way, p, X):
    out, rest = X.shape[2:], ([1, 1], p.shifted_pads or p.pads, X.shape[2:])
    found = windows(X.values, p.kernel_shape, p.strides, *rest)
    sums = Real(way.total(numpy.stack(list(found.values()))), way)
    if p.count_include_pad:
        return sums / 9
    ones = windows(numpy.ones((1, 1, *out)), p.kernel_shape, p.strides, *rest)
    return sums / Real(way.rounded(sum(ones.values()).astype(way.wide)), way)


for included in (0, 1):
    operator("AveragePool", 19, pool_call(included), kinds=(*KINDS, "large mean"),
             label=f"AveragePool (count_include_pad={included})",
             faults=(Fault("padding counted otherwise", {"count_include_pad": 1 - included}),
                     shifted(2)))(average_pool)


@operator("GlobalAveragePool", 1, lambda numbers, size: Call({"X": numbers(2, 3, *{
          "small": (2, 3), "middle": (7, 7), "large": (24, 24)}[size])}),
          kinds=(*KINDS, "large mean"), faults=(Fault("n − 1 for n", {"less": 1}),))
def global_average_pool(way, p, X):
    values = X.values.reshape(*X.shape[:2], -1)
    mean = Real(way.total(numpy.moveaxis(values, 2, 0)), way) / (values.shape[2] - (p.less or 0))
    return mean.reshape(*mean.shape, 1, 1)


def signals(inverse):
    def draw(numbers, size):
        length = {"small": 8, "middle": 24, "large": 128}[size]
        return Call({"input": numbers(3, length, 2)}, {"inverse": inverse})

    return draw


def twiddles(way, length, sign, p):
    """cos and sin of 2π·k/n, whose rounding is that of the function's result."""
    angle = 2 * way.wide(numpy.arccos(numpy.longdouble(-1))) * numpy.arange(length) / length
    pair = way.function("cos", angle), way.function("sin", sign * angle)
    if p.narrow:
        pair = [Real(v.values.astype("float16").astype(way.wide), way) for v in pair]
    return pair


def transformed(re, im, c, s, step):
    """Cooley and Tukey's algorithm for lengths that are powers of two."""
    length = re.shape[-1]
    if length == 1:
        return re, im
    even = transformed(re[..., ::2], im[..., ::2], c, s, 2 * step)
    odd = transformed(re[..., 1::2], im[..., 1::2], c, s, 2 * step)
    c, s = (t[: step * length // 2 : step] for t in (c, s))
    turned_re = odd[0] * c - odd[1] * s
    turned_im = odd[0] * s + odd[1] * c
    return tuple(
        joined([a + b, a - b], -1) for a, b in ((even[0], turned_re), (even[1], turned_im))
    )


def dft(way, p, x):
    length = x.shape[1]
    sign = 1 if p.inverse else -1
    c, s = twiddles(way, length, sign if not p.conjugate else -sign, p)
    re, im = x[..., 0], x[..., 1]
    if p.form == 1 and length & (length - 1) == 0:
        result = transformed(re, im, c, s, 1)
    else:
        turn = numpy.outer(numpy.arange(length), numpy.arange(length)) % length
        c, s = c[turn], s[turn]
        left = joined([re, im], -1)
        result = (matmul(left, joined([c, -s])), matmul(left, joined([s, c])))
    y = stacked(result, -1)
    return y / length if p.inverse and not p.unscaled else y


for inverse in (0, 1):
    wrong = (Fault("the other direction's sign", {"conjugate": True}),
             Fault("float16 twiddles", {"narrow": True}))
    operator("DFT", 20, signals(inverse), label="DFT (inverse)" if inverse else "DFT", forms=2,
             kinds=KINDS, faults=wrong + (Fault("1/n lost", {"unscaled": True}),) * inverse)(dft)
