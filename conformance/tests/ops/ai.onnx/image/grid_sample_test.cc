#include "conformance/tests/ops/one_node.h"

namespace etalon::test::grid_sample_test {
namespace {

// One row of four pixels, ten times their index.
const Tensor row = f32({1, 1, 1, 4}, {0, 10, 20, 30});

}  // namespace

TEST_CASE("GridSample-20 samples along one and three axes") {
  CHECK(OneNode("GridSample", 16).error({f32({1, 1, 2}, {1, 3}), f32({1, 1, 1}, {0})}) ==
        "InvalidInput: GridSample-16 (output 'y0'): a grid of shape [1, 1, 1] does not fit X's "
        "shape [1, 1, 2]");
}

TEST_CASE("GridSample along many axes of one pixel stays small") {
  Shape shape(40, 1), grid(39, 1);
  grid.push_back(38);
  CHECK(near(OneNode("GridSample", 20)
                 .set("mode", "cubic")
                 .set("padding_mode", "border")
                 .run({Tensor::of(DType::float32, full<double>(shape, 7)),
                       Tensor::of(DType::float32, full<double>(grid, 0.25))})
                 .tensor()
                 .reshaped({}),
             f32({}, {7}), 4));
}

TEST_CASE("GridSample cuts averages of integers and moves texts") {
  const Tensor grid = f32({1, 1, 1, 2}, {0, 0});
  const Tensor words = texts({1, 1, 1, 2}, {"a", "b"});
  CHECK(OneNode("GridSample", 16).error({words, grid}) ==
        "InvalidInput: GridSample-16 (output 'y0'): strings have no weighted average");
}

TEST_CASE("GridSample of nothing and grids that do not fit") {
  const auto error = [](const Values& inputs) { return OneNode("GridSample", 20).error(inputs); };
  CHECK(error({row, f32({1, 1, 1, 3}, {0, 0, 0})}) ==
        "InvalidInput: GridSample-20 (output 'y0'): a grid of shape [1, 1, 1, 3] does not fit X's "
        "shape [1, 1, 1, 4]");
  CHECK(error({row, f32({1, 1, 1, 2}, {NAN, 0})}) ==
        "Unspecified: GridSample-20 (output 'y0'): the grid holds nan, which is not a location");
  CHECK(OneNode("GridSample", 20).set("mode", "bilinear").error({row, f32({1, 1, 1, 2}, {0, 0})}) ==
        "InvalidInput: GridSample-20 (output 'y0'): mode is 'bilinear'; it may be linear, "
        "nearest, cubic");
  CHECK(OneNode("GridSample", 20)
            .set("padding_mode", "edge")
            .error({row, f32({1, 1, 1, 2}, {0, 0})}) ==
        "InvalidInput: GridSample-20 (output 'y0'): padding_mode is 'edge'; it may be zeros, "
        "border, reflection");
}

}  // namespace etalon::test::grid_sample_test
