#include "conformance/tests/ops/one_node.h"
#include "engine/numerics/numerics.h"

namespace etalon::test::resize_test {
namespace {

OneNode resize(int opset, const char* mode, const char* coordinates) {
  return OneNode("Resize", opset)
      .set("mode", mode)
      .set("coordinate_transformation_mode", coordinates);
}

Value by_sizes(const OneNode& node, const Tensor& X, const std::vector<int64_t>& sizes) {
  return node.run({X, none, none, i64({sizes.size()}, sizes)});
}

Value by_scales(const OneNode& node, const Tensor& X, const std::vector<double>& scales) {
  return node.run({X, f32({0}, {}), f32({scales.size()}, scales)});
}

// An element is ten times its index, so that linear interpolation shows where it looked.
const Tensor line = f32({4}, {0, 10, 20, 30});

}  // namespace

TEST_CASE("Resize-10 interpolates from i / scale on") {
  const Tensor X = f32({2, 2}, {1, 2, 3, 4});
  CHECK(OneNode("Resize", 10).set("mode", "cubic").error({X, f32({2}, {1, 2})}) ==
        "InvalidInput: Resize-10 (output 'y0'): mode is 'cubic'; it may be nearest, linear");
}

TEST_CASE("Resize-11 looks where the coordinate transformation says") {
  for (const int opset : {11, 13, 18, 19}) {
    const auto at = [&](const char* coordinates, int64_t size) {
      return by_sizes(resize(opset, "linear", coordinates), line, {size});
    };
    CHECK(near(at("half_pixel", 3), f32({3}, {10.0 / 6, 15, 170.0 / 6})));
    CHECK(near(at("half_pixel", 1), f32({1}, {15})));
    CHECK(near(at("pytorch_half_pixel", 3), f32({3}, {10.0 / 6, 15, 170.0 / 6})));
    CHECK(near(at("pytorch_half_pixel", 1), f32({1}, {0})));
    CHECK(near(at("align_corners", 3), f32({3}, {0, 15, 30})));
    CHECK(near(at("align_corners", 1), f32({1}, {0})));
    CHECK(near(at("asymmetric", 3), f32({3}, {0, 40.0 / 3, 80.0 / 3})));
  }
}

TEST_CASE("Resize has tf_half_pixel_for_nn until 13; half_pixel_symmetric from 19 on") {
  CHECK(show(by_sizes(resize(11, "nearest", "tf_half_pixel_for_nn"), line, {2})) ==
        "float[2] 10 30");
  CHECK(resize(18, "linear", "tf_half_pixel_for_nn")
            .error({line, none, none, i64({1}, {4})})
            .find("InvalidInput: Resize-18 (output 'y0'): coordinate_transformation_mode is "
                  "'tf_half_pixel_for_nn', which version 18 does not have") == 0);
  // output_width = 2.5, of which 2 are kept: offset 2.5 / 2 · … = 2 (1 - 2 / 2.5) = 0.4
  CHECK(resize(18, "linear", "half_pixel_symmetric")
            .error({line, none, none, i64({1}, {4})})
            .find("InvalidInput: Resize-18") == 0);
}

TEST_CASE("Resize rounds to the nearest element in four ways") {
  CHECK(resize(13, "nearest", "half_pixel")
            .set("nearest_mode", "round")
            .error({line, none, none, i64({1}, {3})}) ==
        "InvalidInput: Resize-13 (output 'y0'): nearest_mode is 'round'; it may be "
        "round_prefer_floor, round_prefer_ceil, floor, ceil");
}

TEST_CASE("tf_crop_and_resize looks within roi and extrapolates outside the tensor") {
  CHECK(resize(13, "linear", "tf_crop_and_resize").error({line, none, none, i64({1}, {2})}) ==
        "InvalidInput: Resize-13 (output 'y0'): tf_crop_and_resize needs roi");
}

TEST_CASE("roi takes part in the size that a scale makes") {
  // floor(4 · 0.5 · 1.5) = 3, and length_resized = 3
  CHECK(resize(13, "linear", "tf_crop_and_resize")
            .error({line, f32({2}, {0.75, 0.25}), f32({1}, {1})}) ==
        "InvalidInput: Resize-13 (output 'y0'): an axis of the output would have the length -2");
}

TEST_CASE("Resize-18 changes only its axes") {
  const Tensor X = f32({1, 2, 2}, {1, 2, 3, 4});
  const OneNode node = OneNode("Resize", 18).set("axes", std::vector<int64_t>{-1, 0});
  CHECK(node.error({X, none, f32({3}, {1, 2, 1})}) ==
        "InvalidInput: Resize-18 (output 'y0'): there are 3 scales, not 2");
  CHECK(
      OneNode("Resize", 18).set("axes", std::vector<int64_t>{3}).error({X, none, f32({1}, {1})}) ==
      "InvalidInput: Resize-18 (output 'y0'): axis 3 is outside [-3, 2]");
}

TEST_CASE("keep_aspect_ratio_policy gives all axes one scale; rounding halves up") {
  const auto shape = [](const char* policy, const Shape& from, const std::vector<int64_t>& sizes) {
    const Tensor X = Tensor::zeros(DType::float32, from);
    const Value Y =
        by_sizes(OneNode("Resize", 18).set("keep_aspect_ratio_policy", policy), X, sizes);
    return Y.tensor().shape();
  };
  CHECK(shape("stretch", {3, 4}, {7, 5}) == Shape{7, 5});
  CHECK(shape("not_larger", {3, 4}, {7, 5}) == Shape{4, 5});   // 1.25 · 3 = 3.75
  CHECK(shape("not_smaller", {3, 4}, {7, 5}) == Shape{7, 9});  // 7/3 · 4 = 9.33
  CHECK(shape("not_larger", {2, 1}, {5, 9}) == Shape{5, 3});   // 2.5 · 1
  CHECK(shape("not_smaller", {7, 3}, {3, 1}) == Shape{3, 1});  // 3/7 · 3 = 1.29
  // The scale is 1.25: in the second row, half_pixel looks at 1.5 / 1.25 - 0.5 = 0.7.
  const Tensor X = f32({3, 4}, {0, 0, 0, 0, 10, 10, 10, 10, 20, 20, 20, 20});
  const Value Y = by_sizes(
      resize(18, "linear", "half_pixel").set("keep_aspect_ratio_policy", "not_larger"), X, {7, 5});
  CHECK(near(slice(slice(Y.tensor(), 0, 1, 2), 1, 0, 1), f32({1, 1}, {7})));
}

TEST_CASE("keep_aspect_ratio_policy is one of three words also where scales are given") {
  CHECK(OneNode("Resize", 18)
            .set("keep_aspect_ratio_policy", "silu")
            .error({f32({1}, {1}), none, f32({1}, {1})}) ==
        "InvalidInput: Resize-18 (output 'y0'): keep_aspect_ratio_policy is 'silu'; it may be "
        "stretch, not_larger, not_smaller");
}

TEST_CASE("Resize moves elements of any type when it takes the nearest") {
  CHECK(show(by_scales(OneNode("Resize", 19), f32({2}, {-0.0, NAN}), {2})) ==
        "float[4] -0 -0 nan nan");
  CHECK(resize(13, "linear", "half_pixel").error({texts({1}, {"a"}), none, f32({1}, {2})}) ==
        "InvalidInput: Resize-13 (output 'y0'): strings have no weighted average");
}

TEST_CASE("An element of weight 0 does not count even if infinite") {
  CHECK(show(by_scales(resize(13, "linear", "half_pixel"), f32({2}, {-0.0, NAN}), {1})) ==
        "float[2] -0 nan");
}

TEST_CASE("Linear interpolation rounds its exact average once and ties to even") {
  const auto at = [](const char* coordinates, const Tensor& X, const std::vector<int64_t>& sizes) {
    return show(by_sizes(resize(13, "linear", coordinates), X, sizes));
  };
  // a, (3 a + b) / 4, (a + 3 b) / 4 and b
  const auto doubled = [&](double a, double b) {
    return at("half_pixel", f32({2}, {a, b}), {4}).substr(9);
  };
  // 1 + 2^-24, 1 + 3 · 2^-24
  CHECK(doubled(1, 1 + 0x1p-22) == "1 1 1.0000002 1.0000002");
  // 1 + 3 · 2^-25 and 1 + 9 · 2^-25, each just beyond a tie
  CHECK(doubled(1, 1 + 0x3p-23) == "1 1.0000001 1.0000002 1.0000004");
  CHECK(doubled(1, 0x1p-149) == "1 0.75 0.25 1e-45");
  CHECK(doubled(0x1p127, -0x1p127) == "1.7014118e+38 8.507059e+37 -8.507059e+37 -1.7014118e+38");
  // 0.5 and 1.5 of the least float
  CHECK(doubled(0, 0x1p-148) == "0 0 3e-45 3e-45");
  CHECK(doubled(-0.0, -0.0) == "-0 -0 -0 -0");
  CHECK(doubled(INFINITY, 1) == "inf inf inf 1");
  CHECK(doubled(NAN, 1) == "nan nan nan 1");
  CHECK(doubled(INFINITY, -INFINITY) == "inf nan nan -inf");

  // Along two axes, 1/16 of what is added to 1: a tie, and 2^-27 beyond one.
  const auto second_of_second = [&](double added) {
    const Tensor X = f32({2, 2}, {1, 1, 1, 1 + added});
    const Value Y = by_sizes(resize(13, "linear", "half_pixel"), X, {4, 4});
    return Y.tensor().slots<float>()[5];
  };
  CHECK(second_of_second(0x8p-23) == 1);
  CHECK(second_of_second(0x9p-23) == 1 + 0x1p-23f);
}

TEST_CASE("Resize of scalars and empty tensors") {
  CHECK(OneNode("Resize", 13).error({f32({0}, {}), none, none, i64({1}, {3})}) ==
        "InvalidInput: Resize-13 (output 'y0'): an empty axis cannot become 3 long");
}

TEST_CASE("Resize requires either scales or sizes; one for each axis and positive scales") {
  const auto error = [](const Values& inputs) { return OneNode("Resize", 13).error(inputs); };
  const std::string place = "InvalidInput: Resize-13 (output 'y0'): ";
  CHECK(error({line, none, f32({1}, {1}), i64({1}, {4})}) ==
        place + "both scales and sizes are given");
  CHECK(error({line}) == place + "neither scales nor sizes are given");
  CHECK(error({line, none, f32({2}, {1, 1})}) == place + "there are 2 scales, not 1");
  CHECK(error({line, none, none, i64({0}, {})}) == place + "there are 0 sizes, not 1");
  CHECK(error({line, none, f32({1}, {0})}) == place + "the scale 0 is not greater than 0");
  CHECK(error({line, none, f32({1}, {NAN})}) == place + "the scale nan is not greater than 0");
  CHECK(error({line, none, none, i64({1}, {-2})}) ==
        place + "an axis of the output would have the length -2");
  CHECK(error({line, none, f32({1}, {1e30})}).find("LimitExceeded: Resize-13") == 0);
  CHECK(error({line, none, none, i64({1}, {int64_t{1} << 45})}).find("LimitExceeded: Resize-13") ==
        0);
  CHECK(OneNode("Resize", 13)
            .error({f32({0, 1}, {}), none, none, i64({2}, {0, int64_t{1} << 40})})
            .find("LimitExceeded: Resize-13") == 0);
}

}  // namespace etalon::test::resize_test
