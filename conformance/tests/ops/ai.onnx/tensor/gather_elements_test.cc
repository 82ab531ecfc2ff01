#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gather_elements_test {

TEST_CASE("GatherElements indexes one axis by value; the others by place") {
  const Tensor data = f32({3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
  CHECK(show(OneNode("GatherElements", 11).run({data, i64({2, 3}, {1, 2, 0, 2, 0, 0})})) ==
        "float[2, 3] 4 8 3 7 2 3");
  CHECK(show(OneNode("GatherElements", 11).set("axis", 1).run({data, i64({2, 1}, {-1, 0})})) ==
        "float[2, 1] 3 4");
  CHECK(show(OneNode("GatherElements", 13)
                 .set("axis", -1)
                 .run({data, tensor(DType::int32, {1, 4}, {0, 0, 2, 2})})) ==
        "float[1, 4] 1 1 3 3");
  CHECK(show(OneNode("GatherElements", 13).run({data, i64({0, 3}, {})})) == "float[0, 3]");
  CHECK(show(OneNode("GatherElements", 13).run({texts({2}, {"a", "b"}), i64({1}, {1})})) ==
        "string[1] 'b'");
}

TEST_CASE("GatherElements refuses indices out of range and shapes that do not fit") {
  const Tensor data = f32({2, 2}, {1, 2, 3, 4});
  CHECK(OneNode("GatherElements", 13).error({data, i64({1, 1}, {2})}) ==
        "InvalidInput: GatherElements-13 (output 'y0'): index 2 is outside [-2, 1]");
  CHECK(OneNode("GatherElements", 13).error({data, i64({1, 3}, {0, 0, 0})}) ==
        "InvalidInput: GatherElements-13 (output 'y0'): indices' shape [1, 3] does not fit data's "
        "[2, 2]");
  CHECK(OneNode("GatherElements", 13).error({data, i64({1}, {0})}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::gather_elements_test
