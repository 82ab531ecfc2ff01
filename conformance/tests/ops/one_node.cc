#include "conformance/tests/ops/one_node.h"

#include <cmath>
#include <numeric>

#include "conformance/tests/text.h"
#include "engine/loader/bind.h"

namespace etalon::test {
namespace {

std::string show_real(DType type, double value) {
  if (std::isnan(value)) return "nan";
  if (type == DType::float64) return fmt::format("{}", value);
  if (type == DType::float32) return fmt::format("{}", static_cast<float>(value));
  for (int digits = 1; digits < 17; ++digits) {
    const std::string text = fmt::format("{:.{}g}", value, digits);
    if (round_to(type, std::stod(text)) == value) return text;
  }
  return fmt::format("{}", value);
}

std::string show_tensor(const Tensor& tensor) {
  std::string text = fmt::format("{}{}", name(tensor.dtype()), to_string(tensor.shape()));
  const DType type = tensor.dtype();
  any_carrier(type, [&]<class T>() {
    for (const T& value : tensor.as<T>()) {
      if constexpr (std::is_same_v<T, double>) {
        text += " " + show_real(type, value);
      } else if constexpr (std::is_same_v<T, std::string>) {
        text += " '" + value + "'";
      } else if constexpr (std::is_same_v<T, std::complex<double>>) {
        text += fmt::format(" {}{:+}i", value.real(), value.imag());
      } else if (type == DType::boolean) {
        text += value ? " true" : " false";
      } else {
        text += fmt::format(" {}", value);
      }
    }
  });
  return text;
}

// The distance from `value` to the next greater value of a float type.
double ulp_of(DType type, double value) {
  static const std::map<DType, std::pair<int, int>> formats = {
      // mantissa bits, least exponent
      {DType::float64, {52, -1022}},  {DType::float32, {23, -126}},
      {DType::float16, {10, -14}},    {DType::bfloat16, {7, -126}},
      {DType::float8e4m3fn, {3, -6}}, {DType::float8e4m3fnuz, {3, -7}},
      {DType::float8e5m2, {2, -14}},  {DType::float8e5m2fnuz, {2, -15}},
      {DType::float4e2m1, {1, 0}},
  };
  const auto [mantissa, least] = formats.at(type);
  const int exponent = value == 0 ? least : std::max(std::ilogb(value), least);
  return std::ldexp(1.0, exponent - mantissa);
}

}  // namespace

Tensor tensor(DType type, const Shape& shape, const std::vector<double>& values) {
  const Reals array = [&] {
    Reals made = empty_array<double>(shape);
    if (made.size() != values.size()) throw InternalError("a test's values do not fit its shape");
    std::copy(values.begin(), values.end(), made.begin());
    return made;
  }();
  if (is_float(type)) return Tensor::of(type, array);
  return Tensor::of(type, Ints(xt::cast<int64_t>(array)));
}

Tensor integers(DType type, const Shape& shape, const std::vector<int64_t>& values) {
  Ints array = empty_array<int64_t>(shape);
  if (array.size() != values.size()) throw InternalError("a test's values do not fit its shape");
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(type, array);
}

Tensor texts(const Shape& shape, const std::vector<std::string>& values) {
  Texts array(shape);
  if (array.size() != values.size()) throw InternalError("a test's values do not fit its shape");
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(DType::string, array);
}

Tensor complexes(const std::vector<std::complex<double>>& values) {
  Complexes array = empty_array<std::complex<double>>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(DType::complex64, array);
}

Tensor counted(DType type, const Shape& shape) {
  std::vector<double> values(element_count(shape));
  std::iota(values.begin(), values.end(), 0);
  return tensor(type, shape, values);
}

std::string show(const Value& value) {
  if (value.absent()) return "absent";
  if (value.is_tensor()) return show_tensor(value.tensor());
  if (value.is_optional()) {
    const auto& held = value.optional().held;
    return fmt::format("optional({})", held ? show(*held) : "");
  }
  if (value.is_sequence()) {
    std::vector<std::string> items;
    for (const Value& item : value.sequence().items) items.push_back(show(item));
    return fmt::format("seq({})", fmt::join(items, "; "));
  }
  if (value.is_map()) {
    std::vector<std::string> items;
    for (const Value& item : value.map().values) items.push_back(show(item));
    return fmt::format("map({}: {})", show(value.map().keys), fmt::join(items, "; "));
  }
  return "sparse " + show(dense(value.sparse()));
}

std::string shown(const Values& values) {
  std::vector<std::string> texts;
  for (const Value& value : values) texts.push_back(show(value));
  return fmt::format("{}", fmt::join(texts, "; "));
}

bool near(const Value& actual, const Tensor& expected, double ulp) {
  const Tensor& tensor = actual.tensor();
  if (tensor.dtype() != expected.dtype() || tensor.shape() != expected.shape()) return false;
  const Reals a = tensor.as<double>();
  const Reals e = expected.as<double>();
  for (size_t i = 0; i < a.size(); ++i) {
    const double x = a.data()[i];
    const double y = e.data()[i];
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    if (!std::isfinite(x) || !std::isfinite(y)) return false;
    if (std::fabs(x - y) > ulp * ulp_of(expected.dtype(), y)) return false;
  }
  return true;
}

OneNode::OneNode(std::string_view op_type, int64_t opset, std::string_view domain) : opset_(opset) {
  node_.op_type = op_type;
  node_.domain = canonical_domain(domain);
  outputs(1);
}

OneNode& OneNode::put(const std::string& name, AttributeType type,
                      decltype(Attribute::value) value) {
  node_.attributes[name] = Attribute{name, type, "", std::move(value)};
  return *this;
}

OneNode& OneNode::set(const std::string& attribute, int64_t value) {
  return put(attribute, AttributeType::integer, value);
}
OneNode& OneNode::set(const std::string& attribute, double value) {
  return put(attribute, AttributeType::real, static_cast<float>(value));
}
OneNode& OneNode::set(const std::string& attribute, const char* value) {
  return put(attribute, AttributeType::text, std::string(value));
}
OneNode& OneNode::set(const std::string& attribute, const std::vector<int64_t>& value) {
  return put(attribute, AttributeType::ints, value);
}
OneNode& OneNode::set(const std::string& attribute, const std::vector<double>& value) {
  return put(attribute, AttributeType::reals, std::vector<float>(value.begin(), value.end()));
}
OneNode& OneNode::set(const std::string& attribute, const std::vector<std::string>& value) {
  return put(attribute, AttributeType::texts, value);
}
OneNode& OneNode::set(const std::string& attribute, const Tensor& value) {
  return put(attribute, AttributeType::tensor, value);
}
OneNode& OneNode::set(const std::string& attribute, Graph value) {
  return put(attribute, AttributeType::graph, std::make_shared<const Graph>(std::move(value)));
}
OneNode& OneNode::set(const std::string& attribute, Type value) {
  return put(attribute, AttributeType::type, std::move(value));
}

OneNode& OneNode::outputs(size_t count) { return outputs_wanted(std::vector<bool>(count, true)); }

OneNode& OneNode::outputs_wanted(const std::vector<bool>& wanted) {
  node_.outputs.clear();
  for (size_t i = 0; i < wanted.size(); ++i) {
    node_.outputs.push_back(wanted[i] ? fmt::format("y{}", i) : "");
  }
  return *this;
}

OneNode OneNode::as_released(const Differences& differences) const {
  OneNode other = *this;
  other.differences_ = differences;
  return other;
}

Values OneNode::run_all(const Values& inputs) const {
  Model model;
  model.opsets[node_.domain] = opset_;
  if (!node_.domain.empty()) model.opsets[""] = newest_opset("");
  Node node = node_;
  Bindings bindings;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const std::string name = inputs[i].absent() ? "" : fmt::format("x{}", i);
    node.inputs.push_back(name);
    if (name.empty()) continue;
    model.graph.inputs.push_back({name, {}});
    bindings[name] = inputs[i];
  }
  for (const std::string& name : node.outputs) {
    if (!name.empty()) model.graph.outputs.push_back({name, {}});
  }
  model.graph.nodes.push_back(node);
  Options options;
  options.as_released = differences_;
  return evaluate(model, bindings, options);
}

std::string OneNode::error(const Values& inputs) const {
  return refusal([&] { run_all(inputs); });
}

Values evaluate(const Model& model, const Bindings& inputs, const Options& options) {
  return etalon::evaluate(bind(model), inputs, options);
}

Graph graph(const std::vector<std::string>& inputs, const std::vector<Step>& steps,
            const std::vector<std::string>& outputs) {
  Graph made;
  for (const std::string& input : inputs) made.inputs.push_back({input, {}});
  for (const std::string& output : outputs) made.outputs.push_back({output, {}});
  for (const Step& step : steps) {
    Node node;
    node.op_type = step.op_type;
    node.inputs = step.inputs;
    node.outputs = step.outputs;
    made.nodes.push_back(node);
  }
  return made;
}

}  // namespace etalon::test
