#include "conformance/tests/ops/one_node.h"
#include "engine/operators/rooms.h"

namespace etalon::test::instance_normalization_test {
namespace {

// Of lines [1, channels, positions], with a scale and a B for each.
std::string standardized_lines(double epsilon, const Tensor& x, const Floats& scale,
                               const Floats& B) {
  const Shape channels{scale.size()};
  return show(OneNode("InstanceNormalization", 6)
                  .set("epsilon", epsilon)
                  .run({x, f32(channels, scale), f32(channels, B)}));
}

}  // namespace

TEST_CASE("InstanceNormalization standardizes each channel of each instance") {
  const Tensor x = f32({1, 2, 2}, {1, 3, 10, 30});
  const Tensor scale = f32({2}, {1, 2});
  const Tensor B = f32({2}, {0, 0.5});
  for (const int64_t opset : {1, 6, 22}) {
    CHECK(show(OneNode("InstanceNormalization", opset).set("epsilon", 0.0).run({x, scale, B})) ==
          "float[1, 2, 2] -1 1 -1.5 2.5");
  }
  CHECK(show(OneNode("InstanceNormalization", 1)
                 .set("epsilon", 3.0)
                 .set("consumed_inputs", Integers{0, 0, 0})
                 .run({f32({1, 1, 2}, {1, 3}), f32({1}, {1}), f32({1}, {0})})) ==
        "float[1, 1, 2] -0.5 0.5");
  CHECK(show(OneNode("InstanceNormalization", 22)
                 .run({tensor(DType::bfloat16, {1, 1, 2}, {5, 5}),
                       tensor(DType::bfloat16, {1}, {1}), tensor(DType::bfloat16, {1}, {2})})) ==
        "bfloat16[1, 1, 2] 2 2");
  CHECK(show(OneNode("InstanceNormalization", 6).run({f32({0, 2, 2}, {}), scale, B})) ==
        "float[0, 2, 2]");
  CHECK(OneNode("InstanceNormalization", 6)
            .error({x, f32({1}, {1}), B})
            .ends_with("scale has the shape [1], not [2]"));
}

TEST_CASE("InstanceNormalization rounds the exact value once in a long line") {
  // In rational numbers, and a square root of 80 digits.
  constexpr size_t positions = 1500;
  Floats x(positions);
  for (size_t i = 0; i < positions; ++i) x[i] = static_cast<double>(i * i % 997) / 8;
  const Value Y = OneNode("InstanceNormalization", 6)
                      .set("epsilon", 0x1p-10)
                      .run({f32({1, 1, positions}, x), f32({1}, {1.5}), f32({1}, {-0.25})});
  const auto y = Y.tensor().slots<float>();
  CHECK(y[0] == -0x1.674608p+1f);
  CHECK(y[1] == -0x1.669df8p+1f);
  CHECK(y[700] == -0x1.85ffcap-2f);
  CHECK(y[1100] == 0x1.e1d49ap-2f);
  CHECK(y[1499] == 0x1.175488p+0f);
}

TEST_CASE("InstanceNormalization of a constant line is B, or NaN without an epsilon") {
  const Floats tenths(6, 0.1);
  CHECK(standardized_lines(0.001, f32({1, 2, 3}, tenths), {7, -7}, {0.5, 0}) ==
        "float[1, 2, 3] 0.5 0.5 0.5 0 0 0");
  CHECK(standardized_lines(0, f32({1, 2, 3}, tenths), {7, -7}, {0.5, 0}) ==
        "float[1, 2, 3] nan nan nan nan nan nan");
  CHECK(standardized_lines(0.25, zeros({1, 2, 2}), {1, 1}, {0, 3}) == "float[1, 2, 2] 0 0 3 3");
  CHECK(standardized_lines(0.25, f32({1, 3, 1}, {5, 1e30, -0.0}), {1, 1, 1}, {2, -3, 0.5}) ==
        "float[1, 3, 1] 2 -3 0.5");
}

TEST_CASE("InstanceNormalization of huge, tiny and far elements neither overflows nor underflows") {
  CHECK(standardized_lines(0, f32({1, 1, 2}, {-0x1p127, 0x1p127}), {1}, {0.5}) ==
        "float[1, 1, 2] -0.5 1.5");
  CHECK(standardized_lines(0, f32({1, 2, 2}, {-0x1p-149, 0x1p-149, 0, 0x1p-149}), {1, 2},
                           {0.5, 1}) == "float[1, 2, 2] -0.5 1.5 -1 3");
  CHECK(standardized_lines(0, f32({1, 1, 2}, {0x1p23, 0x1p23 + 1}), {3}, {0.25}) ==
        "float[1, 1, 2] -2.75 3.25");
  // The middle one is 0; the others are √1.5 away.
  CHECK(standardized_lines(0, f32({1, 1, 3}, {1, 2, 3}), {1}, {0}) ==
        "float[1, 1, 3] -1.2247449 0 1.2247449");
}

TEST_CASE("InstanceNormalization keeps what is not finite within its line") {
  CHECK(standardized_lines(0, f32({1, 3, 2}, {NAN, 1, -1, 1, INFINITY, 1}), {1, 1, 1},
                           {0.5, 0.5, 0.5}) == "float[1, 3, 2] nan nan -0.5 1.5 nan nan");
  CHECK(standardized_lines(0, f32({1, 2, 2}, {-1, 1, -1, 1}), {INFINITY, 1}, {0, INFINITY}) ==
        "float[1, 2, 2] -inf inf inf inf");
}

TEST_CASE("InstanceNormalization rounds a tie to even") {
  // 1 + 2^-24 and 1 + 3 · 2^-24 are half-way between two floats; -1 + 2^-24 is one.
  CHECK(standardized_lines(0, f32({1, 2, 2}, {-1, 1, -1, 1}), {1, 1}, {0x1p-24, 0x3p-24}) ==
        "float[1, 2, 2] -0.99999994 1 -0.9999998 1.0000002");
}

TEST_CASE("InstanceNormalization of a line that doubles do not decide is what the formula gives") {
  const auto same = [](const Floats& line, double epsilon, double scale, double B) {
    const Tensor x = f32({1, 1, line.size()}, line);
    const std::string quick = standardized_lines(epsilon, x, {scale}, {B});
    const PlainScope plain;
    return quick == standardized_lines(epsilon, x, {scale}, {B});
  };
  CHECK(same({1, 2, 3, 5}, 0.5, 1, 0.25));
  CHECK(same({-1, 1}, 0, 1, 0x1p-24));
  CHECK(same({5, 5}, 0.5, 1, 0));
  CHECK(same({0.1, 0.1, 0.1}, 0, 1, 1));
  CHECK(same({1, NAN}, 0.5, 1, 0));
  CHECK(same({1, INFINITY}, 0.5, 1, 0));
  CHECK(same({1, 2}, 0.5, 1, NAN));
  CHECK(same({1, 2}, NAN, 1, 0));
}

}  // namespace etalon::test::instance_normalization_test
