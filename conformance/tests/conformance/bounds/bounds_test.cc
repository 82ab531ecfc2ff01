#include "conformance/bounds/bounds.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "conformance/generate/draw.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::bounds_test {
namespace {

using test::floats;
using test::reals;
using test::SmallModel;

constexpr double u = 0x1p-24;  // of float32

// What rounding x to float32, or to another type with this unit, is off by at most.
double half_ulp(double x, double unit = u) { return std::ldexp(unit, std::ilogb(x)); }

// Bounds are somewhat wider than these figures of the theory: at least them, and at most so many
// times as large.
void check_bound(double bound, double theory, double looser = 1.35) {
  CHECK(bound >= theory * (1 - 1e-9));
  CHECK(bound <= theory * looser);
}

BoundedOutputs bounded(const SmallModel& small, const Bindings& inputs) {
  return evaluate_with_bounds(small.model(), inputs);
}

// The errors of the bound of a model with one output, which must be of kind `known`.
std::vector<double> errors(const SmallModel& small, const Bindings& inputs) {
  const BoundedOutputs result = bounded(small, inputs);
  INFO(result.bounds.at(0).reason);
  REQUIRE(result.bounds.at(0).kind == Bound::Kind::known);
  const Reals error = result.bounds[0].error.as<double>();
  return {error.begin(), error.end()};
}

Bound only_bound(const SmallModel& small, const Bindings& inputs) {
  return bounded(small, inputs).bounds.at(0);
}

TEST_CASE("MatMul: gamma_n times the sum of the absolute terms and half an ULP of the result") {
  const Tensor a = floats({1, -2, 3}).reshaped({1, 3});
  const Tensor b = floats({4, 5, -6}).reshaped({3, 1});
  SmallModel small(13);
  small.input("a", a).input("b", b).node("MatMul", {"a", "b"}, {"y"}).output("y");
  // 1·4 − 2·5 − 3·6 = −24; |terms| add up to 32.
  check_bound(errors(small, {{"a", a}, {"b", b}}).at(0), 2 * u * 32 + half_ulp(24), 1.7);
}

TEST_CASE("Einsum: a product for each value of the labels that are summed") {
  const Tensor a = floats({1, -2, 3}).reshaped({1, 3});
  const Tensor b = floats({4, 5, -6}).reshaped({3, 1});
  SmallModel small(13);
  small.input("a", a).input("b", b).node("Einsum", {"a", "b"}, {"y"}).output("y");
  onnx::AttributeProto& equation = *small.proto().mutable_graph()->mutable_node(0)->add_attribute();
  equation.set_name("equation");
  equation.set_type(onnx::AttributeProto::STRING);
  equation.set_s("ik, kj -> ij");
  check_bound(errors(small, {{"a", a}, {"b", b}}).at(0), 2 * u * 32 + half_ulp(24), 1.7);
}

TEST_CASE("Gemm: scales count by their magnitude and round") {
  const Tensor a = floats({1, 2}).reshaped({1, 2});
  const Tensor b = floats({3, -4}).reshaped({2, 1});
  const Tensor c = floats({10});
  SmallModel small(13);
  small.input("a", a).input("b", b).input("c", c).node("Gemm", {"a", "b", "c"}, {"y"});
  small.set("alpha", -2.0).set("beta", -0.5).output("y");
  // −2·(3 − 8) − 5 = 5: the product's addition, doubled with it, the last addition, and Etalon's.
  check_bound(errors(small, {{"a", a}, {"b", b}, {"c", c}}).at(0), u * 2 * 11 + 2 * half_ulp(5), 3);
}

TEST_CASE("Conv: products over channels and kernel and the bias") {
  const Tensor x = floats({1, -2, 3, 4}).reshaped({1, 1, 4});
  const Tensor w = floats({1, -1}).reshaped({1, 1, 2});
  const Tensor b = floats({8});
  SmallModel small(13);
  small.input("x", x).initializer("w", w).initializer("b", b).node("Conv", {"x", "w", "b"}, {"y"});
  small.output("y");
  const std::vector<double> got = errors(small, {{"x", x}});
  REQUIRE(got.size() == 3);
  check_bound(got[0], u * (1 + 2) + 2 * half_ulp(11), 2.5);  // 1 + 2 + 8
  check_bound(got[1], u * (2 + 3) + 2 * half_ulp(3), 2.5);   // −2 − 3 + 8
  check_bound(got[2], u * (3 + 4) + 2 * half_ulp(7), 2.5);   // 3 − 4 + 8
}

TEST_CASE("reductions and averages count their terms") {
  const Tensor x = floats({1, -2, 3, -4}).reshaped({1, 1, 4});
  const auto bound = [&](const char* op, const std::vector<int64_t>& kernel) {
    SmallModel small(11);
    small.input("x", x).node(op, {"x"}, {"y"});
    if (kernel.empty()) {
      small.set("axes", std::vector<int64_t>{2});
    } else {
      small.set("kernel_shape", kernel);
    }
    return errors(small.output("y"), {{"x", x}}).at(0);
  };
  check_bound(bound("ReduceSum", {}), 3 * u * 10 + half_ulp(2));
  check_bound(bound("ReduceMean", {}), 3 * u * 2.5 + half_ulp(0.5));
  check_bound(bound("ReduceL1", {}), 3 * u * 10 + half_ulp(10));
  check_bound(bound("ReduceSumSquare", {}), 3 * u * 30 + half_ulp(30));
  check_bound(bound("AveragePool", {4}), 3 * u * 2.5 + half_ulp(0.5));
}

// For n·u ≥ 1 the bound n·u·Σ|terms| is still valid.
TEST_CASE("many float16 terms still have a finite bound") {
  const Tensor x = reals(DType::float16, std::vector<double>(4096, 1.0));
  SmallModel small(11);
  small.input("x", x).node("ReduceSum", {"x"}, {"y"}).set("keepdims", int64_t{0});
  small.output("y", DType::float16);
  check_bound(errors(small, {{"x", x}}).at(0), 4095 * 0x1p-11 * 4096 + half_ulp(4096, 0x1p-11));
}

TEST_CASE("float64 is bounded in its own precision") {
  const Tensor x = reals(DType::float64, {0.1, 0.7});
  SmallModel small(13);
  small.input("x", x).node("Mul", {"x", "x"}, {"y"}).output("y", DType::float64);
  check_bound(errors(small, {{"x", x}}).at(1), 2 * half_ulp(0.7 * 0.7, 0x1p-53));
}

TEST_CASE("float32 sums in other orders stay within the bound") {
  Draw draw(5);
  std::vector<double> terms;
  for (int i = 0; i < 1000; ++i) {
    terms.push_back(static_cast<float>(draw.real(-1, 1) * std::pow(10, draw.real(-3, 3))));
  }
  const Tensor x = floats(terms);
  SmallModel small(11);
  small.input("x", x).node("ReduceSum", {"x"}, {"y"}).set("keepdims", int64_t{0}).output("y");
  const BoundedOutputs result = bounded(small, {{"x", x}});
  const double y = result.outputs[0].tensor().item<double>();
  const double bound = result.bounds[0].error.item<double>();
  for (int order = 0; order < 20; ++order) {
    float sum = 0;
    for (const double term : terms) sum += static_cast<float>(term);
    CHECK(std::abs(sum - y) <= bound);
    draw.shuffle(terms);
  }
}

// Float32s whose products float32 does not hold.
const double three = 3.1F, five = 5.3F;

TEST_CASE("a node's bound grows with those of its inputs") {
  const Tensor x = floats({three, five});
  const Tensor w = floats({three, -five});
  SmallModel small(13);
  small.input("x", x).input("w", w).node("Mul", {"x", "w"}, {"p"}).node("Mul", {"p", "p"}, {"y"});
  small.output("y");
  const std::vector<double> got = errors(small, {{"x", x}, {"w", w}});
  const double p = three * three;
  const double e = 2 * half_ulp(p);  // of p[0]: its rounding, and Etalon's
  check_bound(got[0], 2 * p * e + 2 * half_ulp(p * p));
}

TEST_CASE("what the type holds is not rounded") {
  const Tensor x = floats({3, 5});
  SmallModel small(13);
  small.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("Add", {"p", "x"}, {"y"}).output("y");
  CHECK(only_bound(small, {{"x", x}}).kind == Bound::Kind::exact);
}

TEST_CASE("sums of two values add their errors whatever their signs") {
  const Tensor x = floats({three, five});
  SmallModel small(13);
  small.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("Sub", {"p", "p"}, {"y"}).output("y");
  check_bound(errors(small, {{"x", x}}).at(1), 2 * (2 * half_ulp(five * five)));
}

TEST_CASE("movement and selection round nothing and carry errors along") {
  const Tensor x = floats({three, five, 6, 7.3F}).reshaped({1, 1, 4});
  const auto moved = [&](const SmallModel& small) { return errors(small, {{"x", x}}); };
  SmallModel start(11);
  start.input("x", x).node("Mul", {"x", "x"}, {"p"});
  const auto e = [](double p) { return 2 * half_ulp(p); };  // of p = x²
  SmallModel sliced = start;
  sliced.node("Flatten", {"p"}, {"f"}).node("Concat", {"f", "f"}, {"y"}).set("axis", int64_t{0});
  const std::vector<double> both = moved(sliced.output("y"));
  REQUIRE(both.size() == 8);
  check_bound(both[1], e(five * five));
  check_bound(both[7], e(7.3F * 7.3F));
  SmallModel pooled = start;
  pooled.node("MaxPool", {"p"}, {"y"}).set("kernel_shape", std::vector<int64_t>{2});
  check_bound(moved(pooled.output("y")).at(0), e(five * five));
  SmallModel rectified = start;
  rectified.node("Neg", {"p"}, {"n"}).node("Relu", {"n"}, {"y"}).output("y");
  CHECK(only_bound(rectified, {{"x", x}}).kind == Bound::Kind::exact);
}

TEST_CASE("independent roundings: the square root of the addends; six times") {
  const Tensor x = floats(std::vector<double>(1000, 1.1F));
  SmallModel small(11);
  small.input("x", x).node("ReduceSum", {"x"}, {"y"}).set("keepdims", int64_t{0}).output("y");
  const BoundedOutputs likely =
      evaluate_with_bounds(small.model(), {{"x", x}}, {}, Roundings::independent);
  const double sum = 1000 * double(1.1F);
  check_bound(likely.bounds.at(0).error.as<double>().data()[0], 6 * std::sqrt(999) * u * sum);
  check_bound(errors(small, {{"x", x}}).at(0), 999 * u * sum);
}

TEST_CASE("what the last node introduces is told apart from what it passes on") {
  const Tensor x = floats({three});
  SmallModel small(13);
  small.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("Mul", {"p", "x"}, {"y"}).output("y");
  const Bound bound = only_bound(small, {{"x", x}});
  REQUIRE(bound.introduced);
  const double introduced = bound.introduced->as<double>().data()[0];
  const double p = three * three, y = p * three;
  check_bound(introduced, 2 * half_ulp(y));  // its rounding, and Etalon's
  check_bound(bound.error.as<double>().data()[0] - introduced, 2 * half_ulp(p) * three);
}

// x² − c is 0 but for rounding: LeakyRelu may take either branch, and each gives no more than that.
TEST_CASE("a comparison that rounding may change allows both of its results") {
  const Tensor x = floats({three});
  const Tensor c = floats({static_cast<float>(three * three)});
  SmallModel small(16);
  small.input("x", x).input("c", c).node("Mul", {"x", "x"}, {"p"}).node("Sub", {"p", "c"}, {"d"});
  small.node("LeakyRelu", {"d"}, {"y"}).set("alpha", 0.25).output("y");
  const double error = errors(small, {{"x", x}, {"c", c}}).at(0);
  CHECK(error >= 2 * half_ulp(three * three));
  CHECK(error <= 6 * half_ulp(three * three));
}

// x_original = i / 3 is 1 for i = 3: as a product with a rounded third it may be a little less.
TEST_CASE("Resize to the nearest: where rounding may move the location; either pixel is right") {
  const Tensor x = floats({0, 10, 20, 30, 40, 50, 60}).reshaped({7});
  const auto resized = [&](int64_t size) {
    SmallModel small(13);
    small.input("x", x).initializer("s", Tensor::of(DType::int64, Ints{size}));
    small.node("Resize", {"x", "", "", "s"}, {"y"}).set("mode", "nearest");
    small.set("nearest_mode", "floor").set("coordinate_transformation_mode", "asymmetric");
    return only_bound(small.output("y"), {{"x", x}});
  };
  const Bound thirds = resized(21);
  REQUIRE(thirds.kind == Bound::Kind::known);
  const Reals error = thirds.error.as<double>();
  CHECK(error(3) == 10);
  CHECK(error(4) == 0);
  CHECK(resized(14).kind == Bound::Kind::exact);  // halves are exact
}

// -1 + 0.667… is exact, and 0.304… beside it; 0.667… + 0.304… is not.
TEST_CASE("AffineGrid's three terms may be added in any order") {
  const Tensor theta = floats({0, 0, 0, 2, 1.2160743F, 0.6675361F}).reshaped({1, 2, 3});
  SmallModel small(20);
  small.input("t", theta).initializer("s", Tensor::of(DType::int64, Ints{1, 1, 4, 2}));
  small.node("AffineGrid", {"t", "s"}, {"y"}).output("y");
  const std::vector<double> allowed = errors(small, {{"t", theta}});
  const float product = 1.2160743F * 0.25F;
  const float other = (0.6675361F + product) - 1.0F, own = (0.6675361F - 1.0F) + product;
  REQUIRE(other != own);
  constexpr size_t y_of_row_2_column_0 = 2 * (2 * 2 + 0) + 1;
  CHECK(allowed.at(y_of_row_2_column_0) >= std::fabs(double(other) - double(own)));
}

// 0.5 / 0.25 is exact in any way of dividing; 0.05 / 0.1 is not, and 0.5 may become 0 or 1.
TEST_CASE("QuantizeLinear by a power of 2 rounds no quotient: a tie has one result") {
  const Tensor x = floats({0.625F, -0.375F, 0.05F});
  const auto quantized = [&](float scale) {
    SmallModel small(13);
    small.input("x", x).initializer("s", floats({scale}).reshaped({}));
    small.node("QuantizeLinear", {"x", "s"}, {"y"}).output("y", DType::uint8);
    return only_bound(small, {{"x", x}});
  };
  CHECK(quantized(0.25F).kind == Bound::Kind::exact);
  const Bound tenths = quantized(0.1F);
  REQUIRE(tenths.kind == Bound::Kind::known);
  CHECK(tenths.error.as<double>().data()[2] == 1);
  // 0.625 / 0.1 is 6.25, far from 6.5.
  CHECK(tenths.error.as<double>().data()[0] == 0);
}

// The sum 251 · 0.5 is 125.5. By 0.501 it is 250.499, near the middle, but not by roundings alone;
// by 0.50100197 it is 250.498; by 0.502 and 0.25 the quotient is 62.5.
TEST_CASE("QLinearMatMul is off by a step only where its quotient is near the middle of two") {
  const Tensor a = Tensor::of(DType::uint8, Naturals{251}).reshaped({1, 1});
  const auto error = [&](float y_scale, float b_scale) {
    SmallModel small(10);
    small.input("a", a).initializer("as", floats({0.5F}).reshaped({}));
    small.initializer("bs", floats({b_scale}).reshaped({}));
    small.initializer("ys", floats({y_scale}).reshaped({}));
    small.initializer("z", Tensor::of(DType::uint8, Naturals{0}).reshaped({}));
    small.initializer("b", Tensor::of(DType::uint8, Naturals{1}).reshaped({1, 1}));
    small.node("QLinearMatMul", {"a", "as", "z", "b", "bs", "z", "ys", "z"}, {"y"});
    const Bound bound = only_bound(small.output("y", DType::uint8), {{"a", a}});
    return bound.kind == Bound::Kind::known ? bound.error.as<double>().data()[0] : 0.0;
  };
  CHECK(error(0.501F, 1) == 0);
  CHECK(error(0.502F, 0.25F) == 1);  // 31.375 / 0.502
}

TEST_CASE("Det: elimination is bounded and a singular matrix is not exempt") {
  const Tensor x = floats({1.1F, 2.2F, 1.1F, 2.2F}).reshaped({2, 2});
  SmallModel small(11);
  small.input("x", x).node("Det", {"x"}, {"y"}).output("y");
  const double error = errors(small, {{"x", x}}).at(0);
  const double product = double(1.1F) * double(2.2F);
  CHECK(error >= 2 * u * product);  // two products, each rounded
  CHECK(error <= 60 * u * product);
}

TEST_CASE("DFT: a fast transform may add all entries; those too that do not count in a bin") {
  const Tensor x = floats({1, 1, 1, 1, 1, 1}).reshaped({1, 6, 1});
  SmallModel small(17);
  small.input("x", x).node("DFT", {"x"}, {"y"}).set("axis", int64_t{1}).output("y");
  for (const double error : errors(small, {{"x", x}})) {
    CHECK(error >= 5 * u);
    CHECK(error <= 250 * u);
  }
}

TEST_CASE("padding with a number is exact") {
  const Tensor x = floats({1, 2});
  SmallModel small(2);
  small.input("x", x).node("Neg", {"x"}, {"n"}).node("Exp", {"n"}, {"p"});
  small.node("Pad", {"p"}, {"y"}).set("pads", std::vector<int64_t>{1, 0}).set("value", 7.0);
  const std::vector<double> got = errors(small.output("y"), {{"x", x}});
  REQUIRE(got.size() == 3);
  CHECK(got[0] == 0);
  CHECK(got[1] > 0);
}

TEST_CASE("a divisor that may be zero leaves no bound") {
  const Tensor x = floats({three, 1e30});
  const Tensor tiny = floats({-three, -1e30});
  SmallModel small(13);
  small.input("x", x).input("t", tiny).node("Mul", {"x", "x"}, {"p"});
  small.node("Mul", {"x", "t"}, {"q"}).node("Add", {"p", "q"}, {"zero"});
  small.node("Div", {"x", "zero"}, {"y"}).output("y");
  CHECK(std::isinf(errors(small, {{"x", x}, {"t", tiny}}).at(0)));
}

TEST_CASE("without a formula over balls there is no bound and the reason contains the node") {
  const Tensor x = floats({0, 0.5, 1});
  SmallModel small(18);
  small.input("x", x).node("Bernoulli", {"x"}, {"s"}).node("Relu", {"s"}, {"y"}).output("y");
  const Bound bound = only_bound(small, {{"x", x}});
  CHECK(bound.kind == Bound::Kind::none);
  CHECK(bound.reason == "no bound for Bernoulli-15 (output 's')");
}

TEST_CASE("integers from exact values are exact; from others without bound") {
  const Tensor x = floats({three, five});
  SmallModel exact(13);
  exact.input("x", x).node("ArgMax", {"x"}, {"y"}).output("y", DType::int64);
  CHECK(only_bound(exact, {{"x", x}}).kind == Bound::Kind::exact);
  SmallModel rounded(13);
  rounded.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("ArgMax", {"p"}, {"y"});
  CHECK(only_bound(rounded.output("y", DType::int64), {{"x", x}}).kind == Bound::Kind::none);
  SmallModel shape(13);
  shape.input("x", x).node("Mul", {"x", "x"}, {"p"}).node("Shape", {"p"}, {"y"});
  CHECK(only_bound(shape.output("y", DType::int64), {{"x", x}}).kind == Bound::Kind::exact);
}

TEST_CASE("an output that is an input or an initializer is exact") {
  const Tensor x = floats({1, 2});
  SmallModel small(13);
  small.input("x", x).initializer("c", x).node("Relu", {"x"}, {"y"});
  small.output("c").output("x").output("y");
  for (const Bound& bound : bounded(small, {{"x", x}}).bounds) {
    CHECK(bound.kind == Bound::Kind::exact);
  }
}

// An operator with h = x·w before it, so that its input carries an error.
struct Perturbed {
  const char* name;
  std::function<void(SmallModel&)> add;  // nodes from "h" to "y"
  int64_t opset = 13;
};

Tensor moved_within(const Tensor& h, const Tensor& error, Draw& draw) {
  Reals values = h.as<double>();
  const Reals e = error.as<double>();
  for (size_t i = 0; i < values.size(); ++i) values.data()[i] += draw.real(-1, 1) * e.data()[i];
  return Tensor::of(DType::float64, values);
}

// h's error is made large enough to matter: h is float16, its bound some 2^-10 of it.
void check_perturbed(const Perturbed& test, uint32_t seed) {
  INFO(test.name);
  Draw draw(seed);
  Reals drawn = empty_array<double>({1, 4, 3, 3});
  for (double& value : drawn) value = draw.real(-3, 3);
  const Tensor x = Tensor::of(DType::float16, drawn);
  SmallModel whole(test.opset);
  whole.input("x", x).node("Mul", {"x", "x"}, {"square"}).node("Mul", {"square", "x"}, {"half"});
  whole.node("Cast", {"half"}, {"h"}).set("to", int64_t{1});
  test.add(whole);
  const BoundedOutputs result = bounded(whole.output("h").output("y"), {{"x", x}});
  REQUIRE(result.bounds[0].kind == Bound::Kind::known);
  INFO(result.bounds[1].reason);
  REQUIRE(result.bounds[1].kind == Bound::Kind::known);
  SmallModel part(test.opset);
  test.add(part.input("h", Tensor::of(DType::float64, drawn)));
  const BoundModel model = part.output("y", DType::float64).model();
  const Reals y = result.outputs[1].tensor().as<double>();
  const Reals bound = result.bounds[1].error.as<double>();
  for (int trial = 0; trial < 20; ++trial) {
    const Tensor h = moved_within(result.outputs[0].tensor(), result.bounds[0].error, draw);
    const Reals moved = evaluate(model, {{"h", h}}).at(0).tensor().as<double>();
    for (size_t i = 0; i < y.size(); ++i) {
      CHECK(std::abs(moved.data()[i] - y.data()[i]) <= bound.data()[i]);
    }
  }
}

TEST_CASE("inputs anywhere within their bounds give outputs within theirs") {
  const auto unary = [](const char* op) {
    return [op](SmallModel& model) { model.node(op, {"h"}, {"y"}); };
  };
  const std::vector<Perturbed> tests = {
      {"Softmax", [](SmallModel& m) { m.node("Softmax", {"h"}, {"y"}).set("axis", int64_t{1}); }},
      {"Softmax-11", unary("Softmax"), 11},
      {"LogSoftmax", unary("LogSoftmax")},
      {"LRN",
       [](SmallModel& m) {
         m.node("LRN", {"h"}, {"y"}).set("size", int64_t{3}).set("alpha", 2.0);
       }},
      {"Tanh", unary("Tanh")},
      {"Sigmoid", unary("Sigmoid")},
      {"Sin", unary("Sin")},
      {"Abs", unary("Abs")},
      {"Floor", unary("Floor")},
      {"Square",
       [](SmallModel& m) {
         m.node("Mul", {"h", "h"}, {"y"});
       }},
      {"ReduceL2", unary("ReduceL2")},
      {"ReduceSumSquare", unary("ReduceSumSquare")},
      {"ReduceProd", unary("ReduceProd")},
      {"ReduceMax", unary("ReduceMax")},
      {"GlobalAveragePool", unary("GlobalAveragePool")},
      {"Reciprocal",
       [](SmallModel& m) { m.node("Exp", {"h"}, {"e"}).node("Reciprocal", {"e"}, {"y"}); }},
      {"Div",
       [](SmallModel& m) {
         m.node("Exp", {"h"}, {"e"}).node("Div", {"h", "e"}, {"y"});
       }},
      {"MatMul", [](SmallModel& m) {
         m.node("MatMul", {"h", "h"}, {"y"});
       }}};
  for (const Perturbed& test : tests) {
    for (const uint32_t seed : {1U, 2U}) check_perturbed(test, seed);
  }
}

}  // namespace
}  // namespace etalon::bounds_test
