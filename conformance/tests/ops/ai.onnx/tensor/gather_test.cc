#include "conformance/tests/ops/one_node.h"

namespace etalon::test::gather_test {

TEST_CASE("Gather puts indices' axes in place of the axis") {
  const Tensor data = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("Gather", 1).run({data, i64({2, 1}, {2, 0})})) == "float[2, 1, 2] 5 6 1 2");
  CHECK(show(OneNode("Gather", 1).set("axis", 1).run({data, i64({}, {1})})) == "float[3] 2 4 6");
  CHECK(show(OneNode("Gather", 11).run({data, tensor(DType::int32, {1}, {-1})})) ==
        "float[1, 2] 5 6");
  CHECK(show(OneNode("Gather", 13).run({texts({2}, {"a", "b"}), i64({0}, {})})) == "string[0]");
}

TEST_CASE("Gather refuses indices out of range") {
  const Tensor data = f32({3}, {1, 2, 3});
  CHECK(OneNode("Gather", 13).error({data, i64({1}, {3})}) ==
        "InvalidInput: Gather-13 (output 'y0'): index 3 is outside [-3, 2]");
  CHECK(OneNode("Gather", 13).error({data, i64({1}, {-4})}) ==
        "InvalidInput: Gather-13 (output 'y0'): index -4 is outside [-3, 2]");
  CHECK(OneNode("Gather", 1).error({data, i64({1}, {-1})}) ==
        "InvalidInput: Gather-1 (output 'y0'): index -1 is negative");
  CHECK(OneNode("Gather", 13).error({f32({}, {1}), i64({}, {0})}).starts_with("InvalidInput"));
}

}  // namespace etalon::test::gather_test
