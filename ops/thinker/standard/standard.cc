#include "ops/thinker/standard/standard.h"

#include "engine/numerics/cast.h"
#include "engine/operators/output_type.h"

namespace etalon::thinker {
namespace {

bool takes_bools_alone(const Schema& schema, const FormalParameter& formal) {
  const TypeConstraint* constraint = schema.constraint(formal.type);
  if (!constraint) return formal.type == "tensor(bool)";
  return constraint->types == std::vector<std::string>{"tensor(bool)"};
}

Value as_type(const Value& value, DType type) {
  return value.absent() ? value : Value(cast(value.tensor(), type));
}

NamedValues onnx_inputs(const Call& call, const Schema& onnx) {
  NamedValues inputs;
  const std::vector<FormalParameter>& own = call.schema().inputs;
  for (size_t i = 0; i < own.size() && i < onnx.inputs.size(); ++i) {
    const FormalParameter& formal = onnx.inputs[i];
    if (formal.option == FormalParameter::Option::variadic) {
      for (const Value& value : call.variadic_values(own[i].name)) {
        inputs.emplace_back(formal.name, value);
      }
    } else {
      const Value& value = call.value(own[i].name);
      inputs.emplace_back(formal.name,
                          takes_bools_alone(onnx, formal) ? as_type(value, DType::boolean) : value);
    }
  }
  return inputs;
}

NamedValues onnx_inputs(const Call& call, std::string_view name, int64_t opset) {
  return onnx_inputs(call, onnx_schema(name, opset));
}

bool is_tensor_of(const Value& value, DType type) {
  return value.is_tensor() && value.tensor().dtype() == type;
}

}  // namespace

Values as_onnx(const Call& call, std::string_view name, int64_t opset) {
  Values outputs = delegate(call, name, opset, onnx_inputs(call, name, opset),
                            shared_attributes(call, name, opset));
  for (Value& output : outputs) {
    if (is_tensor_of(output, DType::boolean)) output = as_type(output, DType::int8);
  }
  const Value& first = outputs.at(0);
  if (!first.absent()) check_output_type(call, first.tensor().dtype());
  return outputs;
}

Values in_reals(const Call& call, std::string_view name, int64_t opset, NamedValues inputs,
                Attributes attributes) {
  const DType type = inputs.at(0).second.tensor().dtype();
  if (is_float(type)) return delegate(call, name, opset, inputs, std::move(attributes));
  for (auto& [_, value] : inputs) {
    if (is_tensor_of(value, type)) value = as_type(value, DType::float64);
  }
  Values outputs = delegate(call, name, opset, inputs, std::move(attributes));
  for (Value& output : outputs) {
    if (!output.absent()) output = cast(sat8(output.tensor().as<double>()), type);
  }
  return outputs;
}

Values in_reals(const Call& call, std::string_view name, int64_t opset) {
  return in_reals(call, name, opset, onnx_inputs(call, name, opset),
                  shared_attributes(call, name, opset));
}

}  // namespace etalon::thinker
