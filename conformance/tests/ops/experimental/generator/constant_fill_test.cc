#include "conformance/tests/ops/one_node.h"

namespace etalon::test::constant_fill_test {
namespace {

OneNode constant(double value) { return OneNode("ConstantFill", 6).set("value", value); }

}  // namespace

TEST_CASE("ConstantFill takes its shape from an attribute; the input or the input's values") {
  CHECK(show(constant(7).set("shape", Integers{1, 2}).run({})) == "float[1, 2] 7 7");
  CHECK(show(constant(7).set("shape", Integers{}).run({})) == "float[] 7");
  CHECK(show(constant(7).set("shape", Integers{0, 2}).run({})) == "float[0, 2]");
  CHECK(show(constant(7).run({f32({2}, {3, 0})})) == "float[2] 7 7");
  CHECK(show(constant(7).set("input_as_shape", 1).run({i64({2}, {3, 0})})) == "float[3, 0]");
  CHECK(show(constant(7).set("input_as_shape", 1).run({tensor(DType::int32, {1}, {3})})) ==
        "float[3] 7 7 7");
}

TEST_CASE("ConstantFill appends extra_shape to the input's shape") {
  const OneNode fill = constant(1).set("extra_shape", Integers{2});
  CHECK(show(fill.run({f32({}, {5})})) == "float[2] 1 1");
  CHECK(show(fill.run({f32({0}, {})})) == "float[0, 2]");
  OneNode by_values = fill;
  CHECK(show(by_values.set("input_as_shape", 1).run({i64({1}, {1})})) == "float[1, 2] 1 1");
}

TEST_CASE("ConstantFill casts value to dtype; by default 0 to float") {
  const auto filled = [](double value, DType type) {
    return show(
        constant(value).set("shape", Integers{}).set("dtype", static_cast<int>(type)).run({}));
  };
  CHECK(filled(2.75, DType::int32) == "int32[] 2");
  CHECK(filled(-2.75, DType::int64) == "int64[] -2");
  CHECK(filled(0.5, DType::boolean) == "bool[] true");
  CHECK(filled(0, DType::boolean) == "bool[] false");
  CHECK(filled(65536, DType::float16) == "float16[] inf");
  CHECK(filled(-0.0, DType::float64) == "double[] -0");
  CHECK(show(OneNode("ConstantFill", 1).set("shape", Integers{1}).run({})) == "float[1] 0");
}

TEST_CASE("ConstantFill refuses inputs without a meaning") {
  const Tensor two = i64({1}, {2});
  const std::string place = "InvalidInput: ConstantFill-1 (output 'y0'): ";
  CHECK(constant(1).set("shape", Integers{2}).error({two}) ==
        place + "shape is given together with an input");
  CHECK(constant(1).set("shape", Integers{2}).set("extra_shape", Integers{2}).error({}) ==
        place + "extra_shape is given without an input");
  CHECK(constant(1).set("shape", Integers{2}).set("input_as_shape", 1).error({}) ==
        place + "input_as_shape is 1 and there is no input");
  CHECK(constant(1).error({}) == place + "neither shape nor an input is given");
  CHECK(constant(1).set("input_as_shape", 1).error({f32({1}, {2})}) ==
        place + "a tensor(float) of shape [1] is not a list of dimensions");
  CHECK(constant(1).set("input_as_shape", 1).error({i64({}, {2})}) ==
        place + "a tensor(int64) of shape [] is not a list of dimensions");
  CHECK(constant(1).set("shape", Integers{2}).set("dtype", 3).error({}) ==
        place + "dtype is 3, which ConstantFill does not make");
  CHECK(constant(1).set("shape", Integers{-1}).error({}).starts_with(place));
  CHECK(constant(1)
            .set("shape", Integers{int64_t{1} << 40, int64_t{1} << 40})
            .error({})
            .starts_with("LimitExceeded: "));
}

}  // namespace etalon::test::constant_fill_test
