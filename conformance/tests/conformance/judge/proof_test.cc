#include "conformance/judge/proof.h"

#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/values/json.h"

namespace etalon::proof_test {
namespace {

using test::SmallModel;

// What is proved of a model's evaluation with an input x.
Proof proof_of(const SmallModel& small, const Tensor& x) {
  Proof proof;
  ProofScope scope(proof);
  scope.add(etalon::evaluate(small.model(), {{"x", x}}, {}));
  return proof;
}

// (27 · 227.5^(3/2))^(2/3) is 9 · 227.5, half way between two numbers of float16.
const Tensor equal = test::tensor(DType::float16, {1, 1, 27}, std::vector<double>(27, 227.5));

}  // namespace

TEST_CASE("proof: counts outputs of the model not what an operator gives beside them") {
  const Tensor x = test::counted({1, 2, 3, 2});
  const Proof proof = proof_of(
      SmallModel(23).input("x", x).node("Attention", {"x", "x", "x"}, {"y"}).output("y"), x);
  CHECK(proof.proved == 12);
  CHECK(proof.whole());
}

TEST_CASE("proof: counts outputs of the model not what is between") {
  const Tensor x = test::f32({2}, {1, 2});
  const Proof proof = proof_of(
      SmallModel(13).input("x", x).node("Exp", {"x"}, {"e"}).node("Log", {"e"}, {"y"}).output("y"),
      x);
  CHECK(to_string(proof) == "2 float results proved, 0 undecided");
}

TEST_CASE("proof: names the first undecided element") {
  const SmallModel small = SmallModel(1)
                               .input("x", equal)
                               .node("GlobalLpPool", {"x"}, {"y"})
                               .set("p", 1.5F)
                               .output("y", DType::float16);
  const Proof proof = proof_of(small, equal);
  CHECK(proof.undecided == 1);
  CHECK(proof.proved == 0);
  CHECK(proof.first_undecided == "element [0, 0, 0] of output 'y' of GlobalLpPool-1");
  CHECK(proof_from_json(to_json(proof)).first_undecided == proof.first_undecided);
  CHECK(to_string(proof).ends_with(" undecided (" + proof.first_undecided + ")"));
}

TEST_CASE("proof: sums name the first case's element") {
  Proof sum, other;
  other.undecided = 1;
  other.first_undecided = "element [0] of output 'y' of Elu-22";
  sum += other;
  other.first_undecided = "another";
  sum += other;
  CHECK(to_string(sum) ==
        "0 float results proved, 2 undecided (element [0] of output 'y' of Elu-22)");
}

// A step doubles the radii at least, so that its 400 steps need more than 400 bits.
TEST_CASE("proof: a long recurrence is proved where that is wanted and has the same digits else") {
  constexpr size_t steps = 400, hidden = 64;
  const auto weights = [](const Shape& shape) {
    std::vector<double> values(element_count(shape));
    for (size_t i = 0; i < values.size(); ++i) values[i] = double(i * 37 % 101) / 100 - 0.5;
    return test::f32(shape, values);
  };
  const Tensor x = weights({steps, 1, 2});
  SmallModel small(14);
  small.input("x", x).initializer("W", weights({1, 3 * hidden, 2}));
  small.initializer("R", weights({1, 3 * hidden, hidden}));
  small.node("GRU", {"x", "W", "R"}, {"y"}).output("y");
  const uint64_t plain = evaluation().plain_roundings;
  const Values quick = etalon::evaluate(small.model(), {{"x", x}}, {});
  CHECK(evaluation().plain_roundings > plain);
  Proof proof;
  ProofScope scope(proof);
  const Values proved = etalon::evaluate(small.model(), {{"x", x}}, {});
  scope.add(proved);
  CHECK(to_string(proof) == "25600 float results proved, 0 undecided");
  CHECK(test::show(quick[0]) == test::show(proved[0]));
}

}  // namespace etalon::proof_test
