#include "conformance/tests/ops/one_node.h"

namespace etalon::test::dynamic_quantize_linear_test {
namespace {

std::string dynamic(const std::vector<double>& x) {
  const Values outputs =
      OneNode("DynamicQuantizeLinear", 11).outputs(3).run_all({f32({x.size()}, x)});
  return fmt::format("{}; {}; {}", show(outputs[0]), show(outputs[1]), show(outputs[2]));
}

}  // namespace

TEST_CASE("DynamicQuantizeLinear spreads x's range; widened to hold 0; over 0 to 255") {
  CHECK(dynamic({0, 255}) == "uint8[2] 0 255; float[] 1; uint8[] 0");
  CHECK(dynamic({100, 255}) == "uint8[2] 100 255; float[] 1; uint8[] 0");
  CHECK(dynamic({-255, -100}) == "uint8[2] 0 155; float[] 1; uint8[] 255");
  CHECK(dynamic({-127, 128, 0.5, 1.5}) == "uint8[4] 0 255 127 129; float[] 1; uint8[] 127");
  // The zero point 126.5 is a tie, to 126.
  CHECK(dynamic({-253, 257, 2}) == "uint8[3] 0 254 127; float[] 2; uint8[] 126");
}

TEST_CASE("DynamicQuantizeLinear rounds each step of its function body to float") {
  // 5/255 is 0.019607844 in float; -2.5 over that is -127.49999 in float, so the zero point is 127
  // where exact arithmetic has the tie 127.5, to 128. By hand.
  CHECK(dynamic({-2.5, 2.5}) == "uint8[2] 0 254; float[] 0.019607844; uint8[] 127");
}

TEST_CASE("DynamicQuantizeLinear of zeros divides 0 by 0 which is unspecified") {
  CHECK(OneNode("DynamicQuantizeLinear", 11).outputs(3).error({f32({2}, {0, 0})}) ==
        "Unspecified: DynamicQuantizeLinear-11 (output 'y0'): NaN has no quantized value in "
        "tensor(uint8)");
}

}  // namespace etalon::test::dynamic_quantize_linear_test
