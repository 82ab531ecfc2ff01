#include "engine/operators/integers_of_reals.h"

#include <algorithm>

#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice_scope.h"

// What a real result becomes in an integer tensor: the same choice in all operators.
namespace etalon::test::integers_of_reals_test {
namespace {

// The result with this option of the point "fraction".
std::string bound(const OneNode& node, const Values& inputs, const char* option) {
  const ChoiceScope scope(Recording::on, {{"fraction", option}});
  return show(node.run(inputs));
}

// Truncated, rounded down and rounded to the nearest.
std::string ways(const OneNode& node, const Values& inputs) {
  return show(node.run(inputs)) + "; " + bound(node, inputs, "floor") + "; " +
         bound(node, inputs, "nearest");
}

bool meets(const OneNode& node, const Values& inputs, const std::string& point) {
  const ChoiceScope scope(Recording::on);
  node.run(inputs);
  const std::vector<std::string> met = scope.met();
  return std::find(met.begin(), met.end(), point) != met.end();
}

OneNode reduction(const char* name) { return OneNode(name, 18).set("keepdims", 0); }

}  // namespace

TEST_CASE("A real result in an integer tensor may be truncated; rounded down or to the nearest") {
  // By hand: 1.41, 0.5, -0.33, 1.78.
  const Values powers{i32({4}, {2, 2, -3, 10}), f32({4}, {0.5, -1, -1, 0.25})};
  CHECK(ways(OneNode("Pow", 15), powers) ==
        "int32[4] 1 0 0 1; int32[4] 1 0 -1 1; int32[4] 1 1 0 2");
  // erf(±1) = ±0.84, erf(0) = 0
  CHECK(ways(OneNode("Erf", 9), {i8({3}, {-1, 0, 1})}) ==
        "int8[3] 0 0 0; int8[3] -1 0 0; int8[3] -1 0 1");
  CHECK(ways(reduction("ReduceMean"), {i32({2}, {-1, -2})}) ==
        "int32[] -1; int32[] -2; int32[] -2");
  CHECK(ways(reduction("ReduceL2"), {i32({2}, {2, 2})}) == "int32[] 2; int32[] 2; int32[] 3");
  CHECK(ways(reduction("ReduceLogSum"), {i32({2}, {1, 4})}) == "int32[] 1; int32[] 1; int32[] 2");
  CHECK(ways(reduction("ReduceLogSumExp"), {i32({2}, {-3, -4})}) ==
        "int32[] -2; int32[] -3; int32[] -3");
  CHECK(ways(OneNode("Shrink", 9).set("bias", 1.75), {i8({3}, {-5, 0, 5})}) ==
        "int8[3] -3 0 3; int8[3] -4 0 3; int8[3] -3 0 3");
}

TEST_CASE("What is an integer is not open") {
  CHECK_FALSE(meets(OneNode("Pow", 15), {i32({2}, {4, -1}), f32({2}, {0.5, -3})}, "Pow.fraction"));
  CHECK_FALSE(meets(reduction("ReduceL2"), {i32({2}, {3, 4})}, "ReduceL2.fraction"));
  CHECK_FALSE(meets(reduction("ReduceMean"), {i32({2}, {3, 5})}, "ReduceMean.fraction"));
  CHECK_FALSE(meets(OneNode("Erf", 9), {i8({1}, {0})}, "Erf.fraction"));
  CHECK_FALSE(meets(OneNode("Shrink", 9).set("bias", 1.0), {i8({1}, {5})}, "Shrink.fraction"));
}

TEST_CASE("ReduceLogSumExp of integers is that of the function body; in double") {
  // -5 + ln(1 + e^-895) is above -5; in double it is -5, or above it by an error of a step.
  const Values data{i32({2}, {-5, -900})};
  CHECK(show(reduction("ReduceLogSumExp").run(data)) == "int32[] -5");
  CHECK(bound(reduction("ReduceLogSumExp"), data, "short") == "int32[] -4");
  CHECK(bound(reduction("ReduceLogSumExp"), {i32({1}, {3})}, "short") == "int32[] 2");
  CHECK(meets(reduction("ReduceLogSumExp"), {i32({1}, {1000})}, "ReduceLogSumExp.no_integer"));
  CHECK_FALSE(meets(reduction("ReduceLogSumExp"), {i32({1}, {700})}, "ReduceLogSumExp.no_integer"));
}

TEST_CASE("A published function body is permitted too") {
  // Shrink casts 1.75 to 1 first; ReduceL2 squares int32 modulo 2^32: 65536^2 + 3^2 is 9.
  CHECK(bound(OneNode("Shrink", 9).set("bias", 1.75), {i8({3}, {-5, 0, 5})}, "function_body") ==
        "int8[3] -4 0 4");
  CHECK(bound(reduction("ReduceL2"), {i32({2}, {65536, 3})}, "function_body") == "int32[] 3");
  CHECK(show(reduction("ReduceL2").run({i32({2}, {65536, 3})})) == "int32[] 65536");
}

TEST_CASE("Averages of integers are the nearest and may be truncated or rounded down") {
  const auto resized = [](const char* option) {
    const Values inputs{i32({2}, {-3, -6}), f32({1}, {2})};
    const OneNode resize = OneNode("Resize", 10).set("mode", "linear");
    return option ? bound(resize, inputs, option) : show(resize.run(inputs));
  };
  // -3, -4.5, -6, -6
  CHECK(resized(nullptr) == "int32[4] -3 -4 -6 -6");
  CHECK(resized("truncate") == "int32[4] -3 -4 -6 -6");
  CHECK(resized("floor") == "int32[4] -3 -5 -6 -6");
  CHECK(resized("away") == "int32[4] -3 -5 -6 -6");
  CHECK(resized("short") == "int32[4] -2 -4 -5 -5");
}

}  // namespace etalon::test::integers_of_reals_test
