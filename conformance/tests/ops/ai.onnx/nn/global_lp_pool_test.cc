#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"

namespace etalon::test::global_lp_pool_test {

TEST_CASE("GlobalLpPool is the norm of each channel; p is a float in version 1") {
  const Tensor X = f32({1, 2, 1, 2}, {3, -4, 1, 1});
  CHECK(show(OneNode("GlobalLpPool", 1).run({X})) == "float[1, 2, 1, 1] 5 1.4142135");
  CHECK(show(OneNode("GlobalLpPool", 1).set("p", 1.0).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 2).set("p", 1).run({X})) == "float[1, 2, 1, 1] 7 2");
  CHECK(show(OneNode("GlobalLpPool", 22).run({tensor(DType::bfloat16, {1, 1, 2}, {3, 4})})) ==
        "bfloat16[1, 1, 1] 5");
}

TEST_CASE("GlobalLpPool of a matrix takes the signs off and of no elements is 0") {
  CHECK(show(OneNode("GlobalLpPool", 2).run({f32({1, 2}, {3, -4})})) == "float[1, 2] 3 4");
  CHECK(show(OneNode("GlobalLpPool", 2).run({f32({1, 1, 0}, {})})) == "float[1, 1, 1] 0");
  CHECK(OneNode("GlobalLpPool", 2).set("p", 0).error({f32({1, 2}, {3, -4})}) ==
        "Unspecified: GlobalLpPool-2 (output 'y0'): p is 0, and no norm has that order");
}

TEST_CASE("GlobalLpPool decides roots half way between two numbers whatever its order") {
  const uint64_t undecided = evaluation().undecided_results;
  const auto norm = [](int64_t p, DType type, const std::vector<double>& x) {
    return show(OneNode("GlobalLpPool", 22).set("p", p).run({tensor(type, {1, 1, x.size()}, x)}));
  };
  // 1³ + 6³ + 8³ = 9³: 9 · 229 = 2061 is between 2060 and 2062, and 1030 is even.
  CHECK(norm(3, DType::float16, {229, 6 * 229, 8 * 229}) == "float16[1, 1, 1] 2.06e+03");
  // 9 · 231 = 2079: of 1039 and 1040 the second is even.
  CHECK(norm(3, DType::float16, {231, -6 * 231, 8 * 231}) == "float16[1, 1, 1] 2.08e+03");
  // The fifth root of 243 · 683⁵ is 3 · 683 = 2049.
  CHECK(norm(5, DType::float16, std::vector<double>(243, 683)) == "float16[1, 1, 1] 2048");
  const double k = 1000799917193445;  // 9 · k = 2^53 + 13
  const Tensor x = tensor(DType::float64, {1, 1, 3}, {k, 6 * k, 8 * k});
  CHECK(OneNode("GlobalLpPool", 22).set("p", 3).run({x}).tensor().item<double>() == 0x1p53 + 12);
  CHECK(evaluation().undecided_results == undecided);
}

}  // namespace etalon::test::global_lp_pool_test
