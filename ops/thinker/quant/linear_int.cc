// LinearInt: A' is A or, with transA, its transpose; so B' (transB is 1 by default).
//
//   Y = sat8(⌊(alpha · A' / scale_a · B' / scale_b + beta · C / scale_c) · scale_o + ½⌋)
//
//   1   beta is 1 when C is given. (The document's default of 0 would drop C.)
// Without C there are five inputs, or C and scale_c have empty names.
//
// In the form that the exporter writes, with the attributes scale_x, scale_w and scale_o, the
// inputs are X [..., in], W [out, in] and B [out] at the scale scale_x · scale_w:
//
//   Y = sat(⌊(X · Wᵀ + B) · scale_o / (scale_x · scale_w) + ½⌋), of o_bits bits: 8, 16 or 32
//   Y = (X · Wᵀ + B) / (scale_x · scale_w) in float32 without o_bits
//
// The attributes of the platform (thinker.h) change nothing.
#include "engine/formula.h"
#include "engine/numerics/matmul.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Reals product(const Tensor& A, bool transA, const Tensor& B, bool transB) {
  return matrix_product<int64_t>(A, transA, B, transB);
}

Reals bias_of(const Tensor& B, size_t columns) {
  if (B.shape() == Shape{columns}) return B.as<double>();
  throw InvalidInput("B has the shape {} where W has {} rows", to_string(B.shape()), columns);
}

// The exporter's form.
Values linear_of_attributes(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Tensor* B = call.maybe("B");
  if (X.rank() == 0) throw InvalidInput("X has no axis to multiply along");
  const Split at = split_at(X.shape(), X.rank() - 1);
  Reals Y = product(X.reshaped({at.before, at.after}), false, W, true);
  if (B) Y = Reals(Y + bias_of(*B, W.dim(0)));
  Shape shape = X.shape();
  shape.back() = W.dim(0);
  Y.reshape(shape);
  const double scale = scale_attribute(call, "scale_x") * scale_attribute(call, "scale_w");
  return {call.has("o_bits") ? at_output_scale(call, Y, scale) : dequantized(Y, scale)};
}

// The document's form.
Values linear_of_inputs(const Call& call) {
  const double scale_a = scale_input(call, "scale_a");
  const double scale_b = scale_input(call, "scale_b");
  const double alpha = call.real("alpha");
  const Reals Y =
      product(call.tensor("A"), call.flag("transA"), call.tensor("B"), call.flag("transB"));
  const bool five = call.input_count() == 5;
  const Tensor* C = five ? nullptr : call.maybe("C");
  const double scale_o = scale_input(call, five ? "C" : "scale_o");
  // Products of two scales or factors are exact in double.
  const double numerator = alpha * scale_o, denominator = scale_a * scale_b;
  if (!C) return {rescaled(Y, numerator, denominator)};
  const double beta = call.real("beta", 1);
  const double scale_c = scale_input(call, "scale_c");
  const Reals bias = broadcast_to(*C, Y.shape()).as<double>();
  return {sat8(by_element(Y, bias, [&](double y, double c) {
    return rounded_sum(y * alpha, denominator, c * beta, scale_c, scale_o);
  }))};
}

Values linear_int(const Call& call) {
  return call.schema().given.empty() ? linear_of_inputs(call) : linear_of_attributes(call);
}

const Operator op("LinearInt", linear_int, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
