#include <cmath>

#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_max_unpool_test {

TEST_CASE("thinker's MaxUnPool takes indices as whole floats or int64") {
  const Tensor pooled = f32({1, 1, 1, 2}, {5, 6});
  const auto unpool = [] {
    return thinker("MaxUnPool", 11).set("kernel", Integers{1, 2}).set("stride", Integers{1, 2});
  };
  CHECK(show(unpool().run({pooled, f32({1, 1, 1, 2}, {0, 3})})) == "float[1, 1, 1, 4] 5 0 0 6");
  CHECK(show(unpool().run({pooled, i64({1, 1, 1, 2}, {1, 2})})) == "float[1, 1, 1, 4] 0 5 6 0");
  CHECK(show(unpool().run({pooled, i64({1, 1, 1, 2}, {1, 2}), i64({4}, {1, 1, 2, 2})})) ==
        "float[1, 1, 2, 2] 0 5 6 0");
  CHECK(show(thinker("MaxUnPool", 11).run({pooled, f32({1, 1, 1, 2}, {1, 0})})) ==
        "float[1, 1, 1, 2] 6 5");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, 1.5})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): indices has 1.5, which is not a whole "
        "number");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, NAN})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): indices has nan, which is not a whole "
        "number");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, INFINITY})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): index 9223372036854775807 is outside "
        "[0, 3]");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, 4})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): index 4 is outside [0, 3]");
}

}  // namespace etalon::test::thinker_max_unpool_test
