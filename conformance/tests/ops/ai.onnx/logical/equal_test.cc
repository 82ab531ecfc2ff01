#include "conformance/tests/ops/one_node.h"

namespace etalon::test::equal_test {

TEST_CASE("Equal broadcasts both ways") {
  const Tensor A = i64({2, 1}, {1, 2});
  const Tensor B = i64({2}, {1, 2});
  for (const int opset : {7, 11, 13, 19}) {
    CHECK(show(OneNode("Equal", opset).run({A, B})) == "bool[2, 2] true false false true");
  }
}

TEST_CASE("Equal compares bools and from 19 on strings") {
  const Tensor A = tensor(DType::boolean, {2}, {0, 1});
  const Tensor B = tensor(DType::boolean, {}, {1});
  for (const int opset : {7, 11, 13, 19}) {
    CHECK(show(OneNode("Equal", opset).run({A, B})) == "bool[2] false true");
  }
  CHECK(OneNode("Equal", 13)
            .error({texts({1}, {"a"}), texts({1}, {"a"})})
            .starts_with("InvalidInput"));
}

}  // namespace etalon::test::equal_test
