#include "conformance/tests/ops/ai.onnx/nn/column.h"

namespace etalon::test::flex_attention_test {
namespace {

OneNode flex_attention() { return {"FlexAttention", 1, "ai.onnx.preview"}; }

}  // namespace

TEST_CASE("FlexAttention-1 weighs the values by the softmax of the scaled scores") {
  const Tensor Q = tensor(DType::float64, {1, 1, 1, 2}, {0.1, 0.2});
  const Tensor K = tensor(DType::float64, {1, 1, 2, 2}, {0.3, 0.4, -0.5, 0.6});
  const Tensor V = tensor(DType::float64, {1, 1, 2, 1}, {1.1, 2.3});
  // Python's decimal, 40 digits; the scale is 1/√2 by default
  const Tensor Y = tensor(DType::float64, {1, 1, 1, 1}, {1.6915152842659351});
  CHECK(near(flex_attention().run({Q, K, V}), Y, 2));
  CHECK(
      show(flex_attention().set("scale", 0.0).run({column({1}), column({1, 9}), column({1, 3})})) ==
      "float[1, 1, 1, 1] 2");
}

TEST_CASE("FlexAttention-1 shares a key and value head among neighbouring query heads") {
  CHECK(show(flex_attention().run(
            {zeros({1, 4, 1, 1}), zeros({1, 2, 1, 1}), f32({1, 2, 1, 2}, {10, 11, 20, 21})})) ==
        "float[1, 4, 1, 2] 10 11 10 11 20 21 20 21");
}

TEST_CASE("FlexAttention-1 gives the scores to score_mod and the weights to prob_mod") {
  const Graph twice = graph({"x"}, {{"Add", {"x", "x"}, {"y"}}}, {"y"});
  const Tensor Q = column({1});
  const Tensor K = column({0, 0.5});
  const Tensor V = column({0, 1});
  // 1 / (1 + 1/e), Python's decimal
  CHECK(near(flex_attention().set("score_mod", twice).run({Q, K, V}),
             f32({1, 1, 1, 1}, {0.73105857863000488}), 1));
  CHECK(show(flex_attention().set("prob_mod", twice).run({Q, zeros({1, 1, 2, 1}), V})) ==
        "float[1, 1, 1, 1] 1");
}

TEST_CASE("FlexAttention-1 keeps scores and weights in softmax_precision") {
  // The scores are 2049 and 2048; float16 makes 2048 of 2049.
  const Tensor Q = tensor(DType::float16, {1, 1, 1, 2}, {1, 1});
  const Tensor K = tensor(DType::float16, {1, 1, 2, 2}, {2048, 1, 2048, 0});
  const Tensor V = tensor(DType::float16, {1, 1, 2, 1}, {0, 1});
  OneNode node = flex_attention();
  node.set("scale", 1.0);
  CHECK(near(node.run({Q, K, V}), tensor(DType::float16, {1, 1, 1, 1}, {0.26894142136999512}), 0));
  CHECK(show(node.set("softmax_precision", 10).run({Q, K, V})) == "float16[1, 1, 1, 1] 0.5");
}

TEST_CASE("FlexAttention-1 gives NaN for a row of -inf and 0 for no keys") {
  const double inf = INFINITY;
  CHECK(show(flex_attention().run({column({inf}), column({-1, -1}), column({1, 2})})) ==
        "float[1, 1, 1, 1] nan");
  CHECK(show(flex_attention().run({column({1}), zeros({1, 1, 0, 1}), zeros({1, 1, 0, 1})})) ==
        "float[1, 1, 1, 1] 0");
}

TEST_CASE("FlexAttention-1 refuses inputs that do not fit") {
  const Tensor X = column({1, 2});
  const std::string place = "InvalidInput: ai.onnx.preview.FlexAttention-1 (output 'y0'): ";
  CHECK(flex_attention().error({zeros({1, 1, 1}), X, X}) ==
        place + "Q, K and V have the ranks 3, 4 and 4, not 4");
  CHECK(flex_attention().error({X, X, zeros({1, 2, 2, 1})}) == place + "K has 1 heads, V 2");
  CHECK(flex_attention().error({zeros({1, 3, 1, 1}), zeros({1, 2, 1, 1}), zeros({1, 2, 1, 1})}) ==
        place + "3 query heads are not a multiple of 2 key and value heads");
  const Graph shape = graph({"x"}, {{"Shape", {"x"}, {"y"}}}, {"y"});
  CHECK(flex_attention().set("score_mod", shape).error({X, X, X}) ==
        place + "score_mod made int64 [4] of float [1, 1, 2, 2]");
  CHECK(flex_attention().set("softmax_precision", 6).error({X, X, X}) ==
        place + "softmax_precision 6 is not 1, 10, 11 or 16");
}

}  // namespace etalon::test::flex_attention_test
