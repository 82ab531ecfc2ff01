#include "conformance/tests/ops/one_node.h"

namespace etalon::test::remove_padding_test {

TEST_CASE("RemovePadding and RestorePadding undo each other") {
  const Tensor input = f32({2, 2, 2}, {1, 2, 3, 4, 5, 6, 0, 0});
  const Values packed =
      OneNode("RemovePadding", 1, "com.microsoft").outputs(4).run_all({input, i32({2}, {2, 1})});
  CHECK(show(OneNode("RestorePadding", 1, "com.microsoft").run({packed[0], packed[1]})) ==
        show(input));
}

TEST_CASE("RemovePadding refuses counts that do not fit") {
  OneNode remove("RemovePadding", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.RemovePadding-1 (output 'y0'): ";
  CHECK(remove.outputs(4).error({zeros({1, 2, 1}), i32({1}, {-1})}) ==
        place + "sequence_token_count -1 is outside [0, 2]");
  CHECK(remove.outputs(4).error({zeros({1, 2, 1}), i32({2}, {1, 1})}) ==
        place + "sequence_token_count has the shape [2], not [1]");
}

}  // namespace etalon::test::remove_padding_test
