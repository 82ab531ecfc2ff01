#include "conformance/tests/ops/thinker/thinker.h"

namespace etalon::test::thinker_conv_test {
namespace {

const Tensor X = f32({1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9});

}  // namespace

TEST_CASE("thinker's Conv runs over one and two and three axes") {
  CHECK(show(thinker("Conv", 11).run({f32({1, 1, 3}, {1, 2, 3}), f32({1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 2] 21 32");
  CHECK(show(thinker("Conv", 11)
                 .set("pad", Integers{0, 1})
                 .run({f32({1, 1, 1, 2}, {1, 2}), f32({1, 1, 1, 1}, {2}), f32({1}, {0.5})})) ==
        "float[1, 1, 1, 4] 0.5 2.5 4.5 0.5");
  CHECK(show(thinker("Conv", 11)
                 .set("dilation", Integers{2})
                 .run({f32({1, 1, 1, 1, 3}, {1, 2, 3}), f32({1, 1, 1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 1, 1, 1] 31");
}

TEST_CASE("thinker's Conv with layout NHWC has weights [M kH kW C/group]") {
  const Tensor nhwc = f32({1, 1, 2, 2}, {1, 2, 3, 4});
  CHECK(show(thinker("Conv", 11).set("layout", "NHWC").run({nhwc, f32({1, 1, 1, 2}, {10, 1})})) ==
        "float[1, 1, 2, 1] 12 34");
  CHECK(show(thinker("Conv", 11)
                 .set("layout", "NHWC")
                 .set("group", 2)
                 .run({nhwc, f32({2, 1, 1, 1}, {10, 100})})) == "float[1, 1, 2, 2] 10 200 30 400");
  CHECK(show(thinker("Conv", 11)
                 .set("layout", "NHWC")
                 .set("kernel", Integers{1, 2})
                 .run({nhwc, f32({1, 1, 2, 2}, {1, 10, 100, 1000})})) == "float[1, 1, 1, 1] 4321");
}

TEST_CASE("thinker's Conv of int8 saturates on both sides") {
  const Tensor W = i8({2, 1, 1, 2}, {1, 1, -1, -1});
  const Tensor both = i8({1, 1, 1, 2}, {100, 100});
  CHECK(show(thinker("Conv", 11).run({both, W})) == "int8[1, 2, 1, 1] 127 -128");
  CHECK(show(thinker("Conv", 11).run({both, W, i8({2}, {-100, 120})})) ==
        "int8[1, 2, 1, 1] 100 -80");
}

TEST_CASE("thinker's Conv names what is wrong") {
  const std::string place = "InvalidInput: thinker.Conv-11 (output 'y0'): ";
  CHECK(thinker("Conv", 11).error({f32({1, 1}, {1}), f32({1, 1}, {1})}) ==
        place + "X has rank 2, less than 3");
  CHECK(thinker("Conv", 11)
            .set("pad", Integers{1})
            .set("pads", Integers{1})
            .error({X, f32({1, 1, 1, 1}, {1})}) ==
        place + "attributes pad and pads are two spellings of one attribute, and both are given");
}

TEST_CASE("thinker's ConvTranspose spreads each element over its kernel") {
  const Tensor row = f32({1, 1, 1, 2}, {1, 2});
  const Tensor W = f32({1, 1, 1, 2}, {1, 10});
  const auto spread = [] { return thinker("ConvTranspose", 11).set("stride", Integers{1, 2}); };
  CHECK(show(spread().run({row, W})) == "float[1, 1, 1, 4] 1 10 2 20");
  CHECK(show(spread().set("output_padding", Integers{0, 1}).run({row, W})) ==
        "float[1, 1, 1, 5] 1 10 2 20 0");
  CHECK(show(spread().set("output_padding", Integers{0, 0, 0, 0}).run({row, W, f32({1}, {1})})) ==
        "float[1, 1, 1, 4] 2 11 3 21");
  CHECK(show(spread().set("output_shape", Integers{1, 3}).run({row, W}))
            .starts_with("float[1, 1, 1, 3]"));
  CHECK(show(thinker("ConvTranspose", 11).run({f32({1, 1, 2}, {1, 2}), f32({1, 1, 2}, {1, 10})})) ==
        "float[1, 1, 3] 1 12 20");
}

TEST_CASE("thinker's ConvTranspose with layout NHWC has weights [M kH kW C/group]") {
  const auto nhwc = [](int64_t group) {
    return thinker("ConvTranspose", 11).set("layout", "NHWC").set("group", group);
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

}  // namespace etalon::test::thinker_conv_test
