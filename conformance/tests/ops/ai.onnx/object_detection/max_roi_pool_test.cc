#include "conformance/tests/ops/one_node.h"

namespace etalon::test::max_roi_pool_test {
namespace {

// Bins as in Fast R-CNN (Girshick, 2015).
const Tensor X = f32({1, 1, 4, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});

OneNode pool(int64_t height, int64_t width) {
  OneNode node("MaxRoiPool", 22);
  node.set("pooled_shape", std::vector<int64_t>{height, width});
  return node;
}
Tensor roi(const std::vector<double>& batch_and_corners) { return f32({1, 5}, batch_and_corners); }

}  // namespace

TEST_CASE("MaxRoiPool refuses inputs that do not fit") {
  const std::string place = "InvalidInput: MaxRoiPool-22 (output 'y0'): ";
  CHECK(pool(1, 1).error({X, roi({1, 0, 0, 1, 1})}) ==
        place + "batch_id 1 is not an index below 1");
  CHECK(pool(1, 1).error({X, roi({0.5, 0, 0, 1, 1})}) ==
        place + "batch_id 0.5 is not an index below 1");
  CHECK(pool(1, 1).error({X, roi({NAN, 0, 0, 1, 1})}) ==
        place + "batch_id nan is not an index below 1");
  CHECK(pool(1, 1).error({X, roi({0, 0, 0, INFINITY, 1})}) == place + "a region reaches to inf");
  CHECK(pool(-1, 1).error({X, roi({0, 0, 0, 1, 1})}) == place + "a dimension of -1 is negative");
  CHECK(pool(0, 1).error({X, roi({0, 0, 0, 1, 1})}) ==
        place + "pooled_shape [0, 1] has a dimension of 0");
  CHECK(pool(1, 1).set("spatial_scale", -1.0).error({X, roi({0, 0, 0, 1, 1})}) ==
        place + "spatial_scale -1 is not greater than 0");
  CHECK(pool(1, 1).error({X, f32({1, 4}, {0, 0, 1, 1})}) ==
        place + "X [1, 1, 4, 4], rois [1, 4] and 2 pooled dimensions do not fit");
}

}  // namespace etalon::test::max_roi_pool_test
