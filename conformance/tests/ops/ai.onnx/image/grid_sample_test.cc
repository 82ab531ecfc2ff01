#include "conformance/tests/ops/one_node.h"

namespace etalon::test::grid_sample_test {
namespace {

// One row of four pixels, ten times their index.
const Tensor row = f32({1, 1, 1, 4}, {0, 10, 20, 30});

// Where to look along a row: x as pixel index, y in the middle of the only row.
Tensor along_row(const std::vector<double>& x, bool align_corners) {
  std::vector<double> grid;
  for (const double at : x) {
    grid.push_back(align_corners ? at * 2 / 3 - 1 : (2 * at + 1) / 4 - 1);
    grid.push_back(0);
  }
  return tensor(DType::float64, {1, 1, x.size(), 2}, grid);
}

Value sample(int opset, const char* mode, const char* padding, bool align_corners,
             const std::vector<double>& x) {
  return OneNode("GridSample", opset)
      .set("mode", mode)
      .set("padding_mode", padding)
      .set("align_corners", align_corners ? 1 : 0)
      .run({row, along_row(x, align_corners)});
}

}  // namespace

TEST_CASE("GridSample interpolates linearly and pads with zeros") {
  for (const bool align : {false, true}) {
    CHECK(near(sample(16, "bilinear", "zeros", align, {0, 1.25, 3, 3.5, -0.5, 4.5, 100}),
               f32({1, 1, 1, 7}, {0, 12.5, 30, 15, 0, 0, 0})));
    CHECK(near(sample(20, "linear", "zeros", align, {0.5, 2.75}), f32({1, 1, 1, 2}, {5, 27.5})));
  }
}

TEST_CASE("GridSample pads with the border") {
  for (const bool align : {false, true}) {
    CHECK(near(sample(16, "bilinear", "border", align, {-1000, -0.25, 3.25, 50}),
               f32({1, 1, 1, 4}, {0, 0, 30, 30})));
    CHECK(near(sample(22, "nearest", "border", align, {-9, 1, 9}), f32({1, 1, 1, 3}, {0, 10, 30})));
  }
}

TEST_CASE("GridSample mirrors at the middles of the outer pixels, or at their edges") {
  CHECK(near(sample(20, "linear", "reflection", true, {-1, -2.5, 4, 6.5}),
             f32({1, 1, 1, 4}, {10, 25, 20, 5}), 2));
  CHECK(near(sample(20, "linear", "reflection", false, {-1, -2.5, 4, 6.5}),
             f32({1, 1, 1, 4}, {0, 15, 30, 5}), 2));
  CHECK(near(sample(20, "nearest", "reflection", false, {-1, -5.75, 4, 12}),
             f32({1, 1, 1, 4}, {0, 20, 30, 30})));
}

TEST_CASE("GridSample takes the nearest element, the even one when halfway") {
  for (const bool align : {false, true}) {
    CHECK(show(sample(20, "nearest", "zeros", false, {-0.5, 0.5, 1.5, 2.5, 3.5})) ==
          "float[1, 1, 1, 5] 0 0 20 20 0");
    CHECK(near(sample(16, "nearest", "zeros", align, {0.25, 0.75, 3.25, -0.75}),
               f32({1, 1, 1, 4}, {0, 10, 30, 0})));
  }
}

// By equation (4) of Keys (1981) with a = -0.75; halfway the weights are -3/32, 19/32, 19/32,
// -3/32.
TEST_CASE("GridSample interpolates cubically") {
  const double w = 19.0 / 32, v = -3.0 / 32;
  CHECK(near(sample(16, "bicubic", "zeros", false, {1.5, 0.5, 2}),
             f32({1, 1, 1, 3}, {v * 0 + w * 10 + w * 20 + v * 30, w * 10 + v * 20, 20})));
  CHECK(near(
      sample(20, "cubic", "border", false, {3.5, 2.5}),
      f32({1, 1, 1, 2}, {v * 20 + w * 30 + w * 30 + v * 30, v * 10 + w * 20 + w * 30 + v * 30}),
      2));
  CHECK(near(sample(20, "cubic", "reflection", true, {2.5}),
             f32({1, 1, 1, 1}, {v * 10 + w * 20 + w * 30 + v * 20}), 2));
}

TEST_CASE("GridSample lists coordinates from the innermost axis outwards") {
  const Tensor X = f32({1, 1, 2, 3}, {0, 1, 2, 10, 11, 12});
  const Tensor grid = f32({1, 1, 2, 2}, {1, -1, -1, 1});
  CHECK(show(OneNode("GridSample", 16).set("align_corners", 1).run({X, grid})) ==
        "float[1, 1, 1, 2] 2 10");
}

TEST_CASE("GridSample-20 samples along one and three axes") {
  CHECK(show(OneNode("GridSample", 20)
                 .set("align_corners", 1)
                 .run({f32({1, 2, 2}, {1, 3, 10, 30}), f32({1, 3, 1}, {-1, 0, 1})})) ==
        "float[1, 2, 3] 1 2 3 10 20 30");
  const Tensor cube = f32({1, 1, 2, 2, 2}, {0, 1, 2, 3, 4, 5, 6, 7});
  CHECK(show(OneNode("GridSample", 22)
                 .set("align_corners", 1)
                 .run({cube, f32({1, 1, 1, 2, 3}, {0, 0, 0, 1, -1, 1})})) ==
        "float[1, 1, 1, 1, 2] 3.5 5");
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
  const auto averaged = [&](DType type, double a, double b) {
    return show(OneNode("GridSample", 16).run({tensor(type, {1, 1, 1, 2}, {a, b}), grid}));
  };
  CHECK(averaged(DType::uint8, 10, 13) == "uint8[1, 1, 1, 1] 11");
  CHECK(averaged(DType::int32, -10, -13) == "int32[1, 1, 1, 1] -11");
  CHECK(averaged(DType::float16, 1, 2) == "float16[1, 1, 1, 1] 1.5");
  CHECK(averaged(DType::boolean, 0, 1) == "bool[1, 1, 1, 1] true");
  const Tensor words = texts({1, 1, 1, 2}, {"a", "b"});
  CHECK(show(OneNode("GridSample", 16)
                 .set("mode", "nearest")
                 .run({words, f32({1, 1, 2, 2}, {0.5, 0, 9, 0})})) == "string[1, 1, 1, 2] 'b' ''");
  CHECK(OneNode("GridSample", 16).error({words, grid}) ==
        "InvalidInput: GridSample-16 (output 'y0'): strings have no weighted average");
}

TEST_CASE("GridSample ignores pixels without weight") {
  CHECK(near(OneNode("GridSample", 16)
                 .set("align_corners", 1)
                 .run({f32({1, 1, 1, 3}, {1, INFINITY, 3}), f32({1, 1, 2, 2}, {-1, 0, 1, 0})}),
             f32({1, 1, 1, 2}, {1, 3})));
}

TEST_CASE("GridSample of nothing, and grids that do not fit") {
  CHECK(show(OneNode("GridSample", 16).run({row, f32({1, 0, 3, 2}, {})})) == "float[1, 1, 0, 3]");
  CHECK(show(OneNode("GridSample", 16).run({f32({1, 1, 0, 4}, {}), f32({1, 1, 1, 2}, {0, 0})})) ==
        "float[1, 1, 1, 1] 0");
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
