#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::random_normal_test {

TEST_CASE("RandomNormal draws what NumPy draws from the same seed") {
  CHECK(near(OneNode("RandomNormal", 1)
                 .set("seed", 3.0)
                 .set("mean", 10.0)
                 .set("scale", 2.0)
                 .set("shape", Integers{3})
                 .run({}),
             f32({3}, {13.57725715637207, 10.87302017211914, 10.192995071411133}), 0));
}

TEST_CASE("RandomNormal without a seed has the mean and deviation asked for") {
  const std::vector<double> x = numbers(
      OneNode("RandomNormal", 22).set("mean", 5.0).set("scale", 3.0).set("shape", many).run({}));
  CHECK(std::abs(mean(x) - 5) < 0.05);
  CHECK(std::abs(variance(x) - 9) < 0.2);
}

}  // namespace etalon::test::random_normal_test
