#include "conformance/tests/ops/one_node.h"

namespace etalon::test::sub_test {

TEST_CASE("Sub from 7 on broadcasts both ways") {
  const Tensor B = f32({3}, {10, 20, 30});
  CHECK(OneNode("Sub", 7).error({f32({2}, {1, 2}), B}) ==
        "InvalidInput: Sub-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

}  // namespace etalon::test::sub_test
