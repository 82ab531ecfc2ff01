#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::prelu_test {

TEST_CASE("PRelu-1 takes one slope or one for each channel or one for each element") {
  const Tensor X = f32({1, 2, 2}, {-1, 2, -3, -4});
  CHECK(OneNode("PRelu", 6).error({X, f32({3}, {1, 2, 3})}) ==
        "InvalidInput: PRelu-6 (output 'y0'): slope's shape [3] is neither one element nor one for "
        "each channel of X's [1, 2, 2]");
  CHECK(OneNode("PRelu", 6)
            .error({f32({3}, {1, 2, 3}), f32({2}, {1, 2})})
            .starts_with("InvalidInput"));
}

TEST_CASE("PRelu-7 broadcasts slope to X and not X to slope") {
  CHECK(OneNode("PRelu", 7).error({f32({1}, {1}), f32({2}, {1, 2})}) ==
        "InvalidInput: PRelu-7 (output 'y0'): slope's shape [2] does not broadcast to X's [1]");
}

}  // namespace etalon::test::prelu_test
