// Products of integers: those whose results are floats, and those of 16 bits.
#include "engine/numerics/matmul.h"
#include "ops/ai.onnx/math/matrices.h"
#include "ops/com.microsoft/quantization/open/rounding.h"
#include "ops/com.microsoft/quantization/qgemm.h"

namespace etalon {
namespace {

// Steps of scales and sums, in any order, may exceed the type where the result does not; and a
// product of 0 has the sign of nothing.
void open_scaled(Opening& open, const Reals& steps) {
  open.Y = either_zero(open.Y, "negative_zero");
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps; });
}

double greatest(const Tensor& X) {
  const Reals x = xt::abs(X.as<double>());
  return std::accumulate(x.begin(), x.end(), 0.0,
                         [](double a, double b) { return std::max(a, b); });
}

// The greatest that a step may be: of K products of integers up to 255, with scales and bias.
Reals greatest_step(const Opening& open, double a_scale) {
  const Tensor& A = open.call.tensor("A");
  const auto K = double(A.dim(A.rank() - 1));
  const double b_scale = greatest(open.call.tensor("b_scale"));
  const Tensor* bias = open.call.maybe("bias");
  const double products = 0x1p16 * std::max(K, 1.0);
  return full(open.Y.shape(), std::max(1.0, a_scale) * std::max(1.0, b_scale) * products +
                                  (bias ? greatest(*bias) : 0));
}

// Whether inputs of one element, with an axis, are for more than one column.
bool is_one_for_columns(const Call& call, std::initializer_list<const char*> names,
                        size_t columns) {
  return std::any_of(names.begin(), names.end(), [&](const char* name) {
    const Tensor* values = call.maybe(name);
    return values && values->rank() == 1 && values->size() == 1 && columns != 1;
  });
}

// What a NaN or infinity of A is as an integer, nobody says; nor by which scale, where the greatest
// less the least exceeds the type, of which a scale is the 255th part.
void open_dynamic_matmul(Opening& open) {
  const Tensor& A = open.call.tensor("A");
  at_point("one_element", is_one_for_columns(open.call, {"b_scale", "b_zero_point"},
                                             columns_of(open.call.tensor("B"))));
  const Reals x = A.as<double>();
  open_scaled(open, greatest_step(open, step_of_range(A)));
  open.Y = no_result(open.Y, "no_number",
                     [&] { return full(open.Y.shape(), !xt::all(Bools(xt::isfinite(x)))); });
  const double range = 255 * step_of_range(A);
  open.Y = no_result(open.Y, "range", [&] {
    return full(open.Y.shape(), std::isfinite(range) && std::isinf(round_to(A.dtype(), range)));
  });
}

void open_to_float(Opening& open) {
  const Call& call = open.call;
  const size_t K = columns_of(call.tensor("A")), N = columns_of(call.tensor("B"));
  at_point("one_element", is_one_for_columns(call, {"a_scale", "a_zero_point"}, K) ||
                              is_one_for_columns(call, {"b_scale", "b_zero_point"}, N));
  open_scaled(open, greatest_step(open, greatest(open.call.tensor("a_scale"))));
}

void open_qgemm(Opening& open) {
  const QGemm of(open.call);
  at_point("one_element",
           is_one_for_columns(open.call, {"b_scale", "b_zero_point"}, of.sum.dim(1)));
  const Reals sum = xt::abs(of.sum.as<double>()), C = xt::abs(of.C.as<double>());
  const double factor = std::fabs(of.alpha * of.a_scale) * greatest(of.b_scale);
  const Reals steps = (sum + C) * factor;
  if (const Tensor* y_zero_point = open.call.maybe("y_zero_point")) {
    const Quantization of_Y("y_scale", of.y_scale, "y_zero_point", y_zero_point);
    open_rounding(open, of_Y, Reals(steps / std::fabs(of_Y.scale)));
  } else {
    open_scaled(open, Reals((sum + C) * std::max(1.0, factor)));
  }
  open.Y = no_result(open.Y, "scales", [&] {
    const bool is_quantized = open.call.maybe("y_zero_point") != nullptr;
    const double y_scale = is_quantized ? of.y_scale.item<double>() : 1;
    const Reals b_scale = broadcast_array(of.b_scale.as<double>(), open.Y.shape());
    Bools leaves = full(open.Y.shape(), false);
    for (size_t i = 0; i < leaves.size(); ++i) {
      leaves.flat(i) = leaves_normal_numbers({of.alpha, of.a_scale, b_scale.flat(i), 1 / y_scale},
                                             is_quantized ? least_scale : 0);
    }
    return leaves;
  });
  // C is added to the integers, or to the product of floats.
  const Bools wraps = sum + C >= 0x1p31;
  open.Y = no_result(open.Y, "integer_overflow", [&] { return wraps; });
}

void open_integer16(Opening& open) {
  open.Y = wrap_or_saturate(open.Y, "integer_overflow", [&] {
    return matmul(open.call.tensor("A").as<double>(), open.call.tensor("B").as<double>());
  });
}

const Open op[] = {{"DynamicQuantizeMatMul", open_dynamic_matmul},
                   {"MatMulIntegerToFloat", open_to_float},
                   {"QGemm", open_qgemm},
                   {"MatMulInteger16", open_integer16}};

}  // namespace
}  // namespace etalon
