#include "conformance/tests/ops/one_node.h"

namespace etalon::test::tile_test {

TEST_CASE("Tile-1 repeats along one axis") {
  const Tensor input = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Tile", 1).run({input, f32({1}, {2}), f32({1}, {1})})) ==
        "float[2, 4] 1 2 1 2 3 4 3 4");
  CHECK(show(OneNode("Tile", 1).run({input, f32({1}, {0}), f32({1}, {0})})) == "float[0, 2]");
  CHECK(OneNode("Tile", 1).error({input, f32({1}, {1.5}), f32({1}, {0})}) ==
        "InvalidInput: Tile-1 (output 'y0'): tiles is 1.5");
  CHECK(OneNode("Tile", 1).error({input, f32({1}, {2}), f32({1}, {NAN})}) ==
        "InvalidInput: Tile-1 (output 'y0'): axis is nan");
}

TEST_CASE("Tile-6 repeats along every axis") {
  const Tensor input = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Tile", 6).run({input, i64({2}, {2, 2})})) ==
        "float[4, 4] 1 2 1 2 3 4 3 4 1 2 1 2 3 4 3 4");
  CHECK(show(OneNode("Tile", 13).run({texts({1}, {"x"}), i64({1}, {3})})) ==
        "string[3] 'x' 'x' 'x'");
  CHECK(show(OneNode("Tile", 13).run({counted({1, 2, 1}), i64({3}, {2, 1, 2})})) ==
        "float[2, 2, 2] 0 0 1 1 0 0 1 1");
  CHECK(show(OneNode("Tile", 13).run({f32({}, {1}), i64({0}, {})})) == "float[] 1");
  CHECK(show(OneNode("Tile", 13).run({f32({0, 1}, {}), i64({2}, {2, 3})})) == "float[0, 3]");
  CHECK(OneNode("Tile", 13).error({input, i64({1}, {2})}) ==
        "InvalidInput: Tile-13 (output 'y0'): 1 repeats are given for 2 axes");
  CHECK(OneNode("Tile", 13).error({input, i64({2}, {1, -1})}) ==
        "InvalidInput: Tile-13 (output 'y0'): a dimension of -1 is negative");
  CHECK(OneNode("Tile", 13)
            .error({input, i64({2}, {INT64_MAX, INT64_MAX})})
            .starts_with("LimitExceeded"));
}

}  // namespace etalon::test::tile_test
