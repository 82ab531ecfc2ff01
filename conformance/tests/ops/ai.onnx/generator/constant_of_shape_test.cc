#include "conformance/tests/ops/one_node.h"

namespace etalon::test::constant_of_shape_test {

TEST_CASE("ConstantOfShape gives float zeros without a value") {
  CHECK(show(OneNode("ConstantOfShape", 9).run({i64({2}, {2, 1})})) == "float[2, 1] 0 0");
  CHECK(show(OneNode("ConstantOfShape", 25).run({i64({0}, {})})) == "float[] 0");
}

TEST_CASE("ConstantOfShape repeats its value's bits in its value's type") {
  OneNode node("ConstantOfShape", 20);
  CHECK(show(node.set("value", f32({1}, {-0.0})).run({i64({1}, {2})})) == "float[2] -0 -0");
  CHECK(show(node.set("value", i64({}, {7})).run({i64({2}, {1, 2})})) == "int64[1, 2] 7 7");
  CHECK(show(node.set("value", i64({1}, {7})).run({i64({2}, {0, 2})})) == "int64[0, 2]");
  CHECK(show(node.set("value", tensor(DType::boolean, {1}, {1})).run({i64({1}, {1})})) ==
        "bool[1] true");
}

TEST_CASE("ConstantOfShape refuses negative sizes and values of several elements") {
  CHECK(OneNode("ConstantOfShape", 9).error({i64({1}, {-1})}) ==
        "InvalidInput: ConstantOfShape-9 (output 'y0'): a dimension of -1 is negative");
  CHECK(OneNode("ConstantOfShape", 9).set("value", i64({2}, {1, 2})).error({i64({1}, {1})}) ==
        "InvalidInput: ConstantOfShape-9 (output 'y0'): value holds 2 elements, not 1");
  CHECK(OneNode("ConstantOfShape", 9).error({i64({}, {1})}) ==
        "InvalidInput: ConstantOfShape-9 (output 'y0'): input has rank 0, not 1");
}

TEST_CASE("ConstantOfShape refuses sizes beyond the memory budget before allocating") {
  const int64_t huge = int64_t{1} << 40;
  CHECK_THROWS_AS(OneNode("ConstantOfShape", 9).run({i64({1}, {huge})}), LimitExceeded);
  CHECK_THROWS_AS(OneNode("ConstantOfShape", 9).run({i64({3}, {huge, huge, huge})}), LimitExceeded);
}

}  // namespace etalon::test::constant_of_shape_test
