#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mel_weight_matrix_test {
namespace {

Value matrix(int64_t mels, int64_t dft_length, int64_t rate, double lower, double upper,
             DType type = DType::float32) {
  return OneNode("MelWeightMatrix", 17)
      .set("output_datatype", static_cast<int64_t>(type))
      .run({i64({}, {mels}), i64({}, {dft_length}), i64({}, {rate}), f32({}, {lower}),
            f32({}, {upper})});
}

}  // namespace

// mel(700 · (10^k - 1)) = 2595 k: from 0 to 2 in steps of 2/4 mel units of 2595, the corners are at
// 0, 700 · (√10 - 1) = 1513.6 and 700 · 9 = 6300 Hz, and at 700 · (10√10 - 1) = 21436 Hz. With 1 Hz
// … as (dft_length + 1) / sample_rate = 1/1000 a bin, these are bins 0, 1, 6 and 21.
TEST_CASE("MelWeightMatrix's triangles rise and fall between their corners") {
  const Value two = matrix(2, 49, 50000, 0, 69300);
  REQUIRE(two.tensor().shape() == Shape{25, 2});
  const Reals weights = two.tensor().as<double>();
  for (size_t f = 0; f < 25; ++f) {
    const double x = static_cast<double>(f);
    const double first = f <= 1 ? x : f <= 6 ? (6 - x) / 5 : 0;
    const double second = f < 1 ? 0 : f <= 6 ? (x - 1) / 5 : f <= 21 ? (21 - x) / 15 : 0;
    CHECK(weights(f, 0) == round_to(DType::float32, first));
    CHECK(weights(f, 1) == round_to(DType::float32, second));
  }
}

TEST_CASE("MelWeightMatrix refuses corners outside the spectrum") {
  CHECK_THROWS_AS(matrix(1, 2, 1000, 0, 100000), InvalidInput);
  CHECK_THROWS_AS(matrix(-1, 2, 1000, 0, 100), InvalidInput);
  CHECK_THROWS_AS(matrix(1, 2, 0, 0, 100), InvalidInput);
  CHECK_THROWS_AS(matrix(1, 2, 1000, -800, 100), InvalidInput);
}

}  // namespace etalon::test::mel_weight_matrix_test
