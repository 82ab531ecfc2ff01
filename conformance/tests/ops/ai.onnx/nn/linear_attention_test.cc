#include "conformance/tests/ops/one_node.h"

namespace etalon::test::linear_attention_test {
namespace {

OneNode node(const char* update_rule, int64_t q_num_heads = 1, int64_t kv_num_heads = 1) {
  OneNode made("LinearAttention", 27);
  made.set("update_rule", update_rule).set("q_num_heads", q_num_heads);
  made.set("kv_num_heads", kv_num_heads).set("scale", 1.0).outputs(2);
  return made;
}

// Two steps of one head, d_k = d_v = 1.
const Tensor q = f32({1, 2, 1}, {1, 2});
const Tensor k = f32({1, 2, 1}, {3, 0.5});
const Tensor v = f32({1, 2, 1}, {2, 4});
const Tensor zero_decay = f32({1, 2, 1}, {0, 0});

}  // namespace

TEST_CASE("LinearAttention-27 linear adds k ⊗ v") {
  // S = 6, 8; o = 6, 16
  CHECK(shown(node("linear").run_all({q, k, v})) == "float[1, 2, 1] 6 16; float[1, 1, 1, 1] 8");
  // S is d_k × d_v: rows are keys
  CHECK(shown(node("linear").run_all(
            {f32({1, 1, 2}, {1, 10}), f32({1, 1, 2}, {2, 3}), f32({1, 1, 3}, {5, 7, 11})})) ==
        "float[1, 1, 3] 160 224 352; float[1, 1, 2, 3] 10 14 22 15 21 33");
}

TEST_CASE("LinearAttention-27 goes on from past_state") {
  CHECK(shown(node("linear").run_all({q, k, v, f32({1, 1, 1, 1}, {1})})) ==
        "float[1, 2, 1] 7 18; float[1, 1, 1, 1] 9");
  const Tensor half = tensor(DType::float16, {1, 1, 1, 1}, {1});
  CHECK(shown(node("linear").run_all({q, k, v, half})) ==
        "float[1, 2, 1] 7 18; float16[1, 1, 1, 1] 9");
}

TEST_CASE("LinearAttention-27 gated lets the state decay by exp(g)") {
  // exp(-inf) forgets: S = 6, 2
  CHECK(shown(node("gated").run_all({q, k, v, Value(), f32({1, 2, 1}, {0, -inf})})) ==
        "float[1, 2, 1] 6 4; float[1, 1, 1, 1] 2");
  // by head, or by row of the state
  const Tensor q2 = f32({1, 1, 2}, {1, 1});
  const Tensor past = f32({1, 1, 2, 1}, {8, 16});
  CHECK(shown(node("gated").run_all(
            {q2, f32({1, 1, 2}, {0, 0}), f32({1, 1, 1}, {0}), past, f32({1, 1, 2}, {0, -inf})})) ==
        "float[1, 1, 1] 8; float[1, 1, 2, 1] 8 0");
  CHECK(shown(node("gated").run_all(
            {q2, f32({1, 1, 2}, {0, 0}), f32({1, 1, 1}, {0}), past, f32({1, 1, 1}, {-inf})})) ==
        "float[1, 1, 1] 0; float[1, 1, 2, 1] 0 0");
}

TEST_CASE("LinearAttention-27 delta writes the difference to the state's prediction") {
  // S = 0.5·3·(2 - 0) = 3; S = 3 + 1·0.5·(4 - 3·0.5) = 4.25
  const Tensor beta = f32({1, 2, 1}, {0.5, 1});
  CHECK(shown(node("delta").run_all({q, k, v, Value(), Value(), beta})) ==
        "float[1, 2, 1] 3 8.5; float[1, 1, 1, 1] 4.25");
  CHECK(shown(node("gated_delta").run_all({q, k, v, Value(), zero_decay, beta})) ==
        "float[1, 2, 1] 3 8.5; float[1, 1, 1, 1] 4.25");
  // the state decays before it is read: S = 3, then 0 + 1·0.5·(4 - 0) = 2
  CHECK(shown(node("gated_delta").run_all({q, k, v, Value(), f32({1, 2, 1}, {0, -inf}), beta})) ==
        "float[1, 2, 1] 3 4; float[1, 1, 1, 1] 2");
}

TEST_CASE("LinearAttention-27 shares a state among neighbouring query heads") {
  const Tensor queries = f32({1, 1, 4}, {1, 2, 3, 4});
  CHECK(shown(node("linear", 4, 2)
                  .run_all({queries, f32({1, 1, 2}, {1, 1}), f32({1, 1, 2}, {10, 100})})) ==
        "float[1, 1, 4] 10 20 300 400; float[1, 2, 1, 1] 10 100");
}

TEST_CASE("LinearAttention-27 takes one beta for all heads") {
  const Tensor two = f32({1, 1, 2}, {1, 1});
  CHECK(shown(node("delta", 2, 2)
                  .run_all({two, two, f32({1, 1, 2}, {10, 100}), Value(), Value(),
                            f32({1, 1, 1}, {0.5})})) ==
        "float[1, 1, 2] 5 50; float[1, 2, 1, 1] 5 50");
}

TEST_CASE("LinearAttention-27 scales by 1/√d_k unless an attribute says otherwise") {
  const Tensor X = f32({1, 1, 4}, {1, 1, 1, 1});
  CHECK(show(node("linear").set("scale", 0.0).run({X, X, f32({1, 1, 1}, {3})})) ==
        "float[1, 1, 1] 6");
  CHECK(show(node("linear").set("scale", 0.25).run({X, X, f32({1, 1, 1}, {3})})) ==
        "float[1, 1, 1] 3");
}

TEST_CASE("LinearAttention-27 of no tokens keeps the state") {
  const Tensor none = Tensor::zeros(DType::float32, {1, 0, 1});
  CHECK(shown(node("linear").run_all({none, none, none, f32({1, 1, 1, 1}, {7})})) ==
        "float[1, 0, 1]; float[1, 1, 1, 1] 7");
}

TEST_CASE("LinearAttention-27 does not round the state between tokens") {
  // 2048 + 1 + 1: in float16 each sum on its own would stay 2048
  const Tensor ones = tensor(DType::float16, {1, 3, 1}, {1, 1, 1});
  const Tensor values = tensor(DType::float16, {1, 3, 1}, {2048, 1, 1});
  CHECK(shown(node("linear").run_all({ones, ones, values})) ==
        "float16[1, 3, 1] 2048 2048 2.05e+03; float16[1, 1, 1, 1] 2.05e+03");
}

TEST_CASE("LinearAttention-27 refuses inputs that do not fit") {
  const std::string place = "InvalidInput: LinearAttention-27 (output 'y0'): ";
  CHECK(node("gated").error({q, k, v}) == place + "update_rule 'gated' needs decay");
  CHECK(node("delta").error({q, k, v}) == place + "update_rule 'delta' needs beta");
  CHECK(node("rwkv").error({q, k, v}) ==
        place + "update_rule is 'rwkv'; it may be linear, gated, delta, gated_delta");
  CHECK(node("linear").error({q, f32({1, 2, 2}, {1, 2, 3, 4}), v}) ==
        place + "key has the shape [1, 2, 2], not [1, 2, 1]");
  CHECK(node("linear").error({q, k, v, f32({1}, {1})}) ==
        place + "past_state has the shape [1], not [1, 1, 1, 1]");
  CHECK(node("linear", 1, 0).error({q, k, v}) == place + "kv_num_heads 0 is not positive");
  CHECK(node("linear", 2, 1).error({q, k, v}) ==
        place + "2 query heads and 1 key and value heads do not fit [1, 2, 1] and [1, 2, 1]");
}

}  // namespace etalon::test::linear_attention_test
