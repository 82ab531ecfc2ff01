#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::prelu_test {

TEST_CASE("PRelu-1 takes one slope, or one for each channel, or one for each element") {
  const Tensor X = f32({1, 2, 2}, {-1, 2, -3, -4});
  for (const int opset : {1, 6}) {
    const auto prelu = [&](const Tensor& slope) {
      return show(OneNode("PRelu", opset).run({X, slope}));
    };
    CHECK(prelu(f32({1}, {0.5})) == "float[1, 2, 2] -0.5 2 -1.5 -2");
    CHECK(prelu(f32({}, {0.5})) == "float[1, 2, 2] -0.5 2 -1.5 -2");
    CHECK(prelu(f32({2}, {0.5, 10})) == "float[1, 2, 2] -0.5 2 -30 -40");
    CHECK(prelu(f32({1, 2, 2}, {1, 2, 3, 4})) == "float[1, 2, 2] -1 2 -9 -16");
  }
  CHECK(show(OneNode("PRelu", 6).run({f32({2}, {-1, -2}), f32({2}, {3, 4})})) == "float[2] -3 -8");
  CHECK(OneNode("PRelu", 6).error({X, f32({3}, {1, 2, 3})}) ==
        "InvalidInput: PRelu-6 (output 'y0'): slope's shape [3] is neither one element nor one for "
        "each channel of X's [1, 2, 2]");
  CHECK(OneNode("PRelu", 6)
            .error({f32({3}, {1, 2, 3}), f32({2}, {1, 2})})
            .starts_with("InvalidInput"));
}

TEST_CASE("PRelu-7 broadcasts slope to X, and not X to slope") {
  const Tensor X = f32({2, 2}, {-1, 2, -3, -4});
  for (const int opset : {7, 9, 16}) {
    CHECK(show(OneNode("PRelu", opset).run({X, f32({2}, {10, 100})})) ==
          "float[2, 2] -10 2 -30 -400");
    CHECK(show(OneNode("PRelu", opset).run({X, f32({2, 1}, {10, 100})})) ==
          "float[2, 2] -10 2 -300 -400");
    CHECK(show(OneNode("PRelu", opset).run({f32({0, 2}, {}), f32({2}, {1, 2})})) == "float[0, 2]");
  }
  CHECK(OneNode("PRelu", 7).error({f32({1}, {1}), f32({2}, {1, 2})}) ==
        "InvalidInput: PRelu-7 (output 'y0'): slope's shape [2] does not broadcast to X's [1]");
}

TEST_CASE("PRelu-9 takes integers, which wrap") {
  CHECK(show(OneNode("PRelu", 9)
                 .run({tensor(DType::int32, {3}, {-3, 4, -2147483648}),
                       tensor(DType::int32, {1}, {2})})) == "int32[3] -6 4 0");
  CHECK(show(OneNode("PRelu", 16)
                 .run({integers(DType::uint64, {1}, {-1}), integers(DType::uint64, {1}, {2})})) ==
        "uint64[1] 18446744073709551615");
}

}  // namespace etalon::test::prelu_test
