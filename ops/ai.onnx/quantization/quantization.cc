#include "ops/ai.onnx/quantization/quantization.h"

#include "ops/ai.onnx/quantization/quantized.h"

namespace etalon {
namespace {

// One value for each entry along `axis`, so shaped that it broadcasts to x's shape.
Tensor spread_along(const Tensor& values, const Shape& shape, size_t axis) {
  if (values.shape() != Shape{shape[axis]}) {
    throw InvalidInput("a scale or zero point of shape {} does not fit axis {} of {}",
                       to_string(values.shape()), axis, to_string(shape));
  }
  Shape aligned(shape.size(), 1);
  aligned[axis] = shape[axis];
  return values.reshaped(aligned);
}

// One value for each block of B elements along `axis`, repeated to x's shape.
Tensor spread_blocks(const Tensor& values, const Shape& shape, size_t axis, size_t B) {
  Shape blocks = shape;
  blocks[axis] = shape[axis] / B + (shape[axis] % B > 0 ? 1 : 0);
  if (values.shape() != blocks) {
    throw InvalidInput("a scale or zero point of shape {} does not fit {} in blocks of {} along {}",
                       to_string(values.shape()), to_string(shape), B, axis);
  }
  std::vector<size_t> block_of(shape[axis]);
  for (size_t i = 0; i < block_of.size(); ++i) block_of[i] = i / B;
  return pick(values, axis, block_of);
}

// The type that an attribute names by its number, one that the type variable admits; undefined when
// the attribute is 0 or this version does not have it.
DType named_type(const Call& call, std::string_view attribute, std::string_view variable) {
  if (!call.schema().attribute(attribute) || !call.flag(attribute)) return DType::undefined;
  for (const Type& type : call.schema().constraint(variable)->accepted) {
    if (static_cast<int64_t>(type.dtype) == call.integer(attribute)) return type.dtype;
  }
  throw InvalidInput("{} is {}, which is not a type of {}", attribute, call.integer(attribute),
                     variable);
}

DType output_dtype(const Call& call) {
  return named_type(call, "output_dtype", call.schema().outputs[0].type);
}

bool is_float8(DType type) {
  return type == DType::float8e4m3fn || type == DType::float8e4m3fnuz ||
         type == DType::float8e5m2 || type == DType::float8e5m2fnuz;
}

// "When the rank of the input is 1, per-tensor quantization is applied, rendering the axis
// unnecessary" (its default, 1, is outside the range): true where the text says so.
bool needs_no_axis(const Call& call, size_t rank) {
  if (rank != 1) return false;
  const int version = call.since_version();
  const bool quantizes = call.schema().name == "QuantizeLinear";
  return !call.schema().domain.empty() || (quantizes ? version >= 21 : version == 19);
}

}  // namespace

Tensor spread(const Call& call, const Tensor& values, const Shape& shape) {
  if (values.size() == 1 && values.rank() < 2) return values.reshaped({});
  if (!call.schema().attribute("axis")) {
    throw InvalidInput("a scale or zero point of shape {} is not a scalar",
                       to_string(values.shape()));
  }
  const bool no_axis = needs_no_axis(call, shape.size());
  const size_t axis = no_axis ? 0 : axis_index(call.integer("axis"), shape.size());
  const int64_t B = call.schema().attribute("block_size") ? call.integer("block_size") : 0;
  if (B < 0) throw InvalidInput("block_size is {}", B);
  return B == 0 ? spread_along(values, shape, axis)
                : spread_blocks(values, shape, axis, static_cast<size_t>(B));
}

Tensor zero_point_of(const Call& call, const Tensor* zero_point, const Tensor& scale,
                     const Shape& shape) {
  if (!zero_point) return scalar(DType::float64, 0.0);
  require_pair(call.schema().name == "QuantizeLinear" ? "y" : "x", scale, *zero_point);
  return spread(call, *zero_point, shape);
}

DType quantized_type(const Call& call) {
  const Tensor* y_zero_point = call.maybe("y_zero_point");
  const DType wanted = output_dtype(call);
  if (!y_zero_point) return wanted == DType::undefined ? DType::uint8 : wanted;
  if (wanted != DType::undefined && wanted != y_zero_point->dtype()) {
    throw InvalidInput("output_dtype is {} and y_zero_point is {}", name(wanted),
                       name(y_zero_point->dtype()));
  }
  return y_zero_point->dtype();
}

DType quotient_type(const Call& call) {
  const DType named = named_type(call, "precision", "T2");
  const DType precision = named == DType::undefined ? call.tensor("y_scale").dtype() : named;
  return is_float(precision) && precision != DType::float8e8m0 ? precision : DType::float64;
}

bool saturates(const Call& call, DType type) {
  return !is_float8(type) || !call.schema().attribute("saturate") || call.flag("saturate");
}

DType dequantized_type(const Call& call) {
  const Tensor& x_scale = call.tensor("x_scale");
  const DType wanted = output_dtype(call);
  if (wanted == DType::undefined && x_scale.dtype() == DType::float8e8m0) {
    throw InvalidInput("x_scale is float8e8m0, which y cannot be, and output_dtype is left out");
  }
  return wanted == DType::undefined ? x_scale.dtype() : wanted;
}

}  // namespace etalon
