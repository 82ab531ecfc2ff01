#include "conformance/tests/ops/one_node.h"

namespace etalon::test::div_test {

TEST_CASE("Div from 7 on broadcasts both ways") {
  CHECK(show(OneNode("Div", 7).run({f32({}, {1}), f32({}, {3})})) == "float[] 0.33333334");
  CHECK(OneNode("Div", 7).error({f32({2}, {1, 2}), f32({3}, {1, 2, 3})}) ==
        "InvalidInput: Div-7 (output 'y0'): the shapes [2] and [3] do not broadcast");
}

TEST_CASE("Div of an integer by 0 is an error") {
  CHECK(OneNode("Div", 14).error({i64({2}, {1, 7}), i64({2}, {1, 0})}) ==
        "Unspecified: Div-14 (output 'y0'): the integer 7 is divided by 0");
  CHECK(
      OneNode("Div", 14).error({tensor(DType::uint8, {1}, {0}), tensor(DType::uint8, {1}, {0})}) ==
      "Unspecified: Div-14 (output 'y0'): the integer 0 is divided by 0");
}

TEST_CASE("Div of floats follows IEEE 754") {
  CHECK(show(OneNode("Div", 14).run(
            {f32({5}, {1, -1, 0, INFINITY, 1}), f32({5}, {0, 0, 0, INFINITY, -INFINITY})})) ==
        "float[5] inf -inf nan nan -0");
  CHECK(show(OneNode("Div", 14).run({tensor(DType::float16, {1}, {1}),
                                     tensor(DType::float16, {1}, {3})})) == "float16[1] 0.3333");
}

}  // namespace etalon::test::div_test
