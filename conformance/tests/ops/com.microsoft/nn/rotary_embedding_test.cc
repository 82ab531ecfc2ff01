#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_rotary_embedding_test {

TEST_CASE("com.microsoft's RotaryEmbedding refuses positions that the caches do not have") {
  OneNode rotary("RotaryEmbedding", 1, "com.microsoft");
  const Tensor X = zeros({1, 1, 2, 2}), cache = f32({2, 1}, {1, 1});
  const std::string place = "InvalidInput: com.microsoft.RotaryEmbedding-1 (output 'y0'): ";
  CHECK(rotary.error({X, i64({1}, {1}), cache, cache}) == place + "position 2 is outside [0, 1]");
  CHECK(rotary.error({X, i64({1, 2}, {0, -1}), cache, cache}) ==
        place + "position -1 is outside [0, 1]");
  CHECK(rotary.error({X, i64({1, 2}, {0, 1}), cache, f32({1, 1}, {1})}) ==
        place + "sin_cache has the shape [1, 1], not [2, 1]");
}

TEST_CASE("com.microsoft's RotaryEmbedding takes heads from num_heads or from the caches") {
  OneNode rotary("RotaryEmbedding", 1, "com.microsoft");
  const Tensor X = f32({1, 1, 4}, {1, 2, 3, 4});
  const Values narrow = {X, i64({1}, {0}), f32({1, 1}, {0}), f32({1, 1}, {1})};
  CHECK(show(rotary.run(narrow)) == "float[1, 1, 4] -2 1 -4 3");
  const Values wide = {X, i64({1}, {0}), f32({1, 2}, {0, 0}), f32({1, 2}, {1, 1})};
  CHECK(show(rotary.run(wide)) == "float[1, 1, 4] -3 -4 1 2");
  CHECK(rotary.set("num_heads", 3).error(narrow) ==
        "InvalidInput: com.microsoft.RotaryEmbedding-1 (output 'y0'): heads of 1 elements do not "
        "divide a hidden size of 4");
}

}  // namespace etalon::test::microsoft_rotary_embedding_test
