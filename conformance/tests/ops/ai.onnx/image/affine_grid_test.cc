#include "conformance/tests/ops/one_node.h"

namespace etalon::test::affine_grid_test {
namespace {

const Tensor identity_2d = f32({1, 2, 3}, {1, 0, 0, 0, 1, 0});

}  // namespace

TEST_CASE("AffineGrid of an empty image and its errors") {
  CHECK(OneNode("AffineGrid", 20).error({identity_2d, i64({3}, {1, 1, 2})}) ==
        "InvalidInput: AffineGrid-20 (output 'y0'): size has 3 elements, neither 4 nor 5");
  CHECK(OneNode("AffineGrid", 20).error({identity_2d, i64({4}, {2, 1, 2, 2})}) ==
        "InvalidInput: AffineGrid-20 (output 'y0'): theta has the shape [1, 2, 3], not [2, 2, 3]");
  CHECK(OneNode("AffineGrid", 20)
            .set("align_corners", 1)
            .error({identity_2d, i64({4}, {1, 1, 1, 2})}) ==
        "Unspecified: AffineGrid-20 (output 'y0'): with align_corners, an image one pixel wide or "
        "high has no positions");
}

TEST_CASE("AffineGrid refuses images beyond the memory limit before it makes positions") {
  const int64_t many = 7'687'439'941'601'452'276, some = 100'000'000'000'000;
  for (const std::vector<int64_t>& image : {std::vector{int64_t{3}, many}, {0, many}, {0, some}}) {
    const Tensor size = i64({4}, {1, 1, image[0], image[1]});
    CHECK_THROWS_AS(OneNode("AffineGrid", 20).run({identity_2d, size}), LimitExceeded);
  }
}

}  // namespace etalon::test::affine_grid_test
