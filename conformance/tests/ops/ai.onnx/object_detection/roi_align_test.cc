#include "conformance/tests/ops/one_node.h"

namespace etalon::test::roi_align_test {
namespace {

const Tensor X = f32({1, 1, 2, 2}, {1, 2, 3, 4});
const Tensor first = i64({1}, {0});

Tensor roi(const std::vector<double>& corners) { return f32({1, 4}, corners); }
OneNode half_pixel(int64_t sampling_ratio = 1) {
  OneNode node("RoiAlign", 22);
  node.set("sampling_ratio", sampling_ratio);
  return node;
}
OneNode output_half_pixel(int64_t sampling_ratio = 1) {
  return half_pixel(sampling_ratio).set("coordinate_transformation_mode", "output_half_pixel");
}

}  // namespace

TEST_CASE("RoiAlign-10 samples coordinates as they are, in regions of at least 1 × 1") {
  OneNode node("RoiAlign", 10);
  node.set("sampling_ratio", 1);
  // the middle of [0, 1] × [0, 1] lies between all four pixels
  CHECK(show(node.run({X, roi({0, 0, 1, 1}), first})) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(node.run({X, roi({0, 0, 0, 0}), first})) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(node.run({X, roi({0.5, 0, -3, -3}), first})) == "float[1, 1, 1, 1] 3");
  CHECK(show(output_half_pixel().run({X, roi({0.5, 0, -3, -3}), first})) == "float[1, 1, 1, 1] 3");
}

TEST_CASE("RoiAlign-16 shifts coordinates by half a pixel, and regions may be of any size") {
  for (const int64_t opset : {16, 22}) {
    OneNode node("RoiAlign", opset);
    node.set("sampling_ratio", 1).set("output_height", 2).set("output_width", 2);
    CHECK(show(node.run({X, roi({0, 0, 2, 2}), first})) == "float[1, 1, 2, 2] 1 2 3 4");
  }
  CHECK(show(half_pixel().run({X, roi({1, 1, 1, 1}), first})) == "float[1, 1, 1, 1] 2.5");
}

TEST_CASE("RoiAlign averages its samples, or takes the greatest interpolated one") {
  const Tensor all = roi({0, 0, 2, 2});
  CHECK(show(half_pixel(2).run({X, all, first})) == "float[1, 1, 1, 1] 2.5");
  CHECK(show(half_pixel(2).set("mode", "max").run({X, all, first})) == "float[1, 1, 1, 1] 4");
  CHECK(show(half_pixel(1).set("mode", "max").run({X, all, first})) == "float[1, 1, 1, 1] 2.5");
  const Tensor negative = f32({1, 1, 2, 2}, {-1, -2, -3, -4});
  CHECK(show(half_pixel(2).set("mode", "max").run({negative, all, first})) ==
        "float[1, 1, 1, 1] -1");
}

TEST_CASE("RoiAlign with sampling_ratio 0 samples about once a pixel") {
  const Tensor image = f32({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});
  CHECK(show(half_pixel(0).run({image, roi({0, 0, 4, 4}), first})) == "float[1, 1, 1, 1] 7.5");
  // two bins of width 2 and one of height 1, each sampled 1 × 2: 0 and 1, 2 and 3
  CHECK(show(half_pixel(0).set("output_width", 2).run({image, roi({0, 0, 4, 1}), first})) ==
        "float[1, 1, 1, 2] 0.5 2.5");
  CHECK(show(half_pixel(0).set("mode", "max").run({image, roi({0, 0, 3.5, 3.5}), first})) ==
        "float[1, 1, 1, 1] 12.8125");  // the last of 4 points is at -0.5 + 3.5 · 7/8 = 2.5625
  CHECK(show(half_pixel(0).run({image, roi({1, 1, 1, 1}), first})) == "float[1, 1, 1, 1] 0");
  CHECK(show(half_pixel(0).set("mode", "max").run({image, roi({2, 2, 1, 1}), first})) ==
        "float[1, 1, 1, 1] 0");
}

TEST_CASE("RoiAlign clamps a point to the image within a pixel, and gives 0 beyond") {
  CHECK(show(half_pixel().run({X, roi({-0.5, -0.5, -0.5, -0.5}), first})) == "float[1, 1, 1, 1] 1");
  CHECK(show(half_pixel().run({X, roi({2.5, 2.5, 2.5, 2.5}), first})) == "float[1, 1, 1, 1] 4");
  CHECK(show(half_pixel().run({X, roi({2.75, 1, 2.75, 1}), first})) == "float[1, 1, 1, 1] 0");
  CHECK(show(half_pixel().run({X, roi({-0.75, 1, -0.75, 1}), first})) == "float[1, 1, 1, 1] 0");
  CHECK(show(half_pixel().run({X, roi({1e30, 1, 1e30, 1}), first})) == "float[1, 1, 1, 1] 0");
}

TEST_CASE("RoiAlign reads only pixels that weigh") {
  const Tensor spoilt = f32({1, 1, 2, 2}, {1, NAN, INFINITY, 4});
  CHECK(show(half_pixel().run({spoilt, roi({0, 0, 1, 1}), first})) == "float[1, 1, 1, 1] 1");
  CHECK(show(half_pixel().run({spoilt, roi({9, 9, 9, 9}), first})) == "float[1, 1, 1, 1] 0");
  CHECK(show(half_pixel().run({spoilt, roi({0, 0, 2, 1}), first})) == "float[1, 1, 1, 1] nan");
}

TEST_CASE("RoiAlign takes each region from its own image and scales it") {
  const Tensor images = f32({2, 2, 1, 1}, {1, 2, 3, 4});
  CHECK(show(half_pixel().run({images, f32({2, 4}, {0, 0, 1, 1, 0, 0, 1, 1}), i64({2}, {1, 0})})) ==
        "float[2, 2, 1, 1] 3 4 1 2");
  CHECK(show(half_pixel()
                 .set("spatial_scale", 0.5)
                 .set("output_width", 2)
                 .run({X, roi({0, 0, 4, 2}), first})) == "float[1, 1, 1, 2] 1 2");
  CHECK(show(half_pixel().run({X, Tensor::zeros(DType::float32, {0, 4}), i64({0}, {})})) ==
        "float[0, 1, 1, 1]");
  CHECK(show(half_pixel().run({tensor(DType::bfloat16, {1, 1, 1, 2}, {1, 2}),
                               tensor(DType::bfloat16, {1, 4}, {0, 0, 2, 1}), first})) ==
        "bfloat16[1, 1, 1, 1] 1.5");
}

TEST_CASE("RoiAlign refuses inputs that do not fit") {
  const std::string place = "InvalidInput: RoiAlign-22 (output 'y0'): ";
  const Tensor all = roi({0, 0, 2, 2});
  CHECK(half_pixel().error({X, all, i64({1}, {1})}) == place + "batch index 1 is outside [0, 0]");
  CHECK(half_pixel().error({X, all, i64({2}, {0, 0})}) ==
        place + "X [1, 1, 2, 2], rois [1, 4] and batch_indices [2] do not fit");
  CHECK(half_pixel().set("mode", "min").error({X, all, first}) ==
        place + "mode is 'min'; it may be avg, max");
  CHECK(half_pixel().set("coordinate_transformation_mode", "pixel").error({X, all, first}) ==
        place +
            "coordinate_transformation_mode is 'pixel'; it may be half_pixel, output_half_pixel");
  CHECK(half_pixel(-1).error({X, all, first}) == place + "sampling_ratio -1 is negative");
  CHECK(half_pixel().set("output_width", 0).error({X, all, first}) ==
        place + "an output of 1 by 0 is empty");
  CHECK(half_pixel().error({X, roi({0, NAN, 1, 1}), first}) ==
        place + "a region from nan to 1 cannot be sampled");
  CHECK(half_pixel(0).error({X, roi({0, 0, 1, 1e9}), first}) ==
        place + "a region from 0 to 1000000000 cannot be sampled");
}

TEST_CASE("RoiAlign looks at the deadline between the points of a bin") {
  using Clock = std::chrono::steady_clock;
  Limits limits;
  limits.deadline = Clock::now() + std::chrono::milliseconds(100);
  const LimitScope scope(limits);
  // 3,600,000,000 points, which take half a minute
  CHECK_THROWS_AS(half_pixel(60'000).run({X, roi({0, 0, 2, 2}), first}), LimitExceeded);
  CHECK(Clock::now() < *limits.deadline + std::chrono::seconds(10));
}

}  // namespace etalon::test::roi_align_test
