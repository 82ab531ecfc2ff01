#include "conformance/tests/ops/experimental/aten/aten.h"

namespace etalon::test::aten_reductions_test {

TEST_CASE("ATen's sum and prod and mean") {
  const Tensor x = f32({2, 3}, {1, 2, 3, 4, 5, 6});
  CHECK(show(aten("sum").run({x})) == "float[] 21");
  CHECK(show(aten("sum").set("dim", 0).run({x})) == "float[3] 5 7 9");
  CHECK(show(aten("sum").set("dim", -1).set("keepdim", 1).run({x})) == "float[2, 1] 6 15");
  CHECK(show(aten("sum").set("dim", Integers{0, 1}).run({x})) == "float[] 21");
  CHECK(show(aten("prod").set("dim", 1).run({x})) == "float[2] 6 120");
  CHECK(show(aten("mean").run({x})) == "float[] 3.5");
  CHECK(show(aten("sum").run({tensor(DType::int32, {2}, {INT32_MAX, 1})})) == "int64[] 2147483648");
  CHECK(show(aten("sum").run({f32({0}, {})})) == "float[] 0");
  CHECK(show(aten("prod").run({f32({0}, {})})) == "float[] 1");
  CHECK(show(aten("sum").run({tensor(DType::boolean, {3}, {1, 0, 1})})) == "int64[] 2");
  CHECK(aten("mean").error({i64({1}, {1})}) ==
        aten_place + "input 0 is a tensor(int64), not of floats");
}

TEST_CASE("ATen's max and min: of all; along dim with places and of two tensors") {
  const Tensor x = f32({2, 3}, {1, 5, 5, 4, NAN, 6});
  CHECK(show(aten("max").run({x})) == "float[] nan");
  CHECK(show(aten("min").run({i64({2, 2}, {3, -4, INT64_MIN, 0})})) ==
        "int64[] -9223372036854775808");
  const Values largest = aten("max").set("dim", 1).outputs(2).run_all({x});
  CHECK(show(largest[0]) == "float[2] 5 nan");
  CHECK(show(largest[1]) == "int64[2] 1 1");
  const Values least = aten("min").set("dim", 0).set("keepdim", 1).outputs(2).run_all({x});
  CHECK(show(least[0]) == "float[1, 3] 1 nan 5");
  CHECK(show(least[1]) == "int64[1, 3] 0 1 0");
  CHECK(show(aten("max").run({f32({2, 1}, {1, NAN}), f32({2}, {0, 3})})) ==
        "float[2, 2] 1 3 nan nan");
  CHECK(show(aten("min").run({f32({2}, {0, 3}), f32({2}, {1, NAN})})) == "float[2] 0 nan");
  CHECK(aten("max").set("dim", 0).error({f32({0, 2}, {})}) ==
        aten_place + "data of shape [0, 2] is empty");
}

}  // namespace etalon::test::aten_reductions_test
