#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::gelu_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Gelu keeps its digits in the lower tail") {
  CHECK(near(OneNode("Gelu", 20).run({f64({4}, {1, -1, -8, -30})}),
             f64({4}, {0.84134474606854294859, -0.15865525393145705141, -4.9767684594174272988e-15,
                       -1.4720141781444561179e-196}),
             2));
  CHECK(near(OneNode("Gelu", 20).run({f32({1}, {-8})}), f32({1}, {-4.9767684594174272988e-15})));
  CHECK(show(OneNode("Gelu", 20).run({limits})) == "float[4] 0 inf nan nan");
}

TEST_CASE("Gelu by tanh and no other approximation") {
  OneNode gelu("Gelu", 20);
  gelu.set("approximate", "tanh");
  CHECK(near(gelu.run({f64({4}, {1, -1, -5, -12})}),
             f64({4}, {0.84119199060827670478, -0.15880800939172329522, -2.2917961966295060456e-7,
                       -1.6359854493534810594e-61}),
             2));
  CHECK(show(gelu.run({f32({2}, {INFINITY, 50})})) == "float[2] inf 50");
  CHECK(OneNode("Gelu", 20).set("approximate", "erf").error({f32({1}, {1})}) ==
        "InvalidInput: Gelu-20 (output 'y0'): approximate is 'erf'; it may be none, tanh");
}

TEST_CASE("Gelu keeps rank 0 and empty shapes") {
  CHECK(show(OneNode("Gelu", 24).run({f32({}, {0})})) == "float[] 0");
  CHECK(show(OneNode("Gelu", 24).run({f32({2, 0}, {})})) == "float[2, 0]");
}

}  // namespace etalon::test::gelu_test
