#include "conformance/tests/ops/one_node.h"

namespace etalon::test::caffe2_conv_transpose_test {
namespace {

const Tensor filter = f32({1, 1, 2, 2}, {1, 10, 100, 1000});
const Tensor none = f32({1}, {0});

OneNode node() { return OneNode("Caffe2ConvTranspose", 1); }

}  // namespace

TEST_CASE("Caffe2ConvTranspose spreads each element over the filter") {
  const Tensor X = f32({1, 1, 1, 2}, {2, 3});
  CHECK(show(node().run({X, filter, none})) == "float[1, 1, 2, 3] 2 23 30 200 2300 3000");
  CHECK(show(node().set("strides", Integers{1, 2}).run({X, filter, f32({1}, {0.5})})) ==
        "float[1, 1, 2, 4] 2.5 20.5 3.5 30.5 200.5 2000.5 300.5 3000.5");
  CHECK(show(node().set("dilations", Integers{1, 2}).run({X, filter, none})) ==
        "float[1, 1, 2, 4] 2 3 20 30 200 300 2000 3000");
  CHECK(show(node().set("pads", Integers{1, 1, 0, 0}).run({X, filter, none})) ==
        "float[1, 1, 1, 2] 2300 3000");
}

TEST_CASE("Caffe2ConvTranspose sums channels within a group") {
  const Tensor X = f32({2, 2, 1, 1}, {2, 3, 4, 5});
  const Tensor two = f32({2, 1, 1, 1}, {1, 10});
  CHECK(show(node().run({X, two, none})) == "float[2, 1, 1, 1] 32 54");
  CHECK(show(node().run({X, two, Value()})) == "float[2, 1, 1, 1] 32 54");
  CHECK(show(node().set("group", 2).run({X, two, f32({2}, {0, 0.5})})) ==
        "float[2, 2, 1, 1] 2 30.5 4 50.5");
}

TEST_CASE("Caffe2ConvTranspose of nothing") {
  CHECK(show(node().run({f32({0, 1, 1, 1}, {}), filter, none})) == "float[0, 1, 2, 2]");
  CHECK(show(node().run({f32({1, 0, 1, 1}, {}), f32({0, 1, 1, 2}, {}), f32({1}, {3})})) ==
        "float[1, 1, 1, 2] 3 3");
  CHECK(
      show(node().set("pads", Integers{1, 1, 1, 1}).run({f32({1, 1, 1, 1}, {1}), filter, none})) ==
      "float[1, 1, 0, 0]");
}

TEST_CASE("Caffe2ConvTranspose refuses inputs that do not fit") {
  const std::string place = "InvalidInput: Caffe2ConvTranspose-1 (output 'y0'): ";
  const Tensor X = f32({1, 1, 1, 1}, {1});
  CHECK(node().set("pads", Integers{2, 0, 1, 0}).error({X, filter, none}) ==
        place + "the pads 2 and 1 leave nothing");
  CHECK(node().set("group", 2).error({X, filter, none}) ==
        place + "X of shape [1, 1, 1, 1] and filter of shape [1, 1, 2, 2] do not fit 2 groups");
  CHECK(node()
            .set("group", int64_t{1} << 60)
            .error({f32({1, 0, 1}, {}), f32({0, 0, 1}, {}), Value()})
            .starts_with(place));
  CHECK(node().set("group", 0).error({X, filter, none}).starts_with(place));
  CHECK(node().set("kernel_shape", Integers{3, 3}).error({X, filter, none}) ==
        place + "the kernel [2, 2] does not fit X and kernel_shape");
  CHECK(node().error({X, filter, f32({2}, {0, 0})}).starts_with(place));
}

}  // namespace etalon::test::caffe2_conv_transpose_test
