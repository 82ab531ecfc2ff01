#include "conformance/tests/ops/one_node.h"

namespace etalon::test::one_hot_test {

TEST_CASE("OneHot adds an axis") {
  const Tensor values = f32({2}, {-1, 1});
  const Tensor depth = i64({}, {3});
  CHECK(show(OneNode("OneHot", 9).run({i64({2}, {0, 2}), depth, values})) ==
        "float[2, 3] 1 -1 -1 -1 -1 1");
  CHECK(show(OneNode("OneHot", 9).set("axis", 0).run({i64({2}, {0, 2}), depth, values})) ==
        "float[3, 2] 1 -1 -1 -1 -1 1");
  CHECK(show(OneNode("OneHot", 11).run({i64({}, {1}), i64({1}, {2}), texts({2}, {"off", "on"})})) ==
        "string[2] 'off' 'on'");
  CHECK(show(OneNode("OneHot", 11).run({i64({0}, {}), depth, values})) == "float[0, 3]");
  CHECK(show(OneNode("OneHot", 11).run({i64({1}, {0}), i64({}, {0}), values})) == "float[1, 0]");
  CHECK(show(OneNode("OneHot", 28)
                 .run({f32({1}, {1.9}), f32({}, {2.5}), tensor(DType::bfloat16, {2}, {0, 1})})) ==
        "bfloat16[1, 2] 0 1");
}

TEST_CASE("OneHot of an index out of range is off everywhere") {
  const Tensor values = i64({2}, {0, 1});
  const Tensor depth = i64({}, {2});
  const Tensor indices = i64({4}, {-1, 2, -3, INT64_MIN});
  CHECK(show(OneNode("OneHot", 9).run({indices, depth, values})) == "int64[4, 2] 0 0 0 0 0 0 0 0");
  CHECK(show(OneNode("OneHot", 11).run({indices, depth, values})) == "int64[4, 2] 0 1 0 0 0 0 0 0");
  CHECK(show(OneNode("OneHot", 11).run({integers(DType::uint64, {1}, {-1}), depth, values})) ==
        "int64[1, 2] 0 0");
  CHECK(show(OneNode("OneHot", 11).run({f32({2}, {INFINITY, -INFINITY}), depth, values})) ==
        "int64[2, 2] 0 0 0 0");
}

TEST_CASE("OneHot refuses depths and values that are none") {
  const Tensor values = i64({2}, {0, 1});
  const std::string place = "InvalidInput: OneHot-11 (output 'y0'): ";
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {-1}), values}) ==
        place + "depth is -1");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({2}, {1, 1}), values}) ==
        place + "depth is not a scalar");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {1}), i64({1}, {0})}) ==
        place + "values has the shape [1], not [2]");
  CHECK(OneNode("OneHot", 11).set("axis", 2).error({i64({1}, {0}), i64({}, {1}), values}) ==
        place + "axis 2 is outside [-2, 1]");
  CHECK(OneNode("OneHot", 11)
            .error({i64({1}, {0}), i64({}, {int64_t{1} << 60}), values})
            .starts_with("LimitExceeded"));
}

}  // namespace etalon::test::one_hot_test
