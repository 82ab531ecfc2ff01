// Fast algorithms of the declared types, and arithmetic that a runtime declares: sound results are
// computed here in plain float32, as a runtime does it, and planted errors beside them.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <limits>

#include "conformance/bounds/spread.h"
#include "conformance/generate/draw.h"
#include "conformance/judge/explained.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/bounds/plain_runtime.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"
#include "conformance/tests/text.h"
#include "engine/values/errors.h"
#include "onnx.pb.h"
#include "ops/ai.onnx/nn/bounds/winograd.h"

namespace etalon::declared_test {
namespace {

using namespace plain_runtime;
using test::floats;
using test::has;
using test::SmallModel;

using Change = std::function<float(float)>;
float as_it_is(float x) { return x; }

// To the nearest number with so many bits of the significand.
Change rounded_to_bits(int bits) {
  return [bits](float x) {
    int exponent = 0;
    const double fraction = std::frexp(double(x), &exponent);
    return static_cast<float>(std::ldexp(std::rint(std::ldexp(fraction, bits)), exponent - bits));
  };
}

// Σ a·b in order; each factor and each step as changed.
Floats product(const Floats& A, const Floats& B, size_t rows, size_t columns, const Change& factor,
               const Change& step = as_it_is) {
  const size_t inner = A.size() / rows;
  Floats Y;
  for (size_t i = 0; i < rows * columns; ++i) {
    float sum = 0;
    for (size_t k = 0; k < inner; ++k) {
      const float a = factor(A[i / columns * inner + k]);
      sum = step(sum + step(a * factor(B[k * columns + i % columns])));
    }
    Y.push_back(sum);
  }
  return Y;
}

constexpr size_t rows = 4, inner = 200, columns = 3;

// What is said of A · B with these factors and steps, of a runtime that declares so much. With
// `fault`, a weight is so many times as great.
Grade grade_of_product(const std::string& declared, const Change& factor,
                       const Change& step = as_it_is, float fault = 1) {
  const Floats A = drawn(rows * inner, 1), B = drawn(inner * columns, 2);
  Floats wrong = B;
  wrong[7] *= fault;
  const Tensor a = tensor_of(A, {rows, inner}), b = tensor_of(B, {inner, columns});
  SmallModel small(13);
  small.input("a", a).input("b", b).node("MatMul", {"a", "b"}, {"y"}).output("y");
  const Tensor got = tensor_of(product(A, wrong, rows, columns, factor, step), {rows, columns});
  return verdict_on(small, {{"a", a}, {"b", b}}, got, declared).grade;
}

// ----------------------------------------------------------------------------------- Winograd's

// Numbers of F(outputs, 3) in float32 by Toom's and Cook's construction: polynomials at these
// points and at infinity.
struct Matrices {
  explicit Matrices(size_t outputs) : m(outputs), n(outputs + 2) {
    std::vector<double> points{0, 1, -1, 2, -2, 0.5, -0.5};
    points.resize(n - 1);
    for (size_t p = 0; p < n; ++p) {
      const bool last = p == n - 1;
      for (size_t k = 0; k < 3; ++k) G[p][k] = last ? (k == 2) : std::pow(points[p], k);
      for (size_t o = 0; o < m; ++o) A[o][p] = last ? (o == m - 1) : std::pow(points[p], o);
      std::vector<double> row{1};
      double scale = 1;
      for (size_t q = 0; q + 1 < n; ++q) {
        if (q == p) continue;
        std::vector<double> next(row.size() + 1, 0.0);
        for (size_t i = 0; i < row.size(); ++i) {
          next[i + 1] += row[i];
          next[i] -= points[q] * row[i];
        }
        row = next;
        if (!last) scale *= points[p] - points[q];
      }
      for (size_t i = 0; i < row.size(); ++i) B[p][i] = row[i];
      for (double& g : G[p]) g /= scale;
    }
  }
  size_t m, n;
  double G[8][3] = {}, A[6][8] = {}, B[8][8] = {};
};

// Σ a·b in float32, in order.
float dot(const double* a, const float* b, size_t count, size_t step) {
  float sum = 0;
  for (size_t k = 0; k < count; ++k) sum += static_cast<float>(a[k]) * b[k * step];
  return sum;
}

using Square = float[8][8];

// One channel's part of a tile.
void transform(const Matrices& f, const float d[8][8], Square& v) {
  Square half{};
  for (size_t i = 0; i < f.n; ++i) {
    for (size_t j = 0; j < f.n; ++j) half[i][j] = dot(f.B[i], &d[0][j], f.n, 8);
  }
  for (size_t i = 0; i < f.n; ++i) {
    for (size_t j = 0; j < f.n; ++j) v[i][j] = dot(f.B[j], half[i], f.n, 1);
  }
}

void transform_kernel(const Matrices& f, const float* g, Square& u) {
  float half[8][3] = {};
  for (size_t i = 0; i < f.n; ++i) {
    for (size_t j = 0; j < 3; ++j) half[i][j] = dot(f.G[i], g + j, 3, 3);
  }
  for (size_t i = 0; i < f.n; ++i) {
    for (size_t j = 0; j < f.n; ++j) u[i][j] = dot(f.G[j], half[i], 3, 1);
  }
}

// A convolution of X [1, C, size, size] by W [M, C, 3, 3] with a padding of 1, tile by tile.
struct Convolution {
  const Matrices& f;
  const Floats &X, &W;
  size_t C, M, size;

  Floats all() const {
    Floats Y(M * size * size);
    for (size_t row = 0; row < size; row += f.m) {
      for (size_t column = 0; column < size; column += f.m) add_tile(row, column, Y);
    }
    return Y;
  }

  // Σ over the channels of the products of what kernel m and a tile's patches become.
  void add_products(size_t m, size_t row, size_t column, Square& sums) const {
    for (size_t c = 0; c < C; ++c) {
      Square d{}, u{}, v{};
      for (size_t i = 0; i < f.n; ++i) {
        for (size_t j = 0; j < f.n; ++j) {
          const size_t y = row + i - 1, x = column + j - 1;
          d[i][j] = y < size && x < size ? X[(c * size + y) * size + x] : 0;
        }
      }
      transform(f, d, v);
      transform_kernel(f, W.data() + (m * C + c) * 9, u);
      for (size_t i = 0; i < f.n; ++i) {
        for (size_t j = 0; j < f.n; ++j) sums[i][j] += u[i][j] * v[i][j];
      }
    }
  }

  void add_tile(size_t row, size_t column, Floats& Y) const {
    for (size_t m = 0; m < M; ++m) {
      Square sums{}, half{};
      add_products(m, row, column, sums);
      for (size_t i = 0; i < f.m; ++i) {
        for (size_t j = 0; j < f.n; ++j) half[i][j] = dot(f.A[i], &sums[0][j], f.n, 8);
      }
      for (size_t i = 0; i < f.m && row + i < size; ++i) {
        for (size_t j = 0; j < f.m && column + j < size; ++j) {
          Y[(m * size + row + i) * size + column + j] = dot(f.A[j], half[i], f.n, 1);
        }
      }
    }
  }
};

Floats convolved(const Matrices& f, const Floats& X, const Floats& W, size_t C, size_t M,
                 size_t size) {
  return Convolution{f, X, W, C, M, size}.all();
}

TEST_CASE("the matrices of F(2; 3); F(4; 3) and F(6; 3) give convolutions") {
  for (const Winograd& f : winograds) {
    for (size_t o = 0; o < f.outputs; ++o) {
      for (size_t k = 0; k < 3; ++k) {
        for (size_t j = 0; j < f.inputs(); ++j) {
          double sum = 0;
          for (size_t p = 0; p < f.inputs(); ++p) sum += f.AT[o][p] * f.G[p][k] * f.BT[p][j];
          CHECK(std::fabs(sum - (j == o + k ? 1 : 0)) < 1e-14);
        }
      }
    }
  }
}

TEST_CASE(
    "a Conv by Winograd's algorithms in float32 is rounding and one with a wrong weight is not") {
  constexpr size_t size = 13, M = 3;
  for (const size_t C : {size_t{8}, size_t{64}}) {
    const Floats X = drawn(C * size * size, 3), W = drawn(M * C * 9, 4);
    const Tensor x = tensor_of(X, {1, C, size, size}), w = tensor_of(W, {M, C, 3, 3});
    SmallModel small(11);
    small.input("x", x).input("w", w).node("Conv", {"x", "w"}, {"y"}).output("y");
    small.set("pads", std::vector<int64_t>{1, 1, 1, 1});
    const auto grade = [&](size_t outputs, float factor) {
      Floats wrong = W;
      *std::max_element(wrong.begin(), wrong.end()) *= factor;
      const Floats got = convolved(Matrices(outputs), X, wrong, C, M, size);
      return verdict_on(small, {{"x", x}, {"w", w}}, tensor_of(got, {1, M, size, size})).grade;
    };
    for (const size_t outputs : {2, 4, 6}) {
      CAPTURE(C, outputs);
      CHECK(grade(outputs, 1) <= Grade::rounding);
      CHECK(grade(outputs, 1.01F) >= Grade::unlikely);
    }
  }
}

// Strides of 2 are not Winograd's: there the same error is none of rounding.
TEST_CASE("a convolution may overflow where a step of Winograd's algorithms does") {
  const Floats X = drawn(64, 1);
  Floats great = X;
  for (float& x : great) x *= 2e36F;
  const Tensor x = tensor_of(great, {1, 1, 8, 8}), w = tensor_of(drawn(9, 2), {1, 1, 3, 3});
  SmallModel small(13);
  small.input("x", x).input("w", w).node("Conv", {"x", "w"}, {"y"}).output("y");
  const BoundModel model = small.model();
  const Bindings inputs{{"x", x}, {"w", w}};
  const std::vector<Answer> answers = answers_of(model, inputs, {}, {});
  const auto grade = [&](double first) {
    Tensor got = answers[0].value.tensor().with_side(nullptr);
    Reals values = got.as<double>();
    values.data()[0] = first;
    return judge_value(Tensor::decided(got.dtype(), values), answers[0], {}).verdict.grade;
  };
  // No sum of products exceeds the type: |x| < 8e36, and Σ|w| is at most 36.
  CHECK(grade(std::numeric_limits<double>::infinity()) <= Grade::open);
  CHECK(grade(std::nan("")) <= Grade::open);
  CHECK(grade(42) >= Grade::unlikely);
  CHECK(grade(-3e38) >= Grade::unlikely);
}

TEST_CASE("the errors of Winograd's algorithms are no rounding of other convolutions") {
  constexpr size_t size = 13, C = 16, M = 3;
  const Floats X = drawn(C * size * size, 3), W = drawn(M * C * 9, 4);
  const Tensor x = tensor_of(X, {1, C, size, size}), w = tensor_of(W, {M, C, 3, 3});
  SmallModel small(11);
  small.input("x", x).input("w", w).node("Conv", {"x", "w"}, {"y"}).output("y");
  small.set("pads", std::vector<int64_t>{1, 1, 1, 1});
  small.set("strides", std::vector<int64_t>{2, 2});
  const Floats all = convolved(Matrices(6), X, W, C, M, size);
  Floats got;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i % size % 2 == 0 && i / size % size % 2 == 0) got.push_back(all[i]);
  }
  const Tensor y = tensor_of(got, {1, M, 7, 7});
  CHECK(verdict_on(small, {{"x", x}, {"w", w}}, y).grade >= Grade::unlikely);
}

// ----------------------------------------------------------------------------------- products

TEST_CASE(
    "products of rounded factors are rounding where that is declared and a wrong weight is not") {
  constexpr int tf32 = 11, bf16 = 8;
  CHECK(grade_of_product("", rounded_to_bits(tf32)) >= Grade::unlikely);
  CHECK(grade_of_product("tf32", rounded_to_bits(tf32)) == Grade::rounding);
  CHECK(grade_of_product("f16", rounded_to_bits(tf32)) == Grade::rounding);
  CHECK(grade_of_product("tf32", rounded_to_bits(bf16)) >= Grade::unlikely);
  CHECK(grade_of_product("bf16", rounded_to_bits(bf16)) == Grade::rounding);
  CHECK(grade_of_product("tf32", rounded_to_bits(tf32), as_it_is, 1.2F) >= Grade::unlikely);
  CHECK(grade_of_product("bf16", rounded_to_bits(bf16), as_it_is, 2) >= Grade::unlikely);
  CHECK(grade_of_product("tf32", as_it_is) == Grade::rounding);
}

TEST_CASE("sums in float16 are rounding where that is declared") {
  constexpr int half = 11;
  const Change to_half = rounded_to_bits(half);
  CHECK(grade_of_product("", to_half, to_half) >= Grade::unlikely);
  CHECK(grade_of_product("f16-sums", to_half, to_half) == Grade::rounding);
  CHECK(grade_of_product("f16-sums", to_half, to_half, 2) >= Grade::unlikely);
}

TEST_CASE("what is declared of products does not concern sums of other things") {
  const Floats X = drawn(300, 5);
  const Tensor x = tensor_of(X, {1, 300});
  SmallModel small(11);
  small.input("x", x).node("ReduceSum", {"x"}, {"y"}).output("y");
  float sum = 0;
  for (const float each : X) sum += rounded_to_bits(11)(each);
  CHECK(verdict_on(small, {{"x", x}}, tensor_of({sum}, {1, 1}), "tf32").grade >= Grade::unlikely);
}

TEST_CASE("a product that a name would explain says so") {
  const Floats A = drawn(rows * inner, 1), B = drawn(inner * columns, 2);
  const Tensor a = tensor_of(A, {rows, inner}), b = tensor_of(B, {inner, columns});
  SmallModel small(13);
  small.input("a", a).input("b", b).node("MatMul", {"a", "b"}, {"y"}).output("y");
  const BoundModel model = small.model();
  const Bindings inputs{{"a", a}, {"b", b}};
  const auto explained = [&](const Change& factor, float fault) {
    Floats wrong = B;
    wrong[7] *= fault;
    const Values got{tensor_of(product(A, wrong, rows, columns, factor), {rows, columns})};
    const std::vector<Answer> answers = answers_of(model, inputs, {}, {});
    return explanations({model, inputs, {}, got, answers}, {Tolerance()}, 0).at(0);
  };
  CHECK(explained(rounded_to_bits(11), 1) == "tf32");
  CHECK(explained(rounded_to_bits(8), 1) == "bf16");
  CHECK(explained(as_it_is, 1).empty());   // nothing is to be explained
  CHECK(explained(as_it_is, 10).empty());  // nothing explains it
}

// ----------------------------------------------------------------------------------- the others

Grade grade_of_unary(const std::string& op, float x, float y, const std::string& declared) {
  const Tensor X = tensor_of({x}, {1});
  SmallModel small(13);
  small.input("x", X).node(op, {"x"}, {"y"}).output("y");
  return verdict_on(small, {{"x", X}}, tensor_of({y}, {1}), declared).grade;
}

// √1e-40 is 1e-20, and of 0 it is 0; ln 0 is −∞.
TEST_CASE("a subnormal input may be 0 where flush is declared") {
  CHECK(grade_of_unary("Sqrt", 1e-40F, 0, "") == Grade::wrong);
  CHECK(grade_of_unary("Sqrt", 1e-40F, 0, "flush") == Grade::rounding);
  CHECK(grade_of_unary("Sqrt", 1e-40F, 1e-20F, "flush") <= Grade::rounding);
  CHECK(grade_of_unary("Log", 1e-40F, -INFINITY, "") == Grade::wrong);
  CHECK(grade_of_unary("Log", 1e-40F, -INFINITY, "flush") == Grade::rounding);
  CHECK(grade_of_unary("Sqrt", 1e-36F, 0, "flush") == Grade::wrong);  // a normal number
}

// e^0.25 = 1.2840254166877414…, of which 6·2^-23 is a part of 2^-20.8.
TEST_CASE("functions within 2^-20 are rounding where they are declared to be approximate") {
  const float y = 1.2840254166877414F, off = y + 6 * 0x1p-23F, far = y + 200 * 0x1p-23F;
  CHECK(grade_of_unary("Exp", 0.25F, off, "") >= Grade::unlikely);
  CHECK(grade_of_unary("Exp", 0.25F, off, "approximate") == Grade::rounding);
  CHECK(grade_of_unary("Exp", 0.25F, far, "approximate") >= Grade::unlikely);
  CHECK(grade_of_unary("Reciprocal", 0.75F, 1.3333334F + 6 * 0x1p-23F, "approximate") ==
        Grade::rounding);
  CHECK(grade_of_unary("Log", 2, 0.6931472F + 200 * 0x1p-24F, "approximate") >= Grade::unlikely);
}

// 5 · 0.5 = 2.5, which is 2 to even and 3 away from 0.
TEST_CASE("ties away from 0 are rounding where fixed-point is declared") {
  const auto real = [](double value) { return Tensor::of(DType::float32, scalar_array(value)); };
  const auto natural = [](uint64_t value) { return Tensor::of(DType::uint8, scalar_array(value)); };
  const Tensor a = Tensor::of(DType::uint8, Naturals({5}));
  SmallModel small(13);
  small.input("a", a).output("y", DType::uint8);
  for (const auto& [name, value] : std::vector<std::pair<std::string, Tensor>>{
           {"sa", real(0.5)}, {"z", natural(0)}, {"b", natural(1)}, {"sb", real(1)}}) {
    small.initializer(name, value);
  }
  small.node("QLinearMul", {"a", "sa", "z", "b", "sb", "z", "sb", "z"}, {"y"});
  onnx::ModelProto& proto = small.proto();
  proto.mutable_graph()->mutable_node(0)->set_domain("com.microsoft");
  onnx::OperatorSetIdProto& opset = *proto.add_opset_import();
  opset.set_domain("com.microsoft");
  opset.set_version(1);
  const auto grade = [&](uint64_t y, const std::string& declared) {
    return verdict_on(small, {{"a", a}}, Tensor::of(DType::uint8, Naturals({y})), declared).grade;
  };
  CHECK(grade(2, "") == Grade::same);
  CHECK(grade(3, "fixed-point") == Grade::rounding);
  CHECK(grade(4, "fixed-point") == Grade::wrong);
}

TEST_CASE("arithmetic is named; several at once and other words are refused") {
  const Arithmetic both = arithmetic_named({"tf32,flush"});
  CHECK((both.tf32 && both.flush && !both.bf16));
  CHECK(to_string(both) == "tf32, flush");
  CHECK(names_of(arithmetic_named(arithmetic_names())) == arithmetic_names());
  CHECK(joined(arithmetic_named({"f16-sums"}), both) ==
        arithmetic_named({"flush,f16-sums", "tf32"}));
  CHECK_THROWS_AS(arithmetic_named({"tf32,"}), InvalidInput);
  CHECK_THROWS_AS(arithmetic_named({"fp8"}), InvalidInput);
}

TEST_CASE("a verdict names what was declared and its JSON is read back") {
  Verdict verdict;
  verdict.grade = Grade::rounding;
  verdict.arithmetic = {"tf32", "flush"};
  CHECK(words_of(verdict) == "rounding (tf32, flush)");
  CHECK(verdict_from_json(to_json(verdict)).arithmetic == verdict.arithmetic);
  verdict.grade = Grade::wrong;
  verdict.explained_by = "f16";
  CHECK(words_of(verdict) == "wrong");
  CHECK(has(to_string(verdict), "as with f16"));
  CHECK(verdict_from_json(to_json(verdict)).explained_by == "f16");
}

// ------------------------------------------------------------- what was accused, and was sound

// The cosine of the double nearest to 7·π/2 and the sine of that nearest to 7·π, by MPFR with 300
// bits; 27 units of the last place are what a library's reduction to a period may be off by.
TEST_CASE("Cos and Sin in double near a zero may be off as arguments are reduced") {
  const auto grade = [](const std::string& op, double x, double y) {
    const Tensor X = Tensor::of(DType::float64, Reals({x}));
    SmallModel small(22);
    small.input("x", X).node(op, {"x"}, {"y"}).output("y", DType::float64);
    return verdict_on(small, {{"x", X}}, Tensor::of(DType::float64, Reals({y}))).grade;
  };
  constexpr double x = 0x1.5fdbbe9bba775p+3, ulp = 0x1p-104;
  constexpr double cosine = -0x1.ee2c2d963a10cp-52, sine = 0x1.ee2c2d963a10cp-51;
  CHECK(grade("Cos", x, cosine + 27 * ulp) == Grade::rounding);
  CHECK(grade("Sin", 2 * x, sine - 27 * 2 * ulp) == Grade::rounding);
  CHECK(grade("Cos", x, cosine + 1e-24) >= Grade::unlikely);
  CHECK(grade("Cos", 1, std::cos(1.0) + 27 * 0x1p-53) >= Grade::unlikely);
}

// Bin 3 of six points is Σ (−1)^n x[n]. Bluestein's algorithm takes it from transforms of 16
// points: a library that does is off by 15 units of the greatest entry.
TEST_CASE("a bin that cancels may be off as Bluestein's algorithm is") {
  constexpr double least = 5.926322248663406e-07, unit = 0x1p-53;
  const Tensor signal = Tensor::of(DType::float64, Reals({0, 0, 0, 0, 0, 0, 0, 0, 0, 1, least, 0}))
                            .reshaped({1, 6, 2});
  SmallModel small(17);
  const auto number = [](int64_t value) { return Tensor::of(DType::int64, scalar_array(value)); };
  small.input("x", signal).initializer("step", number(1)).initializer("length", number(6));
  small.node("STFT", {"x", "step", "", "length"}, {"y"}).set("onesided", int64_t{0});
  small.output("y", DType::float64);
  const auto grade = [&](double off) {
    Reals y = evaluate(small.model(), {{"x", signal}}).at(0).tensor().as<double>();
    REQUIRE(y.data()[6] == -least);
    y.data()[6] += off;
    return verdict_on(small, {{"x", signal}}, Tensor::of(DType::float64, y)).grade;
  };
  CHECK(grade(15 * unit) <= Grade::rounding);
  CHECK(grade(1e5 * unit) >= Grade::unlikely);
}

// 1 / (1 + e^1.8929901123046875) = 0.130903909…; 1 less the logistic function of the other sign, in
// float32, is 5 units of the last place less.
TEST_CASE("LOGISTIC of a score below 0 may be computed from the other side") {
  const float s = -1.8929901123046875F;
  const Tensor X = tensor_of({s}, {1, 1});
  SmallModel small(13);
  small.input("x", X).node("LinearRegressor", {"x"}, {"y"}).output("y");
  small.proto().mutable_graph()->mutable_node(0)->set_domain("ai.onnx.ml");
  onnx::OperatorSetIdProto& opset = *small.proto().add_opset_import();
  opset.set_domain("ai.onnx.ml");
  opset.set_version(1);
  small.set("post_transform", "LOGISTIC");
  onnx::AttributeProto& weights = *small.proto().mutable_graph()->mutable_node(0)->add_attribute();
  weights.set_name("coefficients");
  weights.set_type(onnx::AttributeProto::FLOATS);
  weights.add_floats(1);
  const auto grade = [&](float y) {
    return verdict_on(small, {{"x", X}}, tensor_of({y}, {1, 1})).grade;
  };
  CHECK(grade(1 - 1 / (1 + std::exp(s))) <= Grade::rounding);
  CHECK(grade(0.1309F) >= Grade::unlikely);
}

// 300 to 303 are 300, 300, 302 and 304 in bfloat16, whose mean and deviation are others; the real
// mean is 301.5, and the variance 1.25.
TEST_CASE("a normalization in float32 is rounding where stash_type is bfloat16") {
  const Tensor X = tensor_of({300, 301, 302, 303}, {1, 4}), one = tensor_of({1, 1, 1, 1}, {4});
  SmallModel small(17);
  small.input("x", X).initializer("s", one).node("LayerNormalization", {"x", "s"}, {"y"});
  small.set("stash_type", int64_t{16}).set("epsilon", 0.0).output("y");
  const auto grade = [&](double factor) {
    Floats y;
    for (const double x : {-1.5, -0.5, 0.5, 1.5}) {
      y.push_back(static_cast<float>(factor * x / std::sqrt(1.25)));
    }
    return verdict_on(small, {{"x", X}}, tensor_of(y, {1, 4})).grade;
  };
  CHECK(grade(1) <= Grade::rounding);
  CHECK(grade(10) >= Grade::unlikely);
}

}  // namespace
}  // namespace etalon::declared_test
