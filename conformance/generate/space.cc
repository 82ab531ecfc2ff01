#include "conformance/generate/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "conformance/generate/attributes.h"
#include "conformance/generate/values.h"

namespace etalon {

namespace {

constexpr size_t most_counted = 4;  // numbers and lengths from there on are one level

std::string counted(size_t count) {
  return count < most_counted ? fmt::format("{}", count) : fmt::format("{} or more", most_counted);
}

class Points {
 public:
  void add(const std::string& factor, const std::string& level) {
    Point point{factor, level};
    if (std::find(list.begin(), list.end(), point) == list.end()) list.push_back(std::move(point));
  }
  std::vector<Point> list;
};

// True if the attribute is written and equal to its default.
bool is_default(const FormalAttribute& formal, const onnx::AttributeProto& written) {
  const std::optional<onnx::AttributeProto> usual = written_default(formal);
  if (!usual) return false;
  return usual->i() == written.i() && usual->f() == written.f() && usual->s() == written.s() &&
         std::ranges::equal(usual->ints(), written.ints()) &&
         std::ranges::equal(usual->floats(), written.floats()) &&
         std::ranges::equal(usual->strings(), written.strings());
}

// Attributes whose integer is an element type.
bool names_type(const std::string& attribute) {
  static const std::vector<std::string> names = {"to",
                                                 "dtype",
                                                 "data_type",
                                                 "output_dtype",
                                                 "output_datatype",
                                                 "stash_type",
                                                 "softmax_precision",
                                                 "precision"};
  return std::find(names.begin(), names.end(), attribute) != names.end();
}

std::string class_of(double number) {
  constexpr double huge = std::numeric_limits<int32_t>::max();
  if (std::isnan(number)) return "nan";
  if (std::fabs(number) >= huge) return "huge";
  if (number < 0) return "negative";
  if (number == 0) return "0";
  if (number == 1) return "1";
  return number < 1 ? "between" : "greater";
}

template <class List>
void add_list(Points& points, const std::string& name, const List& list) {
  if (list.empty()) return points.add(name, "empty");
  points.add(name, "length " + counted(static_cast<size_t>(list.size())));
  for (const auto each : list) {
    const std::string level = class_of(static_cast<double>(each));
    if (level != "1") points.add(name, level);
  }
  const auto differs = [&](auto each) { return each != *list.begin(); };
  if (std::any_of(list.begin(), list.end(), differs)) points.add(name, "unequal");
}

std::string integer_level(const std::string& name, int64_t value) {
  const bool type = names_type(name) && value > 0 && value < dtype_count;
  return type ? std::string(etalon::name(static_cast<DType>(value)))
              : class_of(static_cast<double>(value));
}

void add_written(Points& points, const FormalAttribute& formal,
                 const onnx::AttributeProto& written) {
  const std::string& name = formal.name;
  switch (formal.type) {
    case AttributeType::integer:
      return points.add(name, integer_level(name, written.i()));
    case AttributeType::real:
      return points.add(name, class_of(static_cast<double>(written.f())));
    case AttributeType::text:
      return points.add(name, written.s().empty() ? "empty" : written.s());
    case AttributeType::ints:
      return add_list(points, name, written.ints());
    case AttributeType::reals:
      return add_list(points, name, written.floats());
    case AttributeType::texts:
      return points.add(name, "length " + counted(static_cast<size_t>(written.strings_size())));
    case AttributeType::tensor:
      return points.add(name,
                        std::string(etalon::name(static_cast<DType>(written.t().data_type()))));
    default:
      return points.add(name, "present");
  }
}

void add_attributes(Points& points, const Schema& schema, const onnx::NodeProto& node) {
  for (const FormalAttribute& formal : schema.attributes) {
    const onnx::AttributeProto* written = find_attribute(node, formal.name);
    if (written == nullptr) {
      if (!formal.required) points.add(formal.name, "absent");
    } else if (is_default(formal, *written)) {
      points.add(formal.name, "default");
    } else {
      add_written(points, formal, *written);
    }
  }
}

// The optional ones of the formal inputs or outputs, and how many there are of a variadic one.
void add_presence(Points& points, const std::string& kind,
                  const std::vector<FormalParameter>& formals, int least,
                  const std::vector<bool>& present) {
  for (size_t i = 0; i < formals.size(); ++i) {
    const std::string factor = kind + " " + formals[i].name;
    if (formals[i].option == FormalParameter::Option::variadic) {
      points.add(factor, counted(present.size() > i ? present.size() - i : 0));
    } else if (formals[i].option == FormalParameter::Option::optional ||
               static_cast<int>(i) >= least) {
      points.add(factor, i < present.size() && present[i] ? "present" : "absent");
    }
  }
}

std::string type_level(const Value& value) {
  return value.is_tensor() ? std::string(name(value.tensor().dtype()))
                           : to_string(value.type_without_shape());
}

bool is_prime(size_t n) {
  if (n < 2) return false;
  for (size_t d = 2; d * d <= n; ++d) {
    if (n % d == 0) return false;
  }
  return true;
}

// How a shape relates to that of the first input; "" if in no way that has a name.
std::string relation(const Shape& shape, const Shape& first) {
  if (shape == first) return "equal";
  if (shape.empty() || std::all_of(shape.begin(), shape.end(), [](size_t n) { return n == 1; })) {
    return "scalar";
  }
  if (broadcasts(first, shape)) return "wider";
  if (!broadcasts(shape, first)) return "";
  return std::equal(shape.rbegin(), shape.rend(), first.rbegin()) ? "trailing" : "ones";
}

void add_shape(Points& points, const std::string& factor, const Shape& shape) {
  points.add(factor, fmt::format("rank {}", shape.size()));
  const auto has = [&](size_t n) {
    return std::find(shape.begin(), shape.end(), n) != shape.end();
  };
  if (has(0)) points.add(factor, "dimension 0");
  if (has(1)) points.add(factor, "dimension 1");
  if (!shape.empty() && std::all_of(shape.begin(), shape.end(), is_prime)) {
    points.add(factor, "primes");
  }
}

void add_input(Points& points, const std::string& name, const Value& value) {
  if (value.is_tensor()) {
    add_shape(points, "shape " + name, value.tensor().shape());
    for (const std::string& level : classes_of(value.tensor())) {
      points.add("values " + name, level);
    }
  } else if (value.is_sequence()) {
    points.add("shape " + name, "length " + counted(value.sequence().items.size()));
  } else if (value.is_optional()) {
    points.add("shape " + name, value.optional().held ? "full" : "empty");
  } else if (value.is_map()) {
    points.add("shape " + name, "length " + counted(value.map().values.size()));
  }
}

// Whether float tensors of one type have the same number at one of the places.
bool shares_an_element(const Tensor& first, const Tensor& other) {
  const bool comparable = is_float(first.dtype()) && first.dtype() == other.dtype();
  if (!comparable || first.size() == 0 || other.size() == 0) return false;
  const Reals x = at_places_of(other.shape(), first).as<double>(), y = other.as<double>();
  return xt::any(Bools(xt::equal(x, y)));
}

void add_inputs(Points& points, const Schema& schema, const Values& inputs) {
  for (size_t i = 0; i < inputs.size(); ++i) {
    const FormalParameter* formal = parameter_at(schema.inputs, i);
    if (formal == nullptr || inputs[i].absent()) continue;
    if (schema.constraint(formal->type) != nullptr) {
      points.add(formal->type, type_level(inputs[i]));
    }
    add_input(points, formal->name, inputs[i]);
    if (i == 0 || !inputs[0].is_tensor() || !inputs[i].is_tensor()) continue;
    const Tensor &first = inputs[0].tensor(), &other = inputs[i].tensor();
    const std::string level = relation(other.shape(), first.shape());
    if (!level.empty()) points.add("shape " + formal->name, level);
    if (shares_an_element(first, other)) points.add("values " + formal->name, "equal");
  }
}

}  // namespace

bool broadcasts(const Shape& part, const Shape& whole) {
  if (part.size() > whole.size()) return false;
  const auto fits = [](size_t a, size_t b) { return a == 1 || a == b; };
  return std::equal(part.rbegin(), part.rend(), whole.rbegin(), fits);
}

std::string to_string(const Point& point) { return point.factor + ": " + point.level; }

std::vector<Point> points_of(const Schema& schema, const onnx::NodeProto& node,
                             const Values& inputs) {
  Points points;
  add_inputs(points, schema, inputs);
  add_attributes(points, schema, node);
  std::vector<bool> given;
  for (const Value& input : inputs) given.push_back(!input.absent());
  add_presence(points, "input", schema.inputs, schema.min_inputs, given);
  std::vector<bool> wanted;
  for (const std::string& output : node.output()) wanted.push_back(!output.empty());
  add_presence(points, "output", schema.outputs, schema.min_outputs, wanted);
  return points.list;
}

}  // namespace etalon
