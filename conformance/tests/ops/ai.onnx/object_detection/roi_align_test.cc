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

}  // namespace

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
