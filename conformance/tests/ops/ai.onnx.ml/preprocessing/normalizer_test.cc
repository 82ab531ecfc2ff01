#include "conformance/tests/ops/one_node.h"

namespace etalon::test::normalizer_test {
namespace {

OneNode normalizer(const char* norm) {
  return OneNode("Normalizer", 1, "ai.onnx.ml").set("norm", norm);
}

}  // namespace

TEST_CASE("Normalizer divides by the greatest element") {
  CHECK(show(OneNode("Normalizer", 1, "ai.onnx.ml").run({f32({2, 2}, {1, 2, -4, -8})})) ==
        "float[2, 2] 0.5 1 1 2");
}

TEST_CASE("Normalizer divides by the sum of magnitudes") {
  CHECK(show(normalizer("L1").run({f32({2, 2}, {1, -3, 0.5, 0})})) == "float[2, 2] 0.25 -0.75 1 0");
}

TEST_CASE("Normalizer divides by the Euclidean norm and keeps signs") {
  CHECK(show(normalizer("L2").run({f32({2, 2}, {3, -4, 0, 2})})) == "float[2, 2] 0.6 -0.8 0 1");
  CHECK(show(normalizer("L2").run({i64({2}, {-5, 12})})) == "float[2] -0.3846154 0.9230769");
}

TEST_CASE("Normalizer leaves a row as it is when its norm is 0") {
  const Tensor X = f32({2, 2}, {0, -0.0, 2, 2});
  CHECK(show(normalizer("L1").run({X})) == "float[2, 2] 0 -0 0.5 0.5");
  CHECK(show(normalizer("MAX").run({f32({1, 2}, {-4, 0})})) == "float[1, 2] -4 0");
}

TEST_CASE("Normalizer of a vector is that of one row, and of no elements is empty") {
  CHECK(show(normalizer("MAX").run({tensor(DType::int32, {2}, {1, 4})})) == "float[2] 0.25 1");
  CHECK(show(normalizer("L1").run({f32({2, 0}, {})})) == "float[2, 0]");
  CHECK(show(normalizer("L1").run({f32({0}, {})})) == "float[0]");
}

TEST_CASE("Normalizer carries NaN through its row, and squares do not overflow") {
  CHECK(show(normalizer("MAX").run({f32({2, 2}, {NAN, 1, 2, 1})})) == "float[2, 2] nan nan 1 0.5");
  CHECK(show(normalizer("L2").run({f32({2}, {INFINITY, 1})})) == "float[2] nan 0");
  CHECK(show(normalizer("L2").run(
            {tensor(DType::float64, {2, 2}, {3e300, 4e300, 3e-300, 4e-300})})) ==
        "float[2, 2] 0.6 0.8 0.6 0.8");
}

TEST_CASE("Normalizer accepts only three norms and rows") {
  const std::string place = "InvalidInput: ai.onnx.ml.Normalizer-1 (output 'y0'): ";
  CHECK(normalizer("L3").error({f32({1}, {1})}) == place + "norm is 'L3'; it may be MAX, L1, L2");
  CHECK(normalizer("L1").error({f32({1, 1, 1}, {1})}) ==
        place + "X has the shape [1, 1, 1]; it must be [N, C] or [C]");
  CHECK(normalizer("L1").error({f32({}, {1})}) ==
        place + "X has the shape []; it must be [N, C] or [C]");
}

}  // namespace etalon::test::normalizer_test
