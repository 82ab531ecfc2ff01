#include "conformance/tests/ops/one_node.h"

namespace etalon::test::causal_conv_with_state_test {
namespace {

OneNode node() { return OneNode("CausalConvWithState", 27).outputs(2); }

}  // namespace

TEST_CASE("CausalConvWithState looks at the present and the past only") {
  const Tensor input = f32({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor weight = f32({2, 1, 2}, {10, 1, 100, 1});
  const Values Y = node().run_all({input, weight});
  CHECK(show(Y[0]) == "float[1, 2, 3] 1 12 23 4 405 506");
  CHECK(show(Y[1]) == "float[1, 2, 1] 3 6");
  const Values next = node().run_all({f32({1, 2, 1}, {7, 8}), weight, f32({2}, {0, 0.5}), Y[1]});
  CHECK(show(next[0]) == "float[1, 2, 1] 37 608.5");
  CHECK(show(next[1]) == "float[1, 2, 1] 7 8");
}

TEST_CASE("CausalConvWithState keeps what remains of a longer past") {
  const Values Y = node().run_all(
      {f32({1, 1, 1}, {3}), f32({1, 1, 3}, {1, 1, 1}), Value(), f32({1, 1, 2}, {1, 2})});
  CHECK(show(Y[0]) == "float[1, 1, 1] 6");
  CHECK(show(Y[1]) == "float[1, 1, 2] 2 3");
  const Values fresh = node().run_all({f32({1, 1, 1}, {3}), f32({1, 1, 3}, {1, 1, 1})});
  CHECK(show(fresh[1]) == "float[1, 1, 2] 0 3");
  const Values single = node().run_all({f32({1, 1, 2}, {3, 4}), f32({1, 1, 1}, {2})});
  CHECK(show(single[0]) == "float[1, 1, 2] 6 8");
  CHECK(show(single[1]) == "float[1, 1, 0]");
  const Values empty =
      node().run_all({f32({1, 1, 0}, {}), f32({1, 1, 2}, {1, 1}), Value(), f32({1, 1, 1}, {9})});
  CHECK(show(empty[0]) == "float[1, 1, 0]");
  CHECK(show(empty[1]) == "float[1, 1, 1] 9");
}

TEST_CASE("CausalConvWithState activates") {
  const Values inputs{f32({1, 1, 3}, {0, 1, -1}), f32({1, 1, 1}, {1})};
  for (const char* activation : {"silu", "swish"}) {
    CHECK(show(node().set("activation", activation).run(inputs)) ==
          "float[1, 1, 3] 0 0.7310586 -0.26894143");  // x / (1 + exp(−x)), mpmath
  }
  CHECK(show(node().set("activation", "none").run(inputs)) == "float[1, 1, 3] 0 1 -1");
  CHECK(show(node()
                 .set("activation", "silu")
                 .run({tensor(DType::float16, {1, 1, 2}, {-INFINITY, 1000}),
                       tensor(DType::float16, {1, 1, 1}, {1})})) == "float16[1, 1, 2] nan 1e+03");
  CHECK(node()
            .set("activation", "relu")
            .error(inputs)
            .ends_with("activation is 'relu'; it may be none, silu, swish"));
}

TEST_CASE("CausalConvWithState refuses shapes that do not fit") {
  const Tensor input = f32({1, 1, 1}, {1});
  CHECK(node()
            .error({input, f32({2, 1, 1}, {1, 1})})
            .ends_with(
                "the weight's shape [2, 1, 1] is not [channels, 1, k] for the input's [1, 1, 1]"));
  CHECK(node()
            .error({input, f32({1, 1, 2}, {1, 1}), Value(), f32({1, 1, 2}, {1, 1})})
            .ends_with("past_state has the shape [1, 1, 2], not [1, 1, 1]"));
  CHECK(node()
            .error({input, f32({1, 1, 1}, {1}), f32({2}, {1, 1})})
            .ends_with("the bias has the shape [2] where there are 1 channels"));
}

}  // namespace etalon::test::causal_conv_with_state_test
