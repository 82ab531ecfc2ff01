#include "conformance/generate/drafting.h"

#include <algorithm>

#include "conformance/cases/own_cases.h"
#include "conformance/generate/one_node.h"
#include "conformance/generate/specimens.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace {

// Old versions do not say that a negative axis counts from the end.
constexpr int first_with_negative_axes = 11;

// The element types of the tensors, and of the tensors in sequences and optionals, of a constraint.
std::vector<DType> element_types(const TypeConstraint& constraint) {
  std::vector<DType> types;
  for (const Type& type : constraint.accepted) {
    const Type* held = &type;
    while (held->kind == Type::Kind::sequence || held->kind == Type::Kind::optional) {
      held = held->element.get();
    }
    if (held->kind != Type::Kind::tensor) continue;
    if (std::find(types.begin(), types.end(), held->dtype) == types.end()) {
      types.push_back(held->dtype);
    }
  }
  return types;
}

}  // namespace

Drafting::Drafting(const Schema& schema, Draw& draw)
    : outputs(static_cast<size_t>(std::max(schema.min_outputs, 1))), schema_(schema), draw_(draw) {
  node.set_op_type(schema.name);
  if (!schema.domain.empty()) node.set_domain(schema.domain);
  for (const TypeConstraint& constraint : schema.types) {
    choices_[constraint.variable] = element_types(constraint);
  }
}

bool Drafting::takes(std::string_view input) const {
  return std::any_of(schema_.inputs.begin(), schema_.inputs.end(),
                     [&](const FormalParameter& formal) { return formal.name == input; });
}

DType Drafting::dtype(const std::string& type) {
  const auto found = choices_.find(type);
  if (found == choices_.end()) return type_named(type).dtype;
  std::vector<DType>& choices = found->second;
  if (choices.empty()) throw InvalidInput("there is no element type left to draw for {}", type);
  const bool usual = std::find(choices.begin(), choices.end(), DType::float32) != choices.end();
  const bool settled = choices.size() == 1;
  if (!settled) {
    choices = {usual && draw_.chance(0.4) ? DType::float32 : draw_.pick(choices)};
  }
  return choices[0];
}

DType Drafting::input_type(size_t input) {
  const FormalParameter* formal = parameter_at(schema_.inputs, input);
  if (formal == nullptr) throw InternalError("{} has no input {}", schema_.label(), input);
  return dtype(formal->type);
}

Type Drafting::type(const std::string& variable) {
  const TypeConstraint* constraint = schema_.constraint(variable);
  if (constraint == nullptr) throw InternalError("{} has no type {}", schema_.label(), variable);
  return draw_.pick(constraint->accepted);
}

void Drafting::narrow(const std::string& variable, const std::function<bool(DType)>& accept) {
  std::erase_if(choices_[variable], [&](DType type) { return !accept(type); });
}

bool Drafting::knows(const std::string& attribute) const {
  if (has(attribute)) return true;
  const bool known =
      std::any_of(all_schemas().begin(), all_schemas().end(), [&](const Schema& other) {
        return other.domain == schema_.domain && other.name == schema_.name &&
               other.attribute(attribute) != nullptr;
      });
  if (known) return false;
  throw InternalError("no version of {} has an attribute '{}'", schema_.name, attribute);
}

onnx::AttributeProto& Drafting::attribute(const std::string& name, AttributeType type) {
  const FormalAttribute* formal = schema_.attribute(name);
  if (formal == nullptr) {
    throw InternalError("{} has no attribute '{}'", schema_.label(), name);
  }
  if (formal->type != type) {
    throw InternalError("{}: attribute '{}' is of type {}, not {}", schema_.label(), name,
                        etalon::name(formal->type), etalon::name(type));
  }
  onnx::AttributeProto& attribute = *node.add_attribute();
  attribute.set_name(name);
  attribute.set_type(static_cast<onnx::AttributeProto::AttributeType>(type));
  return attribute;
}

void Drafting::set(const std::string& name, int64_t value) {
  attribute(name, AttributeType::integer).set_i(value);
}

void Drafting::set(const std::string& name, double value) {
  attribute(name, AttributeType::real).set_f(static_cast<float>(value));
}

void Drafting::set(const std::string& name, const std::string& value) {
  attribute(name, AttributeType::text).set_s(value);
}

void Drafting::set(const std::string& name, const std::vector<int64_t>& values) {
  onnx::AttributeProto& written = attribute(name, AttributeType::ints);
  for (const int64_t value : values) written.add_ints(value);
}

void Drafting::set(const std::string& name, const std::vector<double>& values) {
  onnx::AttributeProto& written = attribute(name, AttributeType::reals);
  for (const double value : values) written.add_floats(static_cast<float>(value));
}

void Drafting::set(const std::string& name, const std::vector<std::string>& values) {
  onnx::AttributeProto& written = attribute(name, AttributeType::texts);
  for (const std::string& value : values) written.add_strings(value);
}

void Drafting::set(const std::string& name, const Tensor& value) {
  write_tensor(value, "", *attribute(name, AttributeType::tensor).mutable_t());
}

void Drafting::set(const std::string& name, const SparseTensor& value) {
  onnx::SparseTensorProto& proto =
      *attribute(name, AttributeType::sparse_tensor).mutable_sparse_tensor();
  write_tensor(value.values, "", *proto.mutable_values());
  write_tensor(value.indices, "", *proto.mutable_indices());
  for (const size_t length : value.shape) proto.add_dims(static_cast<int64_t>(length));
}

void Drafting::set(const std::string& name, const Type& type) {
  write_type(type, *attribute(name, AttributeType::type).mutable_tp());
}

void Drafting::set(const std::string& name, const onnx::GraphProto& graph) {
  *attribute(name, AttributeType::graph).mutable_g() = graph;
}

void Drafting::offer_flag(const std::string& name) {
  if (knows(name) && draw_.chance(0.5)) set(name, draw_.between(0, 1));
}

void Drafting::offer_real(const std::string& name, double low, double high) {
  if (knows(name) && draw_.chance(0.5)) set(name, std::rint(64 * draw_.real(low, high)) / 64);
}

Tensor Drafting::add(const Shape& shape) {
  return add_data(shape, domain_of(schema_.name, inputs.size()));
}

Tensor Drafting::add_data(const Shape& shape, const Range& range) {
  free.push_back({inputs.size(), range});
  return add(shape, range);
}

Tensor Drafting::add(const Shape& shape, const Range& range) {
  const Tensor tensor = random_tensor(draw_, input_type(inputs.size()), shape, range);
  inputs.emplace_back(tensor);
  return tensor;
}

void Drafting::add(const Value& value) { inputs.push_back(value); }

void Drafting::add_integers(const Shape& shape, const std::vector<int64_t>& values) {
  Ints array = empty_array<int64_t>(shape);
  std::copy(values.begin(), values.end(), array.begin());
  const DType type = input_type(inputs.size());
  if (is_float(type)) {
    inputs.emplace_back(Tensor::of(type, Reals(xt::cast<double>(array))));
  } else if (is_unsigned_integer(type)) {
    inputs.emplace_back(Tensor::of(type, Naturals(xt::cast<uint64_t>(array))));
  } else {
    inputs.emplace_back(Tensor::of(type, array));
  }
}

void Drafting::add_reals(const Shape& shape, const std::vector<double>& values) {
  inputs.emplace_back(tensor_of_reals(input_type(inputs.size()), shape, values));
}

std::string Drafting::name_of_input(size_t input) const { return input_name(schema_, input); }

void Drafting::give(const std::string& name, const std::vector<int64_t>& values) {
  if (has(name)) return set(name, values);
  for (size_t i = 0; i < schema_.inputs.size(); ++i) {
    if (schema_.inputs[i].name != name) continue;
    inputs.resize(i);
    return add_integers({values.size()}, values);
  }
  throw InternalError("{} has neither an attribute nor an input '{}'", schema_.label(), name);
}

int64_t Drafting::written_axis(size_t axis, size_t rank) {
  const bool from_end = version() >= first_with_negative_axes && draw_.chance(0.4);
  return static_cast<int64_t>(axis) - (from_end ? static_cast<int64_t>(rank) : 0);
}

std::vector<int64_t> Drafting::written_axes(const std::vector<size_t>& axes, size_t rank) {
  std::vector<int64_t> written;
  for (const size_t axis : axes) written.push_back(written_axis(axis, rank));
  return written;
}

}  // namespace etalon
