#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reduce_sum_square_test {

TEST_CASE("ReduceSumSquare of an empty set gives its neutral element") {
  CHECK(show(OneNode("ReduceSumSquare", 11)
                 .set("axes", std::vector<int64_t>{1})
                 .run({f32({2, 0}, {})})) == "float[2, 1] 0 0");
}

TEST_CASE("ReduceSumSquare of integers wraps") {
  CHECK(show(OneNode("ReduceSumSquare", 18).run({tensor(DType::uint32, {2}, {65536, 3})})) ==
        "uint32[1] 9");
}

}  // namespace etalon::test::reduce_sum_square_test
