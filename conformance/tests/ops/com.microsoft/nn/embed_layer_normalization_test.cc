#include "conformance/tests/ops/one_node.h"

namespace etalon::test::embed_layer_normalization_test {
namespace {

const Tensor words = f32({2, 2}, {1, 2, 5, 9}), positions = f32({2, 2}, {0, 1, 2, 2});
const Tensor gamma = f32({2}, {1, 1}), beta = f32({2}, {0, 0});

OneNode node() {
  OneNode made("EmbedLayerNormalization", 1, "com.microsoft");
  made.set("epsilon", 0.0);
  return made;
}

}  // namespace

TEST_CASE("EmbedLayerNormalization counts the ones of a mask and 0 without one") {
  OneNode embed = node();
  embed.outputs(2);
  const Tensor ids = i32({1, 2}, {0, 1});
  CHECK(show(embed.run_all({ids, none, words, positions, none, gamma, beta,
                            i32({1, 2}, {2, 1})})[1]) == "int32[1] 1");
  CHECK(show(embed.run_all({ids, none, words, positions, none, gamma, beta})[1]) == "int32[1] 0");
}

TEST_CASE("EmbedLayerNormalization takes segment 0 where segment_ids are left out") {
  OneNode embed = node();
  embed.outputs(3);
  CHECK(show(embed.run_all({i32({1, 1}, {0}), none, words, positions, f32({2, 2}, {10, 20, 0, 0}),
                            gamma, beta})[2]) == "float[1, 1, 2] 11 23");
}

TEST_CASE("EmbedLayerNormalization refuses rows that are not there and shapes that do not fit") {
  const std::string place = "InvalidInput: com.microsoft.EmbedLayerNormalization-1 (output 'y0'): ";
  const Tensor ids = i32({1, 1}, {0});
  CHECK(node().error({i32({1, 1}, {-1}), none, words, positions, none, gamma, beta}) ==
        place + "word_embedding has no row -1");
  CHECK(node().error({i32({1, 3}, {0, 0, 0}), none, words, positions, none, gamma, beta}) ==
        place + "position_embedding has no row 2");
  CHECK(node().error({ids, ids, words, positions, none, gamma, beta}) ==
        place + "segment_ids need segment_embedding");
  CHECK(node().error({ids, none, words, positions, none, gamma, f32({1}, {0})}) ==
        place + "beta has the shape [1], not [2]");
}

}  // namespace etalon::test::embed_layer_normalization_test
