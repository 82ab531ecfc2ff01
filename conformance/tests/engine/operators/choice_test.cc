#include "engine/operators/choice.h"

#include "conformance/tests/ops/one_node.h"
#include "engine/values/side.h"

namespace etalon::test::choice_test {
namespace {

const double nan = std::numeric_limits<double>::quiet_NaN();

// The marks of a value's elements, each once: "ReduceMax.nan of ReduceMax-18 (output 'y0'): nan 2".
std::string marks(const Value& value) {
  const Side* side = value.tensor().side();
  if (!side || !side->open) return "decided";
  std::string text;
  int32_t last = 0;
  for (const int32_t number : side->open->slots<int32_t>()) {
    if (number == 0 || number == last) continue;
    last = number;
    const OpenMark& mark = side->marks->at(static_cast<size_t>(number - 1));
    text += text.empty() ? "" : "; ";
    text += mark.point + " of " + mark.node + ": ";
    text += mark.permits == Permits::undefined ? "anything"
            : mark.permits == Permits::order   ? "any order"
                                               : show(mark.values);
  }
  return text;
}

TEST_CASE("Nothing is marked unless somebody asks") {
  CHECK(marks(OneNode("ReduceMax", 18).set("keepdims", 0).run({f32({2}, {nan, 2})})) == "decided");
}

TEST_CASE("A maximum of numbers and NaN may be NaN or the greatest number") {
  const ChoiceScope scope(Recording::on);
  const Value y = OneNode("ReduceMax", 18).set("keepdims", 0).run({f32({2}, {nan, 2})});
  CHECK(show(y) == "float[] nan");
  CHECK(marks(y) == "ReduceMax.nan of ReduceMax-18 (output 'y0'): float[2] nan 2");
  CHECK(scope.met() == std::vector<std::string>{"ReduceMax.nan"});
}

TEST_CASE("A choice that is bound is followed and nothing is open then") {
  const OneNode node = OneNode("ReduceMax", 18).set("keepdims", 0);
  const Values inputs = {f32({2}, {nan, 2})};
  {
    const ChoiceScope scope(Recording::on, {{"ReduceMax.nan", "ignore"}});
    CHECK(show(node.run(inputs)) == "float[] 2");
    CHECK(marks(node.run(inputs)) == "decided");
  }
  {
    const ChoiceScope scope(Recording::off, {{"nan", "ignore"}});
    CHECK(show(node.run(inputs)) == "float[] 2");
  }
  {
    const ChoiceScope scope(Recording::on, {{"nan", "propagate"}});
    CHECK(marks(node.run(inputs)) == "decided");
  }
  CHECK(show(node.run(inputs)) == "float[] nan");
}

TEST_CASE("An option that a point does not have is an error if the point is named by its id") {
  const Values inputs = {f32({2}, {nan, 2})};
  {
    const ChoiceScope scope(Recording::off, {{"ReduceMax.nan", "drop"}});
    CHECK(OneNode("ReduceMax", 18).error(inputs) ==
          "InvalidInput: ReduceMax-18 (output 'y0'): 'drop' is not an option of ReduceMax.nan; it "
          "has propagate, ignore");
  }
  const ChoiceScope scope(Recording::off, {{"nan", "drop"}});
  CHECK(OneNode("ReduceMax", 18).error(inputs) == "");
}

TEST_CASE("Two updates of one place: any of them where a refusal was") {
  const Values inputs = {f32({2}, {0, 0}), i64({3}, {1, 1, 0}), f32({3}, {5, 6, 7})};
  CHECK(OneNode("ScatterElements", 18).error(inputs).starts_with("Unspecified"));
  const ChoiceScope scope(Recording::on);
  const Value y = OneNode("ScatterElements", 18).run(inputs);
  CHECK(marks(y) ==
        "ScatterElements.duplicates_none of ScatterElements-18 (output 'y0'): float[2] 6 5");
  const ChoiceScope first(Recording::on, {{"duplicates_none", "first"}});
  CHECK(show(OneNode("ScatterElements", 18).run(inputs)) == "float[2] 7 5");
}

TEST_CASE("A window of padding alone has an average of 0 or NaN") {
  // X is [1, 2]; the second window reads only the padding after it.
  OneNode node("AveragePool", 19);
  node.set("kernel_shape", Integers{1}).set("strides", Integers{3}).set("pads", Integers{0, 2});
  const Values inputs = {f32({1, 1, 2}, {1, 2})};
  CHECK(node.error(inputs).starts_with("Unspecified"));
  const ChoiceScope scope(Recording::on);
  CHECK(show(node.run(inputs)) == "float[1, 1, 2] 1 0");
  CHECK(marks(node.run(inputs)) ==
        "AveragePool.padding_window of AveragePool-19 (output 'y0'): float[3] 0 nan -0");
}

TEST_CASE("Casts of what an integer type does not hold are open") {
  const ChoiceScope scope(Recording::on);
  OneNode node("Cast", 13);
  node.set("to", 6);
  const Value y = node.run({f32({4}, {1, 3e9, nan, 7})});
  CHECK(marks(y) ==
        "Cast.float_to_integer of Cast-13 (output 'y0'): anything; Cast.nan_to_integer of Cast-13 "
        "(output 'y0'): anything");
  CHECK(show(*y.tensor().side()->open) == "int32[4] 0 2 1 0");
}

TEST_CASE("Integers that overflow may wrap or saturate") {
  const ChoiceScope scope(Recording::on);
  const Value y = OneNode("Add", 14).run({i8({2}, {100, 1}), i8({2}, {100, 1})});
  CHECK(show(y) == "int8[2] -56 2");
  CHECK(marks(y) == "Add.integer_overflow of Add-14 (output 'y0'): int8[2] -56 127");
}

TEST_CASE("A sum whose steps overflow may be what these give") {
  const ChoiceScope scope(Recording::on);
  const Value y = OneNode("ReduceSum", 13).run({f32({3}, {3e38, 3e38, -3e38})});
  CHECK(marks(y) ==
        "ReduceSum.overflow of ReduceSum-13 (output 'y0'): float[4] 3e+38 nan inf -inf");
  CHECK(marks(OneNode("ReduceSum", 13).run({f32({2}, {3, 4})})) == "decided");
  // Four terms above 0 and two below exceed float32, each side by itself: ∞ − ∞ is NaN.
  const Value both =
      OneNode("ReduceSum", 13).run({f32({6}, {3e38, 3e38, 3e38, 3e38, -3e38, -3e38})});
  CHECK(marks(both) == "ReduceSum.overflow of ReduceSum-13 (output 'y0'): float[3] inf nan -inf");
  // Terms of one sign give no NaN, nor do those of which one side alone exceeds the type.
  CHECK(marks(OneNode("ReduceSum", 13).run({f32({2}, {3e38, 3e38})})) == "decided");
  CHECK(marks(OneNode("ReduceSum", 13).run({f32({4}, {3e38, 3e38, 3e38, -3e38})})) == "decided");
}

TEST_CASE("An element at two points may be what either of them permits") {
  const ChoiceScope scope(Recording::on);
  const Values inputs = {f32({}, {3e38}), f32({}, {3e38}), f32({}, {-3e38}), f32({}, {-3e38})};
  CHECK(marks(OneNode("Sum", 13).run(inputs)) ==
        "Sum.overflow of Sum-13 (output 'y0'): float[5] 0 nan inf -inf -0");
}

TEST_CASE("A sum of products that overflow on both sides may be NaN however far apart they are") {
  const ChoiceScope scope(Recording::on);
  const auto product = [](const std::vector<double>& a, const std::vector<double>& b) {
    return marks(OneNode("MatMul", 13).run({f32({1, 2}, a), f32({2, 1}, b)}));
  };
  // −1e76 + 1e39, both outside float32: −∞ + ∞.
  CHECK(product({-1e38, -10}, {1e38, -1e38}) ==
        "MatMul.overflow of MatMul-13 (output 'y0'): float[3] -inf nan inf");
  CHECK(product({-1e38, -1}, {1e38, -1e38}) == "decided");  // −1e76 + 1e38
  CHECK(product({-1e38, -10}, {1e38, 1e38}) == "decided");
  constexpr double inf = std::numeric_limits<double>::infinity();
  CHECK(product({inf, -10}, {2, 1}) == "decided");
  CHECK(product({inf, -1e38}, {2, 1e38}) ==
        "MatMul.overflow of MatMul-13 (output 'y0'): float[3] inf nan -inf");
}

TEST_CASE("A softmax as it is written leaves its type where the sum of exp does and only there") {
  const ChoiceScope scope(Recording::on);
  constexpr double inf = std::numeric_limits<double>::infinity();
  const auto of = [](const char* op, double a, double b) {
    return marks(OneNode(op, 13).run({f32({2}, {a, b})}));
  };
  CHECK(of("Softmax", 1000, 0) ==
        "Softmax.overflow of Softmax-13 (output 'y0'): float[4] 1 nan inf -inf; "
        "Softmax.overflow of Softmax-13 (output 'y0'): float[4] 0 nan inf -inf");
  CHECK(of("Softmax", -1000, -1000) ==
        "Softmax.overflow of Softmax-13 (output 'y0'): float[4] 0.5 nan inf -inf");
  CHECK(of("Softmax", 0, -1000) == "decided");
  CHECK(of("Softmax", 0, -inf) == "decided");
  // log(exp(-1000) / 1) is log(0).
  CHECK(of("LogSoftmax", 0, -1000) ==
        "LogSoftmax.overflow of LogSoftmax-13 (output 'y0'): float[4] -1000 nan inf -inf");
  CHECK(of("LogSoftmax", 0, -50) == "decided");
}

TEST_CASE("Attention's scores may exceed their type; a mask of the least number does not") {
  const ChoiceScope scope(Recording::on);
  const Tensor V = f32({1, 1, 2, 1}, {5, 7});
  const auto attention = [&](double q, double k, double bias) {
    const Tensor Q = f32({1, 1, 1, 1}, {q}), K = f32({1, 1, 2, 1}, {k, 0});
    return marks(OneNode("Attention", 23).run({Q, K, V, f32({1, 2}, {0, bias})}));
  };
  CHECK(attention(1, 1, std::numeric_limits<float>::lowest()) == "decided");
  const Tensor one = f32({1, 1, 1, 1}, {1}), keys = f32({1, 1, 2, 1}, {1, 0});
  CHECK(marks(OneNode("Attention", 23).run({one, keys, V, bools({1, 2}, {0, 0})})) == "decided");
  CHECK(attention(-1e20, 1e20, 0) ==
        "Attention.overflow of Attention-23 (output 'y0'): float[4] 7 nan inf -inf");
}

TEST_CASE("Standardized values are open where squares of X exceed the type and so is InvStdDev") {
  const ChoiceScope scope(Recording::on);
  const auto normalized = [](const std::vector<double>& X) {
    return OneNode("LayerNormalization", 17)
        .set("epsilon", 0.25)
        .outputs(3)
        .run_all({f32({1, 2}, X), f32({1}, {1})});
  };
  // E(X²) − E(X)² is ∞ − ∞, though the variance is 0.
  const Values equal = normalized({1e30, 1e30});
  CHECK(marks(equal[0]) ==
        "LayerNormalization.overflow of LayerNormalization-17 (output 'y0'): float[4] 0 nan inf "
        "-inf");
  CHECK(marks(equal[1]) == "decided");
  CHECK(marks(equal[2]) ==
        "LayerNormalization.overflow_statistics of LayerNormalization-17 (output 'y0'): float[5] 2 "
        "nan inf -inf 0");
  CHECK(marks(normalized({3e38, 3e38})[1]) ==
        "LayerNormalization.overflow_statistics of LayerNormalization-17 (output 'y0'): float[4] "
        "3e+38 nan inf -inf");
  for (const Value& output : normalized({1e18, 1})) CHECK(marks(output) == "decided");
}

TEST_CASE("RotaryEmbedding's products may both exceed the type") {
  const ChoiceScope scope(Recording::on);
  const auto turned = [](double x1, double x2, double cos, double sin) {
    return marks(
        OneNode("RotaryEmbedding", 23)
            .run({f32({1, 1, 1, 2}, {x1, x2}), f32({1, 1, 1}, {cos}), f32({1, 1, 1}, {sin})}));
  };
  // 6e39 − 3e39, and 3e39 + 6e39.
  CHECK(turned(3e38, 3e38, 20, 10) ==
        "RotaryEmbedding.overflow of RotaryEmbedding-23 (output 'y0'): float[3] inf nan -inf");
  CHECK(turned(3e38, 3e38, 20, 0) == "decided");
}

TEST_CASE("The zero of an ignored sample may be negative that of another may not") {
  const ChoiceScope scope(Recording::on);
  const Value loss = OneNode("NegativeLogLikelihoodLoss", 13)
                         .set("reduction", "none")
                         .set("ignore_index", 1)
                         .run({f32({2, 2}, {0, 5, 0, 5}), i64({2}, {1, 0})});
  CHECK(show(loss) == "float[2] 0 -0");
  CHECK(marks(loss) ==
        "NegativeLogLikelihoodLoss.ignored_zero of NegativeLogLikelihoodLoss-13 (output 'y0'): "
        "float[2] 0 -0");
}

TEST_CASE("TopK with sorted = 0 may give its elements in any order; one line apart from the next") {
  const ChoiceScope scope(Recording::on);
  OneNode node("TopK", 11);
  node.set("sorted", 0).outputs(2);
  const Values y = node.run_all({f32({2, 3}, {1, 3, 2, 6, 5, 4}), i64({1}, {2})});
  CHECK(
      marks(y[0]).starts_with("TopK.unsorted of TopK-11 (output 'y0'): any order; TopK.unsorted"));
  CHECK(show(*y[0].tensor().side()->open) == "int32[2, 2] 1 1 2 2");
}

TEST_CASE("An evaluation within another records its own marks") {
  const ChoiceScope outer(Recording::on);
  {
    const ChoiceScope inner(Recording::on);
    OneNode("Relu", 14).run({f32({1}, {nan})});
    CHECK(inner.met() == std::vector<std::string>{"Relu.nan"});
  }
  CHECK(outer.met().empty());
}

}  // namespace
}  // namespace etalon::test::choice_test
