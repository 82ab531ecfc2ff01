// Proofs over a finite field: identities of real functions that textbooks and optimizers know, and
// models that differ by one weight, one epsilon, one rounding.
#include "conformance/equivalent/proof.h"

#include <cmath>

#include "conformance/equivalent/texts.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/ops/one_node.h"
#include "conformance/tests/text.h"

namespace etalon::test::proof_test {
namespace {

using equivalent::Equivalence;
using equivalent::Proof;
using equivalent::Subject;

Proof proof_of(const SmallModel& before, const SmallModel& after) {
  equivalent::EquivalenceRequest request;
  request.judging.effort = equivalent::Effort::bounds;
  const Subject a(before.bytes()), b(after.bytes());
  return *proof_alone(a, b, request).proof;
}
bool proved(const SmallModel& before, const SmallModel& after) {
  return proof_of(before, after).whole();
}

SmallModel of_x() {
  SmallModel model(18);
  model.input("x", floats({1, -2, 3, 4, 5, 6}).reshaped({2, 3}));
  return model;
}

// y = f(x) by one node.
SmallModel one(const char* op_type) { return of_x().node(op_type, {"x"}, {"y"}).output("y"); }

SmallModel softmax_by_exp(const char* shift) {
  SmallModel model = of_x();
  model.initializer("axis", i64({1}, {-1}));
  if (*shift) {
    model.node(shift, {"x", "axis"}, {"m"})
        .node("Sub", {"x", "m"}, {"d"})
        .node("Exp", {"d"}, {"e"});
  } else {
    model.node("Exp", {"x"}, {"e"});
  }
  return model.node("ReduceSum", {"e", "axis"}, {"s"}).node("Div", {"e", "s"}, {"y"}).output("y");
}

SmallModel affine(double scale, double offset) {
  SmallModel model = of_x();
  model.initializer("w", floats({scale, 2, -3, 0.5, 7, 1}).reshaped({3, 2}));
  model.initializer("b", floats({offset, 1}));
  return model.node("MatMul", {"x", "w"}, {"p"}).node("Add", {"p", "b"}, {"y"}).output("y");
}

SmallModel gemm() {
  SmallModel model = of_x();
  model.initializer("w", floats({0.1, -3, 7, 2, 0.5, 1}).reshaped({2, 3}));
  model.initializer("b", floats({0.3, 1}));
  return model.node("Gemm", {"x", "w", "b"}, {"y"}).set("transB", int64_t{1}).output("y");
}

}  // namespace

TEST_CASE("A softmax is itself whatever is subtracted first", "[equivalent]") {
  const SmallModel softmax = one("Softmax");
  CHECK(proved(softmax, softmax_by_exp("")));
  CHECK_FALSE(proved(softmax, one("LogSoftmax")));
  CHECK_FALSE(proved(softmax, one("Softplus")));
}

TEST_CASE("A softmax does not see a shift and adds up to 1", "[equivalent]") {
  SmallModel shifted = of_x(), summed = of_x(), ones = of_x(), unshifted = of_x();
  shifted.input("c", floats({1, 2}).reshaped({2, 1}));
  shifted.node("Add", {"x", "c"}, {"s"}).node("Softmax", {"s"}, {"y"}).output("y");
  unshifted.input("c", floats({1, 2}).reshaped({2, 1}));
  unshifted.node("Softmax", {"x"}, {"y"}).output("y");
  CHECK(proved(unshifted, shifted));
  summed.initializer("axis", i64({1}, {-1})).node("Softmax", {"x"}, {"s"});
  summed.node("ReduceSum", {"s", "axis"}, {"y"}).output("y");
  ones.initializer("axis", i64({1}, {-1})).initializer("one", floats({1}));
  ones.node("ReduceSum", {"x", "axis"}, {"s"}).node("Sub", {"s", "s"}, {"z"});
  ones.node("Add", {"z", "one"}, {"y"}).output("y");
  CHECK(proved(summed, ones));
}

TEST_CASE("What an operator decides by is held and said", "[equivalent]") {
  const auto attention = [](bool split) {
    SmallModel model(23);
    for (const char* name : {"q", "k", "v"}) {
      model.input(name, floats({1, 2, 3, 4, 5, 6, 7, 8}).reshaped({1, 1, 4, 2}));
    }
    model.input("m", floats(std::vector<double>(16, 0.5)).reshaped({4, 4}));
    if (split) {
      model.initializer("half", floats({0.5})).initializer("two", floats({2}));
      model.node("Mul", {"q", "half"}, {"a"}).node("Mul", {"k", "two"}, {"b"});
    }
    const std::string first = split ? "a" : "q", second = split ? "b" : "k";
    return model.node("Attention", {first, second, "v", "m"}, {"y"}).output("y");
  };
  const Proof found = proof_of(attention(false), attention(true));
  CHECK(found.whole());
  CHECK(found.fixed == std::vector<std::string>{"m"});
}

TEST_CASE("Activations are proved by their definitions", "[equivalent]") {
  SmallModel swish = of_x();
  swish.node("Sigmoid", {"x"}, {"s"}).node("Mul", {"x", "s"}, {"y"}).output("y");
  SmallModel by_tanh = of_x();
  by_tanh.initializer("half", floats({0.5}));
  by_tanh.node("Mul", {"x", "half"}, {"h"}).node("Tanh", {"h"}, {"t"});
  by_tanh.node("Mul", {"h", "t"}, {"ht"}).node("Add", {"h", "ht"}, {"y"}).output("y");
  CHECK(proved(swish, by_tanh));  // x / 2 · (1 + tanh(x / 2))
  SmallModel clip = of_x();
  clip.initializer("zero", floats({0}).reshaped({}));
  clip.node("Clip", {"x", "zero"}, {"y"}).output("y");
  CHECK(proved(clip, one("Relu")));
  SmallModel where = of_x();
  where.initializer("zero", floats({0})).initializer("alpha", floats({0.01}));
  where.node("Less", {"x", "zero"}, {"c"}).node("Mul", {"x", "alpha"}, {"a"});
  where.node("Where", {"c", "a", "x"}, {"y"}).output("y");
  CHECK(proved(one("LeakyRelu"), where));
  CHECK_FALSE(proved(one("LeakyRelu"), one("Relu")));
}

TEST_CASE("A changed weight is not the same function by however little", "[equivalent]") {
  CHECK(proved(affine(0.1, 0.3), gemm()));
  CHECK_FALSE(proved(affine(std::nextafter(0.1f, 1.0f), 0.3), gemm()));
  CHECK_FALSE(proved(affine(0.1, 0.3000001), gemm()));
}

TEST_CASE("Movement and casts between floats keep what an element is", "[equivalent]") {
  SmallModel moved = of_x();
  moved.node("Transpose", {"x"}, {"t"}).node("Cast", {"t"}, {"c"}).set("to", int64_t{10});
  moved.node("Cast", {"c"}, {"f"}).set("to", int64_t{1}).node("Exp", {"f"}, {"e"});
  moved.node("Transpose", {"e"}, {"y"}).output("y");
  CHECK(proved(one("Exp"), moved));
  SmallModel wrong = of_x();
  wrong.initializer("two", i64({2}, {2, 3}));
  wrong.node("Transpose", {"x"}, {"t"}).node("Reshape", {"t", "two"}, {"r"});
  wrong.node("Exp", {"r"}, {"y"}).output("y");
  CHECK_FALSE(proved(one("Exp"), wrong));
}

TEST_CASE("A node that the field does not evaluate is the same function in both", "[equivalent]") {
  const auto cumulative = [](bool doubles) {
    SmallModel model = of_x();
    model.node("Erf", {"x"}, {"e"}).node("Round", {"e"}, {"r"}).node("Sign", {"x"}, {"s"});
    model.node("Mul", {"r", "s"}, {"p"});
    return doubles
               ? model.node("Add", {"p", "p"}, {"y"}).output("y")
               : model.initializer("two", floats({2})).node("Mul", {"two", "p"}, {"y"}).output("y");
  };
  CHECK(proved(cumulative(true), cumulative(false)));
}

TEST_CASE("What only rounding makes equal is not proved and the proof says where", "[equivalent]") {
  // x · 3 · 0.1 and x · fl(0.3): functions of different factors.
  SmallModel twice = of_x();
  twice.initializer("a", floats({3})).initializer("b", floats({0.1}));
  twice.node("Mul", {"x", "a"}, {"p"}).node("Mul", {"p", "b"}, {"y"}).output("y");
  SmallModel once = of_x();
  once.initializer("c", floats({3 * 0.1f})).node("Mul", {"x", "c"}, {"y"}).output("y");
  const Proof found = proof_of(twice, once);
  CHECK_FALSE(found.whole());
  CHECK(found.but_for_rounding());
  REQUIRE(found.constants.size() == 1);
  CHECK(found.constants[0].name == "c");
  CHECK(found.constants[0].off == 0);
}

TEST_CASE("A convolution with a folded normalization shows each weight that is not the folded one",
          "[equivalent]") {
  const std::vector<double> w{1, -2, 3, 0.7, 5, 6, -7, 8}, scale{1.5, 0.3}, offset{0.1, -2},
      mean{0.2, 3}, variance{2, 0.9};
  const auto images = [] {
    SmallModel model(18);
    model.input("x", floats({1, 2, 3, 4, 5, 6, 7, 8, 9}).reshaped({1, 1, 3, 3}));
    return model;
  };
  SmallModel before = images();
  before.initializer("w", floats(w).reshaped({2, 1, 2, 2})).initializer("b", floats({0.25, 4}));
  before.initializer("scale", floats(scale)).initializer("offset", floats(offset));
  before.initializer("mean", floats(mean)).initializer("variance", floats(variance));
  before.node("Conv", {"x", "w", "b"}, {"c"});
  before.node("BatchNormalization", {"c", "scale", "offset", "mean", "variance"}, {"y"})
      .output("y");
  const auto folded = [&](double factor_of_one) {
    std::vector<double> weights, bias;
    for (size_t c = 0; c < 2; ++c) {
      const double factor = float(scale[c]) / std::sqrt(float(variance[c]) + double(1e-5f));
      for (size_t i = 0; i < 4; ++i) weights.push_back(float(float(w[4 * c + i]) * factor));
      bias.push_back(float(((c == 0 ? 0.25 : 4) - float(mean[c])) * factor + float(offset[c])));
    }
    weights[5] *= factor_of_one;
    SmallModel after = images();
    after.initializer("v", floats(weights).reshaped({2, 1, 2, 2})).initializer("d", floats(bias));
    return after.node("Conv", {"x", "v", "d"}, {"y"}).output("y");
  };
  const Proof honest = proof_of(before, folded(1));
  CHECK_FALSE(honest.whole());
  CHECK(honest.but_for_rounding());
  CHECK(honest.constants.size() == 2);
  const Proof wrong = proof_of(before, folded(1.0001));
  CHECK_FALSE(wrong.but_for_rounding());
  REQUIRE(wrong.constants.size() == 2);
  const auto& v = wrong.constants[wrong.constants[0].name == "v" ? 0 : 1];
  CHECK(v.far == 1);
  CHECK(v.at == "[1, 0, 0, 1]");
  CHECK(v.greatest_ulp > 500);
}

TEST_CASE("Without an input of floats or with one that decides there is no proof", "[equivalent]") {
  SmallModel decided = of_x();
  decided.node("NonZero", {"x"}, {"n"})
      .node("Cast", {"n"}, {"y"})
      .set("to", int64_t{1})
      .output("y");
  const Proof found = proof_of(decided, decided);
  CHECK_FALSE(found.whole());
  CHECK(has(found.problem, "NonZero"));
  CHECK(has(proof_text(found), "proof: none"));
  SmallModel integers(18);
  integers.input("a", i64({2}, {1, 2})).node("Neg", {"a"}, {"y"}).output("y", DType::int64);
  CHECK(has(proof_of(integers, integers).problem, "no input of floats"));
}

}  // namespace etalon::test::proof_test
