#include "conformance/bounds/declared.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {
namespace {

// The least normal number of a float type that has subnormal ones.
double least_normal(DType type) {
  Arithmetic flushes;
  flushes.flush = true;
  return rounding_of(type, flushes).tiny;
}

bool is_subnormal(double x, double least) { return x != 0 && std::fabs(x) < least; }

// f(tensor, its elements, its least normal number) for each float tensor that has subnormal
// numbers.
template <class F>
Values changed(const Values& inputs, F f) {
  Values result = inputs;
  for (Value& input : result) {
    if (!input.is_tensor() || !has_rounding(input.tensor().dtype())) continue;
    const Tensor& X = input.tensor();
    const double least = least_normal(X.dtype());
    const Reals x = X.with_side(nullptr).as<double>();
    const bool any =
        std::any_of(x.begin(), x.end(), [&](double each) { return is_subnormal(each, least); });
    if (any) input = f(X, x, least);
  }
  return result;
}

}  // namespace

Arithmetic arithmetic_of(const Node& node, const Arithmetic& declared) {
  constexpr std::array<std::string_view, 12> others = {
      "Resize", "Upsample", "RoiAlign", "AffineGrid",   "GridSample",  "DFT",
      "STFT",   "LRN",      "LpPool",   "GlobalLpPool", "AveragePool", "BatchNormalization"};
  if (std::find(others.begin(), others.end(), node.op_type) == others.end()) return declared;
  Arithmetic left = declared;
  left.tf32 = left.bf16 = left.f16 = left.f16_sums = false;
  return left;
}

Values flushed(const Values& inputs) {
  return changed(inputs, [](const Tensor& X, Reals x, double least) {
    for (double& each : x) {
      if (is_subnormal(each, least)) each = std::copysign(0.0, each);
    }
    return Value(Tensor::decided(X.dtype(), x));
  });
}

Values perhaps_flushed(const Values& inputs) {
  return changed(inputs, [](const Tensor& X, const Reals& x, double least) {
    Reals errors = errors_of(X);
    for (size_t i = 0; i < x.size(); ++i) {
      const double magnitude = std::fabs(x.data()[i]);
      if (is_subnormal(magnitude, least)) {
        errors.data()[i] = std::max(errors.data()[i], magnitude);
      }
    }
    return Value(with_errors(X, errors));
  });
}

bool requantizes(const Node& node) {
  constexpr std::array<std::string_view, 14> names = {"QuantizeLinear",
                                                      "QLinearConv",
                                                      "QLinearMatMul",
                                                      "QLinearAdd",
                                                      "QLinearMul",
                                                      "QLinearAveragePool",
                                                      "QLinearConcat",
                                                      "QLinearWhere",
                                                      "QLinearGlobalAveragePool",
                                                      "QLinearLeakyRelu",
                                                      "QLinearReduceMean",
                                                      "QLinearSigmoid",
                                                      "QLinearSoftmax",
                                                      "QGemm"};
  return std::find(names.begin(), names.end(), node.op_type) != names.end();
}

}  // namespace etalon
