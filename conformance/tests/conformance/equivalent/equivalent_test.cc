#include <fmt/format.h>

#include <cmath>

#include "conformance/equivalent/equivalence.h"
#include "conformance/equivalent/texts.h"
#include "conformance/equivalent/within.h"
#include "conformance/tests/conformance/equivalent/rewrites.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::test::equivalent_test {
namespace {

using equivalent::Equivalence;
using equivalent::Sameness;

Equivalence compared(const std::string& before, const std::string& after) {
  return equivalence(equivalent::Subject(before), equivalent::Subject(after),
                     equivalent::EquivalenceRequest());
}

std::string piece_of(const Equivalence& found) {
  const auto& piece = found.outputs.at(0).piece;
  if (!piece) return "";
  return fmt::format("{} → {}", fmt::join(piece->before_nodes, ", "),
                     fmt::join(piece->after_nodes, ", "));
}

// Of the output on one input.
equivalent::Judged on(const Tensor& x, const SmallModel& before, const SmallModel& after) {
  equivalent::EquivalenceRequest request;
  request.given = {{{"x", x}}};
  request.drawn = 0;
  const equivalent::Subject one(before.bytes()), other(after.bytes());
  return equivalence(one, other, request).outputs.at(0).judged;
}

void check(const std::vector<Rewrite>& rewrites) {
  for (const Rewrite& rewrite : rewrites) {
    INFO(rewrite.name);
    const Equivalence found = compared(rewrite.before, rewrite.after);
    INFO(equivalence_text(found));
    CHECK(to_string(found.worst()) == to_string(rewrite.verdict));
    CHECK(piece_of(found) == rewrite.piece);
  }
}

}  // namespace

TEST_CASE("Ten sound rewrites are not different, and their pieces are named", "[equivalent]") {
  check(sound_rewrites());
}

TEST_CASE("Ten unsound rewrites are different, and their pieces are named", "[equivalent]") {
  check(unsound_rewrites());
}

TEST_CASE("A constant that was folded in float16 is named", "[equivalent]") {
  const Tensor x = floats({1, 2, 3, 4, 5});
  SmallModel before(17), after(17);
  before.input("x", x).initializer("k", floats({1.1, 1.3, 1.7, 1.9, 2.3}));
  before.node("Sqrt", {"k"}, {"c"}).node("Mul", {"x", "c"}, {"y"}).output("y");
  std::vector<double> folded;  // float16 has eleven digits in base 2
  for (const double k : {1.1F, 1.3F, 1.7F, 1.9F, 2.3F}) {
    folded.push_back(std::rint(std::sqrt(k) * 1024) / 1024);
  }
  after.input("x", x).initializer("c", floats(folded)).node("Mul", {"x", "c"}, {"y"}).output("y");
  const Equivalence found = compared(before.bytes(), after.bytes());
  CHECK(found.worst() == Sameness::different);
  REQUIRE(found.folds.size() == 1);
  CHECK(found.folds[0].how == "was folded in float16");
  CHECK(found.folds[0].nodes == std::vector<std::string>{"Sqrt-13 (output 'c')"});
}

TEST_CASE("A difference of NaN is shown at its place", "[equivalent]") {
  const Tensor x = floats({0, 200});
  SmallModel before(17), after(17);
  before.input("x", x).node("Relu", {"x"}, {"y"}).output("y");
  after.input("x", x).node("Exp", {"x"}, {"e"}).node("Exp", {"x"}, {"f"});
  after.node("Sub", {"e", "f"}, {"y"}).output("y");  // ∞ − ∞: e^200 is ∞ in float32
  const equivalent::Judged judged = on(x, before, after);
  CHECK(judged.why == "one is NaN where the other is not");
  CHECK(judged.where == "[1]");
  CHECK(judged.before == "200");
  CHECK(judged.after == "nan");
}

TEST_CASE("What is open does not hide what else differs, nor make it different", "[equivalent]") {
  // Softmax written out: where its exponential overflows the atlas leaves Softmax open.
  SmallModel before(17), after(17), shifted(17);
  const Tensor x = floats({0, 200}), alone = floats({0.1, 0.7});
  before.input("x", x).node("Softmax", {"x"}, {"y"}).output("y");
  after.input("x", x).node("Exp", {"x"}, {"e"}).node("ReduceSum", {"e"}, {"s"});
  after.node("Div", {"e", "s"}, {"y"}).output("y");
  CHECK(on(x, before, after).sameness == Sameness::open);
  CHECK(on(alone, before, after).sameness <= Sameness::up_to_rounding);
  const Tensor zero = floats({-0.0, 1});  // Relu's zero may have either sign
  SmallModel relu(14), maximum(14);
  relu.input("x", zero).node("Relu", {"x"}, {"y"}).output("y");
  maximum.input("x", zero).initializer("0", floats({0, 0})).node("Max", {"x", "0"}, {"y"});
  CHECK(on(zero, relu, maximum.output("y")).sameness <= Sameness::open);
  shifted.input("x", x).node("Softmax", {"x"}, {"z"}).initializer("k", floats({1, 0}));
  shifted.node("Add", {"z", "k"}, {"y"}).output("y");
  CHECK(on(x, before, shifted).sameness == Sameness::different);
}

TEST_CASE("Rules of --within are read, and others refused", "[equivalent]") {
  CHECK(equivalent::rule_of("snr=30").least == 30);
  CHECK(equivalent::rule_of("rtol=0.5,atol=2").atol == 2);
  CHECK_THROWS(equivalent::rule_of("snr"));
  CHECK_THROWS(equivalent::rule_of("snr=30,rtol=1"));
  CHECK_THROWS(equivalent::rule_of("loudness=1"));
}

}  // namespace etalon::test::equivalent_test
