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

}  // namespace

TEST_CASE("LinearAttention-27 scales by 1/√d_k unless an attribute says otherwise") {
  const Tensor X = f32({1, 1, 4}, {1, 1, 1, 1});
  CHECK(show(node("linear").set("scale", 0.0).run({X, X, f32({1, 1, 1}, {3})})) ==
        "float[1, 1, 1] 6");
  CHECK(show(node("linear").set("scale", 0.25).run({X, X, f32({1, 1, 1}, {3})})) ==
        "float[1, 1, 1] 3");
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
