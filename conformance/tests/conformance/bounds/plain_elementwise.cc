#include <algorithm>
#include <cmath>

#include "conformance/tests/conformance/bounds/plain_floats.h"

namespace etalon::plain_floats {
namespace {

const Tensor& input(const Call& call, size_t index) {
  return call.tensor(call.schema().inputs[index].name);
}

template <auto f>
Floats unary(const Call& call, const Shape&, Draw&) {
  const auto x = input(call, 0).slots<float>();
  Floats y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), f);
  return y;
}

template <auto f>
Floats binary(const Call& call, const Shape& shape, Draw&) {
  const Tensor& A = input(call, 0);
  const Tensor& B = input(call, 1);
  Floats y(element_count(shape));
  for (size_t i = 0; i < y.size(); ++i) {
    const Integers at = coordinates(i, shape);
    y[i] = f(A.slots<float>()[position_of(at, A.shape())],
             B.slots<float>()[position_of(at, B.shape())]);
  }
  return y;
}

float add(float a, float b) { return a + b; }
float sub(float a, float b) { return a - b; }
float mul(float a, float b) { return a * b; }
// As on machines without a division.
float div(float a, float b) { return a * (1 / b); }

float reciprocal(float x) { return 1 / x; }
// As on machines that give 1 / √x.
float sqrt(float x) { return x == 0 ? x : x * (1 / std::sqrt(x)); }
float exp(float x) { return std::exp(x); }
float log(float x) { return std::log(x); }
float sin(float x) { return std::sin(x); }
float cos(float x) { return std::cos(x); }
float tan(float x) { return std::tan(x); }
float atan(float x) { return std::atan(x); }
float tanh(float x) { return std::tanh(x); }
float erf(float x) { return std::erf(x); }
float sigmoid(float x) { return 1 / (1 + std::exp(-x)); }
// ln(exp(x) + 1) without overflow.
float softplus(float x) { return std::max(x, 0.0F) + std::log1p(std::exp(-std::fabs(x))); }
float softsign(float x) { return x / (1 + std::fabs(x)); }
float mish(float x) { return x * std::tanh(softplus(x)); }

Floats hard_sigmoid(const Call& call, const Shape&, Draw&) {
  const auto alpha = static_cast<float>(call.real("alpha"));
  const auto beta = static_cast<float>(call.real("beta"));
  Floats y;
  for (const float x : call.tensor("X").slots<float>()) {
    y.push_back(std::max(0.0F, std::min(1.0F, alpha * x + beta)));
  }
  return y;
}

}  // namespace

const std::vector<PlainOperator>& elementwise() {
  static const std::vector<PlainOperator> all = {
      {"Add-14", binary<add>},
      {"Sub-14", binary<sub>},
      {"Mul-14", binary<mul>},
      {"Div-14", binary<div>},
      {"Reciprocal", unary<reciprocal>},
      {"Sqrt", unary<sqrt>},
      {"Exp", unary<exp>},
      {"Log", unary<log>},
      {"Sin", unary<sin>},
      {"Cos", unary<cos>},
      {"Tan", unary<tan>},
      {"Atan", unary<atan>},
      {"Tanh", unary<tanh>},
      {"Erf-13", unary<erf>},
      {"Sigmoid", unary<sigmoid>},
      {"HardSigmoid", hard_sigmoid},
      {"Softplus", unary<softplus>},
      {"Softsign", unary<softsign>},
      {"Mish", unary<mish>},
  };
  return all;
}

}  // namespace etalon::plain_floats
