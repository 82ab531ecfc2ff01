// Formulas as their texts and function bodies have them, each step in the declared float type and
// knowing nothing of Etalon's numerics: none is accused. Slightly wrong ones are not excused.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <string>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"

namespace etalon::as_written_test {
namespace {

using test::floats;
using test::reals;
using test::SmallModel;

using Function = float (*)(float);

// Numbers from -8 to 8.
std::vector<double> grid() {
  std::vector<double> x{-5.154F, -1e-5F, 1e-5F, 0};
  for (double at = -8; at <= 8; at += 0.0137) x.push_back(static_cast<float>(at));
  return x;
}

Tensor applied(Function f, const std::vector<double>& x) {
  std::vector<double> y;
  for (const double each : x) y.push_back(f(static_cast<float>(each)));
  return floats(y);
}

// An operator of one input, with attributes.
struct Unary {
  const char* name;
  int64_t opset;
  std::function<void(SmallModel&)> attributes = [](SmallModel&) {};

  BoundedOutputs bounded(const Tensor& x) const {
    SmallModel small(opset);
    small.input("x", x).node(name, {"x"}, {"y"});
    attributes(small);
    return evaluate_with_bounds(small.output("y", x.dtype()).model(), {{"x", x}});
  }
  Grade verdict(Function f, const std::vector<double>& x = grid()) const {
    return rounding_verdict({applied(f, x)}, bounded(floats(x))).grade;
  }
};

// A library's function that is two ULP off.
template <auto f>
float two_up(float x) {
  const float infinity = std::numeric_limits<float>::infinity();
  return std::nextafter(std::nextafter(f(x), infinity), infinity);
}
float log(float x) { return std::log(x); }
float tanh(float x) { return std::tanh(x); }

float gelu(float x) { return 0.5F * x * (1 + std::erf(x / std::sqrt(2.0F))); }
float gelu_by_erfc(float x) { return 0.5F * x * std::erfc(-x * 0.70710678F); }
float gelu_by_tanh(float x) {
  const float z = std::sqrt(2 / 3.14159265F) * (x + 0.044715F * std::pow(x, 3.0F));
  return 0.5F * x * (1 + std::tanh(z));
}
float gelu_of_other_coefficient(float x) {
  const float z = std::sqrt(2 / 3.14159265F) * (x + 0.0447F * x * x * x);
  return 0.5F * x * (1 + std::tanh(z));
}

TEST_CASE("Gelu as its text has it is not accused and an approximation is not excused") {
  const Unary exact{"Gelu", 20};
  CHECK(exact.verdict(gelu) <= Grade::rounding);
  CHECK(exact.verdict(gelu_by_erfc) <= Grade::rounding);
  CHECK(exact.verdict(gelu_by_tanh) == Grade::wrong);
  const Unary approximate{"Gelu", 20, [](SmallModel& m) { m.set("approximate", "tanh"); }};
  CHECK(approximate.verdict(gelu_by_tanh) <= Grade::rounding);
  CHECK(approximate.verdict(gelu_of_other_coefficient) == Grade::wrong);
  CHECK(approximate.verdict(gelu) == Grade::wrong);
}

// 0.5 · 2⁻²⁴ · (1 + erf(…)) lies just above the half of float16's least number, 2⁻²⁴, and with
// 1 + erf(…) rounded to 1 on it, from where it is rounded to 0.
TEST_CASE("Gelu of float16's least number may be 0 or that number and not four times the number") {
  const Tensor least = reals(DType::float16, {0x1p-24});
  const BoundedOutputs gelus = Unary{"Gelu", 20}.bounded(least);
  CHECK(rounding_verdict({reals(DType::float16, {0})}, gelus).grade <= Grade::rounding);
  CHECK(rounding_verdict({least}, gelus).grade <= Grade::rounding);
  CHECK(rounding_verdict({reals(DType::float16, {0x1p-22})}, gelus).grade == Grade::wrong);
}

template <class T>
T clamped(T x) {
  return std::max(T(0), std::min(T(1), x));
}

TEST_CASE("HardSwish with a sixth of float32 is not accused; with one of four digits not excused") {
  const Unary hard_swish{"HardSwish", 14};
  CHECK(hard_swish.verdict([](float x) { return x * clamped(0.16666667F * x + 0.5F); }) <=
        Grade::rounding);
  CHECK(hard_swish.verdict([](float x) { return x * clamped((x + 3) / 6); }) <= Grade::rounding);
  CHECK(hard_swish.verdict([](float x) { return x * clamped(0.1666F * x + 0.5F); }) ==
        Grade::wrong);
}

TEST_CASE("Softplus as its text has it is not accused") {
  const Unary softplus{"Softplus", 1};
  CHECK(softplus.verdict([](float x) { return std::log(std::exp(x) + 1); }) <= Grade::rounding);
  CHECK(softplus.verdict([](float x) { return two_up<log>(std::exp(x) + 1); }) <= Grade::rounding);
  const auto stable = [](float x) {
    return std::max(x, 0.0F) + std::log1p(std::exp(-std::fabs(x)));
  };
  CHECK(softplus.verdict(stable) <= Grade::rounding);
  const auto wrong = [](float x) { return std::log(std::exp(x) + 1.00001F); };
  CHECK(softplus.verdict(wrong) == Grade::wrong);
}

TEST_CASE("Where exp(X) of Softplus overflows; its text gives infinity and nothing is known") {
  const Unary softplus{"Softplus", 1};
  const auto as_written = [](float x) { return std::log(std::exp(x) + 1); };
  CHECK(softplus.verdict(as_written, {100, 1}) == Grade::unknown);
  CHECK(softplus.verdict([](float x) { return x == 1 ? 1.4F : x; }, {100, 1}) == Grade::wrong);
  const Unary mish{"Mish", 18};
  CHECK(mish.verdict([](float x) { return x * std::tanh(std::log(std::exp(x) + 1)); }, {100, 1}) <=
        Grade::rounding);
  CHECK(mish.verdict([](float x) { return 1.00001F * x; }, {100}) == Grade::wrong);
}

TEST_CASE("Mish and Elu and Selu and Celu as their texts have them") {
  const Unary mish{"Mish", 18};
  CHECK(mish.verdict([](float x) { return x * std::tanh(std::log(1 + std::exp(x))); }) <=
        Grade::rounding);
  CHECK(mish.verdict([](float x) { return x * std::tanh(std::log(1.0001F + std::exp(x))); }) ==
        Grade::wrong);
  const Unary elu{"Elu", 6};
  CHECK(elu.verdict([](float x) { return x < 0 ? std::exp(x) - 1 : x; }) <= Grade::rounding);
  CHECK(elu.verdict([](float x) { return x < 0 ? std::exp(x) - 0.99999F : x; }) == Grade::wrong);
  const Unary selu{"Selu", 6};
  constexpr float alpha = 1.67326319217681884765625F, gamma = 1.05070102214813232421875F;
  CHECK(selu.verdict([](float x) {
    return x <= 0 ? gamma * (alpha * std::exp(x) - alpha) : gamma * x;
  }) <= Grade::rounding);
  CHECK(selu.verdict([](float x) {
    return x <= 0 ? gamma * (1.6732F * std::exp(x) - 1.6732F) : gamma * x;
  }) == Grade::wrong);
  const Unary celu{"Celu", 12, [](SmallModel& m) { m.set("alpha", 0.7); }};
  CHECK(celu.verdict([](float x) {
    return std::max(0.0F, x) + std::min(0.0F, 0.7F * (std::exp(x / 0.7F) - 1));
  }) <= Grade::rounding);
  CHECK(celu.verdict([](float x) {
    const float z = x / 0.7F;
    return 0.7F * (z < 0 ? std::exp(z) - 1 : z);
  }) <= Grade::rounding);
  CHECK(celu.verdict([](float x) { return x < 0 ? 0.7F * (std::exp(x) - 1) : x; }) == Grade::wrong);
}

// Each step of float16.
double half(double x) { return round_to(DType::float16, x); }

Grade half_verdict(const Unary& op, double x, double y) {
  return rounding_verdict({reals(DType::float16, {y})}, op.bounded(reals(DType::float16, {x})))
      .grade;
}

TEST_CASE("Sigmoid in float16 whose exp overflows") {
  const Unary sigmoid{"Sigmoid", 13};
  CHECK(half_verdict(sigmoid, -12, half(1 / half(1 + half(std::exp(12.0))))) <= Grade::rounding);
  CHECK(half_verdict(sigmoid, -12, 0.003) == Grade::wrong);
  CHECK(half_verdict(sigmoid, -6, 0) == Grade::wrong);
}

TEST_CASE("Sigmoid by tanh; small beside 1; is not accused; one from a table is not excused") {
  const Unary sigmoid{"Sigmoid", 13};
  const std::vector<double> far{-17.8F, -12, 12, 17.8F};
  const auto by_tanh = [](float x) { return 0.5F + 0.5F * two_up<tanh>(0.5F * x); };
  CHECK(sigmoid.verdict(by_tanh) <= Grade::rounding);
  CHECK(sigmoid.verdict(by_tanh, far) <= Grade::rounding);
  const auto table = [](float x) { return 1 / (1 + std::exp(-x)) + 2e-5F; };
  CHECK(sigmoid.verdict(table) == Grade::wrong);
  CHECK(sigmoid.verdict(table, far) == Grade::wrong);
}

TEST_CASE("An attribute that the runtime's type does not hold is one that it rounds") {
  const Unary hard_sigmoid{"HardSigmoid", 6};
  const double x = half(1.87);
  CHECK(half_verdict(hard_sigmoid, x, half(half(half(0.2) * x) + 0.5)) <= Grade::rounding);
  CHECK(half_verdict(hard_sigmoid, x, half(half(half(0.203) * x) + 0.5)) == Grade::wrong);
}

// Along the last axis of lines of four.
template <class F>
Tensor by_lines(const std::vector<double>& x, F f) {
  std::vector<double> y;
  for (size_t i = 0; i < x.size(); i += 4) {
    float line[4];
    std::copy_n(x.begin() + std::ptrdiff_t(i), 4, line);
    f(line);
    y.insert(y.end(), line, line + 4);
  }
  return floats(y).reshaped({x.size() / 4, 4});
}

float sum_of(const float* line) { return line[0] + line[1] + line[2] + line[3]; }

TEST_CASE("LogSoftmax as the logarithm of a softmax and as its body has it") {
  std::vector<double> values = grid();
  values.resize(1000);
  const Tensor x = floats(values).reshaped({250, 4});
  SmallModel small(13);
  small.input("x", x).node("LogSoftmax", {"x"}, {"y"}).output("y");
  const BoundedOutputs expected = evaluate_with_bounds(small.model(), {{"x", x}});
  const auto kind = [&](auto f) { return rounding_verdict({by_lines(values, f)}, expected).grade; };
  const auto softmax = [](float* line) {
    const float greatest = *std::max_element(line, line + 4);
    for (int i = 0; i < 4; ++i) line[i] = std::exp(line[i] - greatest);
    const float sum = sum_of(line);
    for (int i = 0; i < 4; ++i) line[i] /= sum;
  };
  CHECK(kind([&](float* line) {
          softmax(line);
          for (int i = 0; i < 4; ++i) line[i] = std::log(line[i]);
        }) <= Grade::rounding);
  CHECK(kind([&](float* line) {
          softmax(line);
          for (int i = 0; i < 4; ++i) line[i] = std::log(line[i] + 1e-5F);
        }) == Grade::wrong);
}

TEST_CASE("ReduceLogSumExp without the maximum: known until exp overflows") {
  const auto verdict = [](const std::vector<double>& x, double got) {
    SmallModel small(13);
    small.input("x", floats(x)).node("ReduceLogSumExp", {"x"}, {"y"}).set("keepdims", int64_t{0});
    const BoundedOutputs expected =
        evaluate_with_bounds(small.output("y").model(), {{"x", floats(x)}});
    return rounding_verdict({floats({got}).reshaped({})}, expected).grade;
  };
  CHECK(verdict({1.1F, -20, 3.3F}, std::log(std::exp(1.1F) + std::exp(-20.0F) + std::exp(3.3F))) <=
        Grade::rounding);
  CHECK(verdict({1.1F, -20, 3.3F}, std::log(std::exp(1.1F) + std::exp(3.4F))) == Grade::wrong);
  CHECK(verdict({90}, std::log(std::exp(90.0F))) == Grade::unknown);
}

// LayerNormalization, GroupNormalization or RMSNormalization of lines of four.
BoundedOutputs normalized(const char* name, const Tensor& x, int64_t opset = 23) {
  SmallModel small(opset);
  const bool by_group = std::string(name) == "GroupNormalization";
  const Tensor scale = reals(x.dtype(), std::vector<double>(by_group ? x.dim(1) : 4, 1));
  small.input("x", x).initializer("s", scale);
  if (by_group) {
    small.initializer("b", reals(x.dtype(), std::vector<double>(x.dim(1), 0)));
    small.node(name, {"x", "s", "b"}, {"y"}).set("num_groups", static_cast<int64_t>(x.dim(1)));
  } else {
    small.node(name, {"x", "s"}, {"y"});
  }
  return evaluate_with_bounds(small.output("y", x.dtype()).model(), {{"x", x}});
}

template <bool one_pass>
void standardize(float* line, float epsilon) {
  const float mean = sum_of(line) / 4;
  float squares[4];
  for (int i = 0; i < 4; ++i) {
    const float off = one_pass ? line[i] : line[i] - mean;
    squares[i] = off * off;
  }
  const float variance = sum_of(squares) / 4 - (one_pass ? mean * mean : 0);
  const float inverse = 1 / std::sqrt(variance + epsilon);
  for (int i = 0; i < 4; ++i) line[i] = (line[i] - mean) * inverse;
}

TEST_CASE("Normalizations with the variance in one pass as their bodies have it") {
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(static_cast<float>(0.01 * std::sin(i * 1.7)));
  const Tensor x = floats(values).reshaped({100, 4});
  const auto lost_epsilon = [](float* line) { standardize<false>(line, 0); };
  const auto one_pass = [](float* line) { standardize<true>(line, 1e-5F); };
  const auto two_passes = [](float* line) { standardize<false>(line, 1e-5F); };
  const BoundedOutputs layers = normalized("LayerNormalization", x);
  CHECK(rounding_verdict({by_lines(values, one_pass)}, layers).grade <= Grade::rounding);
  CHECK(rounding_verdict({by_lines(values, two_passes)}, layers).grade <= Grade::rounding);
  CHECK(rounding_verdict({by_lines(values, lost_epsilon)}, layers).grade == Grade::wrong);
  for (const int64_t opset : {18, 21}) {
    const BoundedOutputs groups = normalized("GroupNormalization", x.reshaped({1, 100, 4}), opset);
    const auto kind = [&](auto f) {
      return rounding_verdict({by_lines(values, f).reshaped({1, 100, 4})}, groups).grade;
    };
    CHECK(kind(one_pass) <= Grade::rounding);
    CHECK(kind(two_passes) <= Grade::rounding);
    CHECK(kind(lost_epsilon) == Grade::wrong);
  }
}

TEST_CASE("stash_type says in which type a normalization is computed") {
  std::vector<double> values;
  for (int i = 0; i < 400; ++i) values.push_back(half(1 + std::sin(i * 1.7)));
  const Tensor x = reals(DType::float16, values).reshaped({100, 4});
  const auto rms = [&](auto stash) {
    std::vector<double> y;
    for (size_t i = 0; i < values.size(); i += 4) {
      double sum = 0;
      for (size_t k = i; k < i + 4; ++k) sum = stash(sum + stash(values[k] * values[k]));
      const double root = stash(std::sqrt(stash(stash(sum / 4) + stash(1e-5F))));
      for (size_t k = i; k < i + 4; ++k) y.push_back(half(stash(values[k] / root)));
    }
    return reals(DType::float16, y).reshaped({100, 4});
  };
  const BoundedOutputs expected = normalized("RMSNormalization", x);
  CHECK(rounding_verdict({rms([](double v) { return double(float(v)); })}, expected).grade <=
        Grade::rounding);
  CHECK(rounding_verdict({rms(half)}, expected).grade == Grade::wrong);
}

}  // namespace
}  // namespace etalon::as_written_test
