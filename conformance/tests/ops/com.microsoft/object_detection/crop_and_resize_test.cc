#include "conformance/tests/ops/one_node.h"

namespace etalon::test::crop_and_resize_test {

namespace {

OneNode crops() { return OneNode("CropAndResize", 1, "com.microsoft"); }

}  // namespace

TEST_CASE("CropAndResize sees the last row to its very end") {
  const Tensor X = f32({1, 1, 2, 1}, {1, 2});
  const auto of = [&](double y) {
    return crops()
        .set("extrapolation_value", 9.0)
        .run({X, f32({1, 4}, {y, 0, y, 0}), i32({1}, {0}), i32({2}, {1, 1})});
  };
  CHECK(show(of(1)) == "float[1, 1, 1, 1] 2");
  CHECK(show(of(1.0000001)) == "float[1, 1, 1, 1] 9");
  CHECK(show(of(-1e-30)) == "float[1, 1, 1, 1] 9");
}

TEST_CASE("CropAndResize refuses regions and sizes and modes that are none") {
  const std::string place = "com.microsoft.CropAndResize-1 (output 'y0'): ";
  const Tensor X = zeros({1, 1, 2, 2}), roi = zeros({1, 4}), first = i32({1}, {0}),
               size = i32({2}, {1, 1});
  CHECK(crops().error({X, f32({1, 4}, {NAN, 0, 1, 1}), first, size}) ==
        "Unspecified: " + place + "rois has nan, which is not a coordinate");
  CHECK(crops().error({X, roi, first, i32({2}, {0, 1})}) ==
        "InvalidInput: " + place + "crop_size has 0");
  CHECK(crops().error({X, roi, i32({1}, {-1}), size}) ==
        "InvalidInput: " + place + "batch index -1 is outside [0, 0]");
  CHECK(crops().error({X, zeros({2, 4}), first, size}) ==
        "InvalidInput: " + place + "rois has the shape [2, 4], not [1, 4]");
}

}  // namespace etalon::test::crop_and_resize_test
