#include "conformance/tests/ops/one_node.h"

namespace etalon::test::given_tensor_fill_test {

TEST_CASE("GivenTensorFill lays values out in row-major order") {
  OneNode fill("GivenTensorFill", 1);
  fill.set("values", Floats{1, 2, 3, 4});
  CHECK(show(fill.set("shape", Integers{2, 2}).run({})) == "float[2, 2] 1 2 3 4");
  CHECK(fill.set("shape", Integers{5}).error({}) ==
        "InvalidInput: GivenTensorFill-1 (output 'y0'): there are 4 values for a shape of [5]");
}

TEST_CASE("GivenTensorFill has the input's type if that is a float type") {
  const OneNode fill = OneNode("GivenTensorFill", 1).set("values", Floats{0.1, -2});
  CHECK(show(fill.run({tensor(DType::float16, {2}, {0, 0})})) == "float16[2] 0.1 -2");
  // The attribute is a float32: 0.1 is 0.100000001490116119384765625.
  CHECK(show(fill.run({tensor(DType::float64, {2}, {0, 0})})) ==
        "double[2] 0.10000000149011612 -2");
  OneNode by_values = fill;
  by_values.set("input_as_shape", 1).set("extra_shape", Integers{2});
  CHECK(show(by_values.run({i64({1}, {1})})) == "float[1, 2] 0.1 -2");
}

}  // namespace etalon::test::given_tensor_fill_test
