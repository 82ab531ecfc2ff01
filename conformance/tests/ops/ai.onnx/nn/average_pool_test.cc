#include "conformance/tests/ops/one_node.h"

namespace etalon::test::average_pool_test {
namespace {

const Tensor ramp = f32({1, 1, 5}, {1, 2, 3, 4, 5});

OneNode pool(int64_t opset, const std::vector<int64_t>& kernel) {
  return OneNode("AveragePool", opset).set("kernel_shape", kernel);
}

}  // namespace

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

TEST_CASE("AveragePool of a window of padding only has no value unless padding counts") {
  CHECK(pool(7, {1}).set("pads", Integers{1, 0}).error({ramp}) ==
        "Unspecified: AveragePool-7 (output 'y0'): a window lies in the padding only, and has no "
        "elements to average");
}

TEST_CASE("AveragePool of empty inputs and of inputs that do not fit") {
  CHECK(pool(19, {9}).error({ramp}) ==
        "InvalidInput: AveragePool-19 (output 'y0'): a kernel that extends over 9 elements does "
        "not fit 5 padded by 0");
}

TEST_CASE("AveragePool is -0 exactly when all elements are") {
  CHECK(show(pool(11, {2}).run({f32({1, 1, 3}, {-0.0, -0.0, 0})})) == "float[1, 1, 2] -0 0");
}

}  // namespace etalon::test::average_pool_test
