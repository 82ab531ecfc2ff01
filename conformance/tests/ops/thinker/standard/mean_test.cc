#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_mean_test {

TEST_CASE("thinker's Mean of integers rounds up from the half; of the sum in 64 bits") {
  const auto mean = [](const Values& data) { return show(thinker("Mean", 13).run(data)); };
  CHECK(mean({i8({2}, {100, -100}), i8({2}, {100, -99})}) == "int8[2] 100 -99");
  CHECK(mean({i8({2}, {1, -1}), i8({1}, {2})}) == "int8[2] 2 1");
  CHECK(mean({i8({2}, {-1, -3}), i8({1}, {-2})}) == "int8[2] -1 -2");
  const int64_t big = (int64_t{1} << 61) + 1;
  CHECK(mean({i64({1}, {big}), i64({1}, {big}), i64({1}, {big})}) ==
        "int64[1] 2305843009213693953");
  CHECK(mean({f32({1}, {1}), f32({1}, {2})}) == "float[1] 1.5");
  CHECK(mean({i8({0}, {})}) == "int8[0]");
}

}  // namespace etalon::test::thinker_mean_test
