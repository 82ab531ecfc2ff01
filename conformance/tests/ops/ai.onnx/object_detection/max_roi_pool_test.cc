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

TEST_CASE("MaxRoiPool takes the greatest of each bin, the last row and column included") {
  for (const int64_t opset : {1, 22}) {
    OneNode node("MaxRoiPool", opset);
    node.set("pooled_shape", std::vector<int64_t>{2, 2});
    CHECK(show(node.run({X, roi({0, 0, 0, 3, 3})})) == "float[1, 1, 2, 2] 5 7 13 15");
  }
  CHECK(show(pool(1, 1).run({X, roi({0, 1, 2, 1, 2})})) == "float[1, 1, 1, 1] 9");
}

TEST_CASE("MaxRoiPool's bins overlap where they do not divide the region") {
  // three columns in two bins: {0, 1} and {1, 2}; one row in two bins
  CHECK(show(pool(1, 2).run({X, roi({0, 0, 0, 2, 0})})) == "float[1, 1, 1, 2] 1 2");
  CHECK(show(pool(2, 1).run({X, roi({0, 0, 0, 3, 0})})) == "float[1, 1, 2, 1] 3 3");
}

TEST_CASE("MaxRoiPool scales corners, then rounds them with ties away from 0") {
  CHECK(show(pool(1, 1).set("spatial_scale", 0.5).run({X, roi({0, 1, 1, 3, 3})})) ==
        "float[1, 1, 1, 1] 10");
  CHECK(show(pool(1, 1).run({X, roi({0, 2.5, 0, 2.5, 0})})) == "float[1, 1, 1, 1] 3");
  CHECK(show(pool(1, 1).run({X, roi({0, -2, -2, -0.5, 0.25})})) == "float[1, 1, 1, 1] 0");
}

TEST_CASE("MaxRoiPool gives 0 outside of X, and at least one pixel to a region") {
  const Tensor negative = f32({1, 1, 2, 2}, {-1, -2, -3, -4});
  CHECK(show(pool(1, 1).run({negative, roi({0, 5, 5, 6, 6})})) == "float[1, 1, 1, 1] 0");
  CHECK(show(pool(1, 1).run({negative, roi({0, 0, 0, 9, 9})})) == "float[1, 1, 1, 1] -1");
  CHECK(show(pool(1, 1).run({negative, roi({0, 1, 1, 0, 0})})) == "float[1, 1, 1, 1] -4");
  // bins of 4 × 4 of which only the first meets X
  CHECK(show(pool(1, 2).run({negative, roi({0, 0, 0, 7, 0})})) == "float[1, 1, 1, 2] -1 0");
}

TEST_CASE("MaxRoiPool takes each region from its own image, channel by channel") {
  const Tensor images = f32({2, 2, 1, 1}, {1, 2, 3, NAN});
  CHECK(show(pool(1, 1).run({images, f32({2, 5}, {1, 0, 0, 0, 0, 0, 0, 0, 0, 0})})) ==
        "float[2, 2, 1, 1] 3 nan 1 2");
  CHECK(show(pool(1, 1).run({images, Tensor::zeros(DType::float32, {0, 5})})) ==
        "float[0, 2, 1, 1]");
  CHECK(show(pool(1, 1).run({tensor(DType::bfloat16, {1, 1, 1, 2}, {1, 2}),
                             tensor(DType::bfloat16, {1, 5}, {0, 0, 0, 1, 0})})) ==
        "bfloat16[1, 1, 1, 1] 2");
}

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
  CHECK(pool(1, 1).error({X, f32({1, 4}, {0, 0, 1, 1})}) ==
        place + "X [1, 1, 4, 4], rois [1, 4] and 2 pooled dimensions do not fit");
}

}  // namespace etalon::test::max_roi_pool_test
