"""Attention, rotary embeddings, recurrent layers, interpolation."""

import numpy
from arithmetic import Real, joined, matmul, multiplied_and_added, sigmoid, stacked, tanh
from reductions import softmax_of
from registry import Call, Fault, dropped, one_percent, operator, single

HEADS = {"small": (1, 2, 3, 4), "middle": (1, 2, 9, 16), "large": (1, 4, 24, 64)}


def attention_call(**attributes):
    def draw(numbers, size):
        shape = HEADS[size]
        return Call({name: numbers(*shape) for name in "QKV"}, attributes)

    return draw


def attention(way, p, Q, K, V):
    length, width = Q.shape[2:]
    scale = (p.scale or width**-0.5) * (p.scale_error or 1)
    K = K.moved(numpy.swapaxes, 2, 3)
    if p.form == 0:
        root = scale**0.5
        scores = matmul(Q * root, K * root)
    else:
        scores = matmul(Q, K) * scale
    if p.softcap:
        scores = tanh(scores / p.softcap) * p.softcap
    if p.is_causal:
        later = numpy.triu(numpy.ones((length, length), bool), 1)
        scores = Real(numpy.where(later, -numpy.inf, scores.values), way)
    return matmul(softmax_of(scores, -1), V)


for words, attributes, faults in (
    ("", {}, ()),
    (" (causal)", {"is_causal": 1}, (Fault("mask ignored", {"is_causal": 0}),)),
    (" (softcap)", {"softcap": single(2)}, (Fault("softcap ignored", {"softcap": 0}),)),
):
    operator("Attention", 23, attention_call(**attributes), label=f"Attention{words}", forms=2,
             kinds=("normal", "positive", "cancelling"), faults=(
             *faults, Fault("scale ignored", {"scale": 1}),
             Fault("scale 0.1 % off", {"scale_error": 1.001}),
             one_percent("V")))(attention)


def rotary_call(numbers, size):
    batch, heads, length, width = HEADS[size]
    angle = numpy.outer(numpy.arange(length), 10.0 ** -numpy.linspace(0, 3, width // 2))[None]
    return Call({"X": numbers(*HEADS[size]), "cos": numpy.cos(angle).astype(numbers.type),
                 "sin": numpy.sin(angle).astype(numbers.type)}, {"interleaved": 0})


@operator("RotaryEmbedding", 23, rotary_call, kinds=("normal", "positive", "wide"), faults=(
          Fault("interleaved, not halves", {"interleaved": 1}), one_percent("cos"),
          Fault("turned the other way", {"sign": -1})))
def rotary_embedding(way, p, X, cos, sin):
    half = X.shape[3] // 2
    cos, sin = cos.values[:, None], sin.values[:, None] * (p.sign or 1)
    x = X.values
    a, b = (x[..., ::2], x[..., 1::2]) if p.interleaved else (x[..., :half], x[..., half:])

    def two_terms(u, v, c, s):
        factors = numpy.stack([numpy.broadcast_to(c, u.shape), numpy.broadcast_to(s, u.shape)])
        return Real(way.total(numpy.stack([u, v]), factors), way)

    parts = [two_terms(a, b, cos, -sin), two_terms(a, b, sin, cos)]
    return stacked(parts, -1).reshape(*X.shape) if p.interleaved else joined(parts, -1)


def recurrent_call(gates, **attributes):
    def draw(numbers, size):
        sizes = {"small": (2, 3, 3), "middle": (4, 12, 12), "large": (6, 48, 32)}
        steps, inputs, hidden = sizes[size]
        scale = numpy.float32(hidden**-0.5)
        return Call({
            "X": numbers(steps, 2, inputs),
            "W": numbers.normal(1, gates * hidden, inputs) * scale,
            "R": numbers.normal(1, gates * hidden, hidden) * scale,
            "B": numbers.normal(1, 2 * gates * hidden)},
            {"hidden_size": hidden, **attributes})

    return draw


def cells(way, p, X, W, R, B, step, states):
    """The hidden states of all steps: `step` gives the next ones."""
    W, R = (m[0].moved(numpy.transpose) for m in (W, R))
    Wb, Rb = B[0][: W.shape[1]], B[0][W.shape[1] :]
    hidden = p.hidden_size
    state = [Real(numpy.zeros((X.shape[1], hidden), way.wide), way) for _ in range(states)]
    Y = []
    for t in range(X.shape[0]):
        state = step(X[t], state, W, R, Wb, Rb)
        Y.append(state[0].reshape(1, *state[0].shape))
    return stacked(Y)


RECURRENT_FAULTS = (one_percent("W"), one_percent("R"), dropped("B"))


def both(x, h, W, R, Wb, Rb, part):
    """x·W + h·R + Wb + Rb of one gate."""
    return (
        matmul(x, W[:, part], Wb[part]) + matmul(h, R[:, part], Rb[part])
        if x.way.bias_first
        else matmul(x, W[:, part]) + matmul(h, R[:, part]) + Wb[part] + Rb[part]
    )


@operator("RNN", 14, recurrent_call(1), kinds=("normal", "positive"), faults=RECURRENT_FAULTS)
def rnn(way, p, X, W, R, B):
    def step(x, state, *weights):
        return [tanh(both(x, state[0], *weights, slice(None)))]

    return cells(way, p, X, W, R, B, step, 1)


@operator("LSTM", 14, recurrent_call(4), kinds=("normal", "positive"), faults=(
          *RECURRENT_FAULTS, Fault("gates in another order", {"gates": "ifoc"})))
def lstm(way, p, X, W, R, B):
    order = p.gates or "iofc"

    def step(x, state, *weights):
        h, c = state
        n = p.hidden_size
        gate = {}
        for k, name in enumerate(order):
            sums = both(x, h, *weights, slice(k * n, (k + 1) * n))
            gate[name] = tanh(sums) if name == "c" else sigmoid(sums)
        c = multiplied_and_added(gate["f"], c, gate["i"] * gate["c"])
        return [gate["o"] * tanh(c), c]

    return cells(way, p, X, W, R, B, step, 2)


@operator("GRU", 14, recurrent_call(3), kinds=("normal", "positive"), forms=2, faults=(
          *RECURRENT_FAULTS, Fault("linear_before_reset", {"linear": True})))
def gru(way, p, X, W, R, B):
    def step(x, state, W, R, Wb, Rb):
        (h,) = state
        n = p.hidden_size
        z, r = (sigmoid(both(x, h, W, R, Wb, Rb, slice(k * n, (k + 1) * n))) for k in (0, 1))
        last = slice(2 * n, 3 * n)
        if p.linear:
            inner = matmul(x, W[:, last]) + r * (matmul(h, R[:, last]) + Rb[last]) + Wb[last]
        else:
            inner = both(x, r * h, W, R, Wb, Rb, last)
        new = tanh(inner)
        if p.form == 1:
            return [multiplied_and_added(z, h - new, new)]
        return [multiplied_and_added(1 - z, new, z * h)]

    return cells(way, p, X, W, R, B, step, 1)


def cubic_weights(f, a):
    """Keys' kernel at 1 + f, f, 1 − f, 2 − f (IEEE Transactions on Acoustics 29, 1981)."""

    def near(d):
        return multiplied_and_added((a + 2) * d - (a + 3), d * d, 1)

    def far(d):
        return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a

    return [far(f + 1), near(f), near(1 - f), far(2 - f)]


def taps(place, p):
    """(index of the first tap, the weights) for coordinates."""
    whole = numpy.floor(place.values)
    f = place - Real(whole, place.way)
    if p.mode == "linear":
        return whole.astype(int), [1 - f, f]
    return whole.astype(int) - 1, cubic_weights(f, p.cubic or -0.75)


def resize_call(mode):
    def draw(numbers, size):
        n = {"small": 3, "middle": 7, "large": 14}[size]
        scales = numpy.array([1, 1, 1.7, 2.3], numpy.float32)
        inputs = {"X": numbers(1, 2, n, n), "": None, "scales": scales}
        return Call(inputs, {"mode": mode})

    return draw


def coordinates(way, count, scale, p):
    i = way.constant(numpy.arange(count))
    if p.asymmetric:
        return i / scale
    return (i + 0.5) / scale - 0.5


def resize(way, p, X, _, scales):
    result = X
    for axis in (3, 2) if p.form == 1 else (2, 3):
        n, scale = X.shape[axis], float(scales.values[axis])
        count = int(numpy.floor(n * scale))
        first, weights = taps(coordinates(way, count, scale, p), p)
        parts = []
        for k, weight in enumerate(weights):
            values = numpy.take(result.values, numpy.clip(first + k, 0, n - 1), axis)
            shape = [-1 if i == axis else 1 for i in range(4)]
            parts.append((values, weight.values.reshape(shape)))
        terms, factors = (numpy.stack(numpy.broadcast_arrays(*ps)) for ps in zip(*parts))
        result = Real(way.total(terms, factors), way)
    return result


for mode in ("linear", "cubic"):
    wrong = (Fault("cubic_coeff_a −0.5 for −0.75", {"cubic": -0.5}),) * (mode == "cubic")
    operator("Resize", 19, resize_call(mode), label=f"Resize ({mode})", forms=2,
             kinds=("normal", "positive", "large mean"), faults=(
             *wrong, Fault("coordinates of another mode", {"asymmetric": True})))(resize)


def grid_call(mode, align):
    def draw(numbers, size):
        n = {"small": 3, "middle": 7, "large": 14}[size]
        grid = numbers.between(-1.1, 1.1, 1, n, n + 1, 2)
        return Call({"X": numbers(1, 2, n, n + 2), "grid": grid},
                    {"mode": mode, "align_corners": align})

    return draw


def grid_sample(way, p, X, grid):
    sizes = X.shape[3], X.shape[2]
    axes = []
    for i, n in enumerate(sizes):
        g = grid[..., i]
        if p.align_corners:
            place = (g + 1) * ((n - 1) / 2)
        else:
            place = multiplied_and_added(g + 1, n, -1) / 2
        axes.append(taps(place, p))
    (x0, x_weights), (y0, y_weights) = axes
    terms, factors = [], []
    for j, wy in enumerate(y_weights):
        for i, wx in enumerate(x_weights):
            terms.append(at(X.values[0], y0[0] + j, x0[0] + i, p.border))
            factors.append((wy * wx).values[0])
    factors = numpy.stack(factors)[:, None]
    return Real(way.total(numpy.stack(terms), factors)[None], way)


def at(image, y, x, border):
    """The image's values, beyond its border 0 or, for `border`, the nearest."""
    inside = (y >= 0) & (y < image.shape[1]) & (x >= 0) & (x < image.shape[2])
    values = image[:, numpy.clip(y, 0, image.shape[1] - 1), numpy.clip(x, 0, image.shape[2] - 1)]
    return values if border else numpy.where(inside, values, 0)


for mode, align in (("linear", 0), ("linear", 1), ("cubic", 0)):
    wrong = (Fault("cubic_coeff_a −0.5 for −0.75", {"cubic": -0.5}),) * (mode == "cubic")
    operator("GridSample", 20, grid_call(mode, align), kinds=("normal", "positive", "large mean"),
             label=f"GridSample ({mode}, align_corners={align})", faults=(
             *wrong, Fault("align_corners ignored", {"align_corners": 1 - align}),
             Fault("border for zeros", {"border": True})))(grid_sample)
