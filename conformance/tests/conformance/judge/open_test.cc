#include "conformance/judge/open.h"

#include "conformance/tests/ops/one_node.h"

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

TEST_CASE("An element outside the permitted set stays, and so does one that has no mark") {
  const OneNode node = OneNode("ReduceMax", 18).set("keepdims", 0);
  CHECK(settled(node, {f32({2}, {nan, 2})}, f32({}, {3})) == "float[] 3 | ");
  CHECK(settled(node, {f32({2}, {1, 2})}, f32({}, {nan})) == "float[] nan | ");
}

TEST_CASE("Elements that match are not counted as open") {
  const OneNode node = OneNode("Relu", 14);
  CHECK(settled(node, {f32({3}, {nan, nan, 1})}, f32({3}, {nan, 0, 1})) ==
        "float[3] nan nan 1 | 1 element: Relu.nan of Relu-14 (output 'y0')");
}

TEST_CASE("Another order of a line is open, other elements are not") {
  const OneNode node = OneNode("TopK", 11).set("sorted", 0).outputs(2);
  const Values inputs = {f32({3}, {1, 3, 2}), i64({1}, {2})};
  CHECK(settled(node, inputs, f32({2}, {2, 3})) ==
        "float[2] 3 2 | 2 elements: TopK.unsorted of TopK-11 (output 'y0')");
  CHECK(settled(node, inputs, f32({2}, {3, 3})) == "float[2] 3 3 | ");
  CHECK(settled(node, inputs, i64({2}, {2, 1}), 1) ==
        "int64[2] 1 2 | 2 elements: TopK.unsorted of TopK-11 (output 'y0')");
}

TEST_CASE("A value of another type or shape stays") {
  const OneNode node = OneNode("Relu", 14);
  CHECK(settled(node, {f32({1}, {nan})}, f32({1, 1}, {0})) == "float[1, 1] 0 | ");
  CHECK(settled(node, {f32({1}, {nan})}, f64({1}, {0})) == "double[1] 0 | ");
}

TEST_CASE("Zeros of the other sign match; where the sign is open, the point is named") {
  const ChoiceScope scope(Recording::on);
  const Value expected = OneNode("Relu", 14).run({f32({1}, {-0.0})});
  const double other = std::signbit(expected.tensor().item<double>()) ? 0.0 : -0.0;
  const Settled result = settle(f32({1}, {other}), expected, expected, {});
  CHECK(result.open.empty());
  CHECK(to_string(result.zeros) == "1 element: Relu.negative_zero of Relu-14 (output 'y0')");
}

TEST_CASE("The open elements of a value are counted by point, without signs of zeros") {
  const ChoiceScope scope(Recording::on);
  CHECK(to_string(open_elements(OneNode("Relu", 14).run({f32({4}, {nan, -0.0, nan, 1})}))) ==
        "2 elements: Relu.nan of Relu-14 (output 'y0')");
  CHECK(open_elements(OneNode("Relu", 14).run({f32({2}, {-0.0, 1})})).empty());
}

}  // namespace
}  // namespace etalon::test::open_test
