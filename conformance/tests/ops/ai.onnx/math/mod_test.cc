#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mod_test {
namespace {

const std::vector<double> dividends = {-4, 7, 5, 4, -7, 8};
const std::vector<double> divisors = {2, -3, 8, -2, 3, 5};

}  // namespace

TEST_CASE("Mod of integers has the divisor's sign, with fmod the dividend's") {
  const Tensor A = tensor(DType::int8, {6}, dividends);
  const Tensor B = tensor(DType::int8, {6}, divisors);
  for (const int opset : {10, 13, 28}) {
    CHECK(show(OneNode("Mod", opset).run({A, B})) == "int8[6] 0 -2 5 0 2 3");
    CHECK(show(OneNode("Mod", opset).set("fmod", 1).run({A, B})) == "int8[6] 0 1 5 0 -1 3");
  }
}

TEST_CASE("Mod of integer extremes does not trap") {
  const Tensor lowest = i64({3}, {INT64_MIN, INT64_MIN, INT64_MAX});
  const Tensor B = i64({3}, {-1, INT64_MAX, INT64_MIN});
  // By hand: -2^63 - (-2)(2^63 - 1) = 2^63 - 2, and 2^63 - 1 - 2^63 = -1.
  CHECK(show(OneNode("Mod", 13).run({lowest, B})) == "int64[3] 0 9223372036854775806 -1");
  CHECK(show(OneNode("Mod", 13).set("fmod", 1).run({lowest, B})) ==
        "int64[3] 0 -1 9223372036854775807");
  CHECK(show(OneNode("Mod", 13).run({integers(DType::uint64, {3}, {-1, -1, 5}),
                                     integers(DType::uint64, {3}, {-1, 10, -1})})) ==
        "uint64[3] 0 5 5");
}

TEST_CASE("Mod of an integer by 0 is an error") {
  CHECK(OneNode("Mod", 10).error({i64({1}, {7}), i64({1}, {0})}) ==
        "Unspecified: Mod-10 (output 'y0'): the integer 7 is divided by 0");
}

TEST_CASE("Mod of floats with fmod is exact and has the dividend's sign") {
  const Tensor A = f32({6}, {-4.5, 7.25, 1e30, -0.0, 5, -5});
  const Tensor B = f32({6}, {2, -3, 7, 2, INFINITY, -INFINITY});
  // By exact arithmetic: float32's 1e30 is 1000000015047466219876688855040 = 7k + 1.
  for (const int opset : {10, 13, 28}) {
    CHECK(show(OneNode("Mod", opset).set("fmod", 1).run({A, B})) == "float[6] -0.5 1.25 1 -0 5 -5");
    CHECK(show(OneNode("Mod", opset)
                   .set("fmod", 1)
                   .run({f32({4}, {INFINITY, 1, NAN, 1}), f32({4}, {2, 0, 1, NAN})})) ==
          "float[4] nan nan nan nan");
  }
}

TEST_CASE("Mod before 28 refuses floats without fmod") {
  for (const int opset : {10, 13}) {
    CHECK(OneNode("Mod", opset).error({f32({1}, {1}), f32({1}, {1})}) ==
          fmt::format("InvalidInput: Mod-{} (output 'y0'): fmod is 0, which tensor(float) does not "
                      "admit",
                      opset));
  }
  CHECK(OneNode("Mod", 13).set("fmod", 2).error({i64({1}, {1}), i64({1}, {1})}) ==
        "InvalidInput: Mod-13 (output 'y0'): fmod is 2, neither 0 nor 1");
}

TEST_CASE("Mod-28 of floats without fmod has the divisor's sign") {
  const auto mod = [](const std::vector<double>& a, const std::vector<double>& b) {
    return show(OneNode("Mod", 28).run({f32({a.size()}, a), f32({b.size()}, b)}));
  };
  CHECK(mod({-4.5, 7.25, 4.5, -7.25}, {2, -3, 2, 3}) == "float[4] 1.5 -1.75 0.5 1.75");
  CHECK(mod({0, -0.0, 0, -0.0, -4, 4}, {2, 2, -2, -2, 2, -2}) == "float[6] 0 0 -0 -0 0 -0");
  CHECK(mod({3, -3, 3, -3}, {INFINITY, -INFINITY, -INFINITY, INFINITY}) ==
        "float[4] 3 -3 -inf inf");
  CHECK(mod({0, -0.0}, {-INFINITY, INFINITY}) == "float[2] -0 0");
  CHECK(mod({INFINITY, -INFINITY, 1, 1, -1, NAN, 1}, {2, INFINITY, 0, -0.0, 0, 1, NAN}) ==
        "float[7] nan nan nan nan nan nan nan");
}

TEST_CASE("Mod broadcasts both ways") {
  CHECK(show(OneNode("Mod", 13).run({i64({2, 1}, {7, 8}), i64({2}, {3, 5})})) ==
        "int64[2, 2] 1 2 2 3");
  CHECK(show(OneNode("Mod", 13).run({i64({}, {7}), i64({}, {4})})) == "int64[] 3");
  CHECK(show(OneNode("Mod", 13).run({i64({0}, {}), i64({1}, {0})})) == "int64[0]");
}

}  // namespace etalon::test::mod_test
