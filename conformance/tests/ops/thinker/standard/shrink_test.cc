#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_shrink_test {

TEST_CASE("the threshold of thinker's Shrink is called lamda") {
  const Tensor X = f32({5}, {-2, -1, 0, 1, 2});
  CHECK(show(thinker("Shrink", 9).set("lamda", 1.0).set("bias", 0.5).run({X})) ==
        "float[5] -1.5 0 0 0 1.5");
  CHECK(show(thinker("Shrink", 9).run({X})) == "float[5] -2 -1 0 1 2");
}

}  // namespace etalon::test::thinker_shrink_test
