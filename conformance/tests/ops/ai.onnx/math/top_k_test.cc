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

TEST_CASE("TopK-1 takes k as an attribute, TopK-10 as an input") {
  const Tensor X = f32({4}, {1, 4, 2, 3});
  CHECK(shown(OneNode("TopK", 1).set("k", 2).outputs(2).run_all({X})) ==
        "float[2] 4 3; int64[2] 1 3");
  for (const int64_t opset : {10, 11, 24}) {
    CHECK(shown(OneNode("TopK", opset).outputs(2).run_all({X, i64({1}, {2})})) ==
          "float[2] 4 3; int64[2] 1 3");
  }
}

TEST_CASE("TopK-11 gives the smallest elements with largest=0") {
  CHECK(top_k(f32({4}, {1, 4, 2, 3}), 2, 0) == "float[2] 1 2; int64[2] 0 2");
}

TEST_CASE("TopK sorts along its axis") {
  const Tensor X = f32({2, 3}, {1, 5, 3, 4, 2, 6});
  CHECK(top_k(X, 1, 1, 0) == "float[1, 3] 4 5 6; int64[1, 3] 1 0 1");
  CHECK(top_k(X, 2) == "float[2, 2] 5 3 6 4; int64[2, 2] 1 2 2 0");
  CHECK(top_k(f32({2, 0}, {}), 1, 1, 0) == "float[1, 0]; int64[1, 0]");
}

TEST_CASE("TopK puts the lower index first among equal elements") {
  const Tensor X = f32({4}, {2, 1, 2, 1});
  CHECK(top_k(X, 4) == "float[4] 2 2 1 1; int64[4] 0 2 1 3");
  CHECK(top_k(X, 4, 0) == "float[4] 1 1 2 2; int64[4] 1 3 0 2");
  CHECK(top_k(f32({2}, {-0.0, 0.0}), 2) == "float[2] -0 0; int64[2] 0 1");
}

TEST_CASE("TopK takes NaN for larger than all numbers") {
  const Tensor X = f32({4}, {NAN, INFINITY, NAN, 1});
  CHECK(top_k(X, 4) == "float[4] nan nan inf 1; int64[4] 0 2 1 3");
  CHECK(top_k(X, 4, 0) == "float[4] 1 inf nan nan; int64[4] 3 1 0 2");
}

// Element i is i % 4, and each 0 in turn -0 and 0: the ten 3s stand at 3, 7, …, the zeros at 0, 4,
// ….
TEST_CASE("TopK puts the lower index first among the equal elements of a long line") {
  Floats values(40);
  for (size_t i = 0; i < 40; ++i) values[i] = i % 8 == 0 ? -0.0 : double(i % 4);
  CHECK(top_k(f32({40}, values), 12) ==
        "float[12] 3 3 3 3 3 3 3 3 3 3 2 2; int64[12] 3 7 11 15 19 23 27 31 35 39 2 6");
  CHECK(top_k(f32({40}, values), 4, 0) == "float[4] -0 0 -0 0; int64[4] 0 4 8 12");
  values[30] = values[5] = NAN;
  CHECK(top_k(f32({40}, values), 3) == "float[3] nan nan 3; int64[3] 5 30 3");
  const std::string all = top_k(f32({40}, values), 40, 0);
  CHECK(all.ends_with(" 27 31 35 39 5 30"));
}

TEST_CASE("TopK compares 64-bit integers exactly") {
  CHECK(top_k(i64({2}, {INT64_MAX - 1, INT64_MAX}), 1) ==
        "int64[1] 9223372036854775807; int64[1] 1");
  CHECK(top_k(integers(DType::uint64, {2}, {1, -1}), 1) ==
        "uint64[1] 18446744073709551615; int64[1] 1");
  CHECK(top_k(tensor(DType::bfloat16, {2}, {1, 2}), 1) == "bfloat16[1] 2; int64[1] 1");
}

TEST_CASE("TopK refuses a k that is not positive or beyond the axis") {
  const Tensor X = f32({2}, {1, 2});
  for (const int64_t K : {-1, 0, 3}) {
    CHECK(OneNode("TopK", 11).outputs(2).error({X, i64({1}, {K})}) ==
          fmt::format("InvalidInput: TopK-11 (output 'y0'): k is {}, outside [1, 2]", K));
  }
  CHECK(OneNode("TopK", 11).outputs(2).error({f32({}, {1}), i64({1}, {1})}) ==
        "InvalidInput: TopK-11 (output 'y0'): axis -1 is outside [0, -1]");
}

}  // namespace etalon::test::top_k_test
