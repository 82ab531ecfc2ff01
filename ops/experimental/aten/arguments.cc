#include "ops/experimental/aten/arguments.h"

namespace etalon::aten {

const Tensor* Arguments::maybe(size_t index) const {
  return index < count() && !tensors_[index].absent() ? &tensors_[index].tensor() : nullptr;
}

const Tensor& Arguments::tensor(size_t index) const {
  if (const Tensor* given = maybe(index)) return *given;
  throw InvalidInput("input {} is missing", index);
}

const Tensor& Arguments::floats(size_t index) const {
  const Tensor& given = tensor(index);
  if (is_float(given.dtype())) return given;
  throw InvalidInput("input {} is a tensor({}), not of floats", index, name(given.dtype()));
}

const Attribute& Arguments::attribute(const std::string& name) const {
  const auto given = call_.node().attributes.find(name);
  if (given == call_.node().attributes.end()) throw InvalidInput("attribute '{}' is missing", name);
  if (!given->second.ref_name.empty()) {
    throw Unsupported("attribute '{}' refers to another by name", name);
  }
  return given->second;
}

int64_t Arguments::integer(const std::string& name) const {
  const Attribute& given = attribute(name);
  if (const auto* number = std::get_if<float>(&given.value)) {
    if (std::trunc(*number) == *number && std::fabs(*number) < 0x1p63F) return int64_t(*number);
    throw Unspecified("attribute '{}' is {} where an integer is needed", name, *number);
  }
  const std::vector<int64_t> values = ints(name);
  if (values.size() != 1) {
    throw InvalidInput("attribute '{}' holds {} numbers, not 1", name, values.size());
  }
  return values[0];
}

double Arguments::real(const std::string& name, double otherwise) const {
  if (!has(name)) return otherwise;
  const Attribute& given = attribute(name);
  if (const auto* number = std::get_if<float>(&given.value)) return *number;
  const auto* tensor = std::get_if<Tensor>(&given.value);
  if (tensor && is_float(tensor->dtype())) return tensor->item<double>();
  return static_cast<double>(integer(name));
}

std::vector<int64_t> Arguments::ints(const std::string& name) const {
  const Attribute& given = attribute(name);
  if (const auto* number = std::get_if<int64_t>(&given.value)) return {*number};
  if (const auto* numbers = std::get_if<std::vector<int64_t>>(&given.value)) return *numbers;
  const auto* tensor = std::get_if<Tensor>(&given.value);
  if (tensor && is_integer(tensor->dtype())) return tensor->ints();
  throw InvalidInput("attribute '{}' is not a list of integers", name);
}

Tensor Arguments::operand(const std::string& name) const {
  const DType type = tensor(0).dtype();
  if (count() > 1) {
    if (tensor(1).dtype() == type) return tensor(1);
    throw InvalidInput("the operands are a tensor({}) and a tensor({})", etalon::name(type),
                       etalon::name(tensor(1).dtype()));
  }
  if (!has(name)) throw InvalidInput("'{}' is neither an input nor an attribute", name);
  return numeric(
      type, [&]<class T>() { return Tensor::decided(type, scalar_array(scalar<T>(name, 0))); });
}

Values Arguments::onnx(std::string_view name, const Values& inputs,
                       const std::vector<Attribute>& attributes) const {
  constexpr int64_t opset = 22;
  const Schema& schema = onnx_schema(name, opset);
  NamedValues named;
  for (size_t i = 0; i < inputs.size(); ++i) {
    named.emplace_back(parameter_at(schema.inputs, i)->name, inputs[i]);
  }
  return delegate(call_, name, opset, named, attributes_of(attributes));
}

}  // namespace etalon::aten
