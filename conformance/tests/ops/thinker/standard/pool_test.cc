#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_pool_test {
namespace {

const Tensor X = f32({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
const Tensor minus_X = i8({1, 1, 3, 3}, {-1, -2, -3, -4, -5, -6, -7, -8, -9});

}  // namespace

TEST_CASE("thinker's pools have a kernel of one element by default") {
  CHECK(show(thinker("AveragePool", 11).run({X})) == "float[1, 1, 3, 3] 1 2 3 4 5 6 7 8 9");
  CHECK(show(thinker("MaxPool", 11).set("stride", Integers{2}).run({X})) ==
        "float[1, 1, 2, 2] 1 3 7 9");
  CHECK(show(thinker("LpPool", 11).set("strides", Integers{2, 3}).run({minus_X})) ==
        "int8[1, 1, 2, 1] 1 7");
}

TEST_CASE("one value of a thinker pool's attribute serves both axes") {
  CHECK(show(thinker("AveragePool", 11).set("kernel", Integers{2}).run({X})) ==
        "float[1, 1, 2, 2] 3 4 6 7");
  CHECK(show(thinker("MaxPool", 11).set("kernel_shape", Integers{1, 2}).run({X})) ==
        "float[1, 1, 3, 2] 2 3 5 6 8 9");
  CHECK(show(thinker("LpPool", 11).set("kernel", Integers{2}).set("p", 1).run({X})) ==
        "float[1, 1, 2, 2] 12 16 24 28");
}

TEST_CASE("ceil in thinker's pools keeps windows that go beyond the input") {
  const auto pool = [](std::string_view op_type, int64_t ceil) {
    return thinker(op_type, 11)
        .set("kernel", Integers{2})
        .set("stride", Integers{2})
        .set("ceil", ceil);
  };
  CHECK(show(pool("AveragePool", 0).run({X})) == "float[1, 1, 1, 1] 3");
  CHECK(show(pool("AveragePool", 1).run({X})) == "float[1, 1, 2, 2] 3 4.5 7.5 9");
  CHECK(show(pool("MaxPool", 1).run({X})) == "float[1, 1, 2, 2] 5 6 8 9");
  CHECK(show(pool("LpPool", 1).set("p", 1).run({X})) == "float[1, 1, 2, 2] 12 9 15 9");
}

TEST_CASE("thinker's averages leave padding out and round int8 up from the half") {
  const auto padded = [](const Integers& pads) {
    return thinker("AveragePool", 11)
        .set("kernel", Integers{2})
        .set("stride", Integers{2})
        .set("pads", pads);
  };
  CHECK(show(padded({1}).run({X})) == "float[1, 1, 2, 2] 1 2.5 5.5 7");
  CHECK(show(padded({1, 0}).run({X})) == "float[1, 1, 2, 1] 1.5 6");
  CHECK(show(padded({0, 1, 1, 0}).run({X})) == "float[1, 1, 2, 2] 2.5 4 7 8.5");
  CHECK(show(padded({1}).run({minus_X})) == "int8[1, 1, 2, 2] -1 -2 -5 -7");
}

TEST_CASE("thinker's pools of int8 saturate") {
  const Tensor big = i8({1, 1, 1, 2}, {-100, 100});
  CHECK(show(thinker("LpPool", 11).set("kernel", Integers{1, 2}).run({big})) ==
        "int8[1, 1, 1, 1] 127");
  CHECK(show(thinker("MaxPool", 11).set("kernel", Integers{1, 2}).run({big})) ==
        "int8[1, 1, 1, 1] 100");
}

TEST_CASE("layout NHWC has the channels of thinker's pools last") {
  const Tensor nhwc = f32({1, 1, 2, 2}, {1, 10, 3, 20});
  CHECK(
      show(
          thinker("MaxPool", 11).set("layout", "NHWC").set("kernel", Integers{1, 2}).run({nhwc})) ==
      "float[1, 1, 1, 2] 3 20");
  CHECK(
      show(
          thinker("MaxPool", 11).set("layout", "NCHW").set("kernel", Integers{1, 2}).run({nhwc})) ==
      "float[1, 1, 2, 1] 10 20");
}

TEST_CASE("thinker's pools refuse wrong attributes by name") {
  const std::string place = "InvalidInput: thinker.MaxPool-11 (output 'y0'): ";
  CHECK(thinker("MaxPool", 11)
            .set("kernel", Integers{2})
            .set("kernel_shape", Integers{2})
            .error({X}) == place +
                               "attributes kernel and kernel_shape are two spellings of one "
                               "attribute, and both are given");
  CHECK(thinker("MaxPool", 11).set("dilations", Integers{1, 2}).error({X}) ==
        place + "dilation is 2; a pool has only 1");
  CHECK(thinker("MaxPool", 11).set("stride", Integers{1, 1, 1}).error({X}) ==
        place + "stride has 3 values where 1 or 2 are needed");
  CHECK(thinker("MaxPool", 11).set("auto_pad", "SAME_UPPER").error({X}) ==
        place + "auto_pad is 'SAME_UPPER'; it must be NOTSET");
  CHECK(thinker("MaxPool", 11).set("layout", "CHWN").error({X}) ==
        place + "layout is 'CHWN'; it may be NCHW, NHWC");
  CHECK(thinker("MaxPool", 11).error({f32({1, 1, 3}, {1, 2, 3})}) == place + "X has rank 3, not 4");
}

}  // namespace etalon::test::thinker_pool_test
