#include "conformance/tests/ops/one_node.h"

namespace etalon::test::microsoft_attention_test {
namespace {

const std::string place = "com.microsoft.Attention-1 (output 'y0'): ";

OneNode node(int64_t num_heads = 1) {
  OneNode made("Attention", 1, "com.microsoft");
  made.set("num_heads", num_heads);
  return made;
}

// Queries and keys are 0: what is seen is weighed alike.
const Tensor weights = f32({1, 3}, {0, 0, 1});
Tensor tokens(const Floats& data) { return f32({1, data.size(), 1}, data); }

}  // namespace

TEST_CASE(
    "com.microsoft's Attention takes lengths also as the first of 3 · batch_size + 2 numbers") {
  const Tensor X = tokens({1, 3, 8});
  CHECK(show(node().run({X, weights, none, i32({1}, {2})})) == "float[1, 3, 1] 2 2 2");
  CHECK(show(node().run({X, weights, none, i32({5}, {2, 0, 3, 0, 3})})) == "float[1, 3, 1] 2 2 2");
  CHECK(show(node().run({X, weights, none, i32({2}, {3, 1})})) == "float[1, 3, 1] 5.5 5.5 5.5");
}

TEST_CASE("com.microsoft's Attention weighs all keys alike where the mask leaves none") {
  CHECK(show(node().run({tokens({1, 3}), weights, none, i32({1, 2}, {0, 0})})) ==
        "float[1, 2, 1] 2 2");
  CHECK(show(node()
                 .set("unidirectional", 1)
                 .run({tokens({1, 3}), weights, none, i32({1, 2}, {0, 0})})) ==
        "float[1, 2, 1] 1 2");
}

TEST_CASE("com.microsoft's Attention does not guess") {
  const Tensor X = tokens({1, 3});
  CHECK(node().set("do_rotary", 1).error({X, weights}) ==
        "Unspecified: " + place + "the text does not say by which angles do_rotary rotates");
  CHECK(node().error({X, weights, none, i32({1, 1, 2, 2}, {1, 1, 1, 1})}) ==
        "Unspecified: " + place + "the text does not say what a mask_index of rank 4 means");
}

TEST_CASE("com.microsoft's Attention refuses inputs that do not fit") {
  const Tensor X = tokens({1, 3});
  const std::string start = "InvalidInput: " + place;
  CHECK(node(2).error({X, weights}) == start + "2 heads do not divide Q of the shape [1, 2, 1]");
  CHECK(node().error({X, f32({1, 2}, {0, 0})}) ==
        start + "weights have 2 columns, not a multiple of 3");
  CHECK(node().set("qkv_hidden_sizes", Integers{1, 2, 1}).error({X, f32({1, 4}, {0, 0, 0, 0})}) ==
        start + "qkv_hidden_sizes [1, 2, 1] do not fit weights of 4 columns");
  CHECK(node().error({X, weights, none, i32({1, 3}, {1, 1, 1})}) ==
        start + "mask_index has the shape [1, 3], not [1, 2]");
  CHECK(node().set("past_present_share_buffer", 1).error({X, weights}) ==
        start + "past_present_share_buffer needs past_sequence_length");
  OneNode kept = node().outputs(2);
  CHECK(kept.error({X, weights, none, none, zeros({2, 1, 1, 1, 2})}) ==
        start + "past has the shape [2, 1, 1, 1, 2], not [2, 1, 1, 1, 1]");
  CHECK(kept.error({X, weights}) == start + "past and present are used together or not at all");
  CHECK(kept.set("qkv_hidden_sizes", Integers{1, 1, 2})
            .error({X, f32({1, 4}, {0, 0, 1, 2}), none, none, zeros({2, 1, 1, 1, 1})}) ==
        start + "after a past K and V have one hidden size, not 1 and 2");
}

}  // namespace etalon::test::microsoft_attention_test
