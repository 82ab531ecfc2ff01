#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sample_op_test {

TEST_CASE("SampleOp gives its input") {
  OneNode sample("SampleOp", 1, "com.microsoft");
  CHECK(show(sample.run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(show(sample.run({i64({}, {7})})) == "int64[] 7");
}

}  // namespace etalon::test::sample_op_test
