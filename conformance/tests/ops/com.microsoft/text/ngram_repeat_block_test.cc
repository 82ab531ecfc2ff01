#include "conformance/tests/ops/one_node.h"

namespace etalon::test::ngram_repeat_block_test {

TEST_CASE("NGramRepeatBlock refuses sizes and shapes that do not fit") {
  OneNode block("NGramRepeatBlock", 1, "com.microsoft");
  const std::string place = "InvalidInput: com.microsoft.NGramRepeatBlock-1 (output 'y0'): ";
  const Tensor ids = i64({1, 3}, {1, -1, 1}), scores = f32({1, 2}, {1, 2});
  CHECK(block.set("ngram_size", 0).error({ids, scores}) == place + "ngram_size is 0");
  CHECK(block.set("ngram_size", 2).error({ids, scores}) == place + "token -1 is outside [0, 1]");
  CHECK(block.error({ids, f32({2, 1}, {1, 2})}) ==
        place + "scores has the shape [2, 1], not [1, _]");
  CHECK(block.error({i64({1}, {1}), scores}) == place + "input_ids has rank 1, not 2");
}

TEST_CASE("NGramRepeatBlock blocks nothing of an empty sequence") {
  OneNode block("NGramRepeatBlock", 1, "com.microsoft");
  CHECK(show(block.set("ngram_size", 1).run({i64({1, 0}, {}), f32({1, 1}, {7})})) ==
        "float[1, 1] 7");
}

}  // namespace etalon::test::ngram_repeat_block_test
