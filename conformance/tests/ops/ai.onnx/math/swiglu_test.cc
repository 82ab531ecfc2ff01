#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::swiglu_test {

TEST_CASE("SwiGLU gates B with Swish of A") {
  CHECK(near(OneNode("SwiGLU", 28).set("alpha", 2.0).run({f32({2}, {1, -1}), f32({2}, {3, 3})}),
             f32({2}, {2.6423912339336473322, -0.35760876606635266782})));
  // No step in the middle is rounded to the denormal that sigmoid(-720) is.
  CHECK(near(OneNode("SwiGLU", 28).run({f64({1}, {-720}), f64({1}, {1e300})}),
             f64({1}, {-1.4632061777454911469e-10})));
  CHECK(show(OneNode("SwiGLU", 28)
                 .run({tensor(DType::bfloat16, {}, {1}), tensor(DType::bfloat16, {}, {2})})) ==
        "bfloat16[] 1.46");
  CHECK(show(OneNode("SwiGLU", 28).run({f32({0, 2}, {}), f32({0, 2}, {})})) == "float[0, 2]");
}

TEST_CASE("SwiGLU does not broadcast") {
  CHECK(OneNode("SwiGLU", 28).error({f32({2}, {1, 2}), f32({1}, {1})}) ==
        "InvalidInput: SwiGLU-28 (output 'y0'): B has the shape [1], not [2]");
}

}  // namespace etalon::test::swiglu_test
