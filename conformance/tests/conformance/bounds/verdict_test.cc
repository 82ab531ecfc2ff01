#include "conformance/bounds/verdict.h"
#include "engine/values/json.h"

#include <limits>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::verdict_test {
namespace {

using Kind = RoundingVerdict::Kind;
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

Kind kind(const Values& got, const BoundedOutputs& wanted) {
  return rounding_verdict(got, wanted).kind;
}

}  // namespace

TEST_CASE("a verdict on rounding compares each element with its own bound") {
  const BoundedOutputs wanted = expected({1, 2}, {0.25, 0.5});
  CHECK(kind({floats({1.25, 1.5})}, wanted) == Kind::within);
  CHECK(rounding_verdict({floats({1, 2.25})}, wanted).share == 0.5);
  CHECK(kind({floats({1.5, 2})}, wanted) == Kind::beyond);
  CHECK(rounding_verdict({floats({1.5, 2})}, wanted).share == 2);
}

TEST_CASE("a verdict on rounding is unknown where the bound says nothing") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(kind({floats({1.5, 2})}, expected({1, 2}, {infinity, 0})) == Kind::unknown);
  CHECK(kind({floats({1.5, 2})}, expected({1, 2}, {3, 0}, true)) == Kind::unknown);
  CHECK(kind({floats({1, 2})}, expected({1, 2}, {infinity, 0})) == Kind::within);
  BoundedOutputs none = expected({1, 2}, {0, 0});
  none.bounds[0].kind = Bound::Kind::none;
  none.bounds[0].reason = "no bound for TopK-11 'best'";
  CHECK(rounding_verdict({floats({1, 2.5})}, none).reason == "no bound for TopK-11 'best'");
  CHECK(kind({floats({1, 2})}, none) == Kind::within);
}

TEST_CASE("a verdict on rounding: NaN and infinity are errors of no size") {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  CHECK(kind({floats({nan, 2})}, expected({1, 2}, {1, 1})) == Kind::beyond);
  CHECK(kind({floats({nan, 2})}, expected({nan, 2}, {0, 0})) == Kind::within);
}

TEST_CASE("a verdict on rounding: another shape is beyond it, of a sequence nothing is known") {
  CHECK(kind({floats({1})}, expected({1, 2}, {1, 1})) == Kind::beyond);
  const Type type = Type::tensor(DType::float32);
  const auto list = [&](double x) { return Value(Sequence{type, {floats({x})}}); };
  const BoundedOutputs wanted{{list(1)}, {Bound{}}};
  CHECK(kind({list(1)}, wanted) == Kind::within);
  CHECK(kind({list(2)}, wanted) == Kind::unknown);
  CHECK(kind({floats({1})}, wanted) == Kind::unknown);
}

TEST_CASE("a verdict on rounding is told in words and in amounts") {
  RoundingVerdict verdict{
      .kind = Kind::unlikely, .share = 0.25, .times = 31, .reason = "", .evaluations = 30};
  CHECK(to_string(verdict) ==
        "31 times as far off as 30 honest evaluations, which rounding hardly explains");
  CHECK(amounts_text(verdict) == "31 times the spread of 30 honest evaluations, 0.25 of the bound");
  verdict = {.kind = Kind::beyond, .times = 7e41, .reason = "", .evaluations = 30};
  CHECK(to_string(verdict) ==
        "further off than rounding allows, more than a million times as far off as 30 honest "
        "evaluations");
  verdict.kind = Kind::within;
  CHECK(to_string(verdict) == "no further off than honest evaluations are");
  verdict = {.kind = Kind::unknown, .reason = "no bound"};
  CHECK(to_string(verdict) == "not known to be rounding: no bound");
  CHECK(amounts_text(verdict) == "no bound");
}

TEST_CASE("a verdict on rounding is the same after JSON") {
  const RoundingVerdict verdict = rounding_verdict({floats({1.5, 2})}, expected({1, 2}, {0.25, 1}));
  const RoundingVerdict again = rounding_verdict_from_json(to_json(verdict));
  CHECK(again.kind == verdict.kind);
  CHECK(again.share == verdict.share);
  CHECK_THROWS_AS(
      rounding_verdict_from_json({{"verdict", "perhaps"}, {"share", 0}, {"reason", ""}}),
      InvalidInput);
}

}  // namespace etalon::verdict_test
