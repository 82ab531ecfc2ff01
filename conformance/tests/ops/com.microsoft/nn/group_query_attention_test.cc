#include "conformance/tests/ops/one_node.h"

namespace etalon::test::group_query_attention_test {
namespace {

const std::string place = "com.microsoft.GroupQueryAttention-1 (output 'y0'): ";

OneNode node(int64_t num_heads = 1, int64_t kv_num_heads = 1) {
  OneNode made("GroupQueryAttention", 1, "com.microsoft");
  made.set("num_heads", num_heads).set("kv_num_heads", kv_num_heads);
  return made;
}

// Queries of 0 weigh alike all keys that they see.
Tensor alike(size_t tokens) { return zeros({1, tokens, 1}); }
Tensor tokens(const Floats& data) { return f32({1, data.size(), 1}, data); }
Tensor cache(const Floats& data) { return f32({1, 1, data.size(), 1}, data); }
Tensor count(double number) { return i32({1}, {number}); }

}  // namespace

TEST_CASE("GroupQueryAttention without causal lets all queries see all keys") {
  OneNode attention = node();
  attention.set("causal", 0);
  CHECK(show(attention.run({alike(2), alike(2), tokens({1, 3}), none, none, count(1), count(2)})) ==
        "float[1, 2, 1] 2 2");
  CHECK(attention.set("local_window_size", 1)
            .error({alike(2), alike(2), tokens({1, 3}), none, none, count(1), count(2)}) ==
        "InvalidInput: " + place + "local_window_size 1 needs causal");
}

TEST_CASE("GroupQueryAttention counts the query itself in its window") {
  OneNode attention = node();
  attention.set("local_window_size", 2);
  CHECK(show(attention.run({alike(3), alike(3), tokens({1, 3, 7}), none, none, count(2),
                            count(3)})) == "float[1, 3, 1] 1 2 5");
}

TEST_CASE("GroupQueryAttention without new keys asks the cache") {
  const Tensor nothing = zeros({1, 0, 1});
  CHECK(show(node().run({alike(2), nothing, nothing, cache({0, 0, 0}), cache({1, 3, 8}), count(2),
                         count(3)})) == "float[1, 2, 1] 2 4");
}

TEST_CASE("GroupQueryAttention uses the first of position_ids alone in the first prompt") {
  OneNode attention = node();
  attention.set("do_rotary", 1).outputs(2);
  const Tensor cos = f32({4, 1}, {1, 0, -1, 0}), sin = f32({4, 1}, {0, 1, 0, -1});
  const Tensor X = f32({1, 2, 2}, {1, 0, 1, 0}), past = zeros({1, 1, 1, 2});
  // positions 1 and 2, in place of 1 and 0
  CHECK(show(attention.run_all({X, X, X, none, none, count(1), count(2), cos, sin,
                                i64({1, 2}, {1, 0})})[1]) == "float[1, 1, 2, 2] 0 1 -1 0");
  CHECK(show(attention.run_all({X, X, X, past, past, count(2), count(3), cos, sin,
                                i64({1, 2}, {1, 0})})[1]) == "float[1, 1, 3, 2] 0 0 0 1 1 0");
}

TEST_CASE("GroupQueryAttention divides heads by their root mean square where weights are given") {
  OneNode attention = node();
  attention.set("qk_norm_epsilon", 0.0).outputs(2);
  const Tensor X = f32({1, 1, 2}, {3, 3}), weight = f32({2}, {1, 2});
  CHECK(show(attention.run_all({X, X, X, none, none, count(0), count(1), none, none, none, none,
                                none, none, none, weight, weight})[1]) == "float[1, 1, 1, 2] 1 2");
  CHECK(attention.error({X, X, X, none, none, count(0), count(1), none, none, none, none, none,
                         none, none, weight}) ==
        "InvalidInput: " + place +
            "q_norm_weight and k_norm_weight are used together or not at all");
}

TEST_CASE("GroupQueryAttention gives 0 as the score of a key that a query does not see") {
  OneNode attention = node();
  attention.set("qk_output", 1).outputs(4);
  const Tensor X = tokens({1, 2});
  CHECK(show(attention.run_all({X, X, X, none, none, count(1), count(2)})[3]) ==
        "float[1, 1, 2, 2] 1 0 2 4");
  CHECK(attention.set("qk_output", 0).error({X, X, X, none, none, count(1), count(2)}) ==
        "InvalidInput: " + place + "output_qk needs qk_output");
}

TEST_CASE("GroupQueryAttention refuses caches that do not fit") {
  const Tensor X = alike(1), past = cache({1});
  const auto error = [&](const Values& inputs) { return node().error(inputs); };
  CHECK(error({X, X, X, none, none, count(1), count(2)}) ==
        "InvalidInput: " + place + "a past of 0 rows does not hold 1 earlier tokens");
  CHECK(error({X, X, X, past, none, count(1), count(2)}) ==
        "InvalidInput: " + place + "past_key and past_value are used together or not at all");
  CHECK(error({X, X, X, past, past, count(2), count(2)}) ==
        "InvalidInput: " + place + "seqlens_k 2 is outside [0, 1]");
  CHECK(error({X, X, X, past, past, count(1), count(2), none, none, none, none, none, none, none,
               none, none, count(2)}) ==
        "InvalidInput: " + place + "query_seqlens 2 is outside [0, 1]");
  CHECK(node()
            .set("sliding_window_cache", 1)
            .set("local_window_size", 2)
            .error({X, X, X, past, past, count(1), count(2)}) ==
        "InvalidInput: " + place + "a window of 2 does not fit a cache of 1 rows");
  const Tensor two = zeros({2, 2, 1}), pasts = zeros({2, 1, 1, 1});
  CHECK(error({two, two, two, pasts, pasts, i32({2}, {2, 2}), count(3)}) ==
        "InvalidInput: " + place + "2 queries after a past need a batch of 1, or query_seqlens");
}

TEST_CASE("GroupQueryAttention refuses quantized caches without a scale or of another width") {
  const Tensor X = zeros({1, 1, 2}), past = tensor(DType::int8, {1, 1, 1, 2}, {1, 2});
  const Values inputs = {X, X, X, past, past, count(1), count(2)};
  CHECK(node().error(inputs) == "InvalidInput: " + place + "a cache of int8 needs k_quant_type");
  OneNode attention = node();
  attention.set("k_quant_type", "PER_TENSOR").set("v_quant_type", "PER_TENSOR");
  CHECK(attention.error(inputs) ==
        "InvalidInput: " + place + "k_quant_type needs a past and k_scale");
  Values scaled = inputs;
  scaled.resize(12);
  scaled.push_back(f32({1}, {1}));
  scaled.push_back(f32({1}, {1}));
  CHECK(attention.set("kv_cache_bit_width", 4).error(scaled) ==
        "InvalidInput: " + place + "a quantized cache of int8 has no kv_cache_bit_width 4");
}

}  // namespace etalon::test::group_query_attention_test
