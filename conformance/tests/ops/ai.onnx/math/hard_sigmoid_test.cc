#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::hard_sigmoid_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("HardSigmoid is a line cut off at 0 and 1") {
  for (const int opset : {1, 6, 22}) {
    CHECK(show(OneNode("HardSigmoid", opset).run({f32({5}, {-3, -1, 0, 1, 3})})) ==
          "float[5] 0 0.3 0.5 0.7 1");
    CHECK(show(OneNode("HardSigmoid", opset).set("alpha", 0.5).set("beta", 0.25).run({limits})) ==
          "float[4] 0.25 1 0 nan");
  }
}

TEST_CASE("HardSigmoid keeps rank 0 and empty shapes") {
  CHECK(OneNode("HardSigmoid", 24).run({f32({}, {0})}).tensor().shape().empty());
  CHECK(show(OneNode("HardSigmoid", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::hard_sigmoid_test
