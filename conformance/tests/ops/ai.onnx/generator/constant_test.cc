#include "conformance/tests/ops/one_node.h"

namespace etalon::test::constant_test {

TEST_CASE("Constant-1 gives its tensor") {
  CHECK(show(OneNode("Constant", 1).set("value", f32({2}, {1, -0.0})).run({})) == "float[2] 1 -0");
  CHECK(show(OneNode("Constant", 9).set("value", texts({}, {"a"})).run({})) == "string[] 'a'");
  CHECK(show(OneNode("Constant", 25).set("value", f32({0, 2}, {})).run({})) == "float[0, 2]");
}

TEST_CASE("Constant-12 gives scalars and vectors of numbers and texts") {
  CHECK(show(OneNode("Constant", 12).set("value_int", INT64_MIN).run({})) ==
        "int64[] -9223372036854775808");
  CHECK(show(OneNode("Constant", 12).set("value_float", 0.1).run({})) == "float[] 0.1");
  CHECK(show(OneNode("Constant", 13).set("value_string", "x").run({})) == "string[] 'x'");
  CHECK(show(OneNode("Constant", 19).set("value_ints", Integers{3, 4}).run({})) == "int64[2] 3 4");
  CHECK(show(OneNode("Constant", 21).set("value_floats", Floats{NAN, 2}).run({})) ==
        "float[2] nan 2");
  CHECK(show(OneNode("Constant", 25).set("value_strings", Strings{"a", ""}).run({})) ==
        "string[2] 'a' ''");
}

TEST_CASE("Constant requires exactly one attribute") {
  CHECK(OneNode("Constant", 12).error({}) ==
        "InvalidModel: Constant-12 (output 'y0'): 0 attributes are given where exactly one must "
        "be");
  CHECK(OneNode("Constant", 12).set("value_int", 1).set("value_float", 1.0).error({}) ==
        "InvalidModel: Constant-12 (output 'y0'): 2 attributes are given where exactly one must "
        "be");
}

}  // namespace etalon::test::constant_test
