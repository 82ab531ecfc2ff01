// GridSample, whose text has no formula: pixels of weight 0 that are NaN or infinite, infinite ones
// that padding repeats, and sums whose steps may exceed the type. What else is open, ONNX's
// operator marks.
#include "ops/ai.onnx/image/grid_sample.h"
#include "ops/ai.onnx/weightless.h"

namespace etalon {
namespace {

// A pixel along one axis, and its weight, which a runtime may have as 0.
struct Neighbour {
  size_t at;
  double weight;
};

double mirrored(double x, double size, bool align_corners) {
  const double low = align_corners ? 0 : -0.5, length = align_corners ? size - 1 : size;
  if (length == 0) return 0;
  return low + std::fabs(std::remainder(x - low, 2 * length));
}

// Those about a place x that a runtime may read, the padding of zeros left out: with their weights,
// or those of weight 0 alone.
void add_neighbours(std::vector<Neighbour>& all, double x, double size, const Sampler& of,
                    bool weightless_alone) {
  constexpr double little = 0x1p-18;
  const bool cubic = of.mode == Interpolation::cubic;
  const double reach = cubic ? 2 : 1;
  for (double i = std::floor(x - little) - reach + 1; i <= std::floor(x + little) + reach; ++i) {
    double at = i;
    if (of.padding_mode == Padding::reflection) at = mirrored(i, size, of.align_corners);
    if (of.padding_mode == Padding::border) at = std::clamp(i, 0.0, size - 1);
    if (at < 0 || at >= size) continue;
    const double weight = cubic ? cubic_kernel<double>(i - x, -0.75) : linear_kernel<double>(i - x);
    const bool is_weightless = std::fabs(weight) < little;
    if (is_weightless || !weightless_alone) all.push_back({size_t(at), is_weightless ? 0 : weight});
  }
}

// A place beyond the border may be moved there, or the pixels of the border repeated.
std::vector<Neighbour> neighbours(double coordinate, double size, const Sampler& of) {
  std::vector<Neighbour> all;
  if (!std::isfinite(coordinate)) return all;
  double x =
      of.align_corners ? (coordinate + 1) / 2 * (size - 1) : ((coordinate + 1) * size - 1) / 2;
  if (of.padding_mode == Padding::reflection) x = mirrored(x, size, of.align_corners);
  x = std::clamp(x, -3.0, size + 2);
  add_neighbours(all, x, size, of, false);
  if (of.padding_mode == Padding::border) {
    add_neighbours(all, std::clamp(x, 0.0, size - 1), size, of, true);
  }
  return all;
}

// What is open of one element of Y.
struct OpenSample {
  bool reads_no_number = false;       // of weight 0
  bool above = false, below = false;  // whether it adds ∞, and −∞
  double largest_step = 0;            // of sums along rows, along columns, or in all
};
OpenSample sample(const double* image, size_t W, const std::vector<Neighbour>& rows,
                  const std::vector<Neighbour>& columns) {
  OpenSample open;
  std::vector<double> of_column(columns.size(), 0);
  double all = 0;
  for (const Neighbour& row : rows) {
    double of_row = 0;
    for (size_t j = 0; j < columns.size(); ++j) {
      const double value = image[row.at * W + columns[j].at], pixel = std::fabs(value);
      const double product = value * row.weight * columns[j].weight;
      const double v = std::fabs(row.weight), w = std::fabs(columns[j].weight);
      if (!std::isfinite(pixel)) {
        open.reads_no_number = open.reads_no_number || v == 0 || w == 0;
        open.above = open.above || product > 0, open.below = open.below || product < 0;
        continue;
      }
      of_row += w * pixel, of_column[j] += v * pixel, all += v * w * pixel;
    }
    open.largest_step = std::max(open.largest_step, of_row);
  }
  for (const double sum : of_column) open.largest_step = std::max(open.largest_step, sum);
  open.largest_step = std::max(open.largest_step, all);
  return open;
}

void open_grid_sample(Opening& open) {
  const Call& call = open.call;
  const Tensor& X = call.tensor("X");
  const std::string& mode = call.text("mode");
  if (mode == "nearest" || open.Y.size() == 0) return;
  const Reals x = X.as<double>(), grid = call.tensor("Grid").as<double>();
  const Sampler of{mode == "bicubic" ? Interpolation::cubic : Interpolation::linear,
                   call.choice<Padding>("padding_mode", {{"zeros", Padding::zeros},
                                                         {"border", Padding::border},
                                                         {"reflection", Padding::reflection}}),
                   call.flag("align_corners"),
                   {},
                   {},
                   Reader(nullptr)};
  const size_t C = X.dim(1), H = X.dim(2), W = X.dim(3), count = open.Y.dim(2) * open.Y.dim(3);
  Bools reads = full(open.Y.shape(), false), cancels = reads;
  Reals steps = full(open.Y.shape(), 0.0);
  for (size_t i = 0; i < open.Y.size(); ++i) {
    const size_t location = i / (C * count) * count + i % count;
    const auto place = [&](size_t axis, size_t size) {
      return neighbours(grid.data()[2 * location + axis], double(size), of);
    };
    const OpenSample one = sample(x.data() + i / count * H * W, W, place(1, H), place(0, W));
    reads.flat(i) = one.reads_no_number, steps.flat(i) = one.largest_step;
    cancels.flat(i) = one.above && one.below;
  }
  const Bools is_nan = nans(open.Y);
  open.Y = read_or_not(open.Y, "zero_weight", [&] { return Bools(reads && !is_nan); });
  open.Y = choice(open.Y, "repeated_pixel", [&] { return Bools(cancels && !is_nan); }, "together",
                  {{"apart", [&] { return scalar(open.Y.dtype(), std::nan("")); }}});
  open.Y = step_or_exact(open.Y, "overflow", [&] { return steps; });
}

const Open op("GridSample", open_grid_sample);

}  // namespace
}  // namespace etalon
