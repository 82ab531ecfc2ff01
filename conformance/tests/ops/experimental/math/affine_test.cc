#include "conformance/tests/ops/one_node.h"

namespace etalon::test::affine_test {
namespace {

const Tensor edges = f32({6}, {-2, -0.0, 3, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Affine is alpha X + beta; rounded once") {
  CHECK(show(OneNode("Affine", 1).run({edges})) == "float[6] -2 0 3 inf -inf nan");
  CHECK(show(OneNode("Affine", 9).set("alpha", -2.0).set("beta", 1.0).run({edges})) ==
        "float[6] 5 1 -5 -inf inf nan");
  // (1 + 2^-52)·(1 + 2^-23) − 1 = 2^-23 + 2^-52 + 2^-75, to 53 bits.
  CHECK(show(OneNode("Affine", 1)
                 .set("alpha", 1 + 0x1p-23)
                 .set("beta", -1.0)
                 .run({f64({1}, {1 + 0x1p-52})})) == show(f64({1}, {0x1p-23 + 0x1p-52 + 0x1p-75})));
  CHECK(show(OneNode("Affine", 1).run({f32({}, {4})})) == "float[] 4");
  CHECK(show(OneNode("Affine", 1).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::affine_test
