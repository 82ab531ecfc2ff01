#include "conformance/tests/ops/one_node.h"

namespace etalon::test::flatten_test {

TEST_CASE("Flatten splits the axes into rows and columns") {
  const auto flattened = [](const Tensor& input, int64_t axis, int64_t opset) {
    const Value result = OneNode("Flatten", opset).set("axis", axis).run({input});
    return to_string(result.tensor().shape());
  };
  const Tensor input = counted({2, 3, 4});
  CHECK(to_string(OneNode("Flatten", 1).run({input}).tensor().shape()) == "[2, 12]");
  CHECK(flattened(input, 0, 1) == "[1, 24]");
  CHECK(flattened(input, 2, 9) == "[6, 4]");
  CHECK(flattened(input, 3, 9) == "[24, 1]");
  CHECK(flattened(input, -1, 11) == "[6, 4]");
  CHECK(flattened(input, -3, 11) == "[1, 24]");
  CHECK(flattened(counted({}), 0, 13) == "[1, 1]");
  CHECK(flattened(counted({2, 0}), 1, 13) == "[2, 0]");
}

TEST_CASE("Flatten refuses axes out of its version's range") {
  const Tensor input = counted({2, 3});
  CHECK(OneNode("Flatten", 9).set("axis", -1).error({input}) ==
        "InvalidInput: Flatten-9 (output 'y0'): axis -1 is outside [0, 2]");
  CHECK(OneNode("Flatten", 11).set("axis", 3).error({input}) ==
        "InvalidInput: Flatten-11 (output 'y0'): axis 3 is outside [-2, 2]");
  CHECK(OneNode("Flatten", 13).error({counted({})}) ==
        "InvalidInput: Flatten-13 (output 'y0'): axis 1 is outside [0, 0]");
}

}  // namespace etalon::test::flatten_test
