#include <algorithm>

#include "conformance/generate/rules.h"

namespace etalon {

namespace {

size_t at_least_two(Draw& draw) { return 2 + draw.below(4); }

// An image of one pixel has no corners to align.
void affine_grid(Drafting& call) {
  Draw& draw = call.draw();
  const size_t axes = 2 + draw.below(2);
  const size_t N = 1 + draw.below(2);
  std::vector<int64_t> size = {static_cast<int64_t>(N), draw.between(1, 3)};
  for (size_t i = 0; i < axes; ++i) size.push_back(static_cast<int64_t>(at_least_two(draw)));
  call.offer_flag("align_corners");
  call.add({N, axes, axes + 1}, {-2, 2});
  call.add_integers({size.size()}, size);
}

// Version 16 is for two axes; cubic interpolation is for two in every version.
void grid_sample(Drafting& call) {
  Draw& draw = call.draw();
  constexpr int first_for_volumes = 20;
  const bool newer = call.version() >= first_for_volumes;
  const bool volume = newer && draw.chance(0.3);
  std::vector<std::string> modes = {newer ? "linear" : "bilinear", "nearest"};
  if (!volume) modes.emplace_back(newer ? "cubic" : "bicubic");
  call.narrow("T1", is_float);
  call.set("mode", draw.pick(modes));
  call.set("padding_mode", draw.pick<std::string>({"zeros", "border", "reflection"}));
  call.offer_flag("align_corners");
  const size_t axes = volume ? 3 : 2;
  const size_t N = 1 + draw.below(2);
  Shape X = {N, 1 + draw.below(2)};
  Shape grid = {N};
  for (size_t i = 0; i < axes; ++i) {
    X.push_back(at_least_two(draw));
    grid.push_back(1 + draw.below(3));
  }
  grid.push_back(axes);
  call.add(X);
  call.add(grid, {-1.25, 1.25});
}

// Quarters, so that the lengths times them are exact.
std::vector<double> draw_scales(Draw& draw, size_t rank, double low, double high) {
  std::vector<double> scales(rank, 1);
  const size_t images = rank > 3 ? rank - 2 : 0;  // [N, C, …] keeps N and C
  for (size_t axis = images; axis < rank; ++axis) {
    scales[axis] = std::rint(4 * draw.real(low, high)) / 4;
  }
  return scales;
}

// What a fractional length is to those modes that use it is not said: they go with sizes.
void set_resizing(Drafting& call, const std::string& mode, bool by_sizes) {
  Draw& draw = call.draw();
  constexpr int first_with_symmetric = 19;
  std::vector<std::string> coordinates = {"half_pixel", "asymmetric"};
  if (by_sizes) coordinates.insert(coordinates.end(), {"pytorch_half_pixel", "align_corners"});
  if (by_sizes && call.version() >= first_with_symmetric) {
    coordinates.emplace_back("half_pixel_symmetric");
  }
  if (draw.chance(0.8)) call.set("coordinate_transformation_mode", draw.pick(coordinates));
  if (mode == "nearest") {
    call.set("nearest_mode",
             draw.pick<std::string>({"round_prefer_floor", "round_prefer_ceil", "floor", "ceil"}));
  } else {
    if (draw.chance(0.3)) call.set("antialias", 1);
  }
  if (mode == "cubic") {
    call.offer_flag("exclude_outside");
    if (draw.chance(0.3)) call.set("cubic_coeff_a", -0.5);
  }
}

// By scales or, since version 11, by sizes.
void resize(Drafting& call) {
  Draw& draw = call.draw();
  constexpr int first_with_sizes = 11;
  constexpr int first_with_optional_inputs = 13;
  const bool newer = call.version() >= first_with_sizes;
  std::vector<std::string> modes = {"nearest", "linear"};
  if (newer) modes.emplace_back("cubic");
  const std::string mode = draw.pick(modes);
  call.set("mode", mode);
  for (const char* variable : {"T", "T1"}) call.narrow(variable, is_float);
  const bool by_sizes = newer && draw.chance(0.5);
  if (newer) set_resizing(call, mode, by_sizes);
  const Tensor X = call.add(draw.shape(4, 4, Empty::never));
  const std::vector<double> scales = draw_scales(draw, X.rank(), 0.5, 2.5);
  if (!newer) return call.add_reals({X.rank()}, scales);
  const bool empty = call.version() < first_with_optional_inputs;
  const auto nothing = [&] { empty ? call.add_reals({0}, {}) : call.leave_out(); };
  nothing();
  if (!by_sizes) return call.add_reals({X.rank()}, scales);
  nothing();
  std::vector<int64_t> sizes;
  for (size_t axis = 0; axis < X.rank(); ++axis) {
    const double length = std::floor(static_cast<double>(X.dim(axis)) * scales[axis]);
    sizes.push_back(std::max(static_cast<int64_t>(length), int64_t{1}));
  }
  call.add_integers({X.rank()}, sizes);
}

void upsample(Drafting& call) {
  Draw& draw = call.draw();
  call.set("mode", draw.pick<std::string>({"nearest", "linear"}));
  call.narrow("T", is_float);
  const Tensor X = call.add(draw.shape(4, 4, Empty::never));
  const std::vector<double> scales = draw_scales(draw, X.rank(), 1, 2.5);
  call.set("scales", scales);
  if (call.takes("scales")) call.add_reals({X.rank()}, scales);
}

// [x1, y1, x2, y2] in an image, with x1 < x2 and y1 < y2, in multiples of `step`.
std::vector<double> draw_box(Draw& draw, size_t height, size_t width, double step) {
  const auto pair = [&](size_t length) {
    const double steps = static_cast<double>(length - 1) / step;
    const auto first = static_cast<double>(draw.below(static_cast<size_t>(steps)));
    const double rest = 1 + static_cast<double>(draw.below(static_cast<size_t>(steps - first)));
    return std::vector<double>{first * step, (first + rest) * step};
  };
  const std::vector<double> x = pair(width);
  const std::vector<double> y = pair(height);
  return {x[0], y[0], x[1], y[1]};
}

void roi_align(Drafting& call) {
  Draw& draw = call.draw();
  if (call.has("coordinate_transformation_mode")) {
    call.set("coordinate_transformation_mode",
             draw.pick<std::string>({"half_pixel", "output_half_pixel"}));
  }
  if (draw.chance(0.5)) call.set("mode", draw.pick<std::string>({"avg", "max"}));
  call.set("output_height", draw.between(1, 3));
  call.set("output_width", draw.between(1, 3));
  call.set("sampling_ratio", draw.between(0, 2));
  const Tensor X = call.add(
      {1 + draw.below(2), 1 + draw.below(3), 1 + at_least_two(draw), 1 + at_least_two(draw)});
  const size_t count = 1 + draw.below(3);
  std::vector<double> rois;
  for (size_t i = 0; i < count; ++i) {
    const std::vector<double> box = draw_box(draw, X.dim(2), X.dim(3), 0.25);
    rois.insert(rois.end(), box.begin(), box.end());
  }
  call.add_reals({count, 4}, rois);
  call.add({count}, {0, static_cast<double>(X.dim(0)) - 1});
}

// Corners are whole pixels, so that none needs rounding.
void max_roi_pool(Drafting& call) {
  Draw& draw = call.draw();
  call.set("pooled_shape", std::vector<int64_t>{draw.between(1, 3), draw.between(1, 3)});
  const Tensor X = call.add(
      {1 + draw.below(2), 1 + draw.below(3), 1 + at_least_two(draw), 1 + at_least_two(draw)});
  const size_t count = 1 + draw.below(3);
  std::vector<double> rois;
  for (size_t i = 0; i < count; ++i) {
    rois.push_back(static_cast<double>(draw.below(X.dim(0))));
    const std::vector<double> box = draw_box(draw, X.dim(2), X.dim(3), 1);
    rois.insert(rois.end(), box.begin(), box.end());
  }
  call.add_reals({count, 5}, rois);
}

// Scores differ, since the order of equal ones is not specified.
void non_max_suppression(Drafting& call) {
  Draw& draw = call.draw();
  const size_t batch = 1 + draw.below(2);
  const size_t classes = 1 + draw.below(2);
  const size_t count = 1 + draw.below(6);
  call.offer_flag("center_point_box");
  std::vector<double> boxes;
  for (size_t i = 0; i < batch * count; ++i) {
    const std::vector<double> box = draw_box(draw, 8, 8, 0.5);
    boxes.insert(boxes.end(), box.begin(), box.end());
  }
  std::vector<double> scores;
  for (const size_t rank : draw.permutation(batch * classes * count)) {
    scores.push_back(static_cast<double>(rank + 1) / 64);
  }
  call.add_reals({batch, count, 4}, boxes);
  call.add_reals({batch, classes, count}, scores);
  call.add_integers({}, {draw.between(1, 4)});
  const auto given = draw.below(3);
  if (given > 0) call.add({}, {0.1, 0.9});
  if (given > 1) call.add({}, {0, 0.3});
}

}  // namespace

Rules image_rules() {
  return {{"AffineGrid", affine_grid},  {"GridSample", grid_sample},
          {"MaxRoiPool", max_roi_pool}, {"NonMaxSuppression", non_max_suppression},
          {"Resize", resize},           {"RoiAlign", roi_align},
          {"Upsample", upsample}};
}

}  // namespace etalon
