#include "conformance/judge/open.h"

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/values/side.h"

namespace etalon::test::open_test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

std::string settled(const OneNode& node, const Values& inputs, const Tensor& got,
                    size_t output = 0) {
  const ChoiceScope scope(Recording::on);
  const Value expected = node.run_all(inputs).at(output);
  const Settled result = settle(got, expected, expected, {});
  return show(result.value) + " | " + to_string(result.open);
}

TEST_CASE("An element within the permitted set is replaced by the expected one") {
  const OneNode node = OneNode("ReduceMax", 18).set("keepdims", 0);
  CHECK(settled(node, {f32({2}, {nan, 2})}, f32({}, {2})) ==
        "float[] nan | 1 element: ReduceMax.nan of ReduceMax-18 (output 'y0')");
}

TEST_CASE("An element outside the permitted set stays and so does one that has no mark") {
  const OneNode node = OneNode("ReduceMax", 18).set("keepdims", 0);
  CHECK(settled(node, {f32({2}, {nan, 2})}, f32({}, {3})) == "float[] 3 | ");
  CHECK(settled(node, {f32({2}, {1, 2})}, f32({}, {nan})) == "float[] nan | ");
}

TEST_CASE("Elements that match are not counted as open") {
  const OneNode node = OneNode("Relu", 14);
  CHECK(settled(node, {f32({3}, {nan, nan, 1})}, f32({3}, {nan, 0, 1})) ==
        "float[3] nan nan 1 | 1 element: Relu.nan of Relu-14 (output 'y0')");
}

TEST_CASE("Another order of a line is open; other elements are not") {
  const OneNode node = OneNode("TopK", 11).set("sorted", 0).outputs(2);
  const Values inputs = {f32({3}, {1, 3, 2}), i64({1}, {2})};
  CHECK(settled(node, inputs, f32({2}, {2, 3})) ==
        "float[2] 3 2 | 2 elements: TopK.unsorted of TopK-11 (output 'y0')");
  CHECK(settled(node, inputs, f32({2}, {3, 3})) == "float[2] 3 3 | ");
  CHECK(settled(node, inputs, i64({2}, {2, 1}), 1) ==
        "int64[2] 1 2 | 2 elements: TopK.unsorted of TopK-11 (output 'y0')");
}

TEST_CASE("What is the same in any order is decided; what is not stays open") {
  const Tensor x = floats({1, 2, 3, 4});
  const auto open_of = [&](const char* op_type, std::vector<std::string> inputs) {
    SmallModel model(11);
    model.input("x", x)
        .initializer("k", vector_of({3}))
        .initializer("zero", Tensor::of(DType::int64, Ints{0}).reshaped({}));
    model.node("TopK", {"x", "k"}, {"v", "places"}).set("sorted", int64_t{0});
    model.node(op_type, inputs, {"y"}).output("y");
    const Values marked = marked_outputs(model.model(), {{"x", x}}, {});
    const OpenMark* mark = nullptr;
    const Side* side = marked.at(0).tensor().side();
    const int32_t number = side->open->slots<int32_t>()[0];
    if (number != 0) mark = &side->marks->at(static_cast<size_t>(number - 1));
    return mark == nullptr || mark->permits != Permits::undefined ? "decided" : "open";
  };
  CHECK(std::string(open_of("ReduceSum", {"v"})) == "decided");    // 9
  CHECK(std::string(open_of("ReduceMax", {"v"})) == "decided");    // 4
  CHECK(std::string(open_of("CumSum", {"v", "zero"})) == "open");  // its first element is 4, 3 or 2
}

TEST_CASE("A value of another type or shape stays") {
  const OneNode node = OneNode("Relu", 14);
  CHECK(settled(node, {f32({1}, {nan})}, f32({1, 1}, {0})) == "float[1, 1] 0 | ");
  CHECK(settled(node, {f32({1}, {nan})}, f64({1}, {0})) == "double[1] 0 | ");
}

TEST_CASE("A result of another shape is open where another reading gives it") {
  const OneNode node("Slice", 10);
  const Values inputs = {f32({3}, {1, 2, 3}), i64({1}, {2}), i64({1}, {2147483647}), i64({1}, {0}),
                         i64({1}, {-1})};
  CHECK(settled(node, inputs, f32({3}, {3, 2, 1})) ==
        "float[0] | 0 elements: Slice.backward_to_end of Slice-10 (output 'y0')");
  CHECK(settled(node, inputs, f32({3}, {3, 2, 0})) == "float[3] 3 2 0 | ");
  CHECK(settled(node, inputs, f32({2}, {3, 2})) == "float[2] 3 2 | ");
  CHECK(settled(OneNode("Slice", 11), inputs, f32({3}, {3, 2, 1})) == "float[3] 3 2 1 | ");
}

TEST_CASE("Zeros of the other sign match; where the sign is open; the point is named") {
  const ChoiceScope scope(Recording::on);
  const Value expected = OneNode("Relu", 14).run({f32({1}, {-0.0})});
  const double other = std::signbit(expected.tensor().item<double>()) ? 0.0 : -0.0;
  const Settled result = settle(f32({1}, {other}), expected, expected, {});
  CHECK(result.open.empty());
  CHECK(to_string(result.zeros) == "1 element: Relu.negative_zero of Relu-14 (output 'y0')");
}

TEST_CASE("The open elements of a value are counted by point; without signs of zeros") {
  const ChoiceScope scope(Recording::on);
  CHECK(to_string(open_elements(OneNode("Relu", 14).run({f32({4}, {nan, -0.0, nan, 1})}))) ==
        "2 elements: Relu.nan of Relu-14 (output 'y0')");
  CHECK(open_elements(OneNode("Relu", 14).run({f32({2}, {-0.0, 1})})).empty());
}

// The sign of a zero: the points that another runtime's zero meets.
std::string zeros_settled(const OneNode& node, const Values& inputs, const Tensor& got) {
  const ChoiceScope scope(Recording::on);
  const Value expected = node.run(inputs);
  return to_string(settle(got, expected, expected, {}).zeros);
}

TEST_CASE("QuantizeLinear to floats: a zero's sign is open where no zero point is given") {
  const Tensor scale = f32({}, {1}), x = f32({3}, {-0.0, -0.2, 0.0});
  for (const DType type : {DType::float4e2m1, DType::float8e4m3fn, DType::float8e5m2}) {
    const std::string rounds = type == DType::float4e2m1 ? "2 elements" : "1 element";
    const OneNode node = OneNode("QuantizeLinear", 23).set("output_dtype", int64_t(type));
    const Tensor other = tensor(type, {3}, {-0.0, type == DType::float4e2m1 ? 0.0 : -0.2, 0.0});
    CHECK(zeros_settled(node, {x, scale}, other) ==
          rounds + ": QuantizeLinear.negative_zero of QuantizeLinear-23 (output 'y0')");
    // −0 + 0 is +0.
    const Tensor given = tensor(type, {}, {0});
    CHECK(zeros_settled(OneNode("QuantizeLinear", 23), {f32({1}, {-0.0}), scale, given},
                        tensor(type, {1}, {-0.0})) == "");
  }
}

TEST_CASE("QuantizeLinear to a type without negative zero leaves no sign open") {
  const ChoiceScope scope(Recording::on);
  const OneNode node =
      OneNode("QuantizeLinear", 23).set("output_dtype", int64_t(DType::float8e4m3fnuz));
  node.run({f32({1}, {-0.0}), f32({}, {1})});
  CHECK(scope.met().empty());
}

TEST_CASE("Cast of a fraction to a 4- or 2-bit integer is decided: to the nearest") {
  const Tensor x = f32({2}, {0.75, 1.5});
  for (const DType type : {DType::int4, DType::uint4}) {
    const OneNode node = OneNode("Cast", 21).set("to", int64_t(type));
    CHECK(settled(node, {x}, tensor(type, {2}, {0, 1})).ends_with("[2] 0 1 | "));
  }
  const OneNode node = OneNode("Cast", 25).set("to", int64_t(DType::uint2));
  CHECK(settled(node, {x}, tensor(DType::uint2, {2}, {0, 1})) == "uint2[2] 0 1 | ");
  CHECK(settled(node, {x}, tensor(DType::uint2, {2}, {1, 2})) == "uint2[2] 1 2 | ");
}

TEST_CASE("An int64 beside a tie of floats which a double does not tell from it; is decided") {
  const OneNode node = OneNode("Cast", 13).set("to", 1);
  const int64_t tie = (int64_t{1} << 60) + (int64_t{1} << 36);
  const ChoiceScope scope(Recording::on);
  CHECK(open_elements(node.run({i64({1}, {tie + 1})})).empty());
  CHECK(to_string(open_elements(node.run({i64({1}, {tie})}))) ==
        "1 element: Cast.ties of Cast-13 (output 'y0')");
}

TEST_CASE("DynamicQuantizeLinear of zeros may have any scale up to 1") {
  const OneNode node = OneNode("DynamicQuantizeLinear", 11).outputs(3);
  for (const double scale : {0.0, 1 / 255.0, 1.0}) {
    const std::string open = scale == 0 ? ""
                                        : "1 element: DynamicQuantizeLinear.zero_divisor of "
                                          "DynamicQuantizeLinear-11 (output 'y0')";
    CHECK(settled(node, {f32({2}, {0, 0})}, f32({}, {scale}), 1) == "float[] 0 | " + open);
  }
  CHECK(settled(node, {f32({2}, {0, 0})}, f32({}, {2}), 1) == "float[] 2 | ");
  CHECK(settled(node, {f32({2}, {0, 255})}, f32({}, {2}), 1) == "float[] 2 | ");
}

TEST_CASE("MeanVarianceNormalization may add 1e-9 to the deviation or not") {
  const OneNode node("MeanVarianceNormalization", 13);
  const Shape shape{1, 1, 1, 2};
  const Values inputs = {f32(shape, {1e-9, -1e-9})};
  CHECK(settled(node, inputs, f32(shape, {1, -1})) ==
        "float[1, 1, 1, 2] 0.5 -0.5 | 2 elements: MeanVarianceNormalization.epsilon of "
        "MeanVarianceNormalization-13 (output 'y0')");
  CHECK(settled(node, inputs, f32(shape, {0.7, -0.7})) == "float[1, 1, 1, 2] 0.7 -0.7 | ");
  // A deviation of 1 leaves nothing open.
  CHECK(settled(node, {f32(shape, {1, -1})}, f32(shape, {0.5, -0.5})) ==
        "float[1, 1, 1, 2] 0.5 -0.5 | ");
}

TEST_CASE("Attention's scores are -inf where a mask is False and open where a key is hidden") {
  OneNode node("Attention", 23);
  node.set("qk_matmul_output_mode", 2).outputs_wanted({true, false, false, true});
  const auto keys = [](double a, double b) { return f32({1, 1, 2, 1}, {a, b}); };
  const Tensor Q = f32({1, 1, 1, 1}, {1}), mask = bools({1, 2}, {1, 0});
  const double lowest = std::numeric_limits<float>::lowest();
  const Tensor got = f32({1, 1, 1, 2}, {2, lowest});
  CHECK(settled(node, {Q, keys(2, 3), keys(5, 7), mask}, got, 1) ==
        "float[1, 1, 1, 2] 2 -3.4028235e+38 | ");
  node.set("is_causal", 1);
  CHECK(settled(node, {Q, keys(2, 3), keys(5, 7), mask}, got, 1) ==
        "float[1, 1, 1, 2] 2 -3.4028235e+38 | ");
  CHECK(settled(node, {Q, keys(2, 3), keys(5, 7)}, got, 1) ==
        "float[1, 1, 1, 2] 2 -inf | 1 element: Attention.hidden_keys of Attention-23 (output "
        "'y0')");
  CHECK(settled(node, {Q, keys(2, 3), keys(5, 7)}, f32({1, 1, 1, 2}, {2, 3}), 1) ==
        "float[1, 1, 1, 2] 2 3 | ");
  // A row whose keys are all masked is 0, not the values' mean.
  CHECK(settled(node, {Q, keys(2, 3), keys(5, 7), bools({1, 2}, {0, 0})}, f32({1, 1, 1, 1}, {6})) ==
        "float[1, 1, 1, 1] 6 | ");
}

}  // namespace
}  // namespace etalon::test::open_test
