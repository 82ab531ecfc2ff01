#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qembed_layer_normalization_test {
namespace {

OneNode node() {
  OneNode made("QEmbedLayerNormalization", 1, "com.microsoft");
  made.set("epsilon", 0.0).outputs(2);
  return made;
}

// One word [1, 3] · 2, without segments; gamma is [1, 1] and beta 0.
Values one_word() {
  const Tensor one = f32({}, {1}), zero = u8({}, {0});
  return {i32({1, 1}, {0}),
          none,
          u8({1, 2}, {11, 13}),
          u8({1, 2}, {5, 5}),
          none,
          u8({2}, {1, 1}),
          u8({2}, {0, 0}),
          none,
          f32({}, {2}),
          one,
          none,
          one,
          one,
          u8({}, {10}),
          u8({}, {5}),
          none,
          zero,
          zero};
}

}  // namespace

TEST_CASE("QEmbedLayerNormalization counts the ones of a mask and 0 without one") {
  Values inputs = one_word();
  CHECK(show(node().run_all(inputs)[0]) == "float[1, 1, 2] -1 1");
  CHECK(show(node().run_all(inputs)[1]) == "int32[1] 0");
  inputs[7] = i32({1, 1}, {1});
  CHECK(show(node().run_all(inputs)[1]) == "int32[1] 1");
}

TEST_CASE("QEmbedLayerNormalization wants all that segments need and one number a scale") {
  const std::string place =
      "InvalidInput: com.microsoft.QEmbedLayerNormalization-1 (output 'y0'): ";
  Values inputs = one_word();
  inputs[1] = i32({1, 1}, {0});
  CHECK(node().error(inputs) ==
        place + "segment_ids and segment_embedding must both be there, or neither");
  inputs = one_word();
  inputs[8] = f32({2}, {1, 1});
  CHECK(node().error(inputs) ==
        place + "the scale and the zero point of word_embedding must be single numbers");
  inputs = one_word();
  inputs[0] = i32({1, 1}, {-1});
  CHECK(node().error(inputs) == place + "word_embedding has no row -1");
}

}  // namespace etalon::test::qembed_layer_normalization_test
