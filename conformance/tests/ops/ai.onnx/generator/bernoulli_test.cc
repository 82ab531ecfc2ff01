#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::bernoulli_test {

TEST_CASE("Bernoulli draws what NumPy's binomial draws from the same seed") {
  const Tensor p = tensor(DType::float64, {2, 4}, {0.1, 0.3, 0.5, 0.6, 0.7, 0.9, 0, 1});
  CHECK(show(OneNode("Bernoulli", 15).set("seed", 7.0).run({p})) == "double[2, 4] 0 1 0 0 0 1 0 1");
  CHECK(show(OneNode("Bernoulli", 22).set("seed", 7.0).set("dtype", 9).run({p})) ==
        "bool[2, 4] false true false false false true false true");
  CHECK(show(OneNode("Bernoulli", 22).set("seed", 7.0).set("dtype", 3).run({p})) ==
        "int8[2, 4] 0 1 0 0 0 1 0 1");
}

TEST_CASE("Bernoulli without a seed draws 1 with probability input") {
  const auto frequency = [](double p) {
    return mean(
        numbers(OneNode("Bernoulli", 22).run({f32({100000}, std::vector<double>(100000, p))})));
  };
  CHECK(frequency(0) == 0);
  CHECK(frequency(1) == 1);
  CHECK(std::abs(frequency(0.25) - 0.25) < 0.01);
  CHECK(std::abs(frequency(0.75) - 0.75) < 0.01);
}

TEST_CASE("Bernoulli refuses a value that is not a probability") {
  CHECK(OneNode("Bernoulli", 15).error({f32({1}, {1.5})}) ==
        "InvalidInput: Bernoulli-15 (output 'y0'): the probability 1.5 is outside [0, 1]");
  CHECK(OneNode("Bernoulli", 15).error({f32({1}, {NAN})}) ==
        "InvalidInput: Bernoulli-15 (output 'y0'): the probability nan is outside [0, 1]");
}

}  // namespace etalon::test::bernoulli_test
