#include "ops/ai.onnx/signal/quick/root_sum.h"

#include "conformance/tests/catch.h"

namespace etalon::test::root_sum_test {

TEST_CASE("RootSum: all roots of a prime number and their shifts; cancel") {
  for (const size_t prime : {2, 3, 5, 7, 31}) {
    RootSum sum(4 * prime);
    for (size_t k = 0; k < prime; ++k) sum.add(4 * k + 1, 0.1);
    CHECK(sum.vanishes());
    sum.add(4, 0x1p-1074);
    CHECK_FALSE(sum.vanishes());
  }
}

TEST_CASE("RootSum: known cosines and sines") {
  RootSum cosine(24);  // 2 cos 60° = 1
  cosine.add_cosine(4, 1);
  cosine.add(0, -1);
  CHECK(cosine.vanishes());
  RootSum sine(12);  // 2 sin 30° = 1
  sine.add_sine(1, 1);
  sine.add(0, -1);
  CHECK(sine.vanishes());
  RootSum golden(20);  // 2 cos 72° + 2 cos 144° = -1
  golden.add_cosine(4, 1);
  golden.add_cosine(8, 1);
  CHECK_FALSE(golden.vanishes());
  golden.add(20, 1);
  CHECK(golden.vanishes());
}

TEST_CASE("RootSum: weights far apart are added exactly") {
  RootSum sum(8);
  sum.add(1, 1e300);
  sum.add(5, 1e300);
  sum.add(2, RootSum::product(0x1p-1000, 0x1p-1000));
  CHECK_FALSE(sum.vanishes());
  sum.add(6, RootSum::product(0x1p-950, 0x1p-1050));
  CHECK(sum.vanishes());
}

}  // namespace etalon::test::root_sum_test
