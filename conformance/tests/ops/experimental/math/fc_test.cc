#include "conformance/tests/ops/one_node.h"

namespace etalon::test::fc_test {

TEST_CASE("FC flattens X at axis and W at axis_w and adds b to every row") {
  const Tensor X = f32({2, 1, 2}, {1, 2, 3, 4});
  const Tensor b = f32({3}, {10, 20, 30});
  CHECK(show(OneNode("FC", 1).run({X, f32({3, 2}, {1, 0, 0, 1, -1, 1}), b})) ==
        "float[2, 3] 11 22 31 13 24 31");
  CHECK(show(OneNode("FC", 1).set("axis", 0).run(
            {X, f32({1, 4}, {1, 10, 100, 1000}), f32({1}, {0})})) == "float[1, 1] 4321");
  CHECK(show(OneNode("FC", 1)
                 .set("axis", -1)
                 .set("axis_w", -1)
                 .run({X, f32({1, 3, 2}, {1, 0, 0, 1, -1, 1}), b})) ==
        "float[2, 3] 11 22 31 13 24 31");
}

TEST_CASE("FC of empty batches and rows and columns") {
  const Tensor b = f32({1}, {5});
  CHECK(show(OneNode("FC", 1).run({f32({0, 2}, {}), f32({1, 2}, {1, 2}), b})) == "float[0, 1]");
  CHECK(show(OneNode("FC", 1).run({f32({1, 0}, {}), f32({1, 0}, {}), b})) == "float[1, 1] 5");
}

TEST_CASE("FC lets NaN and infinities through and rounds the sum once") {
  const Tensor W = f32({1, 2}, {1, 1});
  const Tensor b = f32({1}, {1});
  CHECK(show(OneNode("FC", 1).run({f32({2, 2}, {NAN, 1, INFINITY, 1}), W, b})) ==
        "float[2, 1] nan inf");
  // 2^24 + 1 − 2^24, whose middle is no float32.
  CHECK(show(OneNode("FC", 1).run({f32({1, 2}, {16777216, 1}), W, f32({1}, {-16777216})})) ==
        "float[1, 1] 1");
}

TEST_CASE("FC requires shapes that fit") {
  const Tensor b = f32({1}, {1});
  CHECK(OneNode("FC", 1).error({f32({1, 2}, {1, 2}), f32({1, 3}, {1, 2, 3}), b}) ==
        "InvalidInput: FC-1 (output 'y0'): X as [1, 2], W as [1, 3] and b of shape [1] do not fit "
        "X · Wᵀ + b");
  CHECK(OneNode("FC", 1).set("axis", 3).error({f32({1, 2}, {1, 2}), f32({1, 2}, {1, 2}), b}) ==
        "InvalidInput: FC-1 (output 'y0'): axis 3 is outside [-2, 1]");
}

}  // namespace etalon::test::fc_test
