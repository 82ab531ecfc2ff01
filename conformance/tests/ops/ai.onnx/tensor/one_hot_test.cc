#include "conformance/tests/ops/one_node.h"

namespace etalon::test::one_hot_test {

TEST_CASE("OneHot refuses depths and values that are none") {
  const Tensor values = i64({2}, {0, 1});
  const std::string place = "InvalidInput: OneHot-11 (output 'y0'): ";
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {-1}), values}) ==
        place + "depth is -1");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({2}, {1, 1}), values}) ==
        place + "depth has the shape [2], not [] or [1]");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({1, 1}, {1}), values}) ==
        place + "depth has the shape [1, 1], not [] or [1]");
  CHECK(OneNode("OneHot", 11).error({i64({1}, {0}), i64({}, {1}), i64({1}, {0})}) ==
        place + "values has the shape [1], not [2]");
  CHECK(OneNode("OneHot", 11).set("axis", 2).error({i64({1}, {0}), i64({}, {1}), values}) ==
        place + "axis 2 is outside [-2, 1]");
  CHECK(OneNode("OneHot", 11)
            .error({i64({1}, {0}), i64({}, {int64_t{1} << 60}), values})
            .starts_with("LimitExceeded"));
}

}  // namespace etalon::test::one_hot_test
