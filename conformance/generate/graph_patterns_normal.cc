// Patterns of normalizations, attention and activations, written in primitives.
#include <cmath>

#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"

namespace etalon {

namespace {

std::string square(GraphDraft& g, const std::string& x) {
  if (g.draw().chance(0.3)) return g.add("Mul", {x, x});
  return g.add("Pow", {x, g.scalar(g.miss(0.05) ? 4 : 2)});
}

// The root of a mean square, with epsilon inside it; missed: outside, or lost.
std::string root(GraphDraft& g, const std::string& squares) {
  const std::string epsilon = g.scalar(g.draw().pick<double>({1e-5, 1e-3, 0.25}));
  if (g.miss()) return g.add("Add", {g.add("Sqrt", {squares}), epsilon});
  return g.add("Sqrt", {g.add("Add", {squares, epsilon})});
}

std::string scaled(GraphDraft& g, std::string y, size_t axis) {
  const size_t after = g.rank(y) - 1 - axis;
  const size_t length = g.shape(y)[axis];
  Shape shape(1 + after, 1);
  shape[0] = length;
  if (after > 0 && g.miss()) shape = {g.shape(y).back()};
  y = g.add("Mul", {y, g.reals(shape)});
  return g.draw().chance(0.8) ? g.add("Add", {y, g.reals(shape)}) : y;
}

std::string skip_layer_norm(GraphDraft& g) {
  const std::string x = tokens(g);
  const Shape shape = g.miss() ? Shape{g.shape(x)[1], 1} : g.shape(x);
  std::string sum = g.add("Add", {x, g.some_like(shape)});
  if (g.draw().chance(0.4)) sum = g.add("Add", {sum, g.reals({g.shape(x).back()})});
  const std::string y = layer_norm(g, sum);
  return g.draw().chance(0.4) ? g.add("Add", {y, sum}) : y;
}

std::string written_layer_norm(GraphDraft& g) { return layer_norm(g, tokens(g)); }

std::string rms_norm(GraphDraft& g) {
  const std::string x = tokens(g);
  const Integers axes = {g.miss() ? -2 : -1};
  const std::string r = root(g, reduce(g, "ReduceMean", square(g, x), axes));
  const bool reciprocal = g.draw().chance(0.4);
  const std::string y =
      reciprocal ? g.add("Mul", {x, g.add("Reciprocal", {r})}) : g.add("Div", {x, r});
  return g.add("Mul", {y, g.reals({g.shape(x).back()})});
}

std::string instance_norm(GraphDraft& g) {
  const std::string x = image(g);
  const Integers axes = g.miss() ? Integers{1, 2, 3} : Integers{2, 3};
  const std::string d = g.add("Sub", {x, reduce(g, "ReduceMean", x, axes)});
  const std::string r = root(g, reduce(g, "ReduceMean", square(g, d), axes));
  return scaled(g, g.add("Div", {d, r}), 1);
}

std::string group_norm(GraphDraft& g) {
  const std::string x = image(g);
  const Shape shape = g.shape(x);
  const size_t groups = shape[1] % 2 == 0 ? 2 : 1;
  const std::string split = reshape(g, x, {0, as_integer(groups), -1});
  const std::string ones = g.constant(Tensor::of(g.base(), full<double>({groups}, 1.0)));
  const std::string zeros = g.constant(Tensor::of(g.base(), full<double>({groups}, 0.0)));
  const double epsilon = g.draw().pick<double>({1e-5, 0.01});
  const std::string y =
      g.add("InstanceNormalization", {split, ones, zeros}, {{"epsilon", epsilon}});
  const Integers back = to_ints(shape);
  if (shape[2] == shape[3] && g.miss()) return transpose(g, reshape(g, y, back), {0, 1, 3, 2});
  return scaled(g, reshape(g, y, back), 1);
}

std::string l2_normalized(GraphDraft& g) {
  const std::string x = tokens(g);
  const Integers axes = {g.miss() ? 1 : -1};
  const std::string n = g.draw().chance(0.5)
                            ? reduce(g, "ReduceL2", x, axes)
                            : g.add("Sqrt", {reduce(g, "ReduceSum", square(g, x), axes)});
  return g.add("Div", {x, g.add("Max", {n, g.scalar(g.draw().chance(0.8) ? 0.001 : 1)})});
}

std::string softmax_written(GraphDraft& g) {
  const std::string x = tokens(g);
  const Integers axes = {g.draw().chance(0.7) ? -1 : 1};
  const std::string less = g.add("Sub", {x, reduce(g, "ReduceMax", x, axes)});
  const std::string e = g.add("Exp", {less});
  const std::string sum = reduce(g, "ReduceSum", e, g.miss() ? Integers{0} : axes);
  if (g.draw().chance(0.3)) return g.add("Sub", {less, g.add("Log", {sum})});
  return g.add("Div", {e, sum});
}

std::string softmax_log(GraphDraft& g) {
  const std::string x = tokens(g);
  const std::string y = g.add("Softmax", {x}, {{"axis", g.draw().chance(0.7) ? -1 : 1}});
  return g.miss() ? g.add("Exp", {y}) : g.add("Log", {y});
}

// x [N, length, width] as [N, heads, length, width / heads].
std::string heads_of(GraphDraft& g, const std::string& x, int64_t heads, const Integers& perm) {
  const int64_t width = as_integer(g.shape(x)[2]) / heads;
  return transpose(g, reshape(g, x, {0, 0, heads, width}), perm);
}

std::string projected(GraphDraft& g, const std::string& x) {
  const size_t width = g.shape(x)[2];
  const std::string y = g.add("MatMul", {x, g.reals({width, width}, -1, 1)});
  return g.draw().chance(0.7) ? g.add("Add", {y, g.reals({width})}) : y;
}

std::string scores_of(GraphDraft& g, const std::string& q, const std::string& k, double width) {
  std::string scores = g.add("MatMul", {q, k});
  const double scale = g.miss() ? width : std::sqrt(width);
  if (g.draw().chance(0.5)) {
    scores = g.add("Div", {scores, g.scalar(scale)});
  } else {
    scores = g.add("Mul", {scores, g.scalar(1 / scale)});
  }
  if (g.draw().chance(0.4)) {
    const size_t length = g.shape(scores)[3];
    const size_t rows = g.miss() ? 1 : g.shape(scores)[2];
    scores = g.add("Add", {scores, g.input(random_tensor(g.draw(), g.base(), {rows, length}))});
  }
  return scores;
}

std::string attention(GraphDraft& g) {
  std::string x = tokens(g);
  if (g.shape(x)[2] % 2 != 0) x = g.add("Concat", {x, x}, {{"axis", 2}});
  const std::string memory = g.draw().chance(0.2) ? unary(g, x) : x;
  const std::string q = heads_of(g, projected(g, x), 2, {0, 2, 1, 3});
  const std::string k = heads_of(g, projected(g, memory), 2, {0, 2, 3, 1});
  const std::string v = heads_of(g, projected(g, memory), 2, {0, 2, 1, 3});
  const auto width = static_cast<double>(g.shape(q)[3]);
  const int64_t axis = g.miss() ? -2 : -1;
  const std::string p = g.add("Softmax", {scores_of(g, q, k, width)}, {{"axis", axis}});
  const std::string heads = transpose(g, g.add("MatMul", {p, v}), {0, 2, 1, 3});
  const std::string joined = reshape(g, heads, {0, 0, as_integer(g.shape(x)[2])});
  return g.draw().chance(0.5) ? projected(g, joined) : joined;
}

std::string half(GraphDraft& g, const std::string& x, int64_t from, int64_t to) {
  return g.add("Slice", {x, g.integers({from}), g.integers({to}), g.integers({-1})});
}

// x · cos + turned(x) · sin, where the halves of the last axis are [-second, first].
std::string rotary_embedding(GraphDraft& g) {
  std::string x = tokens(g);
  if (g.shape(x)[2] % 2 != 0) x = g.add("Concat", {x, x}, {{"axis", 2}});
  const int64_t width = as_integer(g.shape(x)[2]);
  std::string first = half(g, x, 0, width / 2);
  std::string second = half(g, x, width / 2, INT64_MAX);
  std::string& negated = g.miss() ? first : second;
  negated = g.add("Neg", {negated});
  const std::string turned =
      g.add("Concat", g.miss() ? Names{first, second} : Names{second, first}, {{"axis", -1}});
  const Shape angles = {g.shape(x)[1], g.shape(x)[2]};
  const std::string a = g.input(random_tensor(g.draw(), g.base(), angles, {-3, 3}));
  const std::string straight = g.add("Mul", {x, g.add("Cos", {a})});
  return g.add("Add", {straight, g.add("Mul", {turned, g.add("Sin", {a})})});
}

std::string embedding(GraphDraft& g) {
  const size_t width = 2 + g.draw().below(4);
  const Shape ids_shape = {1 + g.draw().below(2), 1 + g.draw().below(4)};
  const std::string ids = g.input(random_tensor(g.draw(), DType::int64, ids_shape, {0, 5}));
  const std::string words = g.add("Gather", {g.reals({6, width}), ids}, {{"axis", 0}});
  const std::string places = g.reals({ids_shape[1], width});
  return layer_norm(g, g.add("Add", {words, places}));
}

std::string written_gelu_erf(GraphDraft& g) { return gelu_erf(g, g.some()); }
std::string written_gelu_tanh(GraphDraft& g) { return gelu_tanh(g, g.some()); }

std::string swish(GraphDraft& g) {
  const std::string x = g.some();
  const double alpha = g.draw().chance(0.5) ? 1 : 1.702;
  const std::string inner = alpha == 1 ? x : g.add("Mul", {x, g.scalar(alpha)});
  const std::string s = g.add(g.miss() ? "Tanh" : "Sigmoid", {inner});
  return g.add("Mul", g.draw().chance(0.5) ? Names{x, s} : Names{s, x});
}

std::string hard_swish(GraphDraft& g) {
  const std::string x = g.some();
  if (g.draw().chance(0.4)) {
    const double alpha = g.miss() ? 0.2 : 1.0 / 6;
    return g.add("Mul", {x, g.add("HardSigmoid", {x}, {{"alpha", alpha}, {"beta", 0.5}})});
  }
  const std::string moved = g.add("Add", {x, g.scalar(3)});
  const std::string gate = g.add("Clip", {moved, g.scalar(0), g.scalar(g.miss() ? 5 : 6)});
  if (g.draw().chance(0.5)) return g.add("Mul", {x, g.add("Div", {gate, g.scalar(6)})});
  return g.add("Div", {g.add("Mul", {x, gate}), g.scalar(6)});
}

std::string relu6(GraphDraft& g) {
  std::string x = g.some();
  const double low = g.miss() ? -0.5 : 0;
  if (g.draw().chance(0.3)) {
    return g.add("Min", {g.add("Max", {x, g.scalar(low)}), g.scalar(6)});
  }
  if (g.draw().chance(0.6)) x = g.add("Relu", {x});
  const std::string y = g.add("Clip", {x, g.scalar(low), g.scalar(g.draw().chance(0.7) ? 6 : 2)});
  return g.draw().chance(0.3) ? g.add("Clip", {y, g.scalar(-1), g.scalar(1)}) : y;
}

std::string softplus_tanh(GraphDraft& g) {
  const std::string x = g.some();
  const std::string s = g.miss() ? g.add("Softsign", {x}) : g.add("Softplus", {x});
  return g.add("Mul", {x, g.add("Tanh", {s})});
}

}  // namespace

std::string gelu_erf(GraphDraft& g, const std::string& x) {
  const double root_two = g.miss() ? 1.5 : std::sqrt(2.0);
  const std::string inner = g.draw().chance(0.7) ? g.add("Div", {x, g.scalar(root_two)})
                                                 : g.add("Mul", {x, g.scalar(1 / root_two)});
  const std::string sum = g.add("Add", {g.add("Erf", {inner}), g.scalar(g.miss(0.05) ? 0.5 : 1)});
  if (g.draw().chance(0.5)) return g.add("Mul", {g.add("Mul", {x, sum}), g.scalar(0.5)});
  return g.add("Mul", {g.add("Mul", {x, g.scalar(0.5)}), sum});
}

std::string gelu_tanh(GraphDraft& g, const std::string& x) {
  const std::string square = g.add("Mul", {x, x});
  const std::string cube =
      g.draw().chance(0.5) ? g.add("Pow", {x, g.scalar(3)}) : g.add("Mul", {x, square});
  const std::string more = g.add("Mul", {cube, g.scalar(g.miss() ? 0.05 : 0.044715)});
  const double scale = std::sqrt(2 / 3.14159265358979323846);
  const std::string inner = g.add("Mul", {g.add("Add", {x, more}), g.scalar(scale)});
  const std::string sum = g.add("Add", {g.add("Tanh", {inner}), g.scalar(1)});
  return g.add("Mul", {g.add("Mul", {x, g.scalar(0.5)}), sum});
}

std::string layer_norm(GraphDraft& g, const std::string& x) {
  const Integers axes = {g.miss() && g.rank(x) > 1 ? -2 : -1};
  const std::string mean = reduce(g, "ReduceMean", x, axes);
  const std::string d = g.add("Sub", {x, mean});
  const std::string r = root(g, reduce(g, "ReduceMean", square(g, g.miss(0.05) ? x : d), axes));
  return scaled(g, g.add("Div", {d, r}), g.rank(x) - 1);
}

const std::vector<GraphPattern> normalization_patterns = {
    {"layer_norm", written_layer_norm},
    {"skip_layer_norm", skip_layer_norm},
    {"rms_norm", rms_norm},
    {"instance_norm", instance_norm},
    {"group_norm", group_norm},
    {"l2_normalized", l2_normalized},
    {"softmax_written", softmax_written},
    {"softmax_log", softmax_log},
    {"attention", attention},
    {"rotary_embedding", rotary_embedding},
    {"embedding", embedding},
    {"gelu_erf", written_gelu_erf},
    {"gelu_tanh", written_gelu_tanh},
    {"swish", swish},
    {"hard_swish", hard_swish},
    {"relu6", relu6},
    {"softplus_tanh", softplus_tanh},
};

}  // namespace etalon
