#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::swish_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Swish multiplies by alpha inside the sigmoid") {
  CHECK(near(
      OneNode("Swish", 24).run({f64({3}, {1, -1, -720})}),
      f64({3}, {0.73105857863000487925, -0.26894142136999512075, -1.4632061777454910701e-310})));
  CHECK(near(OneNode("Swish", 24).set("alpha", 2.0).run({f32({2}, {1, -1})}),
             f32({2}, {0.88079707797788244406, -0.11920292202211755594})));
  CHECK(show(OneNode("Swish", 24).run({limits})) == "float[4] 0 inf nan nan");
}

TEST_CASE("Swish keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Swish", 24).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Swish", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::swish_test
