#include "conformance/tests/ops/experimental/aten/aten.h"

namespace etalon::test::aten_normalizations_test {

TEST_CASE("ATen's softmax and log_softmax") {
  const Tensor x = f32({2, 2}, {0, 1000, 0, 1000});
  CHECK(show(aten("softmax").set("dim", 1).run({x})) == "float[2, 2] 0 1 0 1");
  CHECK(show(aten("softmax").set("dim", 0).run({x})) == "float[2, 2] 0.5 0.5 0.5 0.5");
  CHECK(show(aten("log_softmax").set("dim", -1).run({x})) == "float[2, 2] -1000 -0 -1000 -0");
  CHECK(aten("softmax").error({x}) == aten_place + "attribute 'dim' is missing");
}

TEST_CASE("ATen's group_norm and layer_norm") {
  const Tensor x = f32({1, 2, 2}, {1, 3, 10, 30});
  CHECK(show(aten("group_norm").set("num_groups", 2).set("eps", 0.0).run({x})) ==
        "float[1, 2, 2] -1 1 -1 1");
  // Over 1, 3, 5, 7: mean 4, variance 5, √(5 + 4) = 3.
  CHECK(show(aten("group_norm")
                 .set("num_groups", 1)
                 .set("eps", 4.0)
                 .run({f32({1, 2, 2}, {1, 3, 5, 7}), f32({2}, {3, 6}), f32({2}, {0, 1})})) ==
        "float[1, 2, 2] -3 -1 3 7");
  CHECK(aten("group_norm").set("num_groups", 3).error({x}) ==
        aten_place + "num_groups 3 does not divide 2 channels");
  OneNode layer = aten("layer_norm").set("normalized_shape", Integers{2}).set("eps", 0.0);
  CHECK(show(layer.run({x, f32({2}, {1, 2}), f32({2}, {0, 0.5})})) ==
        "float[1, 2, 2] -1 2.5 -1 2.5");
  CHECK(show(layer.run({x, Value(), f32({2}, {0, 0.5})})) == "float[1, 2, 2] -1 1.5 -1 1.5");
  CHECK(layer.error({x, f32({1}, {1})}) == aten_place + "input 1 has the shape [1], not [2]");
  CHECK(layer.set("normalized_shape", Integers{3}).error({x}) ==
        aten_place + "the input's shape [1, 2, 2] does not end in [3]");
  // eps is 1e-5 by default: 1 / √(1 + 1e-5) = 0.99999500…
  CHECK(show(aten("layer_norm").set("normalized_shape", Integers{2}).run({f32({2}, {1, 3})})) ==
        "float[2] -0.999995 0.999995");
}

}  // namespace etalon::test::aten_normalizations_test
