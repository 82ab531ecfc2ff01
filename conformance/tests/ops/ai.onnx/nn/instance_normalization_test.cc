#include "conformance/tests/ops/one_node.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

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
  const Tensor B = f32({2}, {0, 0.5});
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

TEST_CASE("InstanceNormalization of a line that doubles do not decide is what the formula gives") {
  const auto same = [](const Floats& line, double epsilon, double scale, double B) {
    const Tensor x = f32({1, 1, line.size()}, line);
    const std::string quick = standardized_lines(epsilon, x, {scale}, {B});
    const Setting plain(&Evaluation::plain, true);
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
