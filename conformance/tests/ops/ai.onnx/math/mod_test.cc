#include "conformance/tests/ops/one_node.h"

namespace etalon::test::mod_test {

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
  CHECK(mod({0, -0.0, 0, -0.0, -4, 4}, {2, 2, -2, -2, 2, -2}) == "float[6] 0 0 -0 -0 0 -0");
  CHECK(mod({0, -0.0}, {-INFINITY, INFINITY}) == "float[2] -0 0");
}

}  // namespace etalon::test::mod_test
