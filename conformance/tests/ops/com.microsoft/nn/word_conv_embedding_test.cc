#include "conformance/tests/ops/one_node.h"

namespace etalon::test::word_conv_embedding_test {

TEST_CASE("WordConvEmbedding refuses shapes and sizes that do not fit") {
  OneNode embedding("WordConvEmbedding", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.WordConvEmbedding-1 (output 'y0'): ";
  const Tensor W = zeros({1, 1, 2, 3}), B = zeros({1}), C = zeros({2, 3});
  CHECK(embedding.error({i32({1, 1}, {1}), W, B, C}) == place + "a window of 2 exceeds words of 1");
  CHECK(embedding.error({i32({1, 2}, {1, -1}), W, B, C}) ==
        place + "character -1 is outside [0, 1]");
  CHECK(embedding.error({i32({2}, {1, 1}), W, B, C}) == place + "Sequence has rank 1, not 2");
  CHECK(embedding.error({i32({1, 2}, {1, 1}), W, B, zeros({2, 2})}) ==
        place + "W has the shape [1, 1, 2, 3], not [_, 1, _, 2]");
  CHECK(embedding.set("embedding_size", 2).error({i32({1, 2}, {1, 1}), W, B, C}) ==
        place + "embedding_size is 2, not 1");
}

}  // namespace etalon::test::word_conv_embedding_test
