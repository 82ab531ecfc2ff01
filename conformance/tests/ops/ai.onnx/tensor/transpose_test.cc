#include "conformance/tests/ops/one_node.h"

namespace etalon::test::transpose_test {

TEST_CASE("Transpose permutes axes; reversed by default") {
  const Tensor data = i64({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(OneNode("Transpose", 1).run({data})) == "int64[3, 2] 1 4 2 5 3 6");
  CHECK(show(OneNode("Transpose", 13).set("perm", Integers{0, 1}).run({data})) ==
        "int64[2, 3] 1 2 3 4 5 6");
  CHECK(show(OneNode("Transpose", 13)
                 .set("perm", Integers{2, 0, 1})
                 .run({texts({1, 2, 1}, {"a", "b"})})) == "string[1, 1, 2] 'a' 'b'");
  CHECK(show(OneNode("Transpose", 13).run({f32({}, {1})})) == "float[] 1");
  CHECK(show(OneNode("Transpose", 25).run({tensor(DType::int4, {0, 2}, {})})) == "int4[2, 0]");
  CHECK(OneNode("Transpose", 13).set("perm", Integers{0, 0}).error({data}) ==
        "InvalidInput: Transpose-13 (output 'y0'): axis 0 is named twice");
  CHECK(OneNode("Transpose", 13).set("perm", Integers{0}).error({data}) ==
        "InvalidInput: Transpose-13 (output 'y0'): perm has 1 axes where data has 2");
  for (const int opset : {1, 25}) {
    CHECK(OneNode("Transpose", opset)
              .set("perm", Integers{-1, 0})
              .error({data})
              .ends_with("perm holds -1, which is negative"));
  }
}

}  // namespace etalon::test::transpose_test
