#include "conformance/tests/ops/ai.onnx/generator/draws.h"

namespace etalon::test::multinomial_test {

TEST_CASE("Multinomial draws the classes with their probabilities") {
  const Tensor input =
      f32({2, 3}, {std::log(1.0), std::log(2.0), std::log(5.0), -INFINITY, 3, -INFINITY});
  const Value output = OneNode("Multinomial", 7).set("sample_size", 40000).run({input});
  REQUIRE(output.tensor().shape() == Shape{2, 40000});
  CHECK(output.tensor().dtype() == DType::int32);
  const std::vector<double> x = numbers(output);
  const auto frequency = [&](size_t row, double outcome) {
    const auto first = x.begin() + std::ptrdiff_t(row * 40000);
    return static_cast<double>(std::count(first, first + 40000, outcome)) / 40000;
  };
  CHECK(std::abs(frequency(0, 0) - 0.125) < 0.01);
  CHECK(std::abs(frequency(0, 1) - 0.25) < 0.01);
  CHECK(std::abs(frequency(0, 2) - 0.625) < 0.01);
  CHECK(frequency(1, 1) == 1);
}

TEST_CASE("Multinomial takes its type from dtype and one sample by default") {
  CHECK(show(OneNode("Multinomial", 22).set("dtype", 7).run({f32({2, 1}, {0, -5})})) ==
        "int64[2, 1] 0 0");
  CHECK(show(OneNode("Multinomial", 22).set("sample_size", 0).run({f32({1, 1}, {0})})) ==
        "int32[1, 0]");
}

TEST_CASE("Multinomial refuses rows without a possible outcome") {
  const std::string refusal =
      "InvalidInput: Multinomial-7 (output 'y0'): a row of input has no finite log-probability";
  CHECK(OneNode("Multinomial", 7).error({f32({1, 0}, {})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {-INFINITY, -INFINITY})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {NAN, 1})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({1, 2}, {INFINITY, 1})}) == refusal);
  CHECK(OneNode("Multinomial", 7).error({f32({2}, {0, 1})}) ==
        "InvalidInput: Multinomial-7 (output 'y0'): input has rank 1, not 2");
  CHECK(OneNode("Multinomial", 22).set("sample_size", -1).error({f32({1, 2}, {0, 1})}) ==
        "InvalidInput: Multinomial-22 (output 'y0'): sample_size is -1");
}

}  // namespace etalon::test::multinomial_test
