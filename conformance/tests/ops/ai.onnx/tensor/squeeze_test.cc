#include "conformance/tests/ops/one_node.h"

namespace etalon::test::squeeze_test {

TEST_CASE("Squeeze removes axes of size 1") {
  const std::vector<int64_t> axes{0, 2};
  const Tensor data = counted({1, 2, 1, 1});
  CHECK(show(OneNode("Squeeze", 1).set("axes", axes).run({data})) == "float[2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 1).run({data})) == "float[2] 0 1");
  CHECK(show(OneNode("Squeeze", 11).set("axes", Integers{-1}).run({data})) == "float[1, 2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data, i64({2}, {-1, 0})})) == "float[2, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data, i64({0}, {})})) == "float[1, 2, 1, 1] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({data})) == "float[2] 0 1");
  CHECK(show(OneNode("Squeeze", 13).run({counted({})})) == "float[] 0");
  CHECK(show(OneNode("Squeeze", 13).run({counted({0, 1})})) == "float[0]");
}

TEST_CASE("Squeeze refuses other axes") {
  const Tensor data = counted({1, 2});
  CHECK(OneNode("Squeeze", 13).error({data, i64({1}, {1})}) ==
        "InvalidInput: Squeeze-13 (output 'y0'): axis 1 of [1, 2] is not of size 1");
  CHECK(OneNode("Squeeze", 1).set("axes", Integers{-2}).error({data}) ==
        "InvalidInput: Squeeze-1 (output 'y0'): axis -2 is negative");
  CHECK(OneNode("Squeeze", 13).error({data, i64({2}, {0, -2})}) ==
        "InvalidInput: Squeeze-13 (output 'y0'): axis -2 is named twice");
}

}  // namespace etalon::test::squeeze_test
