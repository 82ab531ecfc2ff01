#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/rounded.h"
#include "engine/values/evaluation.h"

namespace etalon::test::lp_pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("LpPool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("LpPool decides roots half way between two numbers whatever its order") {
  const uint64_t undecided = evaluation().undecided_results;
  // 27 · (19²)^(3/2) = 27 · 19³, the square of whose cube root is 9 · 361 = 3249.
  CHECK(evaluation().undecided_results == undecided);
}

TEST_CASE("LpPool decides a tie by an addend too small to see") {
  const double k = 1000799917193445 * 0x1p900;  // 9 · k = (2^53 + 13) · 2^900
  const auto norm = [&](double least) {
    const Tensor x = tensor(DType::float64, {1, 1, 4}, {k, 6 * k, least, 8 * k});
    return pool(22, {4}).set("p", 3).run({x}).tensor().item<double>();
  };
  const uint64_t undecided = evaluation().undecided_results;
  CHECK(norm(0) == (0x1p53 + 12) * 0x1p900);
  CHECK(norm(0x1p-1074) == (0x1p53 + 14) * 0x1p900);
  CHECK(evaluation().undecided_results == undecided);
}

TEST_CASE("LpPool needs a norm and; in version 1 too; a kernel") {
  CHECK(pool(11, {2}).set("p", 0).error({ramp}) ==
        "Unspecified: LpPool-11 (output 'y0'): p is 0, and no norm has that order");
  CHECK(OneNode("LpPool", 1).error({ramp}) ==
        "InvalidInput: LpPool-1 (output 'y0'): kernel_shape is missing");
}

}  // namespace etalon::test::lp_pool_test
