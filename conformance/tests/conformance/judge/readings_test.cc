#include "conformance/judge/readings.h"

#include <cmath>

#include "conformance/judge/answer.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::readings_test {
namespace {

using test::floats;
using test::SmallModel;

Tensor integers(const std::vector<int64_t>& values) {
  Ints all = empty_array<int64_t>({values.size()});
  std::copy(values.begin(), values.end(), all.begin());
  return Tensor::of(DType::int32, all);
}

Verdict verdict_on(const SmallModel& small, const Bindings& inputs, const Tensor& got) {
  const BoundModel model = small.model();
  return judge_values({got}, answers_of(model, inputs, {}, {}), {});
}

// ReduceMax of a NaN may be NaN or the greatest number; so the sum may be NaN or 4, and not 5.
TEST_CASE("what depends on an open element may be what its readings give") {
  const Tensor x = floats({std::nan(""), 3});
  SmallModel small(18);
  small.input("x", x).initializer("one", floats({1}).reshaped({}));
  small.node("ReduceMax", {"x"}, {"m"}).node("Add", {"m", "one"}, {"y"}).output("y");
  const auto verdict = [&](double y) {
    return verdict_on(small, {{"x", x}}, floats({y}).reshaped({1}));
  };
  CHECK(verdict(std::nan("")).grade == Grade::same);
  CHECK(verdict(4).grade == Grade::open);
  CHECK(verdict(4).points == std::vector<std::string>{"ReduceMax.nan"});
  CHECK(fails(verdict(5)));
  CHECK(fails(verdict(std::numeric_limits<double>::infinity())));
}

// |-2^31| of int32 may wrap or be 2^31 − 1: the sum of two is from -2^32 to 2^32 − 2.
TEST_CASE("where several open elements meet; all between the readings' extremes is open") {
  const Tensor x = integers({INT32_MIN, INT32_MIN});
  SmallModel small(18);
  small.input("x", x).node("Abs", {"x"}, {"a"});
  small.node("Cast", {"a"}, {"d"}).set("to", int64_t{11}).node("ReduceSum", {"d"}, {"y"});
  small.output("y", DType::float64);
  const auto verdict = [&](double y) {
    return verdict_on(small, {{"x", x}}, test::reals(DType::float64, {y}));
  };
  CHECK(verdict(-0x1p32).grade == Grade::same);
  CHECK(verdict(-1).grade == Grade::open);
  CHECK(verdict(0x1p32 - 2).grade == Grade::open);
  CHECK(fails(verdict(0x1p32)));
  CHECK(fails(verdict(-0x1p33)));
  CHECK(fails(verdict(std::nan(""))));
}

// An integer divided by 0 has no result: nothing is said of what depends on it.
TEST_CASE("what depends on an element without a result stays open to anything") {
  const Tensor x = integers({7});
  const Tensor zero = integers({0});
  SmallModel small(18);
  small.input("x", x).input("z", zero).node("Div", {"x", "z"}, {"q"});
  small.node("Add", {"q", "x"}, {"y"}).output("y", DType::int32);
  const Bindings inputs{{"x", x}, {"z", zero}};
  CHECK(verdict_on(small, inputs, integers({99})).grade <= Grade::open);
}

}  // namespace
}  // namespace etalon::readings_test
