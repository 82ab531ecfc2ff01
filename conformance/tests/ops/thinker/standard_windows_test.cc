#include <cmath>

#include "conformance/tests/ops/one_node.h"

namespace etalon::test::standard_windows_test {
namespace {

OneNode thinker(std::string_view op_type) { return OneNode(op_type, 11, "thinker"); }

const Tensor X = f32({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});
const Tensor minus_X = i8({1, 1, 3, 3}, {-1, -2, -3, -4, -5, -6, -7, -8, -9});

}  // namespace

TEST_CASE("thinker's pools have a kernel of one element by default") {
  CHECK(show(thinker("AveragePool").run({X})) == "float[1, 1, 3, 3] 1 2 3 4 5 6 7 8 9");
  CHECK(show(thinker("MaxPool").set("stride", Integers{2}).run({X})) ==
        "float[1, 1, 2, 2] 1 3 7 9");
  CHECK(show(thinker("LpPool").set("strides", Integers{2, 3}).run({minus_X})) ==
        "int8[1, 1, 2, 1] 1 7");
}

TEST_CASE("one value of a thinker pool's attribute serves both axes") {
  CHECK(show(thinker("AveragePool").set("kernel", Integers{2}).run({X})) ==
        "float[1, 1, 2, 2] 3 4 6 7");
  CHECK(show(thinker("MaxPool").set("kernel_shape", Integers{1, 2}).run({X})) ==
        "float[1, 1, 3, 2] 2 3 5 6 8 9");
  CHECK(show(thinker("LpPool").set("kernel", Integers{2}).set("p", 1).run({X})) ==
        "float[1, 1, 2, 2] 12 16 24 28");
}

TEST_CASE("ceil in thinker's pools keeps windows that go beyond the input") {
  const auto pool = [](std::string_view op_type, int64_t ceil) {
    return thinker(op_type).set("kernel", Integers{2}).set("stride", Integers{2}).set("ceil", ceil);
  };
  CHECK(show(pool("AveragePool", 0).run({X})) == "float[1, 1, 1, 1] 3");
  CHECK(show(pool("AveragePool", 1).run({X})) == "float[1, 1, 2, 2] 3 4.5 7.5 9");
  CHECK(show(pool("MaxPool", 1).run({X})) == "float[1, 1, 2, 2] 5 6 8 9");
  CHECK(show(pool("LpPool", 1).set("p", 1).run({X})) == "float[1, 1, 2, 2] 12 9 15 9");
}

TEST_CASE("thinker's averages leave padding out and round int8 up from the half") {
  const auto padded = [](const Integers& pads) {
    return thinker("AveragePool")
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
  CHECK(show(thinker("LpPool").set("kernel", Integers{1, 2}).run({big})) == "int8[1, 1, 1, 1] 127");
  CHECK(show(thinker("MaxPool").set("kernel", Integers{1, 2}).run({big})) ==
        "int8[1, 1, 1, 1] 100");
}

TEST_CASE("layout NHWC has the channels of thinker's pools last") {
  const Tensor nhwc = f32({1, 1, 2, 2}, {1, 10, 3, 20});
  CHECK(show(thinker("MaxPool").set("layout", "NHWC").set("kernel", Integers{1, 2}).run({nhwc})) ==
        "float[1, 1, 1, 2] 3 20");
  CHECK(show(thinker("MaxPool").set("layout", "NCHW").set("kernel", Integers{1, 2}).run({nhwc})) ==
        "float[1, 1, 2, 1] 10 20");
}

TEST_CASE("thinker's pools say what is wrong with an attribute") {
  const std::string place = "InvalidInput: thinker.MaxPool-11 (output 'y0'): ";
  CHECK(thinker("MaxPool").set("kernel", Integers{2}).set("kernel_shape", Integers{2}).error({X}) ==
        place + "attributes kernel and kernel_shape are two spellings of one, and both are given");
  CHECK(thinker("MaxPool").set("dilations", Integers{1, 2}).error({X}) ==
        place + "dilation 2 is none that a pool has: 1");
  CHECK(thinker("MaxPool").set("stride", Integers{1, 1, 1}).error({X}) ==
        place + "stride has 3 values where 1 or 2 are needed");
  CHECK(thinker("MaxPool").set("auto_pad", "SAME_UPPER").error({X}) ==
        place + "auto_pad is 'SAME_UPPER'; only NOTSET has a meaning");
  CHECK(thinker("MaxPool").set("layout", "CHWN").error({X}) ==
        place + "layout is 'CHWN', neither NCHW nor NHWC");
  CHECK(thinker("MaxPool").error({f32({1, 1, 3}, {1, 2, 3})}) ==
        place + "X has the shape [1, 1, 3] where a pool takes two axes beside N and C");
}

TEST_CASE("thinker's Conv runs over one, two and three axes") {
  CHECK(show(thinker("Conv").run({f32({1, 1, 3}, {1, 2, 3}), f32({1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 2] 21 32");
  CHECK(show(thinker("Conv")
                 .set("pad", Integers{0, 1})
                 .run({f32({1, 1, 1, 2}, {1, 2}), f32({1, 1, 1, 1}, {2}), f32({1}, {0.5})})) ==
        "float[1, 1, 1, 4] 0.5 2.5 4.5 0.5");
  CHECK(show(thinker("Conv")
                 .set("dilation", Integers{2})
                 .run({f32({1, 1, 1, 1, 3}, {1, 2, 3}), f32({1, 1, 1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 1, 1, 1] 31");
}

TEST_CASE("thinker's Conv with layout NHWC has weights [M, kH, kW, C/group]") {
  const Tensor nhwc = f32({1, 1, 2, 2}, {1, 2, 3, 4});
  CHECK(show(thinker("Conv").set("layout", "NHWC").run({nhwc, f32({1, 1, 1, 2}, {10, 1})})) ==
        "float[1, 1, 2, 1] 12 34");
  CHECK(show(thinker("Conv")
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .run({nhwc, f32({2, 1, 1, 1}, {10, 100})})) == "float[1, 1, 2, 2] 10 200 30 400");
  CHECK(show(thinker("Conv")
                 .set("layout", "NHWC")
                 .set("kernel", Integers{1, 2})
                 .run({nhwc, f32({1, 1, 2, 2}, {1, 10, 100, 1000})})) == "float[1, 1, 1, 1] 4321");
}

TEST_CASE("thinker's Conv of int8 saturates on both sides") {
  const Tensor W = i8({2, 1, 1, 2}, {1, 1, -1, -1});
  const Tensor both = i8({1, 1, 1, 2}, {100, 100});
  CHECK(show(thinker("Conv").run({both, W})) == "int8[1, 2, 1, 1] 127 -128");
  CHECK(show(thinker("Conv").run({both, W, i8({2}, {-100, 120})})) == "int8[1, 2, 1, 1] 100 -80");
}

TEST_CASE("thinker's Conv says what is wrong") {
  const std::string place = "InvalidInput: thinker.Conv-11 (output 'y0'): ";
  CHECK(thinker("Conv").error({f32({1, 1}, {1}), f32({1, 1}, {1})}) ==
        place + "X has the shape [1, 1] where an axis beside N and C is needed");
  CHECK(thinker("Conv")
            .set("pad", Integers{1})
            .set("pads", Integers{1})
            .error({X, f32({1, 1, 1, 1}, {1})}) ==
        place + "attributes pad and pads are two spellings of one, and both are given");
}

TEST_CASE("thinker's ConvTranspose spreads each element over its kernel") {
  const Tensor row = f32({1, 1, 1, 2}, {1, 2});
  const Tensor W = f32({1, 1, 1, 2}, {1, 10});
  const auto spread = [] { return thinker("ConvTranspose").set("stride", Integers{1, 2}); };
  CHECK(show(spread().run({row, W})) == "float[1, 1, 1, 4] 1 10 2 20");
  CHECK(show(spread().set("output_padding", Integers{0, 1}).run({row, W})) ==
        "float[1, 1, 1, 5] 1 10 2 20 0");
  CHECK(show(spread().set("output_padding", Integers{0, 0, 0, 0}).run({row, W, f32({1}, {1})})) ==
        "float[1, 1, 1, 4] 2 11 3 21");
  CHECK(show(spread().set("output_shape", Integers{1, 3}).run({row, W}))
            .starts_with("float[1, 1, 1, 3]"));
  CHECK(show(thinker("ConvTranspose").run({f32({1, 1, 2}, {1, 2}), f32({1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 3] 1 12 20");
}

TEST_CASE("thinker's ConvTranspose with layout NHWC has weights [M, kH, kW, C/group]") {
  const auto nhwc = [](int64_t group) {
    return thinker("ConvTranspose").set("layout", "NHWC").set("group", group);
  };
  const Tensor pixel = i8({1, 1, 1, 2}, {1, 2});
  CHECK(show(nhwc(1).run({pixel, i8({2, 1, 1, 2}, {10, 20, 30, 40})})) ==
        "int8[1, 1, 1, 2] 50 110");
  CHECK(show(nhwc(2).run({pixel, i8({4, 1, 1, 1}, {1, 2, 3, -100})})) ==
        "int8[1, 1, 1, 4] 1 2 6 -128");
  CHECK(
      nhwc(3).error({pixel, i8({4, 1, 1, 1}, {1, 2, 3, 4})}) ==
      "InvalidInput: thinker.ConvTranspose-11 (output 'y0'): the weights of shape [4, 1, 1, 1] do "
      "not fall into 3 groups");
}

TEST_CASE("thinker's MaxUnPool takes indices as whole floats or int64") {
  const Tensor pooled = f32({1, 1, 1, 2}, {5, 6});
  const auto unpool = [] {
    return thinker("MaxUnPool").set("kernel", Integers{1, 2}).set("stride", Integers{1, 2});
  };
  CHECK(show(unpool().run({pooled, f32({1, 1, 1, 2}, {0, 3})})) == "float[1, 1, 1, 4] 5 0 0 6");
  CHECK(show(unpool().run({pooled, i64({1, 1, 1, 2}, {1, 2})})) == "float[1, 1, 1, 4] 0 5 6 0");
  CHECK(show(unpool().run({pooled, i64({1, 1, 1, 2}, {1, 2}), i64({4}, {1, 1, 2, 2})})) ==
        "float[1, 1, 2, 2] 0 5 6 0");
  CHECK(show(thinker("MaxUnPool").run({pooled, f32({1, 1, 1, 2}, {1, 0})})) ==
        "float[1, 1, 1, 2] 6 5");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, 1.5})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): indices has 1.5, no whole number");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, NAN})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): indices has nan, no whole number");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, INFINITY})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): index 9223372036854775807 is outside "
        "[0, 3]");
  CHECK(unpool().error({pooled, f32({1, 1, 1, 2}, {0, 4})}) ==
        "InvalidInput: thinker.MaxUnPool-11 (output 'y0'): index 4 is outside [0, 3]");
}

}  // namespace etalon::test::standard_windows_test
