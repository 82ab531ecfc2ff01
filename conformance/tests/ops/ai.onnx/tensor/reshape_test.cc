#include "conformance/tests/ops/one_node.h"

namespace etalon::test::reshape_test {
namespace {

std::string reshaped(const Shape& from, const std::vector<int64_t>& to) {
  const Value result = OneNode("Reshape", 13).run({counted(from), i64({to.size()}, to)});
  return to_string(result.tensor().shape());
}

}  // namespace

TEST_CASE("Reshape-1 takes the shape from its attribute") {
  CHECK(OneNode("Reshape", 1).error({counted({2})}) ==
        "InvalidInput: Reshape-1 (output 'y0'): attribute 'shape' is missing");
}

TEST_CASE("Reshape-5 infers -1 and copies 0") {
  CHECK(reshaped({2, 3, 4}, {4, -1}) == "[4, 6]");
  CHECK(reshaped({2, 3, 4}, {0, -1, 2}) == "[2, 6, 2]");
  CHECK(reshaped({2, 3, 4}, {-1, 0}) == "[8, 3]");
  CHECK(reshaped({1, 1}, {}) == "[]");
  CHECK(reshaped({}, {1, -1}) == "[1, 1]");
  CHECK(reshaped({0, 3}, {0, 5}) == "[0, 5]");
  CHECK(reshaped({0, 3}, {3, -1}) == "[3, 0]");
}

TEST_CASE("Reshape-5 refuses shapes of another size") {
  const auto error = [](const std::vector<int64_t>& shape) {
    return OneNode("Reshape", 5).error({counted({2, 3}), i64({shape.size()}, shape)});
  };
  const std::string place = "InvalidInput: Reshape-5 (output 'y0'): ";
  CHECK(error({4}) == place + "[2, 3] cannot be reshaped to [4]: it has 6 elements, not 4");
  CHECK(error({-1, 4}) ==
        place + "no dimension in place of -1 gives 6 elements for the shape [-1, 4]");
  CHECK(error({-1, -1}) == place + "shape holds -1 twice");
  CHECK(error({1, 2, 0}) == place + "shape's 0 at 2 has no dimension to copy");
  CHECK(error({-2, -3}) == place + "a dimension of -2 is negative");
  CHECK(OneNode("Reshape", 5).error({counted({3, 0}), i64({2}, {-1, 0})}) ==
        place + "no dimension in place of -1 gives 0 elements for the shape [-1, 0]");
}

TEST_CASE("Reshape-14 with allowzero takes 0 as it is") {
  const Tensor empty = counted({0, 3});
  CHECK(OneNode("Reshape", 14).error({empty, i64({3}, {3, 0, 0})}).starts_with("InvalidInput"));
  CHECK(OneNode("Reshape", 14).set("allowzero", 1).error({empty, i64({2}, {-1, 0})}) ==
        "InvalidInput: Reshape-14 (output 'y0'): shape holds both 0 and -1 and allowzero is 1");
}

}  // namespace etalon::test::reshape_test
