#include "conformance/tests/ops/one_node.h"

namespace etalon::test::upsample_test {

TEST_CASE("Upsample-1 scales height and width of images") {
  CHECK(OneNode("Upsample", 1)
            .set("height_scale", 1.0)
            .set("width_scale", 1.0)
            .error({f32({2}, {1, 2})}) ==
        "InvalidInput: Upsample-1 (output 'y0'): X has rank 1, not 4");
}

TEST_CASE("Upsample-7 takes scales of all axes as an attribute") {
  const OneNode node = OneNode("Upsample", 7).set("scales", std::vector<double>{2, 1.5});
  CHECK(node.error({f32({2}, {1, 2})}) ==
        "InvalidInput: Upsample-7 (output 'y0'): there are 2 scales for 1 axes");
}

TEST_CASE("Upsample-9 and 10 take scales as an input") {
  for (const int opset : {9, 10}) {
    const Tensor X = f32({2, 2}, {0, 4, 8, 12});
    CHECK(show(OneNode("Upsample", opset).run({X, f32({2}, {1, 2})})) ==
          "float[2, 4] 0 0 4 4 8 8 12 12");
    CHECK(show(OneNode("Upsample", opset).set("mode", "linear").run({X, f32({2}, {2, 1})})) ==
          "float[4, 2] 0 4 4 8 8 12 8 12");
    CHECK(show(OneNode("Upsample", opset).run({f32({0, 2}, {}), f32({2}, {3, 2})})) ==
          "float[0, 4]");
    CHECK(show(OneNode("Upsample", opset).run({texts({1}, {"a"}), f32({1}, {2})})) ==
          "string[2] 'a' 'a'");
  }
}

TEST_CASE("Upsample refuses scales below 1 and modes that it does not have") {
  const Tensor X = f32({2}, {1, 2});
  CHECK(OneNode("Upsample", 9).error({X, f32({1}, {0.5})}) ==
        "InvalidInput: Upsample-9 (output 'y0'): the scale 0.5 is less than 1");
  CHECK(OneNode("Upsample", 9).set("mode", "bilinear").error({X, f32({1}, {2})}) ==
        "InvalidInput: Upsample-9 (output 'y0'): mode is 'bilinear'; it may be nearest, linear");
}

}  // namespace etalon::test::upsample_test
