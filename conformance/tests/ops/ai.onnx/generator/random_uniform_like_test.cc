#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::random_uniform_like_test {

TEST_CASE("RandomUniformLike copies shape and; without dtype; type") {
  const Tensor x = f64({1, 2}, {7, 8});
  CHECK(show(OneNode("RandomUniformLike", 1).set("seed", 42.0).run({x})) ==
        "double[1, 2] 0.3745401188473625 0.9507143064099162");
  CHECK(show(OneNode("RandomUniformLike", 22).set("seed", 42.0).set("dtype", 1).run({x})) ==
        "float[1, 2] 0.37454012 0.9507143");
  CHECK(show(OneNode("RandomUniformLike", 22).run({f32({0, 2}, {})})) == "float[0, 2]");
}

TEST_CASE("RandomUniformLike refuses an input type that it cannot return") {
  CHECK(OneNode("RandomUniformLike", 1).error({i64({1}, {1})}) ==
        "InvalidInput: RandomUniformLike-1 (output 'y0'): the output cannot have the element type "
        "int64");
}

}  // namespace etalon::test::random_uniform_like_test
