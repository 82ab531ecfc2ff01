#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_matmul_test {
namespace {

OneNode matmul() { return thinker("MatMul", 13); }

}  // namespace

TEST_CASE("thinker's MatMul flattens B's leading axes into one and keeps A's") {
  const Tensor A = f32({1, 2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(matmul().run({A, f32({3, 1, 2}, {1, 2, 3, 4, 5, 6})})) ==
        "float[1, 2, 2] 22 28 49 64");
  CHECK(show(matmul().run({f32({2}, {3, 4}), f32({2, 1}, {1, 10})})) == "float[1] 43");
  CHECK(show(matmul().run({f32({2, 1}, {3, 4}), f32({2}, {1, 10})})) == "float[2, 2] 3 30 4 40");
  CHECK(show(matmul().run({f32({2, 0}, {}), f32({0, 2}, {})})) == "float[2, 2] 0 0 0 0");
  CHECK(show(matmul().run({i8({1, 2}, {100, 28}), i8({2, 1}, {1, 1})})) == "int8[1, 1] -128");
}

TEST_CASE("thinker's MatMul has no batches") {
  CHECK(matmul().error({f32({2, 1, 2}, {1, 2, 3, 4}), f32({2, 2, 1}, {1, 2, 3, 4})}) ==
        "InvalidInput: thinker.MatMul-13 (output 'y0'): A of shape [2, 1, 2] has 2 columns where B "
        "of shape [2, 2, 1] has 4 rows");
  CHECK(matmul().error({f32({}, {1}), f32({1}, {1})}) ==
        "InvalidInput: thinker.MatMul-13 (output 'y0'): A and B must have at least one axis each");
}

}  // namespace etalon::test::thinker_matmul_test
