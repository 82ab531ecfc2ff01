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
const Tensor squares = f32({5}, {1, 4, 9, 16, 25});

}  // namespace

TEST_CASE("Resize-10 takes the element before when growing, after when shrinking") {
  const Tensor X = f32({4}, {1, 2, 3, 4});
  CHECK(show(OneNode("Resize", 10).run({X, f32({1}, {2})})) == "float[8] 1 1 2 2 3 3 4 4");
  CHECK(show(OneNode("Resize", 10).run({X, f32({1}, {0.6})})) == "float[2] 1 3");
  CHECK(show(OneNode("Resize", 10).run({X, f32({1}, {1.5})})) == "float[6] 1 1 2 3 3 4");
}

TEST_CASE("Resize-10 interpolates from i / scale on") {
  const Tensor X = f32({2, 2}, {1, 2, 3, 4});
  CHECK(show(OneNode("Resize", 10).set("mode", "linear").run({X, f32({2}, {1, 2})})) ==
        "float[2, 4] 1 1.5 2 2 3 3.5 4 4");
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

TEST_CASE("Resize has tf_half_pixel_for_nn until 13, half_pixel_symmetric from 19 on") {
  CHECK(show(by_sizes(resize(11, "nearest", "tf_half_pixel_for_nn"), line, {2})) ==
        "float[2] 10 30");
  CHECK(show(by_sizes(resize(13, "linear", "tf_half_pixel_for_nn"), line, {4})) ==
        "float[4] 5 15 25 30");
  CHECK(resize(18, "linear", "tf_half_pixel_for_nn")
            .error({line, none, none, i64({1}, {4})})
            .find("InvalidInput: Resize-18 (output 'y0'): coordinate_transformation_mode is "
                  "'tf_half_pixel_for_nn', which version 18 does not have") == 0);
  // output_width = 2.5, of which 2 are kept: offset 2.5 / 2 · … = 2 (1 - 2 / 2.5) = 0.4
  CHECK(near(by_scales(resize(19, "linear", "half_pixel_symmetric"), line, {0.625}),
             f32({2}, {7, 23})));
  CHECK(resize(18, "linear", "half_pixel_symmetric")
            .error({line, none, none, i64({1}, {4})})
            .find("InvalidInput: Resize-18") == 0);
}

TEST_CASE("length_resized is the length of the resized tensor, whatever the scale") {
  // floor(4 · 0.625) = 2: align_corners looks at 0 and 1 · 3 / 1
  CHECK(show(by_scales(resize(13, "linear", "align_corners"), line, {0.625})) == "float[2] 0 30");
  // floor(0.4375 · 4) = 1: 0
  CHECK(show(by_scales(resize(13, "linear", "pytorch_half_pixel"), line, {0.4375})) ==
        "float[1] 0");
  CHECK(show(by_scales(resize(13, "linear", "align_corners"), line, {0.4375})) == "float[1] 0");
  CHECK(show(by_scales(resize(13, "linear", "asymmetric"), line, {0.625})) == "float[2] 0 16");
}

TEST_CASE("Resize rounds to the nearest element in four ways") {
  // half_pixel looks at 1/6, 3/2 and 17/6.
  const auto rounded = [&](const char* nearest_mode) {
    return show(
        by_sizes(resize(13, "nearest", "half_pixel").set("nearest_mode", nearest_mode), line, {3}));
  };
  CHECK(rounded("round_prefer_floor") == "float[3] 0 10 30");
  CHECK(rounded("round_prefer_ceil") == "float[3] 0 20 30");
  CHECK(rounded("floor") == "float[3] 0 10 20");
  CHECK(rounded("ceil") == "float[3] 10 20 30");
  CHECK(resize(13, "nearest", "half_pixel")
            .set("nearest_mode", "round")
            .error({line, none, none, i64({1}, {3})}) ==
        "InvalidInput: Resize-13 (output 'y0'): nearest_mode is 'round'; it may be "
        "round_prefer_floor, round_prefer_ceil, floor, ceil");
}

TEST_CASE("Resize finds exact thirds and sevenths when sizes are given") {
  // asymmetric: 3 / (21 / 7) is 1, never 0.999…
  const Tensor X = f32({7}, {0, 1, 2, 3, 4, 5, 6});
  CHECK(show(by_sizes(resize(13, "nearest", "asymmetric").set("nearest_mode", "floor"), X, {21})) ==
        "float[21] 0 0 0 1 1 1 2 2 2 3 3 3 4 4 4 5 5 5 6 6 6");
  CHECK(show(by_sizes(
            resize(13, "nearest", "asymmetric").set("nearest_mode", "ceil"),
            f32({21}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20}),
            {7})) == "float[7] 0 3 6 9 12 15 18");
}

// In exact fractions by equation (4) of Keys (1981).
TEST_CASE("Resize interpolates cubically") {
  CHECK(near(by_sizes(resize(13, "cubic", "half_pixel"), squares, {3}),
             f32({3}, {5.0 / 3, 9, 203.0 / 9})));
  CHECK(near(by_sizes(resize(13, "cubic", "half_pixel"), squares, {10}),
             f32({10}, {0.68359375, 1.50390625, 2.79296875, 5.203125, 7.234375, 10.796875,
                        13.640625, 18.77734375, 23.20703125, 25.94921875})));
  CHECK(near(by_sizes(resize(19, "cubic", "half_pixel").set("cubic_coeff_a", -0.5), squares, {10}),
             f32({10}, {0.7890625, 1.4921875, 3.0390625, 5.0625, 7.5625, 10.5625, 14.0625,
                        18.3203125, 23.3359375, 25.6328125})));
}

TEST_CASE("exclude_outside leaves out elements outside and rescales the rest") {
  CHECK(near(by_sizes(resize(13, "cubic", "half_pixel").set("exclude_outside", 1), squares, {3}),
             f32({3}, {1.6, 9, 22.8})));
  CHECK(near(by_sizes(resize(13, "linear", "half_pixel").set("exclude_outside", 1), line, {8}),
             f32({8}, {0, 2.5, 7.5, 12.5, 17.5, 22.5, 27.5, 30})));
}

// In exact fractions.
TEST_CASE("antialias stretches the filter when shrinking, only then") {
  const auto node = [](const char* mode) {
    return resize(18, mode, "half_pixel").set("antialias", 1);
  };
  CHECK(near(by_sizes(node("linear"), squares, {3}), f32({3}, {2.125, 85.0 / 9, 21.625})));
  CHECK(near(by_sizes(node("cubic"), squares, {3}),
             f32({3}, {1.6506024096385543, 8.976190476190476, 22.00722891566265})));
  CHECK(near(by_sizes(node("linear"), squares, {10}),
             f32({10}, {1, 1.75, 3.25, 5.25, 7.75, 10.75, 14.25, 18.25, 22.75, 25})));
  CHECK(show(by_sizes(node("nearest"), line, {2})) == "float[2] 0 20");
}

TEST_CASE("tf_crop_and_resize looks within roi, and extrapolates outside the tensor") {
  const auto crop = [](const char* mode, const std::vector<double>& roi, int64_t size) {
    return resize(13, mode, "tf_crop_and_resize")
        .set("extrapolation_value", -1.5)
        .run({line, f32({2}, roi), none, i64({1}, {size})});
  };
  CHECK(show(crop("linear", {0.25, 0.75}, 3)) == "float[3] 7.5 15 22.5");
  CHECK(show(crop("linear", {0.75, 0.25}, 3)) == "float[3] 22.5 15 7.5");
  CHECK(show(crop("linear", {0.25, 0.75}, 1)) == "float[1] 15");
  CHECK(show(crop("linear", {-1, 2}, 4)) == "float[4] -1.5 0 30 -1.5");
  CHECK(show(crop("nearest", {-1, 2}, 4)) == "float[4] -1.5 0 30 -1.5");
  CHECK(show(crop("cubic", {NAN, 2}, 2)) == "float[2] -1.5 -1.5");
  CHECK(show(crop("linear", {0, 1}, 4)) == "float[4] 0 10 20 30");
  CHECK(resize(13, "linear", "tf_crop_and_resize").error({line, none, none, i64({1}, {2})}) ==
        "InvalidInput: Resize-13 (output 'y0'): tf_crop_and_resize wants a roi");
}

TEST_CASE("The extrapolation value is used wherever any axis is outside") {
  const Tensor X = i64({2, 2}, {1, 2, 3, 4});
  CHECK(show(resize(13, "nearest", "tf_crop_and_resize")
                 .set("extrapolation_value", 9.0)
                 .run({X, f32({4}, {0, 0, 1, 2}), none, i64({2}, {2, 3})})) ==
        "int64[2, 3] 1 2 9 3 4 9");
}

TEST_CASE("roi takes part in the size that a scale makes") {
  // floor(4 · 0.5 · 1.5) = 3, and length_resized = 3
  CHECK(show(resize(13, "linear", "tf_crop_and_resize")
                 .run({line, f32({2}, {0.25, 0.75}), f32({1}, {1.5})})) == "float[3] 7.5 15 22.5");
  CHECK(resize(13, "linear", "tf_crop_and_resize")
            .error({line, f32({2}, {0.75, 0.25}), f32({1}, {1})}) ==
        "InvalidInput: Resize-13 (output 'y0'): an axis of the output would have the length -2");
}

TEST_CASE("Resize-18 changes only its axes") {
  const Tensor X = f32({1, 2, 2}, {1, 2, 3, 4});
  const OneNode node = OneNode("Resize", 18).set("axes", std::vector<int64_t>{-1, 0});
  CHECK(show(node.run({X, none, none, i64({2}, {4, 2})})) ==
        "float[2, 2, 4] 1 1 2 2 3 3 4 4 1 1 2 2 3 3 4 4");
  CHECK(show(node.run({X, none, f32({2}, {2, 1})})) == "float[1, 2, 4] 1 1 2 2 3 3 4 4");
  CHECK(node.error({X, none, f32({3}, {1, 2, 1})}) ==
        "InvalidInput: Resize-18 (output 'y0'): there are 3 scales, not 2");
  CHECK(
      OneNode("Resize", 18).set("axes", std::vector<int64_t>{3}).error({X, none, f32({1}, {1})}) ==
      "InvalidInput: Resize-18 (output 'y0'): axis 3 is outside [-3, 2]");
}

TEST_CASE("keep_aspect_ratio_policy gives all axes one scale, rounding halves up") {
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

TEST_CASE("Resize rounds averages of integers to nearest, ties to even, within the type") {
  const auto middle = [](DType type, double a, double b) {
    return show(by_sizes(resize(13, "linear", "half_pixel"), tensor(type, {2}, {a, b}), {1}));
  };
  CHECK(middle(DType::uint8, 10, 11) == "uint8[1] 10");
  CHECK(middle(DType::uint8, 11, 12) == "uint8[1] 12");
  CHECK(middle(DType::int8, -10, -11) == "int8[1] -10");
  CHECK(middle(DType::int64, 1, 4) == "int64[1] 2");
  // In exact fractions: 0, -8.96, -26.89, 57.77, 197.23, 281.89, 263.96, 255.
  const Tensor step = tensor(DType::uint8, {4}, {0, 0, 255, 255});
  CHECK(show(by_sizes(resize(13, "cubic", "half_pixel"), step, {8})) ==
        "uint8[8] 0 0 0 58 197 255 255 255");
}

TEST_CASE("Resize moves elements of any type when it takes the nearest") {
  CHECK(show(by_scales(OneNode("Resize", 13), texts({2}, {"a", "b"}), {2})) ==
        "string[4] 'a' 'a' 'b' 'b'");
  CHECK(show(by_scales(OneNode("Resize", 19), f32({2}, {-0.0, NAN}), {2})) ==
        "float[4] -0 -0 nan nan");
  CHECK(show(by_scales(OneNode("Resize", 13), tensor(DType::boolean, {2}, {1, 0}), {2})) ==
        "bool[4] true true false false");
  CHECK(resize(13, "linear", "half_pixel").error({texts({1}, {"a"}), none, f32({1}, {2})}) ==
        "InvalidInput: Resize-13 (output 'y0'): strings have no weighted average");
}

TEST_CASE("An element of weight 0 does not count, even if infinite") {
  CHECK(show(by_scales(resize(13, "linear", "asymmetric"), f32({3}, {1, INFINITY, 3}), {2})) ==
        "float[6] 1 inf inf inf 3 3");
  CHECK(show(by_scales(resize(13, "linear", "half_pixel"), f32({2}, {-0.0, NAN}), {1})) ==
        "float[2] -0 nan");
}

TEST_CASE("Resize averages complex numbers by parts and float16 with one rounding") {
  Complexes z = empty_array<std::complex<double>>({2});
  z(0) = {0, 8};
  z(1) = {4, 0};
  CHECK(show(by_sizes(resize(13, "linear", "half_pixel"), Tensor::of(DType::complex64, z), {1})) ==
        "complex64[1] 2+4i");
  CHECK(show(by_sizes(resize(13, "linear", "half_pixel"), tensor(DType::float16, {2}, {1, 2}),
                      {1})) == "float16[1] 1.5");
}

TEST_CASE("Linear interpolation rounds its exact average once, and ties to even") {
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

  // (2 a + b) / 3 is 1 + 2^-24; (a + 2 b) / 3 is 1.
  CHECK(at("align_corners", f32({2}, {1 + 0x1p-23, 1 - 0x1p-24}), {4}) ==
        "float[4] 1.0000001 1 1 0.99999994");
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
  CHECK(show(OneNode("Resize", 13).run({f32({}, {5}), none, f32({0}, {})})) == "float[] 5");
  CHECK(show(by_scales(OneNode("Resize", 13), f32({0, 2}, {}), {3, 2})) == "float[0, 4]");
  CHECK(show(by_sizes(resize(13, "linear", "half_pixel"), f32({1, 2}, {1, 2}), {0, 4})) ==
        "float[0, 4]");
  CHECK(OneNode("Resize", 13).error({f32({0}, {}), none, none, i64({1}, {3})}) ==
        "InvalidInput: Resize-13 (output 'y0'): an empty axis cannot become 3 long");
}

TEST_CASE("Resize requires either scales or sizes, one for each axis, and positive scales") {
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
  // With sizes, an empty scales counts as left out.
  CHECK(show(OneNode("Resize", 11).run({line, f32({0}, {}), f32({0}, {}), i64({1}, {2})})) ==
        "float[2] 0 20");
}

}  // namespace etalon::test::resize_test
