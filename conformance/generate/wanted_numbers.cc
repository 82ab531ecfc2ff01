#include "conformance/generate/wanted_numbers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace etalon {

namespace {

constexpr int far_enough = 24;
constexpr size_t large_constant = 1 << 20;

// Operators whose result has the numbers of their first input, or some of them.
const std::set<std::string_view> keep_numbers = {
    "Cast", "CastLike",  "Clip",      "Expand",    "Flatten",        "Floor",  "Gather", "Identity",
    "Pad",  "ReduceMax", "ReduceMin", "Reshape",   "Round",          "Slice",  "Split",  "Squeeze",
    "Tile", "Transpose", "Ceil",      "Unsqueeze", "GatherElements", "Dropout"};
// The same of all their inputs.
const std::set<std::string_view> keep_all = {"Concat", "Max", "Min", "SequenceConstruct"};
// Operators whose result has the shape of their first input.
const std::set<std::string_view> keep_shape = {"Identity",
                                               "Cast",
                                               "DequantizeLinear",
                                               "QuantizeLinear",
                                               "Relu",
                                               "LeakyRelu",
                                               "Sigmoid",
                                               "Tanh",
                                               "Softmax",
                                               "LogSoftmax",
                                               "Elu",
                                               "Selu",
                                               "Gelu",
                                               "HardSigmoid",
                                               "HardSwish",
                                               "BatchNormalization",
                                               "LayerNormalization",
                                               "Dropout",
                                               "Clip",
                                               "Erf",
                                               "Exp",
                                               "Log",
                                               "Sqrt",
                                               "Neg",
                                               "Abs",
                                               "Softplus",
                                               "Celu",
                                               "Mish",
                                               "CastLike",
                                               "Swish"};
// Operators whose input 1 contains indices along an axis of their input 0.
const std::set<std::string_view> indexing = {"Gather", "GatherElements", "Scatter",
                                             "ScatterElements", "TensorScatter"};
const std::set<std::string_view> recurrent = {"RNN", "GRU", "LSTM"};

// Inputs that are counts or lengths, which would be large or negative otherwise.
struct Count {
  std::string_view op_type;
  size_t input;
  Range range;
};
constexpr Count count_wishes[] = {
    {"Loop", 0, {1, 4}},   {"ConstantOfShape", 0, {1, 4}}, {"OneHot", 1, {2, 9}},
    {"Tile", 1, {1, 2}},   {"Range", 2, {1, 2}},           {"TopK", 1, {1, 1}},
    {"Resize", 2, {1, 2}}, {"Resize", 3, {1, 6}},          {"Range", 0, {0, 1}},
    {"Range", 1, {2, 6}},  {"Expand", 1, {1, 1}},          {"AffineGrid", 1, {1, 4}}};

bool restricted(const Range& range) {
  const Range usual;
  return range.low != usual.low || range.high != usual.high;
}

int64_t attribute_integer(const Node& node, const std::string& name, int64_t otherwise) {
  const auto found = node.attributes.find(name);
  if (found == node.attributes.end()) return otherwise;
  const auto* value = std::get_if<int64_t>(&found->second.value);
  return value == nullptr ? otherwise : *value;
}

// What both accept, by the reason of the one that accepts less.
std::optional<Wanted> both(const std::optional<Wanted>& a, const std::optional<Wanted>& b) {
  if (!a || !b) return a ? a : b;
  Wanted all = a->high - a->low <= b->high - b->low ? *a : *b;
  static_cast<Range&>(all) = intersection(*a, *b);
  return all;
}

Range sorted(double a, double b) { return {std::min(a, b), std::max(a, b)}; }

std::optional<Range> least_and_greatest(const Tensor& tensor) {
  if (tensor.size() == 0 || tensor.size() > large_constant) return std::nullopt;
  if (!is_float(tensor.dtype()) && !is_integer(tensor.dtype())) return std::nullopt;
  const Reals numbers = tensor.as<double>();
  const auto [least, greatest] = std::minmax_element(numbers.begin(), numbers.end());
  return Range{*least, *greatest};
}

bool is_one(const std::optional<Range>& range) {
  return range && range->low == 1 && range->high == 1;
}

// The numbers x for which x · c is in the range, for every c of the constant.
std::optional<Range> divided(const Range& result, const Range& c) {
  if (c.low <= 0 && c.high >= 0) return std::nullopt;
  const Range by_least = sorted(result.low / c.low, result.high / c.low);
  return intersection(by_least, sorted(result.low / c.high, result.high / c.high));
}

// Nothing where a dimension has neither a number nor a symbol with a length, or is empty.
std::optional<Shape> declared_shape(const Type& type, const Dimensions& lengths) {
  if (type.kind != Type::Kind::tensor || !type.shape) return std::nullopt;
  Shape shape;
  for (const Dim& dim : *type.shape) {
    int64_t length = 0;
    if (const auto* number = std::get_if<int64_t>(&dim)) length = *number;
    if (const auto* symbol = std::get_if<std::string>(&dim)) {
      const auto found = lengths.find(*symbol);
      if (found != lengths.end()) length = found->second;
    }
    if (length <= 0) return std::nullopt;
    shape.push_back(static_cast<size_t>(length));
  }
  return shape;
}

std::optional<Shape> broadcast(const std::optional<Shape>& a, const std::optional<Shape>& b) {
  if (!a || !b) return std::nullopt;
  Shape whole = a->size() >= b->size() ? *a : *b;
  const Shape& other = a->size() >= b->size() ? *b : *a;
  for (size_t i = 0; i < other.size(); ++i) {
    size_t& length = whole[whole.size() - 1 - i];
    length = std::max(length, other[other.size() - 1 - i]);
  }
  return whole;
}

// The axes turned as `perm` says, or reversed; nothing for an invalid perm.
std::optional<Shape> transposed(const Shape& shape, const Node& node) {
  Shape turned(shape.rbegin(), shape.rend());
  const auto perm = node.attributes.find("perm");
  if (perm == node.attributes.end()) return turned;
  const auto* axes = std::get_if<std::vector<int64_t>>(&perm->second.value);
  if (axes == nullptr || axes->size() != shape.size()) return std::nullopt;
  for (size_t i = 0; i < shape.size(); ++i) {
    const int64_t axis = (*axes)[i];
    if (axis < 0 || axis >= static_cast<int64_t>(shape.size())) return std::nullopt;
    turned[i] = shape[static_cast<size_t>(axis)];
  }
  return turned;
}

}  // namespace

WantedNumbers::WantedNumbers(const Model& model, std::map<std::string, Shape> inputs,
                             const Dimensions& lengths)
    : model_(model), shapes_(std::move(inputs)) {
  collect(model_.graph, lengths);
}

void WantedNumbers::collect(const Graph& graph, const Dimensions& lengths) {
  for (const auto& [name, value] : graph.initializers) initializers_[name] = &value;
  for (const ValueInfo& info : graph.value_info) {
    if (const auto shape = declared_shape(info.type, lengths)) shapes_.emplace(info.name, *shape);
  }
  for (const Node& node : graph.nodes) {
    for (size_t i = 0; i < node.inputs.size(); ++i) uses_[node.inputs[i]].emplace_back(&node, i);
    for (const std::string& output : node.outputs) makers_[output] = &node;
    each_subgraph(node, [&](const Graph& inner) { collect(inner, lengths); });
  }
}

std::optional<Shape> WantedNumbers::shape(const std::string& name, int depth) {
  const auto initial = initializers_.find(name);
  if (initial != initializers_.end() && initial->second->is_tensor()) {
    return initial->second->tensor().shape();
  }
  if (const auto declared = shapes_.find(name); declared != shapes_.end()) return declared->second;
  const auto maker = makers_.find(name);
  if (maker == makers_.end() || depth > far_enough) return std::nullopt;
  const Node& node = *maker->second;
  if (node.op_type == "Constant") {
    const auto value = node.attributes.find("value");
    if (value == node.attributes.end()) return std::nullopt;
    const auto* tensor = std::get_if<Tensor>(&value->second.value);
    return tensor == nullptr ? std::nullopt : std::optional(tensor->shape());
  }
  return shape_of_result(node, depth);
}

std::optional<Shape> WantedNumbers::shape_of_result(const Node& node, int depth) {
  if (node.inputs.empty()) return std::nullopt;
  const std::string& op = node.op_type;
  const bool multiplies = op == "MatMul" || op == "Gemm";
  const bool broadcasts = op == "Add" || op == "Sub" || op == "Mul" || op == "Div";
  if (op != "Transpose" && !multiplies && !broadcasts && !keep_shape.contains(op)) {
    return std::nullopt;
  }
  const std::optional<Shape> first = shape(node.inputs[0], depth + 1);
  if (!first || keep_shape.contains(op)) return first;
  if (op == "Transpose") return transposed(*first, node);
  if (node.inputs.size() < 2) return std::nullopt;
  const std::optional<Shape> second = shape(node.inputs[1], depth + 1);
  if (broadcasts) return broadcast(first, second);
  if (!second || second->size() != 2 || first->empty()) return std::nullopt;
  Shape product = *first;
  const bool turned = attribute_integer(node, "transA", 0) != 0 && product.size() == 2;
  if (turned) product[0] = product[1];
  product.back() = (*second)[attribute_integer(node, "transB", 0) != 0 ? 0 : 1];
  return product;
}

std::optional<Range> WantedNumbers::constant(const std::string& name, int depth) {
  const auto initial = initializers_.find(name);
  if (initial != initializers_.end()) {
    return initial->second->is_tensor() ? least_and_greatest(initial->second->tensor())
                                        : std::nullopt;
  }
  const auto maker = makers_.find(name);
  if (maker == makers_.end() || depth > far_enough) return std::nullopt;
  const Node& node = *maker->second;
  if (node.op_type != "Constant") {
    const bool keeps = keep_numbers.contains(node.op_type) && node.op_type != "Pad";
    return keeps && !node.inputs.empty() ? constant(node.inputs[0], depth + 1) : std::nullopt;
  }
  for (const auto& [key, attribute] : node.attributes) {
    if (const auto* tensor = std::get_if<Tensor>(&attribute.value))
      return least_and_greatest(*tensor);
    if (const auto* i = std::get_if<int64_t>(&attribute.value)) {
      return Range{static_cast<double>(*i), static_cast<double>(*i)};
    }
    if (const auto* f = std::get_if<float>(&attribute.value)) return Range{*f, *f};
  }
  return std::nullopt;
}

// The places along an axis of the data.
std::optional<Range> WantedNumbers::within_axis(const std::string& data, int64_t axis) {
  const std::optional<Shape> known = shape(data);
  if (!known) return Range{0, 0};
  const auto rank = static_cast<int64_t>(known->size());
  const int64_t place = axis < 0 ? axis + rank : axis;
  if (place < 0 || place >= rank) return Range{0, 0};
  const auto length = static_cast<double>((*known)[static_cast<size_t>(place)]);
  return Range{0, std::max(length - 1, 0.0)};
}

std::optional<Range> WantedNumbers::wanted_as_index(const Node& node, size_t input) {
  if (input == 1 && indexing.contains(node.op_type)) {
    return within_axis(node.inputs[0], attribute_integer(node, "axis", 0));
  }
  const bool is_loss =
      node.op_type == "NegativeLogLikelihoodLoss" || node.op_type == "SoftmaxCrossEntropyLoss";
  if (input == 1 && is_loss) return within_axis(node.inputs[0], 1);
  if (input == 0 && node.op_type == "OneHot") {
    const std::optional<Range> depth = constant(node.inputs[1]);
    return Range{0, depth ? std::max(depth->low - 1, 0.0) : 1};
  }
  if (input == 1 && (node.op_type == "GatherND" || node.op_type == "ScatterND")) {
    const std::optional<Shape> data = shape(node.inputs[0]);
    if (!data || data->empty()) return Range{0, 0};
    const size_t least = *std::min_element(data->begin(), data->end());
    return Range{0, std::max(static_cast<double>(least) - 1, 0.0)};
  }
  if (input == 3 && node.op_type == "RotaryEmbedding") return within_axis(node.inputs[1], 0);
  if (input == 2 && node.op_type == "RoiAlign") return within_axis(node.inputs[0], 0);
  const bool embeds =
      node.op_type == "EmbedLayerNormalization" || node.op_type == "QEmbedLayerNormalization";
  if (embeds && input < 2 && node.inputs.size() > 4) {
    return within_axis(node.inputs[input == 0 ? 2 : 4], 0);
  }
  return std::nullopt;
}

std::optional<Range> WantedNumbers::wanted_as_count(const Node& node, size_t input) {
  const bool of_sequence = (recurrent.contains(node.op_type) && input == 4) ||
                           (node.op_type == "ReverseSequence" && input == 1);
  if (of_sequence) {
    const std::optional<Range> places =
        within_axis(node.inputs[0], attribute_integer(node, "time_axis", 0));
    return places ? Range{1, places->high + 1} : Range{1, 1};
  }
  for (const Count& count : count_wishes) {
    if (count.op_type == node.op_type && count.input == input) return count.range;
  }
  return std::nullopt;
}

std::optional<Range> WantedNumbers::wanted_by_arithmetic(const Node& node, size_t input,
                                                         const Range& result) {
  const std::optional<Range> other = constant(node.inputs.at(1 - input));
  if (node.op_type == "Add") {
    if (!other) return Range{result.low / 2, std::floor(result.high / 2)};
    return Range{result.low - other->low, result.high - other->high};
  }
  if (node.op_type == "Sub") {
    if (!other) return std::nullopt;
    if (input == 0) return Range{result.low + other->high, result.high + other->low};
    return Range{other->high - result.high, other->low - result.low};
  }
  if (!other) return std::nullopt;
  if (node.op_type == "Mul") return divided(result, *other);
  if (input == 1 || other->low <= 0) return std::nullopt;
  return Range{result.low * (result.low < 0 ? other->low : other->high), result.high * other->low};
}

std::optional<Wanted> WantedNumbers::wanted_alone(const Node& node, size_t input) {
  if (node.op_type == "Sub" && input == 1 && is_one(constant(node.inputs[0]))) {
    return Wanted{{0, 1}, "a mask", &node};
  }
  const Range domain = domain_of(node.op_type, input);
  return restricted(domain) ? std::optional(Wanted{domain, "the domain", &node}) : std::nullopt;
}

std::optional<Wanted> WantedNumbers::wanted_at(const Node& node, size_t input, int depth) {
  if (const auto index = wanted_as_index(node, input)) return Wanted{*index, "indices", &node};
  if (!node.domain.empty() || node.outputs.empty()) return std::nullopt;
  if (const auto count = wanted_as_count(node, input)) return Wanted{*count, "counts", &node};
  const std::optional<Wanted> own = wanted_alone(node, input);
  const std::string& op = node.op_type;
  const bool keeps = (keep_numbers.contains(op) && input == 0) || keep_all.contains(op) ||
                     (op == "Where" && input > 0);
  const bool arithmetic = op == "Add" || op == "Sub" || op == "Mul" || op == "Div";
  if (!keeps && !arithmetic && op != "Neg") return own;
  std::optional<Wanted> result;
  for (const std::string& output : node.outputs) {
    if (!output.empty()) result = both(result, wanted(output, depth + 1));
  }
  if (keeps || !result) return keeps ? result : own;
  std::optional<Range> range = Range{-result->high, -result->low};
  if (arithmetic) range = wanted_by_arithmetic(node, input, *result);
  if (!range) return own;
  return both(own, Wanted{*range, result->as, result->node});
}

std::optional<Wanted> WantedNumbers::wanted(const std::string& name, int depth) {
  if (depth > far_enough) return std::nullopt;
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  known_[name] = std::nullopt;
  std::optional<Wanted> range;
  if (const auto uses = uses_.find(name); uses != uses_.end()) {
    for (const auto& [node, input] : uses->second) {
      range = both(range, wanted_at(*node, input, depth));
    }
  }
  return known_[name] = range;
}

const Node* WantedNumbers::reader(const std::string& name) const {
  const auto uses = uses_.find(name);
  return uses == uses_.end() ? nullptr : uses->second.front().first;
}

std::optional<Wanted> WantedNumbers::of_image(const std::string& name, int depth) {
  constexpr int first_uses = 4;
  const auto uses = uses_.find(name);
  if (uses == uses_.end() || depth > first_uses) return std::nullopt;
  for (const auto& [node, input] : uses->second) {
    const std::string& op = node->op_type;
    if (keep_numbers.contains(op) && input == 0 && !node->outputs.empty()) {
      if (const auto range = of_image(node->outputs[0], depth + 1)) return range;
      continue;
    }
    const bool scales = op == "Sub" || op == "Div" || op == "Mul" || op == "Add";
    if (!scales || input != 0) continue;
    const std::optional<Range> by = constant(node->inputs.at(1));
    if (!by) continue;
    const double size = std::max(std::abs(by->low), std::abs(by->high));
    const bool bytes = op == "Mul" ? size <= 0.1 : size > 1.5;
    return Wanted{{0, bytes ? 255.0 : 1.0}, "an image", node};
  }
  return std::nullopt;
}

}  // namespace etalon
