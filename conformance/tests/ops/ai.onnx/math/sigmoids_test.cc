#include "conformance/tests/ops/one_node.h"

// Expected values: by hand, or where exp is in them mpmath, to 20 digits.
namespace etalon::test::sigmoids_test {
namespace {

const Tensor limits = f32({4}, {0, INFINITY, -INFINITY, NAN});

}  // namespace

TEST_CASE("Sigmoid keeps its digits in the lower tail") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Sigmoid", opset).run({f64({4}, {1, -1, -40, -720})}),
               f64({4}, {0.73105857863000487925, 0.26894142136999512075, 4.2483542552915889773e-18,
                         2.0322308024242931529e-313})));
    CHECK(
        near(OneNode("Sigmoid", opset).run({f32({1}, {-100})}), f32({1}, {3.720075976020836e-44})));
    CHECK(show(OneNode("Sigmoid", opset).run({limits})) == "float[4] 0.5 1 0 nan");
  }
}

TEST_CASE("HardSigmoid") {
  for (const int opset : {1, 6, 22}) {
    CHECK(show(OneNode("HardSigmoid", opset).run({f32({5}, {-3, -1, 0, 1, 3})})) ==
          "float[5] 0 0.3 0.5 0.7 1");
    CHECK(show(OneNode("HardSigmoid", opset).set("alpha", 0.5).set("beta", 0.25).run({limits})) ==
          "float[4] 0.25 1 0 nan");
  }
}

TEST_CASE("HardSwish divides by 6 exactly") {
  for (const int opset : {14, 22}) {
    CHECK(show(OneNode("HardSwish", opset).run({f32({5}, {-4, -3, 0, 1, 5})})) ==
          "float[5] -0 -0 0 0.6666667 5");
    CHECK(show(OneNode("HardSwish", opset).run({f64({1}, {1})})) == "double[1] 0.6666666666666666");
    CHECK(show(OneNode("HardSwish", opset).run({limits})) == "float[4] 0 inf nan nan");
  }
}

TEST_CASE("Swish multiplies by alpha inside the sigmoid") {
  CHECK(near(
      OneNode("Swish", 24).run({f64({3}, {1, -1, -720})}),
      f64({3}, {0.73105857863000487925, -0.26894142136999512075, -1.4632061777454910701e-310})));
  CHECK(near(OneNode("Swish", 24).set("alpha", 2.0).run({f32({2}, {1, -1})}),
             f32({2}, {0.88079707797788244406, -0.11920292202211755594})));
  CHECK(show(OneNode("Swish", 24).run({limits})) == "float[4] 0 inf nan nan");
}

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
        "InvalidInput: SwiGLU-28 (output 'y0'): the shapes [2] and [1] differ");
}

TEST_CASE("Mish") {
  for (const int opset : {18, 22}) {
    CHECK(near(
        OneNode("Mish", opset).run({f64({3}, {1, -1, -50})}),
        f64({3}, {0.86509838826731034612, -0.30340146137410891807, -9.6437492398195889151e-21})));
    CHECK(show(OneNode("Mish", opset).run({f32({2}, {1000, INFINITY})})) == "float[2] 1000 inf");
  }
}

TEST_CASE("Softplus neither overflows nor loses its lower tail") {
  for (const int opset : {1, 22}) {
    CHECK(near(OneNode("Softplus", opset).run({f64({5}, {1, -1, -50, 40, 1000})}),
               f64({5}, {1.313261687518222834, 0.31326168751822283405, 1.928749847963917783e-22,
                         40.000000000000000004, 1000})));
    CHECK(show(OneNode("Softplus", opset).run({limits})) == "float[4] 0.6931472 inf 0 nan");
  }
}

TEST_CASE("Softsign is x / (1 + |x|), which at an infinity is NaN") {
  for (const int opset : {1, 22}) {
    CHECK(show(OneNode("Softsign", opset).run({f32({4}, {1, -3, -0.0, 1e38})})) ==
          "float[4] 0.5 -0.75 -0 1");
    CHECK(show(OneNode("Softsign", opset).run({limits})) == "float[4] 0 nan nan nan");
  }
}

TEST_CASE("Gelu keeps its digits in the lower tail") {
  CHECK(near(OneNode("Gelu", 20).run({f64({4}, {1, -1, -8, -30})}),
             f64({4}, {0.84134474606854294859, -0.15865525393145705141, -4.9767684594174272988e-15,
                       -1.4720141781444561179e-196}),
             2));
  CHECK(near(OneNode("Gelu", 20).run({f32({1}, {-8})}), f32({1}, {-4.9767684594174272988e-15})));
  CHECK(show(OneNode("Gelu", 20).run({limits})) == "float[4] 0 inf nan nan");
}

TEST_CASE("Gelu by tanh, and by nothing else") {
  OneNode gelu("Gelu", 20);
  gelu.set("approximate", "tanh");
  CHECK(near(gelu.run({f64({4}, {1, -1, -5, -12})}),
             f64({4}, {0.84119199060827670478, -0.15880800939172329522, -2.2917961966295060456e-7,
                       -1.6359854493534810594e-61}),
             2));
  CHECK(show(gelu.run({f32({2}, {INFINITY, 50})})) == "float[2] inf 50");
  CHECK(OneNode("Gelu", 20).set("approximate", "erf").error({f32({1}, {1})}) ==
        "InvalidInput: Gelu-20 (output 'y0'): approximate is 'erf', neither 'none' nor 'tanh'");
}

TEST_CASE("Sigmoids keep rank 0 and empty shapes, and round once to narrow types") {
  for (const char* op : {"HardSwish", "Swish", "Mish", "Softsign", "Gelu"}) {
    CAPTURE(op);
    CHECK(show(OneNode(op, 24).run({f32({}, {0})})) == "float[] 0");
    CHECK(show(OneNode(op, 24).run({f32({2, 0}, {})})) == "float[2, 0]");
  }
  for (const char* op : {"Sigmoid", "HardSigmoid", "Softplus"}) {
    CAPTURE(op);
    CHECK(OneNode(op, 24).run({f32({}, {0})}).tensor().shape().empty());
    CHECK(show(OneNode(op, 24).run({f32({2, 0}, {})})) == "float[2, 0]");
  }
  CHECK(show(OneNode("Sigmoid", 13).run({tensor(DType::bfloat16, {1}, {1})})) ==
        "bfloat16[1] 0.73");
  CHECK(show(OneNode("Mish", 22).run({tensor(DType::float16, {1}, {1})})) == "float16[1] 0.865");
}

}  // namespace etalon::test::sigmoids_test
