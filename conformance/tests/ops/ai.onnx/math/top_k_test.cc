#include "conformance/tests/ops/one_node.h"

namespace etalon::test::top_k_test {
namespace {

std::string top_k(const Tensor& X, int64_t K, int largest = 1, int axis = -1) {
  return shown(OneNode("TopK", 24)
                   .set("largest", largest)
                   .set("axis", axis)
                   .outputs(2)
                   .run_all({X, i64({1}, {K})}));
}

}  // namespace

TEST_CASE("TopK puts the lower index first among equal elements") {
  CHECK(top_k(f32({2}, {-0.0, 0.0}), 2) == "float[2] -0 0; int64[2] 0 1");
}

// Element i is i % 4, and each 0 in turn -0 and 0: the ten 3s stand at 3, 7, …, the zeros at 0, 4,
// ….
TEST_CASE("TopK puts the lower index first among the equal elements of a long line") {
  Floats values(40);
  for (size_t i = 0; i < 40; ++i) values[i] = i % 8 == 0 ? -0.0 : double(i % 4);
  CHECK(top_k(f32({40}, values), 4, 0) == "float[4] -0 0 -0 0; int64[4] 0 4 8 12");
  values[30] = values[5] = NAN;
  const std::string all = top_k(f32({40}, values), 40, 0);
  CHECK(all.ends_with(" 27 31 35 39 5 30"));
}

TEST_CASE("TopK refuses a k that is negative or beyond the axis") {
  const Tensor X = f32({2}, {1, 2});
  for (const int64_t K : {-1, 3}) {
    CHECK(OneNode("TopK", 11).outputs(2).error({X, i64({1}, {K})}) ==
          fmt::format("InvalidInput: TopK-11 (output 'y0'): k is {}, outside [0, 2]", K));
  }
  CHECK(OneNode("TopK", 11).outputs(2).error({f32({}, {1}), i64({1}, {1})}) ==
        "InvalidInput: TopK-11 (output 'y0'): axis -1 is outside [0, -1]");
}

}  // namespace etalon::test::top_k_test
