#include "conformance/generate/drafting.h"

#include <algorithm>

#include "conformance/generate/one_node.h"

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

void Drafting::set(const std::string& name, const AttributeValue& value) {
  const FormalAttribute* formal = schema_.attribute(name);
  if (formal == nullptr) {
    throw InternalError("{} has no attribute '{}'", schema_.label(), name);
  }
  const onnx::AttributeProto written = written_attribute(name, value);
  const auto type = static_cast<AttributeType>(written.type());
  if (formal->type != type) {
    throw InternalError("{}: attribute '{}' is of type {}, not {}", schema_.label(), name,
                        etalon::name(formal->type), etalon::name(type));
  }
  *node.add_attribute() = written;
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
  inputs.emplace_back(tensor_of_integers(input_type(inputs.size()), shape, values));
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
