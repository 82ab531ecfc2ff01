#include "conformance/judge/details.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "conformance/common/json.h"
#include "conformance/judge/elements.h"
#include "engine/values/errors.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

constexpr size_t longest_text = 120;  // bytes of a name, an element or an attribute's value

// At most longest_text bytes, cut between characters.
std::string shortened(std::string text) {
  if (text.size() <= longest_text) return text;
  size_t end = longest_text;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return text.substr(0, end) + "…";
}

std::vector<std::string> first_elements(const Tensor& tensor) {
  const ElementPrinter print = element_printer(tensor);
  std::vector<std::string> texts;
  for (size_t i = 0; i < std::min(tensor.size(), shown_elements); ++i) {
    texts.push_back(shortened(print(i)));
  }
  return texts;
}

std::string tensor_text(const Tensor& tensor) {
  constexpr size_t most = 16;
  if (tensor.size() > most) {
    return fmt::format("tensor({}) {}", name(tensor.dtype()), to_string(tensor.shape()));
  }
  const std::string elements = fmt::format("{}", fmt::join(first_elements(tensor), ", "));
  return tensor.rank() == 0 ? elements : fmt::format("[{}]", elements);
}

// The value of an attribute, of a list its first items.
struct AttributeText {
  std::string operator()(std::monostate) const { return "?"; }
  std::string operator()(float value) const { return element_text(DType::float32, value); }
  std::string operator()(int64_t value) const { return fmt::format("{}", value); }
  std::string operator()(const std::string& value) const {
    return exact_text(DType::string, value);
  }
  std::string operator()(const Tensor& value) const { return tensor_text(value); }
  std::string operator()(const Type& value) const { return to_string(value); }
  std::string operator()(const SparseTensor& value) const {
    return fmt::format("sparse tensor {}", to_string(value.shape));
  }
  std::string operator()(const std::shared_ptr<const Graph>& graph) const {
    return fmt::format("graph of {} nodes", graph->nodes.size());
  }
  template <class T>
  std::string operator()(const std::vector<T>& values) const {
    constexpr size_t most = 24;
    std::vector<std::string> texts;
    for (size_t i = 0; i < std::min(values.size(), most); ++i) texts.push_back((*this)(values[i]));
    if (values.size() > most) texts.emplace_back("…");
    return fmt::format("[{}]", fmt::join(texts, ", "));
  }
};

// The positions of the worst elements that do not match, furthest beyond the tolerance first.
std::vector<size_t> worst(const std::vector<double>& excess, size_t differing) {
  std::vector<size_t> order(excess.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto end = order.begin() + static_cast<ptrdiff_t>(std::min(differing, shown_places));
  std::partial_sort(order.begin(), end, order.end(), [&](size_t a, size_t b) {
    return excess[a] != excess[b] ? excess[a] > excess[b] : a < b;
  });
  return {order.begin(), end};
}

constexpr char matching = '0';
constexpr char worst_finite = '8';
constexpr char not_finite = '9';

char level_of(double excess) {
  if (excess == 0) return matching;
  if (excess == not_finite_excess) return not_finite;
  const double steps = std::min(2 * std::log10(excess), static_cast<double>(worst_finite - '1'));
  return static_cast<char>('1' + static_cast<int>(steps));
}

}  // namespace

NodeText node_text(const Node& node) {
  NodeText text;
  text.op = node.schema != nullptr
                ? node.schema->label()
                : fmt::format("{}{}{}", node.domain, node.domain.empty() ? "" : ".", node.op_type);
  text.name = shortened(node.name);
  for (const auto& [name, attribute] : node.attributes) {
    text.attributes.emplace_back(shortened(name),
                                 shortened(std::visit(AttributeText(), attribute.value)));
  }
  for (const std::string& input : node.inputs) text.inputs.push_back(shortened(input));
  for (const std::string& output : node.outputs) text.outputs.push_back(shortened(output));
  return text;
}

std::vector<NodeText> node_texts(const Model& model) {
  std::vector<NodeText> texts;
  for (const Node& node : model.graph.nodes) {
    if (texts.size() == shown_nodes) break;
    texts.push_back(node_text(node));
  }
  return texts;
}

ValueText value_summary(const std::string& name, const Value& value, bool elements) {
  ValueText text{shortened(name), value.absent() ? "absent" : to_string(value.type()), {}, {}};
  if (value.is_tensor()) {
    text.shape = value.tensor().shape();
    if (elements) text.elements = first_elements(value.tensor());
  } else if (elements && value.is_sequence()) {
    for (const Value& item : value.sequence().items) {
      if (text.elements.size() == shown_values) break;
      text.elements.push_back(item.is_tensor() ? tensor_text(item.tensor())
                                               : to_string(item.type()));
    }
  } else if (value.is_optional() && value.optional().held) {
    const ValueText held = value_summary(name, *value.optional().held, elements);
    text.shape = held.shape;
    text.elements = held.elements;
  }
  return text;
}

std::vector<ValueText> input_texts(const Model& model, const Bindings& inputs, bool elements) {
  std::vector<ValueText> texts;
  for (const ValueInfo& formal : model.graph.inputs) {
    const auto input = inputs.find(formal.name);
    if (input == inputs.end() || texts.size() == shown_values) continue;
    texts.push_back(value_summary(formal.name, input->second, elements));
  }
  return texts;
}

DifferingOutput difference_text(const std::string& name, const Value& got, const Value& expected,
                                const Tolerance& tolerance) {
  DifferingOutput output{
      value_summary(name, expected, true), value_summary(name, got, true), 0, {}, {}};
  if (!got.is_tensor() || !expected.is_tensor()) return output;
  const Tensor& actual = got.tensor();
  const Tensor& wanted = expected.tensor();
  if (actual.dtype() != wanted.dtype() || actual.shape() != wanted.shape()) return output;
  const std::vector<double> excess = excesses(actual, wanted, tolerance);
  output.differing = static_cast<size_t>(
      std::count_if(excess.begin(), excess.end(), [](double one) { return one != 0; }));
  for (size_t i = 0; i < std::min(excess.size(), shown_elements); ++i) {
    if (excess[i] != 0) output.among_shown.push_back(i);
  }
  const ElementPrinter print_got = element_printer(actual);
  const ElementPrinter print_expected = element_printer(wanted);
  for (const size_t i : worst(excess, output.differing)) {
    output.places.push_back(
        {place_text(i, actual.shape()), shortened(print_got(i)), shortened(print_expected(i))});
  }
  return output;
}

ErrorPicture picture_errors(const std::string& output, const Value& actual, const Value& expected,
                            const Tolerance& tolerance) {
  ErrorPicture picture;
  if (!actual.is_tensor() || !expected.is_tensor()) return picture;
  const Tensor& a = actual.tensor();
  const Tensor& e = expected.tensor();
  if (a.dtype() != e.dtype() || a.shape() != e.shape() || a.size() == 0) return picture;
  const std::vector<double> levels = excesses(a, e, tolerance);
  const size_t columns = a.shape().empty() ? 1 : a.shape().back();
  const size_t rows = levels.size() / columns;
  const size_t height = std::min(rows, picture_rows);
  const size_t width = std::min(columns, picture_columns);
  picture.output = output;
  picture.shape = a.shape();
  picture.rows.assign(height, std::string(width, matching));
  for (size_t i = 0; i < levels.size(); ++i) {
    char& cell = picture.rows[i / columns * height / rows][i % columns * width / columns];
    cell = std::max(cell, level_of(levels[i]));
  }
  return picture;
}

nlohmann::json to_json(const ErrorPicture& picture) {
  return {{"output", picture.output}, {"shape", picture.shape}, {"rows", picture.rows}};
}

ErrorPicture picture_from_json(const nlohmann::json& json) {
  ErrorPicture picture;
  read_field(json, "output", picture.output);
  read_field(json, "shape", picture.shape);
  read_field(json, "rows", picture.rows);
  const auto is_row = [&](const std::string& row) {
    return row.size() == picture.rows[0].size() && row.size() <= picture_columns &&
           row.find_first_not_of("0123456789") == std::string::npos;
  };
  if (picture.rows.size() > picture_rows ||
      !std::all_of(picture.rows.begin(), picture.rows.end(), is_row)) {
    throw InvalidInput("a \"picture\" has invalid rows");
  }
  return picture;
}

}  // namespace etalon
