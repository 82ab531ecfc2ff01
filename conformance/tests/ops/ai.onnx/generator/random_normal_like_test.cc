#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::random_normal_like_test {

TEST_CASE("RandomNormalLike copies shape and; without dtype; type") {
  const Tensor x = f64({1, 2}, {7, 8});
  CHECK(near(OneNode("RandomNormalLike", 1).set("seed", 42.0).run({x}),
             f64({1, 2}, {0.4967141530112327, -0.13826430117118466})));
  CHECK(near(OneNode("RandomNormalLike", 22).set("seed", 42.0).set("dtype", 10).run({x}),
             tensor(DType::float16, {1, 2}, {0.4967141530112327, -0.13826430117118466})));
  CHECK(show(OneNode("RandomNormalLike", 22).run({f32({0, 2}, {})})) == "float[0, 2]");
}

TEST_CASE("RandomNormalLike refuses a type that it cannot return") {
  CHECK(OneNode("RandomNormalLike", 22).set("dtype", 7).error({f32({1}, {1})}) ==
        "InvalidInput: RandomNormalLike-22 (output 'y0'): the output cannot have the element type "
        "int64");
}

}  // namespace etalon::test::random_normal_like_test
