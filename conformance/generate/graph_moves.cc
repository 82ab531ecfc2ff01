#include "conformance/generate/graph_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "conformance/generate/drafting.h"
#include "conformance/generate/rules.h"
#include "conformance/generate/space.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

// The operators of this opset that take a tensor and give one of its type and shape.
std::vector<std::string> unary_operators(int opset) {
  std::vector<std::string> all = {
      "Relu", "Sigmoid",   "Tanh",    "Abs",      "Neg",      "Exp",   "Erf",  "Softplus",
      "Elu",  "LeakyRelu", "Selu",    "Softsign", "Sin",      "Cos",   "Atan", "HardSigmoid",
      "Ceil", "Identity",  "Floor",   "Round",    "Softmax",  "Sign",  "Celu", "LogSoftmax",
      "Tanh", "HardSwish", "Dropout", "Relu",     "Identity", "Asinh", "Relu", "ThresholdedRelu"};
  if (opset >= 18) all.emplace_back("Mish");
  if (opset >= 20) all.emplace_back("Gelu");
  return all;
}

bool accepts_type(const std::string& op, DType type, int opset) {
  const Schema* schema = find_schema("", op, opset);
  if (schema == nullptr) return false;
  const TypeConstraint* constraint = schema->constraint(schema->inputs.at(0).type);
  return constraint == nullptr ||
         std::any_of(
             constraint->accepted.begin(), constraint->accepted.end(),
             [&](const Type& accepted) { return compatible(accepted, Type::tensor(type)); });
}

std::string clipped(GraphDraft& g, const std::string& x) {
  const double low = g.draw().real(-2, 0);
  return g.add("Clip", {x, g.scalar(low), g.scalar(low + g.draw().real(0.5, 4))});
}

// A value that is nowhere near 0: to divide by, and for logarithms and roots.
std::string positive(GraphDraft& g, const std::string& x) {
  return g.add("Add", {g.add("Abs", {x}), g.scalar(0.5)});
}

// A value that broadcasts to x's shape.
std::string operand(GraphDraft& g, const std::string& x) {
  const Shape shape = g.shape(x);
  if (g.draw().chance(0.5)) {
    const std::string found = g.find([&](const Tensor& tensor) {
      return tensor.dtype() == g.base() && broadcasts(tensor.shape(), shape);
    });
    if (!found.empty()) return found;
  }
  const Shape part = g.draw().broadcastable_to(shape);
  if (g.draw().chance(0.2)) return g.input(random_tensor(g.draw(), g.base(), part, {-3, 3}));
  return g.reals(part);
}

size_t any_axis(GraphDraft& g, const std::string& x) { return g.draw().below(g.rank(x)); }
int64_t written(GraphDraft& g, size_t axis, size_t rank) {
  return as_integer(axis) - (g.draw().chance(0.3) ? as_integer(rank) : 0);
}

void unary_move(GraphDraft& g) { unary(g, g.some()); }
void binary_move(GraphDraft& g) { binary(g, g.some()); }
void clip_move(GraphDraft& g) { clipped(g, g.some()); }

void positive_move(GraphDraft& g) {
  const std::string x = positive(g, g.some());
  const std::string op = g.draw().pick<std::string>({"Log", "Sqrt", "Reciprocal", "Div", "Pow"});
  if (op == "Div") {
    g.add(op, {g.some_like(g.shape(x)), x});
  } else if (op == "Pow") {
    g.add(op, {x, g.scalar(g.draw().pick<double>({2, 0.5, 3, 1, -1, 0}))});
  } else {
    g.add(op, {x});
  }
}

void where_move(GraphDraft& g) {
  const std::string x = g.some();
  const std::string op =
      g.draw().pick<std::string>({"Less", "Greater", "LessOrEqual", "GreaterOrEqual", "Equal"});
  const std::string less = g.add(op, {x, operand(g, x)});
  const std::string holds = g.draw().chance(0.3) ? g.add("Not", {less}) : less;
  if (g.draw().chance(0.2)) {
    cast(g, holds, g.base());
  } else {
    g.add("Where", {holds, x, operand(g, x)});
  }
}

void matmul_move(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  const Shape shape = g.shape(x);
  const size_t columns = g.draw().dimension();
  Shape other = {shape.back(), columns};
  if (shape.size() > 2 && g.draw().chance(0.4)) {
    other = shape;
    other[other.size() - 2] = shape.back();
    other.back() = columns;
  }
  g.add("MatMul", {x, g.draw().chance(0.3) ? g.some_like(other) : g.reals(other)});
}

void gemm_move(GraphDraft& g) {
  const std::string x = g.some(2, 2);
  const bool left = g.draw().chance(0.3);
  const bool right = g.draw().chance(0.5);
  const size_t rows = g.shape(x)[left ? 1 : 0];
  const size_t inner = g.shape(x)[left ? 0 : 1];
  const size_t columns = g.draw().dimension();
  Names inputs = {x, g.reals(right ? Shape{columns, inner} : Shape{inner, columns})};
  if (g.draw().chance(0.8)) inputs.push_back(g.reals(g.draw().broadcastable_to({rows, columns})));
  NodeAttributes attributes = {{"transA", int64_t{left}}, {"transB", int64_t{right}}};
  if (g.draw().chance(0.3)) attributes.emplace_back("alpha", 0.5);
  if (g.draw().chance(0.3)) attributes.emplace_back("beta", 2.0);
  g.add("Gemm", inputs, attributes);
}

void conv_move(GraphDraft& g) {
  const std::string x = g.some(3, 4);
  const Shape shape = g.shape(x);
  const size_t groups = shape[1] % 2 == 0 && g.draw().chance(0.3) ? 2 : 1;
  const size_t filters = groups * (1 + g.draw().below(3));
  Shape weights = {filters, shape[1] / groups};
  Integers pads;
  Integers strides;
  for (size_t i = 2; i < shape.size(); ++i) {
    weights.push_back(1 + g.draw().below(std::min<size_t>(3, shape[i])));
    pads.push_back(g.draw().between(0, 1));
    strides.push_back(g.draw().between(1, 2));
  }
  const Integers before = pads;
  pads.insert(pads.end(), before.begin(), before.end());
  Names inputs = {x, g.reals(weights, -1, 1)};
  if (g.draw().chance(0.6)) inputs.push_back(g.reals({filters}));
  g.add("Conv", inputs, {{"group", as_integer(groups)}, {"pads", pads}, {"strides", strides}});
}

void pool_move(GraphDraft& g) {
  const std::string x = g.some(3, 4);
  const std::string op = g.draw().pick<std::string>(
      {"MaxPool", "AveragePool", "GlobalAveragePool", "GlobalMaxPool", "LpPool"});
  if (op.starts_with("Global")) {
    g.add(op, {x});
    return;
  }
  Integers kernel;
  Integers strides;
  for (size_t i = 2; i < g.rank(x); ++i) {
    kernel.push_back(g.draw().between(1, std::min<int64_t>(3, as_integer(g.shape(x)[i]))));
    strides.push_back(g.draw().between(1, 2));
  }
  g.add(op, {x}, {{"kernel_shape", kernel}, {"strides", strides}});
}

void reduce_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  Integers axes;
  for (const size_t axis : g.draw().subset(g.rank(x))) axes.push_back(written(g, axis, g.rank(x)));
  if (axes.empty()) axes.push_back(-1);
  const std::string op =
      g.draw().pick<std::string>({"ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceL1",
                                  "ReduceL2", "ReduceSumSquare", "ReduceProd", "ReduceLogSumExp"});
  reduce(g, op, x, axes, g.draw().chance(0.6));
}

void transpose_move(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  Integers perm;
  for (const size_t axis : g.draw().permutation(g.rank(x))) perm.push_back(as_integer(axis));
  transpose(g, x, perm);
}

// The shape with two axes joined, or one split, or all in one.
void reshape_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  Integers to = to_ints(g.shape(x));
  const size_t axis = any_axis(g, x);
  const auto at = to.begin() + static_cast<std::ptrdiff_t>(axis);
  if (g.draw().chance(0.2)) {
    to = {-1};
  } else if (axis + 1 < to.size() && g.draw().chance(0.5)) {
    to[axis] *= to[axis + 1];
    to.erase(at + 1);
  } else if (to[axis] % 2 == 0) {
    *at /= 2;
    to.insert(at, 2);
  } else {
    to.insert(at, 1);
  }
  if (g.draw().chance(0.3)) to[g.draw().below(to.size())] = -1;
  reshape(g, x, to);
}

// Reshape by numbers that come from a Shape node: constant, where the shape is known.
void shape_move(GraphDraft& g) {
  const std::string x = g.some(2, 4);
  const std::string first = first_length(g, x);
  const std::string rest = g.integers({-1});
  const std::string to = g.add("Concat", {first, rest}, {{"axis", 0}});
  g.add("Reshape", {x, to});
}

void concat_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const size_t axis = any_axis(g, x);
  Shape other = g.shape(x);
  other[axis] = g.draw().dimension();
  Names inputs = {x, g.some_like(other)};
  if (g.draw().chance(0.3)) inputs.push_back(x);
  g.add("Concat", inputs, {{"axis", written(g, axis, g.rank(x))}});
}

void slice_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const size_t axis = any_axis(g, x);
  const int64_t length = as_integer(g.shape(x)[axis]);
  const int64_t start = g.draw().between(0, length - 1);
  const int64_t end = g.draw().chance(0.3) ? INT64_MAX : g.draw().between(start + 1, length);
  const bool back = g.draw().chance(0.15);
  g.add("Slice", {x, g.integers({back ? -1 : start}), g.integers({back ? INT64_MIN : end}),
                  g.integers({written(g, axis, g.rank(x))}),
                  g.integers({back ? -1 : g.draw().between(1, 2)})});
}

void gather_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const size_t axis = any_axis(g, x);
  const double length = static_cast<double>(g.shape(x)[axis]);
  const Tensor indices = random_tensor(g.draw(), DType::int64, g.draw().shape(0, 2, Empty::never),
                                       {-length, length - 1});
  const int64_t at = written(g, axis, g.rank(x));
  g.add("Gather", {x, g.draw().chance(0.7) ? g.constant(indices) : g.input(indices)},
        {{"axis", at}});
}

void arg_move(GraphDraft& g) {
  const std::string x = g.some(1, 3);
  const int64_t axis = written(g, any_axis(g, x), g.rank(x));
  const std::string op = g.draw().pick<std::string>({"ArgMax", "ArgMin"});
  const std::string found = g.add(op, {x}, {{"axis", axis}, {"keepdims", 1}});
  g.add("GatherElements", {x, found}, {{"axis", axis}});
}

void cast_move(GraphDraft& g) {
  const std::string x = g.some();
  const DType through =
      g.draw().pick<DType>({DType::float64, DType::float16, DType::int32, DType::int64,
                            DType::boolean, DType::float32, DType::int8, DType::bfloat16});
  cast(g, cast(g, x, through), g.base());
}

void pad_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  Integers pads;
  for (size_t i = 0; i < 2 * g.rank(x); ++i) pads.push_back(g.draw().chance(0.5) ? 1 : 0);
  std::string mode = g.draw().pick<std::string>({"constant", "reflect", "edge", "constant"});
  const Shape shape = g.shape(x);
  if (std::find(shape.begin(), shape.end(), 1) != shape.end()) mode = "constant";
  Names inputs = {x, g.integers(pads)};
  if (mode == "constant" && g.draw().chance(0.5)) inputs.push_back(g.scalar(1));
  g.add("Pad", inputs, {{"mode", mode}});
}

void split_move(GraphDraft& g) {
  const std::string x = g.some(1, 4);
  const size_t axis = any_axis(g, x);
  const int64_t length = as_integer(g.shape(x)[axis]);
  if (length < 2) throw InvalidInput("there is nothing to split");
  const int64_t first = g.draw().between(1, length - 1);
  g.add_all("Split", {x, g.integers({first, length - first})}, {{"axis", as_integer(axis)}}, 2);
}

void expand_move(GraphDraft& g) {
  const std::string x = g.some(0, 3);
  Integers to = to_ints(g.shape(x));
  for (int64_t& length : to) {
    if (length == 1) length = g.draw().between(1, 4);
  }
  if (g.draw().chance(0.5)) to.insert(to.begin(), g.draw().between(1, 3));
  if (!to.empty()) g.add("Expand", {x, g.integers(to)});
}

void unsqueeze_move(GraphDraft& g) {
  const std::string x = g.some(0, 3);
  const Integers axes = {g.draw().between(0, as_integer(g.rank(x)))};
  const std::string more = g.add_with("Unsqueeze", {x}, 1, "axes", axes);
  if (g.draw().chance(0.6)) g.add_with("Squeeze", {unary(g, more)}, 1, "axes", axes);
}

void sequence_move(GraphDraft& g) {
  const std::string x = g.some(1, 3);
  const std::string s = g.add("SequenceConstruct", {x, unary(g, x)});
  g.add("ConcatFromSequence", {s}, {{"axis", 0}, {"new_axis", g.draw().between(0, 1)}});
}

void quantize_move(GraphDraft& g) { quantized(g, g.some()); }

using Move = void (*)(GraphDraft&);
const std::vector<Move> moves = {
    unary_move,   unary_move, binary_move,    binary_move,  clip_move,     positive_move,
    where_move,   gemm_move,  matmul_move,    conv_move,    pool_move,     reduce_move,
    reshape_move, shape_move, concat_move,    slice_move,   gather_move,   arg_move,
    cast_move,    pad_move,   split_move,     expand_move,  quantize_move, unsqueeze_move,
    conv_move,    unary_move, transpose_move, sequence_move};

// Operators whose calls need something that is not a tensor, have random results, or stand for
// another graph: those have moves of their own.
bool has_no_rule_here(const Schema& schema) {
  static const std::set<std::string, std::less<>> names = {
      "If",       "Loop",    "Scan",   "SequenceMap", "Bernoulli",
      "Constant", "Dropout", "Unique", "NonZero",     "Optional"};
  return !schema.domain.empty() || schema.deprecated || names.contains(schema.name);
}

std::vector<std::string> ruled_operators(int opset) {
  std::vector<std::string> names;
  for (const auto& [name, rule] : all_rules()) {
    const Schema* schema = find_schema("", name, opset);
    if (schema != nullptr && !has_no_rule_here(*schema)) names.push_back(name);
  }
  return names;
}

// A value of the graph in place of a drawn one, if there is one of this type and size; with the
// nodes that give it the shape.
std::string in_place_of(GraphDraft& g, const Tensor& drawn) {
  const bool same = g.draw().chance(0.6);
  const std::string found = g.find([&](const Tensor& tensor) {
    if (tensor.dtype() != drawn.dtype()) return false;
    return same ? tensor.shape() == drawn.shape() : tensor.size() >= drawn.size();
  });
  if (found.empty() || g.shape(found) == drawn.shape() || drawn.size() == 0) return found;
  std::string flat = reshape(g, found, {-1});
  if (g.tensor(flat).size() != drawn.size()) {
    flat = g.add("Slice", {flat, g.integers({0}), g.integers({as_integer(drawn.size())})});
  }
  return reshape(g, flat, to_ints(drawn.shape()));
}

}  // namespace

void add_usual_node(GraphDraft& g) { g.draw().pick(moves)(g); }

void add_ruled_node(GraphDraft& g) {
  const std::string op = g.draw().pick(ruled_operators(g.opset()));
  Drafting drafting(*find_schema("", op, g.opset()), g.draw());
  all_rules().at(op).draft(drafting);
  Names inputs;
  for (const Value& drawn : drafting.inputs) {
    if (!drawn.absent() && !drawn.is_tensor()) throw InvalidInput("an input is not a tensor");
    std::string name;
    if (!drawn.absent()) {
      const bool data = is_float(drawn.tensor().dtype()) || g.draw().chance(0.15);
      if (data && drawn.tensor().rank() > 0 && g.draw().chance(0.8)) {
        name = in_place_of(g, drawn.tensor());
      }
      const bool held = !data || g.draw().chance(0.4);
      if (name.empty()) name = held ? g.constant(drawn.tensor()) : g.input(drawn);
    }
    inputs.push_back(name);
  }
  g.add_node(drafting.node, inputs, drafting.outputs);
}

std::string unary(GraphDraft& g, const std::string& x) {
  const std::string op = g.draw().pick(unary_operators(g.opset()));
  if (!accepts_type(op, g.base(), g.opset())) return g.add("Neg", {x});
  if (op.ends_with("Softmax") && g.rank(x) == 0) return g.add("Identity", {x});
  NodeAttributes attributes;
  if (op.ends_with("Softmax"))
    attributes.emplace_back("axis", written(g, any_axis(g, x), g.rank(x)));
  if (op == "LeakyRelu" || op == "Elu") attributes.emplace_back("alpha", 0.125);
  return g.add(op, {x}, attributes);
}

std::string binary(GraphDraft& g, const std::string& x) {
  const std::string op = g.draw().pick<std::string>(
      {"Add", "Mul", "Sub", "Add", "Mul", "Max", "Min", "Mean", "Sum", "PRelu"});
  const std::string other = operand(g, x);
  if (op != "PRelu" && g.draw().chance(0.3)) return g.add(op, {other, x});
  return g.add(op, {x, other});
}

std::string same_shape(GraphDraft& g, const std::string& x) {
  if (g.rank(x) > 1 && g.draw().chance(0.15)) {
    Integers perm(g.rank(x));
    std::iota(perm.begin(), perm.end(), int64_t{0});
    std::swap(perm.front(), perm.back());
    return transpose(g, unary(g, transpose(g, x, perm)), perm);
  }
  if (g.draw().chance(0.1)) return clipped(g, x);
  return g.draw().chance(0.5) ? unary(g, x) : binary(g, x);
}

std::string transpose(GraphDraft& g, const std::string& x, const Integers& perm) {
  return g.add("Transpose", {x}, {{"perm", perm}});
}

std::string reshape(GraphDraft& g, const std::string& x, const Integers& shape) {
  return g.add("Reshape", {x, g.integers(shape)});
}

std::string reduce(GraphDraft& g, const std::string& op, const std::string& x, const Integers& axes,
                   bool keepdims) {
  return g.add_with(op, {x}, 1, "axes", axes, {{"keepdims", int64_t{keepdims}}});
}

std::string cast(GraphDraft& g, const std::string& x, DType type) {
  return g.add("Cast", {x}, {{"to", static_cast<int64_t>(type)}});
}

std::string first_length(GraphDraft& g, const std::string& x) {
  return g.add("Gather", {g.add("Shape", {x}), g.integers({0})}, {{"axis", 0}});
}

std::string quantized(GraphDraft& g, const std::string& x) {
  const DType type = g.draw().chance(0.5) ? DType::int8 : DType::uint8;
  const std::string scale = g.constant(random_tensor(g.draw(), g.base(), {}, {0.03125, 0.125}));
  const std::string zero = g.constant(random_tensor(g.draw(), type, {}, {-10, 10}));
  const std::string q = g.add("QuantizeLinear", {x, scale, zero});
  return g.add("DequantizeLinear", {q, scale, zero});
}

}  // namespace etalon
