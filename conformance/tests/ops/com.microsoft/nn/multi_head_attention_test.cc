#include "conformance/tests/ops/one_node.h"

namespace etalon::test::multi_head_attention_test {
namespace {

const std::string place = "InvalidInput: com.microsoft.MultiHeadAttention-1 (output 'y0'): ";

OneNode node(int64_t num_heads = 1) {
  OneNode made("MultiHeadAttention", 1, "com.microsoft");
  made.set("num_heads", num_heads);
  return made;
}

// Queries of 0 weigh alike all keys that they see.
Tensor alike(size_t tokens) { return zeros({1, tokens, 1}); }
Tensor values(const Floats& data) { return f32({1, data.size(), 1}, data); }

}  // namespace

TEST_CASE("MultiHeadAttention takes query and key and value packed in one") {
  const Tensor packed = f32({1, 2, 1, 3, 1}, {0, 5, 1, 0, 6, 3});
  CHECK(shown(node().outputs(3).run_all({packed})) ==
        "float[1, 2, 1] 2 2; float[1, 1, 2, 1] 5 6; float[1, 1, 2, 1] 1 3");
  const Tensor two = f32({1, 2, 1, 2, 1}, {5, 1, 6, 3});
  CHECK(shown(node().outputs(3).run_all({alike(1), two})) ==
        "float[1, 1, 1] 2; float[1, 1, 2, 1] 5 6; float[1, 1, 2, 1] 1 3");
}

TEST_CASE("MultiHeadAttention adds the bias to what is packed too") {
  const Tensor packed = f32({1, 2, 1, 3, 1}, {-1, 5, 1, -1, 6, 3});
  CHECK(shown(node().outputs(3).run_all({packed, none, none, f32({3}, {1, 10, 20})})) ==
        "float[1, 2, 1] 22 22; float[1, 1, 2, 1] 15 16; float[1, 1, 2, 1] 21 23");
}

TEST_CASE("MultiHeadAttention reads each token of the past from the beam that is named") {
  const Tensor past = f32({2, 1, 3, 1}, {1, 2, 0, 10, 20, 0});
  const Tensor X = zeros({2, 1, 1});
  const Tensor beams = i32({1, 2, 3}, {0, 1, 0, 1, 0, 0});
  CHECK(shown(node().outputs(3).run_all(
            {X, X, X, none, none, none, past, past, i32({1}, {2}), beams})) ==
        "float[2, 1, 1] 7 4; float[2, 1, 3, 1] 1 2 0 10 20 0; float[2, 1, 3, 1] 1 2 0 10 20 0");
  CHECK(node().error({X, X, X, none, none, none, past, past, i32({1}, {2}),
                      i32({1, 2, 3}, {0, 2, 0, 1, 0, 0})}) == place + "beam 2 is outside [0, 1]");
}

TEST_CASE("MultiHeadAttention hides later keys even where the mask's value is small") {
  OneNode attention = node();
  attention.set("unidirectional", 1).set("mask_filter_value", -0.5);
  CHECK(show(attention.run({alike(2), values({1, 9}), values({1, 3})})) == "float[1, 2, 1] 1 2");
}

TEST_CASE("MultiHeadAttention refuses inputs that do not fit") {
  const Tensor X = alike(2), past = zeros({1, 1, 3, 1});
  CHECK(node(2).error({X, X, X}) == place + "2 heads do not divide query of the shape [1, 2, 1]");
  CHECK(node().error({X, X}) == place + "query, key and value are packed in one, or all given");
  CHECK(node().error({X, zeros({1, 2, 3}), X}) ==
        place + "key has the shape [1, 2, 3], not [1, 2, 1]");
  CHECK(node().error({X, X, X, f32({2}, {0, 0})}) == place + "bias has the shape [2], not [3]");
  CHECK(node().error({X, X, X, none, i32({1, 3}, {1, 1, 1})}) ==
        place + "key_padding_mask has the shape [1, 3], not [1, 2]");
  CHECK(node().error({X, X, X, none, none, zeros({1, 1, 1, 2})}) ==
        place + "attention_bias has the shape [1, 1, 1, 2], not [1, 1, 2, 2]");
  CHECK(node().error({X, X, X, none, none, none, past}) ==
        place + "past_key and past_value are used together or not at all");
  CHECK(node().error({X, X, X, none, none, none, past, past, i32({1}, {2})}) ==
        place + "2 earlier and 2 new tokens do not fit a buffer of 3");
}

}  // namespace etalon::test::multi_head_attention_test
