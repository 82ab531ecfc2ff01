#include "conformance/tests/ops/one_node.h"

// Expected values: mpmath, to 20 digits.
namespace etalon::test::exponential_test {
namespace {}  // namespace

TEST_CASE("Exp overflows to infinity and underflows gradually") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Exp", opset).run({f64({4}, {0.5, -80, 80, -740})}),
               f64({4}, {1.6487212707001281468, 1.8048513878454151723e-35, 5.5406223843935100526e34,
                         4.1887398800480489395e-322})));
  }
  CHECK(show(OneNode("Exp", 13).run({f32({5}, {89, -104, -INFINITY, INFINITY, NAN})})) ==
        "float[5] inf 0 0 inf nan");
  CHECK(show(OneNode("Exp", 13).run({tensor(DType::float16, {2}, {11, 12})})) ==
        "float16[2] 5.987e+04 inf");
}

TEST_CASE("Log is -inf at 0 and NaN below") {
  for (const int opset : {1, 6, 13}) {
    CHECK(near(OneNode("Log", opset).run({f64({4}, {0.5, 1e-40, 1e30, 3})}),
               f64({4}, {-0.69314718055994530942, -92.103403719761827431, 69.07755278982137054,
                         1.0986122886681096914})));
  }
  CHECK(show(OneNode("Log", 13).run({f32({6}, {1, 0, -0.0, -1, INFINITY, NAN})})) ==
        "float[6] 0 -inf -inf nan inf nan");
}

TEST_CASE("Sqrt is correctly rounded, NaN below 0, and keeps -0") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Sqrt", opset).run({f64({2}, {2, 4})})) == "double[2] 1.4142135623730951 2");
  }
  CHECK(show(OneNode("Sqrt", 13).run({f32({4}, {-1, -0.0, INFINITY, NAN})})) ==
        "float[4] nan -0 inf nan");
}

TEST_CASE("Reciprocal of a zero is an infinity of its sign") {
  for (const int opset : {1, 6, 13}) {
    CHECK(show(OneNode("Reciprocal", opset).run({f32({4}, {3, 0, -0.0, -INFINITY})})) ==
          "float[4] 0.33333334 inf -inf -0");
  }
  CHECK(show(OneNode("Reciprocal", 13).run({tensor(DType::bfloat16, {1}, {3})})) ==
        "bfloat16[1] 0.334");
}

TEST_CASE("Erf") {
  for (const int opset : {9, 13}) {
    CHECK(near(
        OneNode("Erf", opset).run({f64({3}, {0.5, -2, 1e-10})}),
        f64({3}, {0.52049987781304653768, -0.99532226501895273416, 1.128379167095512615e-10})));
  }
  CHECK(show(OneNode("Erf", 13).run({f32({4}, {INFINITY, -INFINITY, NAN, -0.0})})) ==
        "float[4] 1 -1 nan -0");
}

TEST_CASE("Erf-9 of an integer is known for 0 alone") {
  CHECK(show(OneNode("Erf", 9).run({tensor(DType::int8, {2}, {0, 0})})) == "int8[2] 0 0");
  CHECK(OneNode("Erf", 9).error({tensor(DType::int32, {2}, {0, 1})}) ==
        "Unspecified: Erf-9 (output 'y0'): erf(1) is no integer, and how a tensor(int32) is to "
        "hold it is not said");
}

TEST_CASE("Exp, Log, Sqrt, Reciprocal and Erf keep rank 0 and empty shapes") {
  for (const char* op : {"Exp", "Log", "Sqrt", "Reciprocal", "Erf"}) {
    CAPTURE(op);
    CHECK(show(OneNode(op, 13).run({f32({0, 3}, {})})) == "float[0, 3]");
    CHECK(OneNode(op, 13).run({f32({}, {1})}).tensor().shape().empty());
    CHECK_FALSE(OneNode(op, 13).error({tensor(DType::int32, {1}, {1})}).empty());
  }
}

}  // namespace etalon::test::exponential_test
