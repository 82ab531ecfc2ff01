#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_qlinear_reduce_mean_test {

TEST_CASE("QLinearReduceMean reduces all axes where `axes` has none") {
  OneNode mean("QLinearReduceMean", 1, "com.microsoft");
  const Values inputs = {u8({2, 2}, {1, 2, 3, 6}), f32({}, {1}), none, f32({}, {1})};
  CHECK(show(mean.set("axes", Integers{}).set("keepdims", 0).run(inputs)) == "uint8[] 3");
  CHECK(show(mean.set("keepdims", 1).run(inputs)) == "uint8[1, 1] 3");
  CHECK(mean.set("axes", Integers{2}).error(inputs) ==
        "InvalidInput: com.microsoft.QLinearReduceMean-1 (output 'y0'): axis 2 is outside [-2, 1]");
}

}  // namespace etalon::test::microsoft_qlinear_reduce_mean_test
