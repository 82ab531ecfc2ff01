// Whether sound evaluations and unsound ones are told apart: each is computed in plain float32
// here, as a runtime does it.
#include "conformance/bounds/spread.h"
#include "conformance/tests/judged.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include "conformance/check/check_text.h"
#include "conformance/generate/draw.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/bounds/plain_runtime.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::spread_test {
namespace {

using namespace plain_runtime;
using test::floats;
using test::has;
using test::SmallModel;

// Of rows of this length.
Floats layer_normalized(const Floats& x, size_t length, float epsilon) {
  Floats y(x.size());
  for (size_t first = 0; first < x.size(); first += length) {
    float sum = 0, squares = 0;
    for (size_t i = 0; i < length; ++i) sum += x[first + i];
    const float mean = sum / static_cast<float>(length);
    for (size_t i = 0; i < length; ++i) {
      squares += (x[first + i] - mean) * (x[first + i] - mean);
    }
    const float deviation = std::sqrt(squares / static_cast<float>(length) + epsilon);
    for (size_t i = 0; i < length; ++i) y[first + i] = (x[first + i] - mean) / deviation;
  }
  return y;
}

// -1.41 · -3.4e38 exceeds float32 before the bias is added, which brings it back.
TEST_CASE("what overflows on the way in float32 may be infinite and is not another number") {
  const Tensor x = floats({0, 1, 1}).reshaped({1, 1, 3}), scale = floats({-3.4e38}),
               bias = floats({-1.7e38});
  SmallModel small(21);
  small.input("x", x).initializer("s", scale).initializer("b", bias);
  small.node("InstanceNormalization", {"x", "s", "b"}, {"y"}).output("y");
  const Tensor y = evaluate(small.model(), {{"x", x}}).at(0).tensor();
  REQUIRE(std::isfinite(y.as<double>().data()[0]));
  const auto verdict = [&](double first) {
    Reals got = y.as<double>();
    got.data()[0] = first;
    return verdict_on(small, {{"x", x}}, Tensor::of(DType::float32, got)).grade;
  };
  CHECK(verdict(INFINITY) <= Grade::rounding);
  CHECK(verdict(1e38) == Grade::wrong);
}

TEST_CASE("an infinity is not excused where nothing overflows on the way") {
  const Tensor x = floats({1, 100});
  SmallModel small(13);
  small.input("x", x).node("Exp", {"x"}, {"y"}).output("y");  // e^100 is outside float32
  CHECK(verdict_on(small, {{"x", x}}, floats({INFINITY, INFINITY})).grade == Grade::wrong);
  CHECK(verdict_on(small, {{"x", x}}, floats({std::exp(1.0), NAN})).grade == Grade::wrong);
}

}  // namespace

TEST_CASE("LayerNormalization in float32 is within the spread and without epsilon it is not") {
  const Floats x = drawn(8 * 64, 1), ones(64, 1);
  const Tensor X = tensor_of(x, {8, 64}), scale = tensor_of(ones, {64});
  SmallModel small(17);
  small.input("x", X).input("scale", scale);
  small.node("LayerNormalization", {"x", "scale"}, {"y"}).output("y");
  const Bindings inputs = {{"x", X}, {"scale", scale}};
  const auto verdict = [&](float epsilon) {
    return verdict_on(small, inputs, tensor_of(layer_normalized(x, 64, epsilon), {8, 64}));
  };
  const Verdict sound = verdict(1e-5F);
  CHECK(sound.grade <= Grade::rounding);
  CHECK(sound.times < sound_times);
  for (const float epsilon : {0.0F, 1e-3F, 1e-4F}) {
    INFO("epsilon " << epsilon);
    CHECK(verdict(epsilon).grade >= Grade::unlikely);
  }
  CHECK(verdict(0).times > 10);
}

TEST_CASE("Softmax in float32 is within the spread; with exp off by 1e-5 it is not") {
  const Floats x = drawn(4 * 100, 2);
  const Tensor X = tensor_of(x, {4, 100});
  SmallModel small(13);
  small.input("x", X).node("Softmax", {"x"}, {"y"}).output("y");
  const auto softmax = [&](double error) {
    Floats y(x.size());
    for (size_t row = 0; row < 4; ++row) {
      const float* from = x.data() + 100 * row;
      const float greatest = *std::max_element(from, from + 100);
      float sum = 0;
      for (size_t i = 0; i < 100; ++i) {
        const double e = std::exp(double(from[i] - greatest));
        y[100 * row + i] = static_cast<float>(e * (1 + error * std::sin(double(i))));
        sum += y[100 * row + i];
      }
      for (size_t i = 0; i < 100; ++i) y[100 * row + i] /= sum;
    }
    return tensor_of(y, {4, 100});
  };
  CHECK(verdict_on(small, {{"x", X}}, softmax(0)).grade <= Grade::rounding);
  CHECK(verdict_on(small, {{"x", X}}, softmax(1e-5)).grade >= Grade::unlikely);
}

TEST_CASE("MatMul in float32 is within the spread in any order; in float16 it is not") {
  const size_t n = 300;
  const Floats a = drawn(4 * n, 3), b = drawn(n * 5, 4);
  const Tensor A = tensor_of(a, {4, n}), B = tensor_of(b, {n, 5});
  SmallModel small(13);
  small.input("a", A).input("b", B).node("MatMul", {"a", "b"}, {"y"}).output("y");
  const auto product = [&](size_t parts, bool narrow) {
    Floats y(4 * 5);
    for (size_t i = 0; i < y.size(); ++i) {
      Floats sums(parts);
      for (size_t k = 0; k < n; ++k) {
        float& sum = sums[k % parts];
        sum += a[i / 5 * n + k] * b[k * 5 + i % 5];
        if (narrow) sum = static_cast<float>(round_to(DType::float16, sum));
      }
      y[i] = std::accumulate(sums.begin(), sums.end(), 0.0F);
    }
    return tensor_of(y, {4, 5});
  };
  const Bindings inputs = {{"a", A}, {"b", B}};
  for (const size_t parts : {1, 2, 4, 8, 16, 64}) {
    CHECK(verdict_on(small, inputs, product(parts, false)).grade <= Grade::rounding);
  }
  CHECK(verdict_on(small, inputs, product(1, true)).grade >= Grade::unlikely);
}

TEST_CASE("a large MatMul is sampled in part and judged as a small one") {
  const size_t n = 2000, rows = 64, columns = 64;
  const Floats a = drawn(rows * n, 5), b = drawn(n * columns, 6);
  const Tensor A = tensor_of(a, {rows, n}), B = tensor_of(b, {n, columns});
  SmallModel small(13);
  small.input("a", A).input("b", B).node("MatMul", {"a", "b"}, {"y"}).output("y");
  const auto product = [&](float factor) {
    Floats y(rows * columns);
    for (size_t i = 0; i < y.size(); ++i) {
      for (size_t k = 0; k < n; ++k) y[i] += a[i / columns * n + k] * b[k * columns + i % columns];
      y[i] *= factor;
    }
    return tensor_of(y, {rows, columns});
  };
  const Bindings inputs = {{"a", A}, {"b", B}};
  CHECK(verdict_on(small, inputs, product(1)).grade <= Grade::rounding);
  CHECK(verdict_on(small, inputs, product(1.0002F)).grade >= Grade::unlikely);
}

TEST_CASE("an operator whose result is exact has no spread: one ULP is too much") {
  const Tensor x = floats({1, 2, 3});
  SmallModel small(14);
  small.input("x", x).node("Neg", {"x"}, {"y"}).output("y");
  CHECK(verdict_on(small, {{"x", x}}, floats({-1, -2, -3})).grade <= Grade::rounding);
  CHECK(verdict_on(small, {{"x", x}}, floats({-1, -2, -3 - 0x1p-22})).grade == Grade::wrong);
}

TEST_CASE("integers that differ are beyond rounding or nothing is known of them") {
  const Tensor x = floats({1, 3, 3});
  SmallModel exact(13);
  exact.input("x", x).node("ArgMax", {"x"}, {"y"}).output("y", DType::int64);
  const auto index = [](int64_t i) {
    Ints one = empty_array<int64_t>({1});
    one(0) = i;
    return Tensor::of(DType::int64, one);
  };
  CHECK(verdict_on(exact, {{"x", x}}, index(1)).grade <= Grade::rounding);
  CHECK(verdict_on(exact, {{"x", x}}, index(2)).grade == Grade::wrong);
  SmallModel rounded(13);
  rounded.input("x", x)
      .node("Exp", {"x"}, {"e"})
      .node("ArgMax", {"e"}, {"y"})
      .output("y", DType::int64);
  CHECK(verdict_on(rounded, {{"x", x}}, index(2)).grade == Grade::unknown);
}

TEST_CASE("the same evaluations are made every time") {
  const Floats x = drawn(100, 7);
  const Tensor X = tensor_of(x, {100});
  SmallModel small(13);
  small.input("x", X).node("Exp", {"x"}, {"y"}).output("y");
  const BoundModel model = small.model();
  const Values outputs = evaluate(model, {{"x", X}});
  const Spread first = spreads_of(model, {{"x", X}}, outputs).at(0);
  const Spread again = spreads_of(model, {{"x", X}}, outputs).at(0);
  CHECK(first.evaluations == most_evaluations);
  CHECK(identical(first.reach, again.reach));
  const Reals reach = first.reach.as<double>();
  const Reals y = outputs[0].tensor().as<double>();
  for (size_t i = 0; i < reach.size(); ++i) {  // 3 ULP, and the result's own rounding
    CHECK(reach(i) <= 4 * std::ldexp(1.0, std::ilogb(y(i)) - 23));
  }
}

TEST_CASE("the headline follows the worst element") {
  // One element is far outside the tolerance but allowed, another inside it but beyond the bound.
  Bound bound;
  bound.kind = Bound::Kind::known;
  bound.error = test::reals(DType::float64, {1e-6, 1e-6});
  const OutputReport report = check_output("y", floats({1e-7 + 5e-7, 1.00001}),
                                           {floats({1e-7, 1}), {bound, {}}}, {1e-3, 0, {}});
  CHECK(report.verdict.grade == Grade::wrong);
  CHECK(report.verdict.where == "[1]");
  CHECK(has(sentence(report), "fails (wrong): outside rtol 0.001 and atol 0; "));
  CHECK(has(sentence(report), " times the bound of rounding errors, at [1]: got 1.00001"));
}

// output[k] = Σ_n e^(-2πi k n / N) input[n] of a real signal, by the text: the angle as it stands.
Floats transformed(const Floats& x, bool half_twiddles) {
  const auto count = static_cast<float>(x.size());
  Floats y;
  for (size_t k = 0; k < x.size(); ++k) {
    float re = 0, im = 0;
    for (size_t n = 0; n < x.size(); ++n) {
      const float angle = -2 * static_cast<float>(std::numbers::pi) * float(k * n) / count;
      const float scale = half_twiddles ? 1 + 0x1p-12F : 1;
      re += x[n] * std::cos(angle) * scale;
      im += x[n] * std::sin(angle) * scale;
    }
    y.push_back(re);
    y.push_back(im);
  }
  return y;
}

TEST_CASE("DFT in float32 by the text is within the spread and with rough twiddles it is not") {
  Floats x(10);
  std::iota(x.begin(), x.end(), 90.0F);
  const Tensor X = tensor_of(x, {1, 10, 1});
  SmallModel small(20);
  small.input("x", X).node("DFT", {"x"}, {"y"}).output("y");
  const auto kind = [&](bool half) {
    return verdict_on(small, {{"x", X}}, tensor_of(transformed(x, half), {1, 10, 2})).grade;
  };
  CHECK(kind(false) <= Grade::rounding);
  CHECK(kind(true) >= Grade::unlikely);
}

TEST_CASE("a window in float32 is within the spread and one of another length is not") {
  const Tensor size = Tensor::of(DType::int64, scalar_array(int64_t{10}));
  SmallModel small(17);
  small.input("size", size).node("HannWindow", {"size"}, {"y"}).output("y");
  const auto kind = [&](float length) {
    Floats y;
    for (int n = 0; n < 10; ++n) {
      const float angle = 2 * static_cast<float>(std::numbers::pi) * float(n) / length;
      y.push_back(0.5F - 0.5F * std::cos(angle));
    }
    return verdict_on(small, {{"size", size}}, tensor_of(y, {10})).grade;
  };
  CHECK(kind(10) <= Grade::rounding);
  CHECK(kind(9) == Grade::wrong);
}

// One step: h = (1 - z) ⊙ tanh(0) of an update gate near 1, whose 1 - z is lost in float32.
TEST_CASE("what a sigmoid near 1 loses in float32 is within GRU's spread") {
  const Tensor X = floats({17}).reshaped({1, 1, 1}), h = floats({0}).reshaped({1, 1, 1});
  const Tensor W = floats({1, 0, 0.25}).reshaped({1, 3, 1});
  const Tensor R = floats({0, 0, 0}).reshaped({1, 3, 1});
  SmallModel small(14);
  small.input("x", X).input("w", W).input("r", R);
  small.node("GRU", {"x", "w", "r"}, {"", "y"}).output("y");
  small.set("hidden_size", int64_t{1});
  const Bindings inputs = {{"x", X}, {"w", W}, {"r", R}};
  CHECK(verdict_on(small, inputs, floats({0}).reshaped({1, 1, 1})).grade <= Grade::rounding);
  CHECK(verdict_on(small, inputs, floats({1e-5}).reshaped({1, 1, 1})).grade == Grade::wrong);
}

TEST_CASE("results that end with a product have a spread") {
  const Tensor X = floats({0.3}).reshaped({1, 1, 1}),
               W = floats({1, 2, 3, 0.7}).reshaped({1, 4, 1});
  const Tensor R = floats({0, 0, 0, 0}).reshaped({1, 4, 1});
  SmallModel lstm(14);
  lstm.input("x", X).input("w", W).input("r", R);
  lstm.node("LSTM", {"x", "w", "r"}, {"", "y"}).output("y");
  lstm.set("hidden_size", int64_t{1});
  const BoundModel model = lstm.model();
  const Bindings inputs = {{"x", X}, {"w", W}, {"r", R}};
  const Values outputs = evaluate(model, inputs);
  const Spread spread = spreads_of(model, inputs, outputs).at(0);
  CHECK(spread.reason.empty());
  CHECK(spread.evaluations == most_evaluations);
}

TEST_CASE("a sigmoid by tanh is within the spread also where all results are small") {
  const Floats x{-12, -11.7F, -11.9F};
  const Tensor X = tensor_of(x, {3});
  SmallModel small(13);
  small.input("x", X).node("Sigmoid", {"x"}, {"y"}).output("y");
  const auto kind = [&](float factor) {
    Floats y;
    for (const float at : x) y.push_back((0.5F + 0.5F * std::tanh(0.5F * at)) * factor);
    return verdict_on(small, {{"x", X}}, tensor_of(y, {3})).grade;
  };
  CHECK(kind(1) <= Grade::rounding);
  CHECK(kind(1.2F) >= Grade::unlikely);
}

// x · (x + 3) / 6 with the division last, of an x that the formula gives back.
TEST_CASE("HardSwish that divides last is within rounding") {
  const Tensor x = floats({3.1953206});
  SmallModel small(14);
  small.input("x", x).node("HardSwish", {"x"}, {"y"}).output("y");
  const float single = 3.1953206F;
  CHECK(verdict_on(small, {{"x", x}}, floats({single * 6 / 6})).grade <= Grade::rounding);
  CHECK(verdict_on(small, {{"x", x}}, floats({single * 1.00002})).grade == Grade::wrong);
}

TEST_CASE("samples of a recurrent layer with NaN are NaN as its result is") {
  const Tensor x = floats({NAN, 1}).reshaped({1, 1, 2}), W = floats({1, 2}).reshaped({1, 1, 2}),
               R = floats({1}).reshaped({1, 1, 1}), B = floats({NAN, 1}).reshaped({1, 2});
  SmallModel small(14);
  small.input("x", x).initializer("w", W).initializer("r", R).initializer("b", B);
  small.node("RNN", {"x", "w", "r", "b"}, {"y"}).set("hidden_size", int64_t{1}).output("y");
  const BoundModel model = small.model();
  const Bindings inputs = {{"x", x}};
  const Values outputs = evaluate(model, inputs);
  CHECK(std::isnan(outputs.at(0).tensor().as<double>().data()[0]));
  const Spread spread = spreads_of(model, inputs, outputs).at(0);
  CHECK(spread.reason.empty());
  CHECK(spread.evaluations > 1);
  CHECK_FALSE(spread.overflows);
}

// Axis by axis the sums of these are exact; all at once, 1.0065871 is rounded on the way.
TEST_CASE("Resize that adds the terms of all axes at once is not beyond rounding") {
  const float a = 2, b = -2.4736516F, c = 4.5, d = -4;
  const Tensor x = floats({a, b, c, d}).reshaped({1, 1, 2, 2}),
               scales = Tensor::of(DType::float32, Reals({1, 1, 2, 2}));
  SmallModel small(9);
  small.input("x", x).initializer("s", scales);
  small.node("Upsample", {"x", "s"}, {"y"}).set("mode", "linear").output("y");
  const BoundModel model = small.model();
  Reals y = evaluate(model, {{"x", x}}).at(0).tensor().as<double>();
  const float at_once = a / 4 + b / 4 + c / 4 + d / 4;
  CHECK(y.data()[5] != at_once);
  y.data()[5] = at_once;
  CHECK(verdict_on(small, {{"x", x}}, Tensor::of(DType::float32, y)).grade != Grade::wrong);
  y.data()[5] = at_once + 1e-5;
  CHECK(verdict_on(small, {{"x", x}}, Tensor::decided(DType::float32, y)).grade == Grade::wrong);
}

namespace {

// One row of blocks of 32 numbers, each kept as whole multiples of its greatest by `levels`.
Floats kept_as(const Floats& x, float levels) {
  Floats y(x.size());
  for (size_t first = 0; first < x.size(); first += 32) {
    float greatest = 0;
    for (size_t i = first; i < first + 32; ++i) greatest = std::max(greatest, std::fabs(x[i]));
    const float scale = greatest / levels;
    for (size_t i = first; i < first + 32; ++i) y[i] = std::rint(x[i] / scale) * scale;
  }
  return y;
}

}  // namespace

TEST_CASE("MatMulNBits with A in int8 is sound where accuracy_level is 4; with A in int4 nowhere") {
  constexpr size_t rows = 8, K = 64, N = 4;
  Draw draw(11);
  Ints bytes = empty_array<int64_t>({N, K / 32, 16});
  for (int64_t& byte : bytes) byte = draw.integer(0, 255);
  const Floats a = drawn(rows * K, 7);
  const auto product = [&](const Floats& from) {
    Floats y(rows * N, 0);
    for (size_t i = 0; i < y.size(); ++i) {
      for (size_t k = 0; k < K; ++k) {
        const int64_t byte = bytes.data()[(i % N * K + k) / 2];
        const auto q = static_cast<float>((k % 2 == 0 ? byte & 15 : byte >> 4) - 8);
        y[i] += from[i / N * K + k] * q * 0.25F;
      }
    }
    return tensor_of(y, {rows, N});
  };
  const Tensor A = tensor_of(a, {rows, K});
  const auto verdict = [&](int64_t accuracy_level, const Tensor& got) {
    SmallModel small(21);
    small.input("a", A).initializer("b", Tensor::of(DType::uint8, bytes));
    small.initializer("s", floats(std::vector<double>(N * K / 32, 0.25)).reshaped({N, K / 32}));
    small.node("MatMulNBits", {"a", "b", "s"}, {"y"}).set("K", int64_t{K}).set("N", int64_t{N});
    small.set("block_size", int64_t{32}).set("accuracy_level", accuracy_level).output("y");
    small.proto().mutable_graph()->mutable_node(0)->set_domain("com.microsoft");
    onnx::OperatorSetIdProto& opset = *small.proto().add_opset_import();
    opset.set_domain("com.microsoft");
    opset.set_version(1);
    return verdict_on(small, {{"a", A}}, got).grade;
  };
  CHECK(verdict(0, product(a)) <= Grade::rounding);
  CHECK(verdict(4, product(a)) <= Grade::rounding);
  CHECK(verdict(4, product(kept_as(a, 127))) <= Grade::rounding);
  CHECK(verdict(0, product(kept_as(a, 127))) > Grade::unknown);
  CHECK(verdict(4, product(kept_as(a, 7))) > Grade::unknown);
}

}  // namespace etalon::spread_test
