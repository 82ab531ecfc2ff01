#include "conformance/tests/ops/one_node.h"

namespace etalon::test::average_pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});
const Tensor square = f32({1, 1, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16});

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("AveragePool", opset).set("kernel_shape", kernel);
}

}  // namespace

TEST_CASE("AveragePool-1 leaves padding out") {
  CHECK(show(pool(1, {2}).run({ramp})) == "float[1, 1, 4] 1.5 2.5 3.5 4.5");
  CHECK(show(pool(1, {3}).set("pads", Integers{1, 1}).set("strides", Integers{2}).run({ramp})) ==
        "float[1, 1, 3] 1.5 3 4.5");
  CHECK(show(pool(1, {2, 2}).set("strides", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 3.5 5.5 11.5 13.5");
}

TEST_CASE("AveragePool-7 counts padding when an attribute says so") {
  CHECK(show(pool(7, {2}).set("pads", Integers{1, 1}).set("count_include_pad", 1).run({ramp})) ==
        "float[1, 1, 6] 0.5 1.5 2.5 3.5 4.5 2.5");
  CHECK(show(pool(7, {2}).set("pads", Integers{1, 1}).run({ramp})) ==
        "float[1, 1, 6] 1 1.5 2.5 3.5 4.5 5");
  // Padding by which SAME makes the sizes equal counts too.
  CHECK(show(pool(7, {2}).set("auto_pad", "SAME_UPPER").set("count_include_pad", 1).run({ramp})) ==
        "float[1, 1, 5] 1.5 2.5 3.5 4.5 2.5");
}

TEST_CASE("AveragePool-10 rounds the size up with ceil_mode, but counts nothing past the padding") {
  CHECK(show(pool(10, {3}).set("strides", Integers{3}).set("ceil_mode", 1).run({ramp})) ==
        "float[1, 1, 2] 2 4.5");
  // The last window has 4, 5 and one element of padding; the kernel reaches one further.
  CHECK(show(pool(10, {4})
                 .set("strides", Integers{3})
                 .set("pads", Integers{0, 1})
                 .set("ceil_mode", 1)
                 .set("count_include_pad", 1)
                 .run({ramp})) == "float[1, 1, 2] 2.5 3");
  // A window that would start past the input does not exist: ⌈(5 + 2 − 2) / 3⌉ + 1 = 3, less 1.
  CHECK(show(pool(10, {2})
                 .set("strides", Integers{3})
                 .set("pads", Integers{1, 1})
                 .set("ceil_mode", 1)
                 .run({ramp})) == "float[1, 1, 2] 1 3.5");
}

TEST_CASE("AveragePool-11 and later take ⌈input / stride⌉ for SAME and leave VALID as it is") {
  for (const int64_t opset : {11, 19, 22}) {
    for (const int ceil_mode : {0, 1}) {
      const OneNode node = pool(opset, {2}).set("strides", Integers{2}).set("ceil_mode", ceil_mode);
      CHECK(show(OneNode(node).set("auto_pad", "SAME_UPPER").run({ramp})) ==
            "float[1, 1, 3] 1.5 3.5 5");
      CHECK(show(OneNode(node).set("auto_pad", "SAME_LOWER").run({ramp})) ==
            "float[1, 1, 3] 1 2.5 4.5");
      CHECK(show(OneNode(node).set("auto_pad", "VALID").run({ramp})) == "float[1, 1, 2] 1.5 3.5");
    }
  }
}

TEST_CASE("AveragePool-19 dilates") {
  CHECK(show(pool(19, {2}).set("dilations", Integers{3}).run({ramp})) == "float[1, 1, 2] 2.5 3.5");
  CHECK(show(pool(22, {2, 2}).set("dilations", Integers{2, 2}).run({square})) ==
        "float[1, 1, 2, 2] 6 7 10 11");
}

TEST_CASE("AveragePool rounds once, for every type") {
  CHECK(show(pool(7, {3}).run({f32({1, 1, 3}, {1e8, 3, -1e8})})) == "float[1, 1, 1] 1");
  CHECK(show(pool(7, {3}).run({tensor(DType::float64, {1, 1, 3}, {1e20, 3, -1e20})})) ==
        "double[1, 1, 1] 1");
  CHECK(show(pool(7, {2}).run({tensor(DType::float16, {1, 1, 2}, {65504, 65504})})) ==
        "float16[1, 1, 1] 6.55e+04");
  CHECK(show(pool(22, {2}).run({tensor(DType::bfloat16, {1, 1, 2}, {1, 2})})) ==
        "bfloat16[1, 1, 1] 1.5");
  CHECK(show(pool(7, {2}).run({f32({1, 1, 3}, {INFINITY, 1, NAN})})) == "float[1, 1, 2] inf nan");
}

TEST_CASE("AveragePool of a window of padding only has no value unless padding counts") {
  CHECK(pool(7, {1}).set("pads", Integers{1, 0}).error({ramp}) ==
        "Unspecified: AveragePool-7 (output 'y0'): a window lies in the padding only, and has no "
        "elements to average");
  CHECK(show(pool(7, {1}).set("pads", Integers{1, 0}).set("count_include_pad", 1).run({ramp})) ==
        "float[1, 1, 6] 0 1 2 3 4 5");
}

TEST_CASE("AveragePool of empty inputs, and of inputs that do not fit") {
  CHECK(show(pool(7, {2}).run({f32({1, 0, 3}, {})})) == "float[1, 0, 2]");
  CHECK(show(pool(7, {2}).run({f32({0, 1, 3}, {})})) == "float[0, 1, 2]");
  CHECK(pool(19, {9}).error({ramp}) ==
        "InvalidInput: AveragePool-19 (output 'y0'): a kernel that extends over 9 elements does "
        "not fit 5 padded by 0");
}

TEST_CASE("AveragePool is -0 exactly when all elements are") {
  CHECK(show(pool(11, {2}).run({f32({1, 1, 3}, {-0.0, -0.0, 0})})) == "float[1, 1, 2] -0 0");
}

}  // namespace etalon::test::average_pool_test
