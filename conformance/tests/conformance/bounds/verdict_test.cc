#include "engine/values/json.h"

#include <limits>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/judged.h"

namespace etalon::verdict_test {
namespace {

using test::floats;

BoundedOutputs expected(const std::vector<double>& y, const std::vector<double>& errors,
                        bool compounded = false) {
  Bound bound;
  bound.kind = Bound::Kind::known;
  Reals all = empty_array<double>({errors.size()});
  std::copy(errors.begin(), errors.end(), all.begin());
  bound.error = Tensor::decided(DType::float64, all);
  bound.compounded = compounded;
  return {{floats(y)}, {bound}};
}

Grade grade(const Values& got, const BoundedOutputs& wanted) {
  return rounding_verdict(got, wanted).grade;
}

}  // namespace

TEST_CASE("a verdict compares each element with its own bound") {
  const BoundedOutputs wanted = expected({1, 2}, {0.25, 0.5});
  CHECK(grade({floats({1.25, 1.5})}, wanted) == Grade::rounding);
  CHECK(rounding_verdict({floats({1, 2.25})}, wanted).share == 0.5);
  CHECK(grade({floats({1.5, 2})}, wanted) == Grade::wrong);
  CHECK(rounding_verdict({floats({1.5, 2})}, wanted).share == 2);
}

TEST_CASE("a verdict is unknown where the bound says nothing") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(grade({floats({1.5, 2})}, expected({1, 2}, {infinity, 0})) == Grade::unknown);
  CHECK(grade({floats({1.5, 2})}, expected({1, 2}, {3, 0}, true)) == Grade::unknown);
  CHECK(grade({floats({1, 2})}, expected({1, 2}, {infinity, 0})) == Grade::same);
  BoundedOutputs none = expected({1, 2}, {0, 0});
  none.bounds[0].kind = Bound::Kind::none;
  none.bounds[0].reason = "no bound for TopK-11 'best'";
  CHECK(rounding_verdict({floats({1, 2.5})}, none).reason == "no bound for TopK-11 'best'");
  CHECK(grade({floats({1, 2})}, none) == Grade::same);
}

TEST_CASE("a verdict: NaN and infinity are errors of no size") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(grade({floats({nan, 2})}, expected({1, 2}, {1, 1})) == Grade::wrong);
  CHECK(grade({floats({nan, 2})}, expected({nan, 2}, {0, 0})) == Grade::same);
}

TEST_CASE("a verdict: another shape is wrong and an item of a sequence by its bound") {
  CHECK(grade({floats({1})}, expected({1, 2}, {1, 1})) == Grade::wrong);
  const Type type = Type::tensor(DType::float32);
  const auto list = [&](double x) { return Value(Sequence{type, {floats({x})}}); };
  const BoundedOutputs wanted{{list(1)}, {Bound{}}};
  CHECK(grade({list(1)}, wanted) == Grade::same);
  CHECK(grade({list(2)}, wanted) == Grade::wrong);
  CHECK(grade({floats({1})}, wanted) == Grade::wrong);
}

TEST_CASE("a verdict is told in words and in amounts") {
  Verdict verdict{.grade = Grade::unlikely, .times = 31, .share = 0.25, .evaluations = 30};
  verdict.where = "[2, 0]";
  verdict.got = "1";
  verdict.expected = "2";
  CHECK(to_string(verdict) ==
        "31 times the largest error of 30 sampled evaluations, inside the bound of rounding "
        "errors, at [2, 0]: got 1, expected 2");
  CHECK(amounts_text(verdict) ==
        "31 times the largest error of 30 sampled evaluations, 0.25 of the bound of rounding "
        "errors");
  verdict = {.grade = Grade::wrong, .times = 7e41, .share = 12, .evaluations = 30};
  CHECK(to_string(verdict) ==
        "12 times the bound of rounding errors, more than a million times the largest error of 30 "
        "sampled evaluations");
  verdict = {.grade = Grade::rounding, .times = 0.5, .evaluations = 30, .zeros = 3};
  CHECK(to_string(verdict) ==
        "at most 0.5 times the largest error of 30 sampled evaluations; 3 zeros of the other sign");
  verdict = {.grade = Grade::unknown, .reason = "no bound"};
  CHECK(to_string(verdict) == "nothing is known of rounding (no bound)");
  CHECK(amounts_text(verdict) == "no bound");
  verdict = {.grade = Grade::open, .points = {"MaxPool.nan", "TopK.nan"}};
  CHECK(to_string(verdict) == "permitted by MaxPool.nan, TopK.nan");
}

TEST_CASE("of two verdicts the worse stays; with the greatest distances of both") {
  Verdict one{.grade = Grade::unlikely, .times = 31, .zeros = 1};
  one.where = "[1]";
  one.add({.grade = Grade::rounding, .absolute = 4, .times = 2, .zeros = 2});
  CHECK(one.grade == Grade::unlikely);
  CHECK(one.where == "[1]");
  CHECK(one.absolute == 4);
  CHECK(one.times == 31);
  CHECK(one.zeros == 3);
}

TEST_CASE("what fails: unlikely and wrong and unknown outside the tolerance") {
  for (const Grade grade : {Grade::same, Grade::rounding, Grade::open, Grade::unknown}) {
    CHECK_FALSE(fails({.grade = grade}));
  }
  CHECK(fails({.grade = Grade::unknown, .outside = true}));
  CHECK_FALSE(fails({.grade = Grade::rounding, .outside = true}));
  CHECK(fails({.grade = Grade::unlikely}));
  CHECK(fails({.grade = Grade::wrong}));
}

TEST_CASE("verdicts of older reports are read") {
  CHECK(verdict_from_json({{"verdict", "within"}, {"share", 0}, {"reason", ""}}).grade ==
        Grade::rounding);
  CHECK(verdict_from_json({{"verdict", "beyond"}, {"share", 2}, {"reason", ""}}).grade ==
        Grade::wrong);
}

TEST_CASE("a verdict is the same after JSON") {
  const Verdict verdict = rounding_verdict({floats({1.5, 2})}, expected({1, 2}, {0.25, 1}));
  const Verdict again = verdict_from_json(to_json(verdict));
  CHECK(again.grade == verdict.grade);
  CHECK(to_string(again) == to_string(verdict));
  CHECK(to_json(again) == to_json(verdict));
  CHECK_THROWS_AS(verdict_from_json({{"verdict", "perhaps"}, {"share", 0}, {"reason", ""}}),
                  InvalidInput);
}

}  // namespace etalon::verdict_test
