#include "conformance/tests/ops/ai.onnx/nn/column.h"

namespace etalon::test::attention_test {
namespace {

// One head of size 1. A Q of zeros weighs all visible keys alike: Y is the mean of their values.
Tensor zeros(size_t rows) { return column(std::vector<double>(rows, 0)); }

}  // namespace

TEST_CASE("Attention-23 weighs the values by the softmax of the scaled scores") {
  const Tensor Q = tensor(DType::float64, {1, 1, 1, 2}, {0.1, 0.2});
  const Tensor K = tensor(DType::float64, {1, 1, 2, 2}, {0.3, 0.4, -0.5, 0.6});
  const Tensor V = tensor(DType::float64, {1, 1, 2, 1}, {1.1, 2.3});
  // Python's decimal, 40 digits; the scale is 1/√2 by default
  const Tensor Y = tensor(DType::float64, {1, 1, 1, 1}, {1.6915152842659351});
  CHECK(near(OneNode("Attention", 23).run({Q, K, V}), Y, 2));
}

TEST_CASE("Attention-23 takes the scale attribute for 1/√head_size") {
  const Tensor Q = f32({1, 1, 1, 4}, {1, 1, 1, 1});
  const Tensor K = f32({1, 1, 1, 4}, {1, 2, 3, 4});
  OneNode attention("Attention", 23);
  attention.outputs(4);
  CHECK(show(attention.run_all({Q, K, K})[3]) == "float[1, 1, 1, 1] 5");
  CHECK(show(attention.set("scale", 0.25).run_all({Q, K, K})[3]) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(attention.set("scale", 0.0).run_all({Q, K, K})[3]) == "float[1, 1, 1, 1] 0");
}

TEST_CASE("Attention-23 cuts heads out of the last axis of 3-D inputs") {
  const Tensor Q = Tensor::zeros(DType::float32, {1, 2, 4});
  const Tensor K = Tensor::zeros(DType::float32, {1, 2, 4});
  const Tensor V = f32({1, 2, 6}, {1, 2, 3, 4, 5, 6, 3, 4, 5, 8, 9, 10});
  OneNode attention("Attention", 23);
  attention.set("q_num_heads", 2).set("kv_num_heads", 2).set("is_causal", 1).outputs(3);
  const Values Y = attention.run_all({Q, K, V});
  CHECK(show(Y[0]) == "float[1, 2, 6] 1 2 3 4 5 6 2 3 4 6 7 8");
  CHECK(show(Y[2]) == "float[1, 2, 2, 3] 1 2 3 3 4 5 4 5 6 8 9 10");
}

TEST_CASE("Attention-23 adds a mask of Q's type and takes no other but bool") {
  OneNode attention("Attention", 23);
  attention.set("qk_matmul_output_mode", 2);
  const Values operands{zeros(1), zeros(2), column({1, 3})};
  const auto with = [&](const Tensor& mask) {
    return Values{operands[0], operands[1], operands[2], mask};
  };
  CHECK(attention.error(with(tensor(DType::int8, {2}, {-1, 2}))) ==
        "Unspecified: Attention-23 (output 'y0'): the text does not say what an attn_mask of type "
        "int8 means");
  CHECK(show(attention.outputs(4).run_all(with(f32({2}, {-1, 2})))[3]) == "float[1, 1, 1, 2] -1 2");
}

TEST_CASE("Attention-23 gives 0 for a row whose every key is masked and NaN for a NaN mask") {
  const Tensor mask = bools({2, 2}, {0, 0, 1, 0});
  OneNode attention("Attention", 23);
  attention.outputs(4).set("qk_matmul_output_mode", 3);
  const Values Y = attention.run_all({zeros(2), zeros(2), column({5, 7}), mask});
  CHECK(show(Y[0]) == "float[1, 1, 2, 1] 0 5");
  CHECK(show(Y[3]) == "float[1, 1, 2, 2] 0 0 1 0");
  CHECK(show(attention.run({zeros(1), zeros(2), column({5, 7}), f32({2}, {NAN, -INFINITY})})) ==
        "float[1, 1, 1, 1] nan");
  CHECK(show(attention.run({zeros(1), Tensor::zeros(DType::float32, {1, 1, 0, 1}),
                            Tensor::zeros(DType::float32, {1, 1, 0, 1})})) ==
        "float[1, 1, 1, 1] 0");
}

TEST_CASE("Attention-23's causal mask begins after the past") {
  OneNode attention("Attention", 23);
  attention.set("is_causal", 1).outputs(3);
  CHECK(show(attention.run({zeros(3), zeros(3), column({1, 3, 8})})) == "float[1, 1, 3, 1] 1 2 4");
  CHECK(show(attention.run({zeros(1), zeros(3), column({1, 3, 8})})) == "float[1, 1, 1, 1] 1");
  const Values Y = attention.run_all(
      {zeros(2), column({3, 4}), column({4, 8}), Value(), column({1, 2}), column({1, 3})});
  CHECK(show(Y[0]) == "float[1, 1, 2, 1] 2.6666667 4");
  CHECK(show(Y[1]) == "float[1, 1, 4, 1] 1 2 3 4");
  CHECK(show(Y[2]) == "float[1, 1, 4, 1] 1 3 4 8");
}

TEST_CASE("Attention-23's qk_matmul_output is raw or capped or biased or the weights") {
  const Tensor Q = column({2});
  const Tensor K = column({1.5, 1.5});
  const Tensor mask = f32({2}, {1, -INFINITY});
  OneNode attention("Attention", 23);
  attention.set("scale", 1.0).set("softcap", 2.0).outputs_wanted({true, false, false, true});
  const auto output = [&](int64_t mode) {
    return attention.set("qk_matmul_output_mode", mode).run_all({Q, K, K, mask})[1];
  };
  const double capped = 1.8102965072897328765;  // 2 tanh(3 / 2), Python's decimal
  CHECK(show(output(0)) == "float[1, 1, 1, 2] 3 3");
  CHECK(near(output(1), f32({1, 1, 1, 2}, {capped, capped}), 0));
  CHECK(near(output(2), f32({1, 1, 1, 2}, {capped + 1, -INFINITY}), 0));
  CHECK(show(output(3)) == "float[1, 1, 1, 2] 1 0");
  CHECK(attention.set("qk_matmul_output_mode", 4).error({Q, K, K, mask}) ==
        "InvalidInput: Attention-23 (output 'y0'): qk_matmul_output_mode 4 is outside [0, 3]");
}

TEST_CASE("Attention-23 rounds what goes into the softmax to softmax_precision") {
  // The scores are 2049 and 2048; float16 makes 2048 of 2049.
  const Tensor K = column({2049, 2048});
  const Tensor V = column({0, 1});
  OneNode attention("Attention", 23);
  attention.set("scale", 1.0);
  CHECK(near(attention.run({column({1}), K, V}), f32({1, 1, 1, 1}, {0.26894142136999512}), 0));
  CHECK(attention.set("softmax_precision", 7).error({column({1}), K, V}) ==
        "InvalidInput: Attention-23 (output 'y0'): softmax_precision 7 is not 1, 10, 11 or 16");
}

TEST_CASE(
    "Attention-23 computes the softmax of float16 in float16 unless an attribute says otherwise") {
  const Tensor Q = tensor(DType::float16, {1, 1, 1, 2}, {1, 1});
  const Tensor K = tensor(DType::float16, {1, 1, 2, 2}, {2048, 1, 2048, 0});
  const Tensor V = tensor(DType::float16, {1, 1, 2, 1}, {0, 1});
  OneNode attention("Attention", 23);
  attention.set("scale", 1.0);
  CHECK(near(attention.set("softmax_precision", 1).run({Q, K, V}),
             tensor(DType::float16, {1, 1, 1, 1}, {0.26894142136999512}), 0));
}

TEST_CASE("Attention-23 refuses inputs that do not fit") {
  const Tensor X = zeros(2);
  const Tensor flat = Tensor::zeros(DType::float32, {1, 2, 6});
  const auto error = [](const OneNode& node, const Values& inputs) {
    return node.error(inputs).substr(
        std::string("InvalidInput: Attention-23 (output 'y0'): ").size());
  };
  const OneNode attention("Attention", 23);
  CHECK(error(attention, {X, X, X, Value(), X}) ==
        "past_key and past_value are used together or not at all");
  CHECK(error(attention, {X, X, X, Value(), X, X}) ==
        "past_key and past_value are used with present_key and present_value only");
  CHECK(error(OneNode(attention).outputs(2), {X, X, X}) ==
        "present_key and present_value are used together or not at all");
  CHECK(error(attention, {X, flat, flat}) == "K has rank 3, not 4");
  CHECK(error(OneNode(attention).set("kv_num_heads", 2), {X, X, X}) ==
        "kv_num_heads is 2, but K has 1 heads");
  CHECK(show(OneNode(attention).set("q_num_heads", 0).set("kv_num_heads", 0).run({X, X, X})) ==
        "float[1, 1, 2, 1] 0 0");
  CHECK(
      error(attention, {X, X, zeros(3)}) ==
      "Q [1, 1, 2, 1], K [1, 1, 2, 1] and V [1, 1, 3, 1] do not fit by batch, heads and sequence");
  CHECK(error(attention, {Tensor::zeros(DType::float32, {1, 3, 1, 1}),
                          Tensor::zeros(DType::float32, {1, 2, 1, 1}),
                          Tensor::zeros(DType::float32, {1, 2, 1, 1})}) ==
        "3 query heads are not a multiple of 2 key and value heads");
  CHECK(error(attention, {f32({}, {1}), X, X}) == "Q, K and V have rank 3 or 4, not 0");
  CHECK(error(OneNode("Attention", 23).set("q_num_heads", 4).set("kv_num_heads", 4),
              {flat, flat, flat}) == "q_num_heads 4 does not divide the hidden size 6");
  CHECK(error(attention, {flat, flat, flat}) ==
        "attribute 'q_num_heads' is missing and has no default");
  CHECK(error(attention, {X, zeros(3), zeros(3), f32({2, 2}, {0, 0, 0, 0})}) ==
        "attn_mask's shape [2, 2] does not broadcast to [1, 1, 2, 3]");
  CHECK(error(attention, {X, zeros(3), zeros(3), Tensor::zeros(DType::float32, {2, 1, 1, 1})}) ==
        "attn_mask's shape [2, 1, 1, 1] does not broadcast to [1, 1, 2, 3]");
}

TEST_CASE("Attention-24 refuses a nonpad_kv_seqlen that does not fit") {
  const Tensor X = zeros(2);
  const Value none;
  const std::string place = "InvalidInput: Attention-24 (output 'y0'): nonpad_kv_seqlen ";
  const OneNode attention("Attention", 24);
  CHECK(attention.error({X, X, X, none, X, X, i64({1}, {2})}) ==
        place + "is not used together with past_key and past_value");
  CHECK(attention.error({X, X, X, none, none, none, i64({1}, {3})}) ==
        place + "3 is outside [0, 2]");
  CHECK(attention.error({X, X, X, none, none, none, i64({1}, {-1})}) ==
        place + "-1 is outside [0, 2]");
  CHECK(attention.error({X, X, X, none, none, none, i64({2}, {1, 1})}) ==
        place + "has the shape [2], not [1]");
  CHECK(attention.error({X, X, X, f32({1}, {0}), none, none, i64({1}, {2})}) ==
        "InvalidInput: Attention-24 (output 'y0'): attn_mask [1] is shorter than nonpad_kv_seqlen "
        "2");
}

}  // namespace etalon::test::attention_test
