#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/rounded.h"

namespace etalon::test::lp_pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("LpPool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("LpPool takes the norm of each window") {
  const Tensor X = f32({1, 1, 4}, {3, -4, 0, 1});
  CHECK(show(pool(1, {2}).run({X})) == "float[1, 1, 3] 5 4 1");
  CHECK(show(pool(1, {2}).set("p", 1.0).run({X})) == "float[1, 1, 3] 7 4 1");
  CHECK(show(pool(1, {2}).set("p", 0.5).run({f32({1, 1, 2}, {4, 9})})) ==
        "float[1, 1, 1] 25");  // (2 + 3)²
  CHECK(show(pool(2, {2}).set("p", 3).run({f32({1, 1, 3}, {3, 4, 5})})) ==
        "float[1, 1, 2] 4.4979415 5.7387934");  // ∛91, ∛189 (mpmath)
  CHECK(show(pool(11, {2}).set("pads", Integers{1, 1}).set("strides", Integers{2}).run({X})) ==
        "float[1, 1, 3] 3 4 1");
  CHECK(show(pool(11, {2}).set("auto_pad", "SAME_UPPER").set("strides", Integers{3}).run({X})) ==
        "float[1, 1, 2] 5 1");
}

TEST_CASE("LpPool decides roots half way between two numbers, whatever its order") {
  const uint64_t undecided = undecided_results();
  // 1³ + 6³ + 8³ = 9³: 9 · 229 = 2061 is between 2060 and 2062, 9 · 231 = 2079 before 2080.
  CHECK(show(pool(22, {3})
                 .set("p", 3)
                 .set("strides", Integers{3})
                 .run({tensor(DType::float16, {1, 1, 6}, {229, 1374, 1832, 1386, -231, 1848})})) ==
        "float16[1, 1, 2] 2.06e+03 2.08e+03");
  // 27 · (19²)^(3/2) = 27 · 19³, the square of whose cube root is 9 · 361 = 3249.
  CHECK(show(pool(1, {27}).set("p", 1.5).run(
            {tensor(DType::float16, {1, 1, 27}, std::vector<double>(27, 361.0))})) ==
        "float16[1, 1, 1] 3248");
  CHECK(undecided_results() == undecided);
}

TEST_CASE("LpPool decides a tie by an addend too small to see") {
  const double k = 1000799917193445 * 0x1p900;  // 9 · k = (2^53 + 13) · 2^900
  const auto norm = [&](double least) {
    const Tensor x = tensor(DType::float64, {1, 1, 4}, {k, 6 * k, least, 8 * k});
    return pool(22, {4}).set("p", 3).run({x}).tensor().item<double>();
  };
  const uint64_t undecided = undecided_results();
  CHECK(norm(0) == (0x1p53 + 12) * 0x1p900);
  CHECK(norm(0x1p-1074) == (0x1p53 + 14) * 0x1p900);
  CHECK(undecided_results() == undecided);
}

TEST_CASE("LpPool-18 has ceil_mode and dilations") {
  const Tensor X = f32({1, 1, 4}, {3, 0, -4, 1});
  CHECK(show(pool(18, {2}).set("dilations", Integers{2}).set("p", 1).run({X})) ==
        "float[1, 1, 2] 7 1");
  CHECK(show(pool(22, {3}).set("strides", Integers{3}).set("ceil_mode", 1).run({X})) ==
        "float[1, 1, 2] 5 1");
  CHECK(show(pool(22, {2}).run({tensor(DType::bfloat16, {1, 1, 2}, {3, 4})})) ==
        "bfloat16[1, 1, 1] 5");
}

TEST_CASE("LpPool needs a norm and, in version 1 too, a kernel") {
  CHECK(pool(11, {2}).set("p", 0).error({ramp}) ==
        "Unspecified: LpPool-11 (output 'y0'): p is 0, and no norm has that order");
  CHECK(OneNode("LpPool", 1).error({ramp}) ==
        "InvalidInput: LpPool-1 (output 'y0'): kernel_shape is missing");
}

TEST_CASE("LpPool of a kernel longer than the input by less than a stride is empty") {
  CHECK(show(pool(11, {6}).run({ramp})) == "float[1, 1, 0]");
}

TEST_CASE("A vast kernel in vast padding reads what is there") {
  const int64_t vast = (int64_t{1} << 31) - 1;
  // √(1 + 4 + 9 + 16) and √55.
  CHECK(show(pool(2, {vast}).set("pads", Integers{vast - 4, 0}).run({ramp})) ==
        "float[1, 1, 2] 5.477226 7.4161983");
}

}  // namespace etalon::test::lp_pool_test
