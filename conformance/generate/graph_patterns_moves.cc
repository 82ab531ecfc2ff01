// Patterns of movements, of nodes that do nothing, and of constants that can be folded.
#include <algorithm>
#include <numeric>

#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"

namespace etalon {

namespace {

Integers any_order(GraphDraft& g, size_t rank) {
  Integers perm;
  for (const size_t axis : g.draw().permutation(rank)) perm.push_back(as_integer(axis));
  return perm;
}

Integers inverse(const Integers& perm) {
  Integers back(perm.size());
  for (size_t i = 0; i < perm.size(); ++i) back[static_cast<size_t>(perm[i])] = as_integer(i);
  return back;
}

// Two Transposes that cancel, with or without an operator between them; missed: they do not.
std::string transpose_chain(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  const Integers perm = any_order(g, g.rank(x));
  std::string y = transpose(g, x, perm);
  if (g.draw().chance(0.5)) y = same_shape(g, y);
  const Integers back = g.miss(0.2) ? perm : inverse(perm);
  return transpose(g, y, back);
}

// An operator with an axis between two Transposes.
std::string transpose_around(GraphDraft& g) {
  const std::string x = image(g);
  std::string y = transpose(g, x, {0, 2, 3, 1});
  switch (g.draw().below(3)) {
    case 0:
      y = g.add("Softmax", {y}, {{"axis", g.draw().between(1, 3)}});
      break;
    case 1:
      y = reduce(g, "ReduceMean", y, g.draw().chance(0.5) ? Integers{1, 2} : Integers{3});
      break;
    default:
      y = g.add("Concat", {y, y}, {{"axis", g.draw().between(1, 3)}});
  }
  return transpose(g, y, g.miss() ? Integers{0, 3, 2, 1} : Integers{0, 3, 1, 2});
}

// Reshape, Transpose, Reshape: channels shuffled, or space moved to depth.
std::string reshape_transpose(GraphDraft& g) {
  std::string x = image(g);
  if (g.shape(x)[1] % 2 != 0) x = g.add("Concat", {x, x}, {{"axis", 1}});
  const Shape shape = g.shape(x);
  const Integers split = {as_integer(shape[0]), 2, as_integer(shape[1] / 2), as_integer(shape[2]),
                          as_integer(shape[3])};
  const Integers perm = g.miss() ? Integers{0, 2, 1, 4, 3} : Integers{0, 2, 1, 3, 4};
  const std::string y = transpose(g, reshape(g, x, split), perm);
  return reshape(g, y, to_ints(shape));
}

std::string reshape_chain(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  std::string y = reshape(g, x, {-1});
  if (g.draw().chance(0.4)) y = unary(g, y);
  y = reshape(g, y, {1, -1});
  Integers back = to_ints(g.shape(x));
  if (g.miss()) std::reverse(back.begin(), back.end());
  return reshape(g, y, back);
}

std::string unsqueeze_squeeze(GraphDraft& g) {
  const std::string x = g.some(0, 3);
  const Integers axes = {g.draw().between(0, as_integer(g.rank(x)))};
  std::string y = g.add_with("Unsqueeze", {x}, 1, "axes", axes);
  if (g.draw().chance(0.4)) y = unary(g, y);
  const Shape shape = g.shape(y);
  Integers other = axes;
  for (size_t i = 0; i < shape.size(); ++i) {
    if (shape[i] == 1 && as_integer(i) != axes[0] && g.miss(0.3)) other = {as_integer(i)};
  }
  return g.add_with("Squeeze", {y}, 1, "axes", other);
}

std::string part(GraphDraft& g, const std::string& x, int64_t from, int64_t to, int64_t axis) {
  return g.add("Slice", {x, g.integers({from}), g.integers({to}), g.integers({axis})});
}

// Slices, or a Split, put together again; missed: in another order, or with one element twice.
std::string slice_concat(GraphDraft& g) {
  const std::string x = tokens(g);
  const int64_t axis = g.draw().between(1, 2);
  const int64_t length = as_integer(g.shape(x)[static_cast<size_t>(axis)]);
  if (length < 2) throw InvalidInput("there is nothing to split");
  const int64_t cut = g.draw().between(1, length - 1);
  Names parts;
  if (g.draw().chance(0.4)) {
    parts = g.add_all("Split", {x, g.integers({cut, length - cut})}, {{"axis", axis}}, 2);
  } else {
    parts.push_back(part(g, x, 0, cut, axis));
    parts.push_back(part(g, x, g.miss() ? cut - 1 : cut, INT64_MAX, axis));
  }
  if (g.draw().chance(0.3)) parts[0] = unary(g, parts[0]);
  if (g.miss()) std::swap(parts[0], parts[1]);
  return g.add("Concat", parts, {{"axis", axis}});
}

// Two Slices after one another, on one axis or on two.
std::string slice_slice(GraphDraft& g) {
  const std::string x = image(g);
  const std::string y = part(g, x, 1, INT64_MAX, 2);
  const int64_t axis = g.miss(0.4) ? 2 : 3;
  const int64_t from = g.draw().between(0, 1);
  return part(g, y, from, g.draw().chance(0.5) ? -1 : INT64_MAX, axis);
}

// Nodes that give back what they get; missed: one that does not quite.
std::string nothing(GraphDraft& g, const std::string& x) {
  switch (g.draw().below(9)) {
    case 0:
      return g.add("Dropout", {x});
    case 1:
      return cast(g, x, g.base());
    case 2:
      return g.add("Mul", {x, g.scalar(g.miss() ? 1.5 : 1)});
    case 3:
      return g.add("Add", {x, g.scalar(g.miss() ? 0.001 : 0)});
    case 4:
      return reshape(g, x, to_ints(g.shape(x)));
    case 5:
      return g.add("Div", {x, g.scalar(1)});
    case 6:
      return g.add("Sub", {x, g.reals(Shape(g.rank(x), 1), 0, g.miss() ? 1 : 0)});
    case 7:
      return g.add("Pow", {x, g.scalar(1)});
    default:
      return g.add("Identity", {x});
  }
}

std::string identity_dropout(GraphDraft& g) {
  std::string y = g.some();
  const size_t count = 2 + g.draw().below(3);
  for (size_t i = 0; i < count; ++i) y = g.draw().chance(0.2) ? unary(g, y) : nothing(g, y);
  return y;
}

// Reductions after one another, and reductions that another one stands for.
std::string reduce_chain(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  const std::string op = g.draw().pick<std::string>({"ReduceMean", "ReduceSum", "ReduceMax"});
  const bool keepdims = g.draw().chance(0.6);
  const std::string y = reduce(g, op, x, {-1}, keepdims);
  if (!keepdims && g.rank(y) == 0) return y;
  const std::string other = g.miss() ? "ReduceMin" : op;
  return reduce(g, other, y, {keepdims ? -2 : -1}, keepdims);
}

std::string reduce_written(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const Integers axes = {-1};
  switch (g.draw().below(4)) {
    case 0:
      return g.add("Sqrt", {reduce(g, "ReduceSum", g.add("Mul", {x, x}), axes)});
    case 1:
      return reduce(g, "ReduceSum", g.add("Abs", {x}), axes);
    case 2:
      return g.add("Log", {reduce(g, "ReduceSum", g.add("Exp", {x}), axes)});
    default: {
      const double length = static_cast<double>(g.shape(x).back());
      const std::string by = g.scalar(g.miss() ? length + 1 : length);
      return g.add("Div", {reduce(g, "ReduceSum", x, axes), by});
    }
  }
}

std::string cast_chain(GraphDraft& g) {
  std::string y = g.some();
  const std::vector<DType> types = {DType::float64, DType::float16, DType::float32, DType::int32,
                                    DType::bfloat16};
  const size_t count = 1 + g.draw().below(3);
  for (size_t i = 0; i < count; ++i) y = cast(g, y, g.draw().pick(types));
  return cast(g, y, g.base());
}

// The same computation twice; missed: with another attribute.
std::string repeated(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const double alpha = g.draw().pick<double>({0.125, 0.5});
  const std::string a = g.add("LeakyRelu", {x}, {{"alpha", alpha}});
  const std::string b = g.add("LeakyRelu", {x}, {{"alpha", g.miss(0.3) ? 0.25 : alpha}});
  const std::string c = unary(g, a);
  return g.add(g.draw().chance(0.5) ? "Sub" : "Add", {c, b});
}

// Arithmetic with several constants, which can be joined; or a common factor.
std::string constants_joined(GraphDraft& g) {
  const std::string x = g.some();
  const std::string a = g.scalar(g.draw().pick<double>({2, 0.3, -1}));
  const std::string b = g.scalar(g.draw().pick<double>({0.5, 3, 0.1}));
  switch (g.draw().below(5)) {
    case 0:
      return g.add("Add", {g.add("Add", {x, a}), b});
    case 1:
      return g.add("Mul", {g.add("Mul", {x, a}), b});
    case 2:
      return g.add("Add", {g.add("Mul", {x, a}), g.add("Mul", {x, b})});
    case 3:
      return g.add("Div", {g.add("Mul", {x, b}), b});
    default:
      return g.add("Sub", {g.add("Add", {x, b}), b});
  }
}

// A shape that Shape, Gather, Unsqueeze and Concat put together: constant, where it is known.
std::string shape_arithmetic(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  const std::string first = first_length(g, x);
  Names parts = {first, g.integers({-1})};
  if (g.draw().chance(0.4)) {
    const std::string twice = g.add("Mul", {first, g.integers({2})});
    parts[0] = g.add("Div", {twice, g.integers({2})});
  }
  if (g.draw().chance(0.3)) std::swap(parts[0], parts[1]);
  return g.add("Reshape", {x, g.add("Concat", parts, {{"axis", 0}})});
}

std::string expand_add(GraphDraft& g) {
  const std::string x = g.some(1, 3);
  const std::string to = g.add("Shape", {x});
  const std::string zero = g.miss() ? g.reals({1}) : g.scalar(0.25);
  return g.add("Add", {x, g.add("Expand", {zero, to})});
}

std::string constant_of_shape(GraphDraft& g) {
  const std::string x = g.some(1, 3);
  const Tensor value = Tensor::of(g.base(), full<double>({1}, g.draw().chance(0.5) ? 1.0 : 0.5));
  const std::string ones = g.add("ConstantOfShape", {g.add("Shape", {x})}, {{"value", value}});
  return g.add(g.draw().chance(0.5) ? "Mul" : "Add", {x, ones});
}

std::string masked(GraphDraft& g) {
  const std::string x = tokens(g);
  const std::string mask =
      g.input(random_tensor(g.draw(), DType::int64, {g.shape(x)[1], g.shape(x)[2]}, {0, 1}));
  const std::string one = cast(g, mask, g.base());
  if (g.draw().chance(0.5)) {
    return g.add("Where", {cast(g, mask, DType::boolean), x, g.scalar(-100)});
  }
  const std::string off = g.add("Sub", {g.scalar(1), one});
  return g.add("Softmax", {g.add("Add", {x, g.add("Mul", {off, g.scalar(-100)})})}, {{"axis", -1}});
}

std::string not_not(GraphDraft& g) {
  const std::string x = g.some(0, 3);
  const std::string less = g.add("Less", {x, g.scalar(0.25)});
  std::string no = g.add("Not", {less});
  if (g.draw().chance(0.5)) no = g.add("Not", {no});
  return g.add("Where", {no, x, g.add("Neg", {x})});
}

std::string max_relu(GraphDraft& g) {
  const std::string x = g.some();
  const std::string other = g.some_like(g.shape(x));
  const std::string y = g.add(g.draw().chance(0.5) ? "Max" : "Min", {x, other});
  const std::string z = g.add("Relu", {g.miss() ? g.add("Neg", {y}) : y});
  return g.draw().chance(0.4) ? g.add("Relu", {z}) : z;
}

}  // namespace

const std::vector<GraphPattern> movement_patterns = {
    {"transpose_chain", transpose_chain},
    {"transpose_around", transpose_around},
    {"reshape_transpose", reshape_transpose},
    {"reshape_chain", reshape_chain},
    {"unsqueeze_squeeze", unsqueeze_squeeze},
    {"slice_concat", slice_concat},
    {"slice_slice", slice_slice},
    {"identity_dropout", identity_dropout},
    {"reduce_chain", reduce_chain},
    {"reduce_written", reduce_written},
    {"cast_chain", cast_chain},
    {"repeated", repeated},
    {"constants_joined", constants_joined},
    {"shape_arithmetic", shape_arithmetic},
    {"expand_add", expand_add},
    {"constant_of_shape", constant_of_shape},
    {"masked", masked},
    {"not_not", not_not},
    {"max_relu", max_relu},
};

}  // namespace etalon
