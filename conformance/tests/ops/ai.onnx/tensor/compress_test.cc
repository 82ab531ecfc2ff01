#include "conformance/tests/ops/one_node.h"

namespace etalon::test::compress_test {

TEST_CASE("Compress selects entries where the condition holds") {
  const Tensor input = f32({3, 2}, {1, 2, 3, 4, 5, 6});
  const Tensor first_and_third = tensor(DType::boolean, {3}, {1, 0, 1});
  CHECK(show(OneNode("Compress", 9).set("axis", 0).run({input, first_and_third})) ==
        "float[2, 2] 1 2 5 6");
  CHECK(show(OneNode("Compress", 9).run({input, first_and_third})) == "float[2] 1 3");
  CHECK(
      show(
          OneNode("Compress", 11).set("axis", -1).run({input, tensor(DType::boolean, {1}, {1})})) ==
      "float[3, 1] 1 3 5");
  CHECK(show(OneNode("Compress", 11).run({input, tensor(DType::boolean, {0}, {})})) == "float[0]");
  CHECK(show(OneNode("Compress", 28)
                 .run({tensor(DType::bfloat16, {2}, {1, -0.0}),
                       tensor(DType::boolean, {2}, {0, 1})})) == "bfloat16[1] -0");
  CHECK(OneNode("Compress", 11).set("axis", 1).error({input, first_and_third}) ==
        "InvalidInput: Compress-11 (output 'y0'): condition holds at 2, past 2 entries");
  CHECK(OneNode("Compress", 11).error({input, tensor(DType::boolean, {1, 1}, {1})}) ==
        "InvalidInput: Compress-11 (output 'y0'): condition has rank 2, not 1");
}

}  // namespace etalon::test::compress_test
