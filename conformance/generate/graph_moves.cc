#include "conformance/generate/graph_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <set>

#include "conformance/generate/graph_fitting.h"
#include "conformance/generate/graph_mix.h"
#include "conformance/generate/space.h"
#include "engine/operators/schema.h"

namespace etalon {

namespace {

// The operators that take a tensor and give one of its type and shape.
const std::vector<std::string> unary_operators = {
    "Relu",      "Sigmoid",  "Tanh",    "Abs",       "Neg",         "Exp",
    "Erf",       "Softplus", "Elu",     "LeakyRelu", "Selu",        "Softsign",
    "Sin",       "Cos",      "Atan",    "Ceil",      "HardSigmoid", "Identity",
    "Floor",     "Round",    "Softmax", "Sign",      "Celu",        "LogSoftmax",
    "HardSwish", "Dropout",  "Asinh",   "Mish",      "Gelu",        "ThresholdedRelu"};
const std::vector<std::string> binary_operators = {"Add", "Mul",  "Sub", "Max",
                                                   "Min", "Mean", "Sum", "PRelu"};
const std::vector<std::string> positive_operators = {"Log", "Sqrt", "Reciprocal", "Div", "Pow"};
const std::vector<std::string> comparisons = {"Less", "Greater", "LessOrEqual", "GreaterOrEqual",
                                              "Equal"};
const std::vector<std::string> pools = {"MaxPool", "AveragePool", "GlobalAveragePool",
                                        "GlobalMaxPool", "LpPool"};
const std::vector<std::string> reductions = {"ReduceSum",       "ReduceMean", "ReduceMax",
                                             "ReduceMin",       "ReduceL1",   "ReduceL2",
                                             "ReduceSumSquare", "ReduceProd", "ReduceLogSumExp"};

// Whether a value of the type can be an input or output of this opset's operator.
bool takes_type(const std::string& op, DType type, int opset) {
  const Schema* schema = find_schema("", op, opset);
  if (schema == nullptr || schema->deprecated) return false;
  const auto accepts = [&](const FormalParameter& formal) {
    const TypeConstraint* constraint = schema->constraint(formal.type);
    return constraint != nullptr &&
           std::any_of(constraint->accepted.begin(), constraint->accepted.end(),
                       [&](const Type& accepted) {
                         return accepted.kind == Type::Kind::tensor && accepted.dtype == type;
                       });
  };
  return std::any_of(schema->inputs.begin(), schema->inputs.end(), accepts) ||
         std::any_of(schema->outputs.begin(), schema->outputs.end(), accepts);
}

std::string one_of(GraphDraft& g, const std::vector<std::string>& operators) {
  std::vector<std::string> usable;
  std::copy_if(operators.begin(), operators.end(), std::back_inserter(usable),
               [&](const std::string& op) { return takes_type(op, g.base(), g.opset()); });
  return operator_by_share(g.draw(), usable);
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

std::string unary_of(GraphDraft& g, const std::string& op, const std::string& x) {
  if (op.ends_with("Softmax") && g.rank(x) == 0) return g.add("Identity", {x});
  NodeAttributes attributes;
  if (op.ends_with("Softmax"))
    attributes.emplace_back("axis", written(g, any_axis(g, x), g.rank(x)));
  if (op == "LeakyRelu" || op == "Elu") attributes.emplace_back("alpha", 0.125);
  return g.add(op, {x}, attributes);
}

std::string binary_of(GraphDraft& g, const std::string& op, const std::string& x) {
  const std::string other = operand(g, x);
  if (op != "PRelu" && g.draw().chance(0.3)) return g.add(op, {other, x});
  return g.add(op, {x, other});
}

void unary_move(GraphDraft& g, const std::string& op) { unary_of(g, op, g.some()); }
void binary_move(GraphDraft& g, const std::string& op) { binary_of(g, op, g.some()); }
void clip_move(GraphDraft& g, const std::string&) { clipped(g, g.some()); }

void positive_move(GraphDraft& g, const std::string& op) {
  const std::string x = positive(g, g.some());
  if (op == "Div") {
    g.add(op, {some_fitted(g, g.shape(x)), x});
  } else if (op == "Pow") {
    g.add(op, {x, g.scalar(g.draw().pick<double>({2, 0.5, 3, 1, -1, 0}))});
  } else {
    g.add(op, {x});
  }
}

void where_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some();
  const std::string by = op == "Where" ? one_of(g, comparisons) : op;
  const std::string less = g.add(by, {x, operand(g, x)});
  const std::string holds = g.draw().chance(0.3) ? g.add("Not", {less}) : less;
  if (op != "Where" && g.draw().chance(0.3)) {
    cast(g, holds, g.base());
  } else {
    g.add("Where", {holds, x, operand(g, x)});
  }
}

// What x, of rows of `inner` elements, is multiplied by: a matrix, or as many as x has, often of
// the graph. Turned, its rows are of `inner` elements, too.
std::string second_factor(GraphDraft& g, const std::string& x, size_t inner, bool turned) {
  const size_t most = g.rank(x);
  const size_t axis = turned ? 1 : 2;
  const std::string found = g.draw().chance(0.6) ? "" : g.find([&](const Tensor& tensor) {
    const size_t rank = tensor.rank();
    if (tensor.dtype() != g.base() || rank < 2 || tensor.dim(rank - axis) != inner) return false;
    const Shape& shape = tensor.shape();
    return rank == 2 ||
           (rank == most && std::equal(shape.begin(), shape.end() - 2, g.shape(x).begin()));
  });
  if (!found.empty()) return found;
  const size_t columns = g.draw().dimension();
  if (turned) return g.reals({columns, inner});
  Shape other = {inner, columns};
  if (most > 2 && g.draw().chance(0.4)) {
    other.insert(other.begin(), g.shape(x).begin(), g.shape(x).end() - 2);
  }
  return g.draw().chance(0.3) ? some_fitted(g, other) : g.reals(other);
}

void matmul_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(2, 4);
  g.add(op, {x, second_factor(g, x, g.shape(x).back(), false)});
}

void gemm_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(2, 2);
  const bool left = g.draw().chance(0.3);
  const bool right = g.draw().chance(0.5);
  const size_t rows = g.shape(x)[left ? 1 : 0];
  const std::string y = second_factor(g, x, g.shape(x)[left ? 0 : 1], right);
  const size_t columns = g.shape(y)[right ? 0 : 1];
  Names inputs = {x, y};
  if (g.draw().chance(0.8)) inputs.push_back(g.reals(g.draw().broadcastable_to({rows, columns})));
  NodeAttributes attributes = {{"transA", int64_t{left}}, {"transB", int64_t{right}}};
  if (g.draw().chance(0.3)) attributes.emplace_back("alpha", 0.5);
  if (g.draw().chance(0.3)) attributes.emplace_back("beta", 2.0);
  g.add(op, inputs, attributes);
}

void conv_move(GraphDraft& g, const std::string& op) {
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
  g.add(op, inputs, {{"group", as_integer(groups)}, {"pads", pads}, {"strides", strides}});
}

void pool_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(3, 4);
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

void reduce_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(1, 4);
  Integers axes;
  for (const size_t axis : g.draw().subset(g.rank(x))) axes.push_back(written(g, axis, g.rank(x)));
  if (axes.empty()) axes.push_back(-1);
  reduce(g, op, x, axes, g.draw().chance(0.6));
}

void transpose_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(2, 4);
  Integers perm;
  for (const size_t axis : g.draw().permutation(g.rank(x))) perm.push_back(as_integer(axis));
  transpose(g, x, perm);
}

// The shape with two axes joined, or one split, or all in one.
void reshape_move(GraphDraft& g, const std::string&) {
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
void shape_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(2, 4);
  const std::string first = first_length(g, x);
  const std::string rest = g.integers({-1});
  const std::string to = g.add("Concat", {first, rest}, {{"axis", 0}});
  g.add("Reshape", {x, to});
}

// The axes on which two shapes of one rank differ.
std::vector<size_t> unequal_axes(const Shape& a, const Shape& b) {
  std::vector<size_t> axes;
  for (size_t i = 0; i < a.size(); ++i) {
    if (a[i] != b[i]) axes.push_back(i);
  }
  return axes;
}

void concat_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(1, 4);
  std::string y = g.find([&](const Tensor& tensor) {
    return tensor.dtype() == g.base() && tensor.rank() == g.rank(x) &&
           unequal_axes(tensor.shape(), g.shape(x)).size() < 2;
  });
  if (y.empty() || y == x) {
    Shape other = g.shape(x);
    other[any_axis(g, x)] = g.draw().dimension();
    y = some_fitted(g, other);
  }
  const std::vector<size_t> unequal = unequal_axes(g.shape(x), g.shape(y));
  const size_t axis = unequal.empty() ? any_axis(g, x) : unequal[0];
  Names inputs = {x, y};
  if (g.draw().chance(0.3)) inputs.push_back(x);
  g.add(op, inputs, {{"axis", written(g, axis, g.rank(x))}});
}

void slice_move(GraphDraft& g, const std::string&) {
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

void gather_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(1, 4);
  const size_t axis = any_axis(g, x);
  const double length = static_cast<double>(g.shape(x)[axis]);
  const Tensor indices = random_tensor(g.draw(), DType::int64, g.draw().shape(0, 2, Empty::never),
                                       {-length, length - 1});
  const int64_t at = written(g, axis, g.rank(x));
  g.add("Gather", {x, g.draw().chance(0.7) ? g.constant(indices) : g.input(indices)},
        {{"axis", at}});
}

void arg_move(GraphDraft& g, const std::string& op) {
  const std::string x = g.some(1, 3);
  const int64_t axis = written(g, any_axis(g, x), g.rank(x));
  const std::string by = op == "GatherElements" ? "ArgMax" : op;
  const std::string found = g.add(by, {x}, {{"axis", axis}, {"keepdims", 1}});
  g.add("GatherElements", {x, found}, {{"axis", axis}});
}

void cast_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some();
  const DType through =
      g.draw().pick<DType>({DType::float64, DType::float16, DType::int32, DType::int64,
                            DType::boolean, DType::float32, DType::int8, DType::bfloat16});
  cast(g, cast(g, x, through), g.base());
}

void pad_move(GraphDraft& g, const std::string&) {
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

void split_move(GraphDraft& g, const std::string&) {
  std::string x = g.find([&](const Tensor& tensor) {
    return tensor.dtype() == g.base() && tensor.size() > 1 && tensor.rank() <= 4;
  });
  if (x.empty()) x = g.input(random_tensor(g.draw(), g.base(), {2, g.draw().two_or_more()}));
  std::vector<size_t> axes;
  for (size_t i = 0; i < g.rank(x); ++i) {
    if (g.shape(x)[i] > 1) axes.push_back(i);
  }
  const size_t axis = g.draw().pick(axes);
  const int64_t length = as_integer(g.shape(x)[axis]);
  const int64_t first = g.draw().between(1, length - 1);
  g.add_all("Split", {x, g.integers({first, length - first})}, {{"axis", as_integer(axis)}}, 2);
}

void expand_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(0, 3);
  Integers to = to_ints(g.shape(x));
  for (int64_t& length : to) {
    if (length == 1) length = g.draw().between(1, 4);
  }
  if (to.empty() || g.draw().chance(0.5)) to.insert(to.begin(), g.draw().between(1, 3));
  g.add("Expand", {x, g.integers(to)});
}

void unsqueeze_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(0, 3);
  const Integers axes = {g.draw().between(0, as_integer(g.rank(x)))};
  const std::string more = g.add_with("Unsqueeze", {x}, 1, "axes", axes);
  if (g.draw().chance(0.6)) g.add_with("Squeeze", {unary(g, more)}, 1, "axes", axes);
}

void sequence_move(GraphDraft& g, const std::string&) {
  const std::string x = g.some(1, 3);
  const std::string s = g.add("SequenceConstruct", {x, unary(g, x)});
  g.add("ConcatFromSequence", {s}, {{"axis", 0}, {"new_axis", g.draw().between(0, 1)}});
}

void quantize_move(GraphDraft& g, const std::string&) { quantized(g, g.some()); }

struct MoveGroup {
  void (*move)(GraphDraft&, const std::string&);
  std::vector<std::string> operators;
};
const std::vector<MoveGroup>& move_groups() {
  static const std::vector<MoveGroup> all = {
      {unary_move, unary_operators},
      {binary_move, binary_operators},
      {clip_move, {"Clip"}},
      {positive_move, positive_operators},
      {where_move, comparisons},
      {where_move, {"Where"}},
      {gemm_move, {"Gemm"}},
      {matmul_move, {"MatMul"}},
      {conv_move, {"Conv"}},
      {pool_move, pools},
      {reduce_move, reductions},
      {transpose_move, {"Transpose"}},
      {reshape_move, {"Reshape"}},
      {shape_move, {"Shape"}},
      {concat_move, {"Concat"}},
      {slice_move, {"Slice"}},
      {gather_move, {"Gather"}},
      {arg_move, {"ArgMax", "ArgMin", "GatherElements"}},
      {cast_move, {"Cast"}},
      {pad_move, {"Pad"}},
      {split_move, {"Split"}},
      {expand_move, {"Expand"}},
      {unsqueeze_move, {"Unsqueeze", "Squeeze"}},
      {sequence_move, {"SequenceConstruct", "ConcatFromSequence"}},
      {quantize_move, {"QuantizeLinear", "DequantizeLinear"}},
  };
  return all;
}

const MoveGroup* moves_of(const std::string& op) {
  for (const MoveGroup& group : move_groups()) {
    const std::vector<std::string>& all = group.operators;
    if (std::find(all.begin(), all.end(), op) != all.end()) return &group;
  }
  return nullptr;
}

}  // namespace

std::vector<std::string> graph_operators(DType base, int opset) {
  std::set<std::string> names;
  for (const MoveGroup& group : move_groups()) {
    for (const std::string& op : group.operators) {
      if (takes_type(op, base, opset)) names.insert(op);
    }
  }
  names.insert(ruled_operators(opset).begin(), ruled_operators(opset).end());
  return {names.begin(), names.end()};
}

void add_operator(GraphDraft& g, const std::string& op) {
  const MoveGroup* group = moves_of(op);
  const bool usual = group != nullptr && takes_type(op, g.base(), g.opset());
  if (usual && (g.draw().chance(0.8) || !ruled_operators(g.opset()).contains(op))) {
    group->move(g, op);
  } else {
    add_ruled_node(g, op);
  }
}

std::string unary(GraphDraft& g, const std::string& x) {
  return unary_of(g, one_of(g, unary_operators), x);
}

std::string binary(GraphDraft& g, const std::string& x) {
  return binary_of(g, one_of(g, binary_operators), x);
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
