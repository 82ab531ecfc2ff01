#include "conformance/tests/ops/one_node.h"

namespace etalon::test::qattention_test {
namespace {

OneNode node() {
  OneNode made("QAttention", 1, "com.microsoft");
  made.set("num_heads", 1);
  return made;
}

}  // namespace

TEST_CASE("QAttention rounds the projection once; to the type of the bias") {
  // 2^24 + 1 is no float32, 2^24 + 1 + 1 is one
  const Tensor X = u8({1, 1, 1}, {1}), weight = i8({1, 3}, {0, 0, 1});
  CHECK(show(node().run({X, weight, f32({3}, {0, 0, 16777216}), f32({}, {1}), f32({}, {2})})) ==
        "float[1, 1, 1] 16777218");
}

TEST_CASE("QAttention refuses what does not fit and does not guess") {
  const Tensor X = u8({1, 1, 1}, {1}), weight = i8({1, 3}, {0, 0, 1}), bias = zeros({3});
  const Tensor one = f32({}, {1});
  const std::string place = "com.microsoft.QAttention-1 (output 'y0'): ";
  CHECK(node().error({X, weight, bias, one, f32({2}, {1, 1})}) ==
        "InvalidInput: " + place + "weight_scale has the shape [2], not [3]");
  CHECK(node().set("past_present_share_buffer", 1).error({X, weight, bias, one, one}) ==
        "Unspecified: " + place +
            "no input says how much of the buffer of past_present_share_buffer is used");
}

}  // namespace etalon::test::qattention_test
