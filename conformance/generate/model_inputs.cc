#include "conformance/generate/model_inputs.h"

#include <algorithm>
#include <optional>
#include <set>

#include "conformance/common/usage_error.h"
#include "conformance/generate/elements.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

// Operators that pass the values of their first input on unchanged.
const std::set<std::string_view> pass_through_operators = {
    "Cast", "Flatten", "Identity", "Reshape", "Squeeze", "Transpose", "Unsqueeze"};

// Operators whose input 1 contains indices along an axis of their input 0.
const std::set<std::string_view> indexing = {"Gather", "GatherElements", "Scatter",
                                             "ScatterElements"};

constexpr Range default_reals = {-1, 1};
constexpr Range default_integers = {0, 9};

size_t length_of(const Dim& dim, const std::string& input, const Dimensions& dimensions) {
  if (const auto* length = std::get_if<int64_t>(&dim)) return static_cast<size_t>(*length);
  const auto* symbol = std::get_if<std::string>(&dim);
  if (symbol == nullptr || symbol->empty()) {
    throw InvalidInput("input {} has a dimension without length or name; use --input to give it",
                       in_quotes(input));
  }
  const auto given = dimensions.find(*symbol);
  if (given != dimensions.end()) return static_cast<size_t>(given->second);
  throw InvalidInput("input {} has the dimension {}; use --dim {}=LENGTH", in_quotes(input),
                     *symbol, *symbol);
}

Shape shape_of(const Type& type, const std::string& input, const Dimensions& dimensions) {
  if (!type.shape) {
    throw InvalidInput("input {} has no declared shape; use --input to give it", in_quotes(input));
  }
  Shape shape;
  for (const Dim& dim : *type.shape) shape.push_back(length_of(dim, input, dimensions));
  return shape;
}

class InputDrawer {
 public:
  InputDrawer(const Model& model, const Dimensions& dimensions, Draw& draw)
      : model_(model), dimensions_(dimensions), draw_(draw) {}

  Value value(const std::string& name, const Type& type);

 private:
  // The range of numbers that all nodes reading a value support; nothing if there is no
  // restriction.
  std::optional<Range> range_for(const std::string& name, int depth = 0) const;
  std::optional<Range> range_at(const Node& node, size_t input, int depth) const;
  std::optional<size_t> indexed_length(const Node& node) const;

  const Model& model_;
  const Dimensions& dimensions_;
  Draw& draw_;
};

// The length of the axis that a node indexes, if a declaration or an initializer contains it.
std::optional<size_t> InputDrawer::indexed_length(const Node& node) const {
  const auto attribute = node.attributes.find("axis");
  const int64_t axis =
      attribute == node.attributes.end() ? 0 : std::get<int64_t>(attribute->second.value);
  Shape shape;
  const auto initial = model_.graph.initializers.find(node.inputs[0]);
  if (initial != model_.graph.initializers.end() && initial->second.is_tensor()) {
    shape = initial->second.tensor().shape();
  }
  for (const ValueInfo& input : model_.graph.inputs) {
    if (input.name == node.inputs[0]) shape = shape_of(input.type, input.name, dimensions_);
  }
  const auto rank = static_cast<int64_t>(shape.size());
  const int64_t place = axis < 0 ? axis + rank : axis;
  if (place < 0 || place >= rank) return std::nullopt;
  return shape[static_cast<size_t>(place)];
}

std::optional<Range> InputDrawer::range_at(const Node& node, size_t input, int depth) const {
  if (indexing.count(node.op_type) != 0 && input == 1) {
    const size_t length = indexed_length(node).value_or(1);
    return Range{0, std::max(static_cast<double>(length) - 1, 0.0)};
  }
  if (pass_through_operators.count(node.op_type) != 0 && input == 0) {
    return range_for(node.outputs[0], depth + 1);
  }
  const Range domain = domain_of(node.op_type, input);
  const Range usual;
  if (domain.low == usual.low && domain.high == usual.high) return std::nullopt;
  return Range{domain.low, domain.high};
}

std::optional<Range> InputDrawer::range_for(const std::string& name, int depth) const {
  constexpr int far_enough = 8;
  std::optional<Range> range;
  if (depth > far_enough) return range;
  for (const Node& node : model_.graph.nodes) {
    for (size_t i = 0; i < node.inputs.size(); ++i) {
      if (node.inputs[i] != name || !node.domain.empty()) continue;
      const std::optional<Range> wanted = range_at(node, i, depth);
      if (wanted) range = range ? intersection(*range, *wanted) : *wanted;
    }
  }
  return range;
}

Value InputDrawer::value(const std::string& name, const Type& type) {
  switch (type.kind) {
    case Type::Kind::tensor: {
      const bool whole = is_integer(type.dtype);
      const Range range = range_for(name).value_or(whole ? default_integers : default_reals);
      return random_tensor(draw_, type.dtype, shape_of(type, name, dimensions_), range);
    }
    case Type::Kind::sequence: {
      Sequence sequence{*type.element, {}};
      const size_t count = draw_.below(4);
      for (size_t i = 0; i < count; ++i) sequence.items.push_back(value(name, *type.element));
      return sequence;
    }
    case Type::Kind::optional:
      if (draw_.chance(0.3)) return Optional{*type.element, nullptr};
      return Optional{*type.element, std::make_shared<const Value>(value(name, *type.element))};
    default:
      throw Unsupported("input {} is a {}, which is not drawn; use --input to give it",
                        in_quotes(name), to_string(type));
  }
}

// Adds the symbols of a type's dimensions that have no length.
void add_open_dimensions(const Type& type, const Dimensions& dimensions,
                         std::set<std::string>& open) {
  if (type.element) add_open_dimensions(*type.element, dimensions, open);
  if (!type.shape) return;
  for (const Dim& dim : *type.shape) {
    const auto* symbol = std::get_if<std::string>(&dim);
    if (symbol != nullptr && !symbol->empty() && !dimensions.contains(*symbol)) {
      open.insert(*symbol);
    }
  }
}

// Throws InvalidInput with all options that are missing, not only the first.
void check_lengths(const std::vector<ValueInfo>& drawn, const Dimensions& dimensions) {
  std::set<std::string> open;
  for (const ValueInfo& input : drawn) add_open_dimensions(input.type, dimensions, open);
  if (open.empty()) return;
  std::string options;
  for (const std::string& symbol : open) options += " --dim " + printable(symbol) + "=LENGTH";
  throw InvalidInput("the lengths of {} dimension{} are needed to draw the inputs; use{}",
                     open.size(), open.size() == 1 ? "" : "s", options);
}

bool has_dimension(const Type& type, const std::string& symbol) {
  if (type.element) return has_dimension(*type.element, symbol);
  return type.shape &&
         std::find(type.shape->begin(), type.shape->end(), Dim(symbol)) != type.shape->end();
}

void check_dimensions(const Model& model, const Dimensions& dimensions) {
  for (const auto& [symbol, length] : dimensions) {
    const bool found = std::any_of(
        model.graph.inputs.begin(), model.graph.inputs.end(),
        [&symbol = symbol](const ValueInfo& input) { return has_dimension(input.type, symbol); });
    if (!found) throw UsageError("--dim " + symbol + ": no input has a dimension with this name");
  }
}

}  // namespace

void add_random_inputs(const Model& model, const Dimensions& dimensions, Draw& draw,
                       Bindings& bindings) {
  check_dimensions(model, dimensions);
  std::vector<ValueInfo> drawn;
  for (const ValueInfo& input : model.graph.inputs) {
    const bool there =
        bindings.count(input.name) != 0 || model.graph.initializers.count(input.name) != 0;
    if (!there) drawn.push_back(input);
  }
  check_lengths(drawn, dimensions);
  InputDrawer drawer(model, dimensions, draw);
  for (const ValueInfo& input : drawn) {
    bindings[input.name] = drawer.value(input.name, input.type);
  }
}

}  // namespace etalon
