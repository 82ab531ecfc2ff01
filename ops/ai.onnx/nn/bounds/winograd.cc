#include "ops/ai.onnx/nn/bounds/winograd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "engine/values/evaluation.h"
#include "engine/values/limits.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/side.h"

namespace etalon {

const std::array<Winograd, 3> winograds{
    {{2,
      {{{1, 0, -1, 0}, {0, 1, 1, 0}, {0, -1, 1, 0}, {0, 1, 0, -1}}},
      {{{1, 0, 0}, {0.5, 0.5, 0.5}, {0.5, -0.5, 0.5}, {0, 0, 1}}},
      {{{1, 1, 1, 0}, {0, 1, -1, -1}}}},
     {4,
      {{{4, 0, -5, 0, 1, 0},
        {0, -4, -4, 1, 1, 0},
        {0, 4, -4, -1, 1, 0},
        {0, -2, -1, 2, 1, 0},
        {0, 2, -1, -2, 1, 0},
        {0, 4, 0, -5, 0, 1}}},
      {{{1 / 4., 0, 0},
        {-1 / 6., -1 / 6., -1 / 6.},
        {-1 / 6., 1 / 6., -1 / 6.},
        {1 / 24., 1 / 12., 1 / 6.},
        {1 / 24., -1 / 12., 1 / 6.},
        {0, 0, 1}}},
      {{{1, 1, 1, 1, 1, 0}, {0, 1, -1, 2, -2, 0}, {0, 1, 1, 4, 4, 0}, {0, 1, -1, 8, -8, 1}}}},
     {6,
      {{{1, 0, -21 / 4., 0, 21 / 4., 0, -1, 0},
        {0, 1, 1, -17 / 4., -17 / 4., 1, 1, 0},
        {0, -1, 1, 17 / 4., -17 / 4., -1, 1, 0},
        {0, 1 / 2., 1 / 4., -5 / 2., -5 / 4., 2, 1, 0},
        {0, -1 / 2., 1 / 4., 5 / 2., -5 / 4., -2, 1, 0},
        {0, 2, 4, -5 / 2., -5, 1 / 2., 1, 0},
        {0, -2, 4, 5 / 2., -5, -1 / 2., 1, 0},
        {0, -1, 0, 21 / 4., 0, -21 / 4., 0, 1}}},
      {{{1, 0, 0},
        {-2 / 9., -2 / 9., -2 / 9.},
        {-2 / 9., 2 / 9., -2 / 9.},
        {1 / 90., 1 / 45., 2 / 45.},
        {1 / 90., -1 / 45., 2 / 45.},
        {32 / 45., 16 / 45., 8 / 45.},
        {32 / 45., -16 / 45., 8 / 45.},
        {0, 0, 1}}},
      {{{1, 1, 1, 1, 1, 1, 1, 0},
        {0, 1, -1, 2, -2, 1 / 2., -1 / 2., 0},
        {0, 1, 1, 4, 4, 1 / 4., 1 / 4., 0},
        {0, 1, -1, 8, -8, 1 / 8., -1 / 8., 0},
        {0, 1, 1, 16, 16, 1 / 16., 1 / 16., 0},
        {0, 1, -1, 32, -32, 1 / 32., -1 / 32., 1}}}}}};

namespace {

bool all_finite(const Reals& values) {
  return std::all_of(values.begin(), values.end(), [](double x) { return std::isfinite(x); });
}

// Where the elements of a convolution lie.
struct Geometry {
  Geometry(const Tensor& X, const Tensor& W, const Window& window, size_t the_group)
      : N(X.dim(0)),
        M(W.dim(0)),
        C(W.dim(1)),
        group(the_group),
        height(X.dim(2)),
        width(X.dim(3)),
        rows(size_t(window[0].output)),
        columns(size_t(window[1].output)),
        top(window[0].begin),
        left(window[1].begin) {}

  size_t N, M, C;  // C of one group
  size_t group, height, width, rows, columns;
  int64_t top, left;
  Shape shape() const { return {N, M, rows, columns}; }
  // The channel of X, counted over all N, that is the first of a group.
  size_t first_channel(size_t n, size_t g) const { return (n * group + g) * C; }
  // The element of a channel at this place of the padded input; −1 in the padding.
  int64_t at(int64_t y, int64_t x) const {
    const int64_t row = y - top, column = x - left;
    const bool inside = row >= 0 && column >= 0 && row < int64_t(height) && column < int64_t(width);
    return inside ? row * int64_t(width) + column : -1;
  }
};

using Tile = std::array<std::array<double, 8>, 8>;

// One evaluation's convolution, step by step.
class Sampler {
 public:
  Sampler(const Winograd& matrices, const Tensor& X, const Tensor& W, const Geometry& at)
      : matrices_(matrices),
        n_(matrices.inputs()),
        type_(X.dtype()),
        x_(X.with_side(nullptr).as<double>()),
        w_(W.with_side(nullptr).as<double>()),
        at_(at),
        runtime_(*evaluation().sampled) {
    for (auto& row : matrices_.G) {
      for (double& number : row) number = round_to(type_, number);
    }
  }

  bool finite() const { return all_finite(x_) && all_finite(w_); }

  // G · g · GT for each channel of a group.
  std::vector<Tile> kernels(size_t m) {
    std::vector<Tile> all(at_.C);
    for (size_t c = 0; c < at_.C; ++c) {
      std::array<std::array<double, 3>, 8> half{};
      const double* g = w_.data() + (m * at_.C + c) * 9;
      for (size_t i = 0; i < n_; ++i) {
        for (size_t j = 0; j < 3; ++j) half[i][j] = dot(matrices_.G[i].data(), g + j, 3, 3);
      }
      for (size_t i = 0; i < n_; ++i) {
        for (size_t j = 0; j < n_; ++j) {
          all[c][i][j] = runtime_.factor(dot(matrices_.G[j].data(), half[i].data(), 3, 1));
        }
      }
    }
    return all;
  }

  // The patches that a tile of results reads, whose first is in this row and column.
  std::vector<Tile> patches(size_t n, size_t g, size_t row, size_t column) const {
    std::vector<Tile> all(at_.C);
    const size_t plane = at_.height * at_.width;
    for (size_t c = 0; c < at_.C; ++c) {
      const double* x = x_.data() + (at_.first_channel(n, g) + c) * plane;
      for (size_t i = 0; i < n_; ++i) {
        for (size_t j = 0; j < n_; ++j) {
          const int64_t from = at_.at(int64_t(row + i), int64_t(column + j));
          all[c][i][j] = from < 0 ? 0 : x[from];
        }
      }
    }
    return all;
  }

  // BT · d · B.
  std::vector<Tile> transformed(const std::vector<Tile>& patches) {
    std::vector<Tile> all(patches.size());
    for (size_t c = 0; c < patches.size(); ++c) {
      Tile half{};
      for (size_t i = 0; i < n_; ++i) {
        for (size_t j = 0; j < n_; ++j) {
          half[i][j] = dot(matrices_.BT[i].data(), &patches[c][0][j], n_, 8);
        }
      }
      for (size_t i = 0; i < n_; ++i) {
        for (size_t j = 0; j < n_; ++j) {
          all[c][i][j] = runtime_.factor(dot(matrices_.BT[j].data(), half[i].data(), n_, 1));
        }
      }
    }
    return all;
  }

  // The results of a tile.
  Tile results(const std::vector<Tile>& kernels, const std::vector<Tile>& patches) {
    Tile sums{}, half{}, y{};
    for (size_t i = 0; i < n_; ++i) {
      for (size_t j = 0; j < n_; ++j) sums[i][j] = sum_of_products(kernels, patches, i, j);
    }
    for (size_t i = 0; i < matrices_.outputs; ++i) {
      for (size_t j = 0; j < n_; ++j) {
        half[i][j] = dot(matrices_.AT[i].data(), &sums[0][j], n_, 8);
      }
    }
    for (size_t i = 0; i < matrices_.outputs; ++i) {
      for (size_t j = 0; j < matrices_.outputs; ++j) {
        y[i][j] = dot(matrices_.AT[j].data(), half[i].data(), n_, 1);
      }
    }
    return y;
  }

  // The sum itself, of the tile's result in this row and column.
  double exact(size_t m, const std::vector<Tile>& patches, size_t row, size_t column) const {
    double sum = 0;
    for (size_t c = 0; c < patches.size(); ++c) {
      const double* g = w_.data() + (m * at_.C + c) * 9;
      for (size_t i = 0; i < 3; ++i) {
        for (size_t j = 0; j < 3; ++j) sum += g[3 * i + j] * patches[c][row + i][column + j];
      }
    }
    return sum;
  }

  // √Σ of the squares of kernel m.
  double norm_of(size_t m) const {
    double squares = 0;
    for (size_t i = 0; i < at_.C * 9; ++i) {
      squares += w_.data()[m * at_.C * 9 + i] * w_.data()[m * at_.C * 9 + i];
    }
    return std::sqrt(squares);
  }
  static double norm_of(const std::vector<Tile>& patches) {
    double squares = 0;
    for (const Tile& tile : patches) {
      for (const auto& row : tile) {
        for (const double x : row) squares += x * x;
      }
    }
    return std::sqrt(squares);
  }

  const Winograd& matrices() const { return matrices_; }
  MonteCarlo& runtime() { return runtime_; }

 private:
  // Σ a·b, whose elements lie `step` apart in b.
  double dot(const double* a, const double* b, size_t count, size_t step) {
    double sum = 0;
    for (size_t k = 0; k < count; ++k) {
      if (a[k] == 0) continue;
      const double product = a[k] * b[k * step];
      const bool is_exact = std::fabs(a[k]) == 1;
      sum = runtime_.rounded(sum + (is_exact ? product : runtime_.rounded_product(product, 0)));
    }
    return sum;
  }

  double sum_of_products(const std::vector<Tile>& u, const std::vector<Tile>& v, size_t i,
                         size_t j) {
    double sum = 0;
    for (size_t c = 0; c < u.size(); ++c) {
      const double product = u[c][i][j] * v[c][i][j];
      sum = runtime_.narrow_sums()
                ? runtime_.rounded_sum(sum + runtime_.rounded_product(product, 0))
                : sum + product;
    }
    return runtime_.rounded_sum(sum);
  }

  Winograd matrices_;
  size_t n_;
  DType type_;
  Reals x_, w_;
  Geometry at_;
  MonteCarlo& runtime_;
};

// The errors of a convolution's results: of each, where that is not too much work; else of a part,
// and the others have errors as large, relative to the norms of their kernels and patches.
class SampledErrors {
 public:
  SampledErrors(Sampler& sampler, const Geometry& at)
      : sampler_(sampler),
        at_(at),
        step_(sampler.matrices().outputs),
        down_((at.rows + step_ - 1) / step_),
        across_((at.columns + step_ - 1) / step_),
        errors_(full(at.shape(), 0.0)) {}

  Reals all() {
    constexpr double most = 0x1p19;
    const double n = double(sampler_.matrices().inputs());
    const double tiles = double(at_.N * down_ * across_), C = double(at_.C);
    const double of_kernels = double(at_.M) * C * 3 * n * n;
    const double of_patches = tiles * double(at_.group) * C * 2 * n * n * n;
    if (of_kernels + of_patches + tiles * double(at_.M) * C * n * n <= most) {
      evaluate(at_.M / at_.group, down_ * across_);
      return std::move(errors_);
    }
    constexpr size_t few = 8;
    const size_t kernels = std::min(few, at_.M / at_.group);
    const double each = C * n * n * (2 * n + double(kernels));
    part_ = true;
    evaluate(kernels, std::clamp<size_t>(size_t(most / each), 1, down_ * across_));
    extrapolate();
    return std::move(errors_);
  }

 private:
  size_t somewhere(size_t count) {
    return std::min(count - 1, size_t(std::fabs(sampler_.runtime().random()) * double(count)));
  }

  // So many kernels of a group, and tiles of an image: of all groups and images, or of one.
  void evaluate(size_t kernels, size_t tiles) {
    const size_t M = at_.M / at_.group, plane = down_ * across_;
    for (size_t g = 0; g < (part_ ? 1 : at_.group); ++g) {
      const size_t taken = part_ ? somewhere(at_.group) : g;
      const size_t first = part_ ? somewhere(M - kernels + 1) : 0;
      std::vector<std::vector<Tile>> U;
      for (size_t k = 0; k < kernels; ++k) U.push_back(sampler_.kernels(taken * M + first + k));
      for (size_t n = 0; n < (part_ ? 1 : at_.N); ++n) {
        const size_t image = part_ ? somewhere(at_.N) : n;
        for (size_t t = 0; t < tiles; ++t) {
          check_deadline();
          evaluate_tile(image, taken, taken * M + first, U, part_ ? somewhere(plane) : t);
        }
      }
    }
  }

  void evaluate_tile(size_t n, size_t g, size_t first, const std::vector<std::vector<Tile>>& U,
                     size_t tile) {
    const size_t row = tile / across_ * step_, column = tile % across_ * step_;
    const std::vector<Tile> patches = sampler_.patches(n, g, row, column);
    const std::vector<Tile> V = sampler_.transformed(patches);
    for (size_t k = 0; k < U.size(); ++k) {
      const size_t m = first + k;
      const Tile y = sampler_.results(U[k], V);
      const double norm = part_ ? sampler_.norm_of(m) * Sampler::norm_of(patches) : 1;
      for (size_t i = 0; i < step_ && row + i < at_.rows; ++i) {
        for (size_t j = 0; j < step_ && column + j < at_.columns; ++j) {
          const double error = y[i][j] - sampler_.exact(m, patches, i, j);
          if (!part_) errors_(n, m, row + i, column + j) = error;
          if (norm > 0 && std::isfinite(error)) known_[i][j].push_back(error / norm);
        }
      }
    }
  }

  void extrapolate() {
    const size_t M = at_.M / at_.group;
    std::vector<double> kernels(at_.M);
    for (size_t m = 0; m < at_.M; ++m) kernels[m] = sampler_.norm_of(m);
    for (size_t n = 0; n < at_.N; ++n) {
      for (size_t g = 0; g < at_.group; ++g) {
        for (size_t tile = 0; tile < down_ * across_; ++tile) {
          check_deadline();
          const size_t row = tile / across_ * step_, column = tile % across_ * step_;
          const double norm = Sampler::norm_of(sampler_.patches(n, g, row, column));
          for (size_t m = g * M; m < (g + 1) * M; ++m) draw(n, m, row, column, kernels[m] * norm);
        }
      }
    }
  }

  // Errors for the results of a tile.
  void draw(size_t n, size_t m, size_t row, size_t column, double norm) {
    for (size_t i = 0; i < step_ && row + i < at_.rows; ++i) {
      for (size_t j = 0; j < step_ && column + j < at_.columns; ++j) {
        const std::vector<double>& known = known_[i][j];
        if (!known.empty()) {
          errors_(n, m, row + i, column + j) = known[somewhere(known.size())] * norm;
        }
      }
    }
  }

  Sampler& sampler_;
  const Geometry at_;
  const size_t step_, down_, across_;
  Reals errors_;
  bool part_ = false;
  std::array<std::array<std::vector<double>, 6>, 6> known_;  // by the place in a tile
};

// The greatest |AT| · [(|G| · e · |GT|) ⊙ (|BT| · 1 · |B|)] · |A|, e being 1 for one element of the
// kernel: that of one axis, squared.
double amplification(const Winograd& f) {
  double greatest = 0;
  for (size_t o = 0; o < f.outputs; ++o) {
    for (size_t k = 0; k < 3; ++k) {
      double sum = 0;
      for (size_t p = 0; p < f.inputs(); ++p) {
        double of_patch = 0;
        for (size_t j = 0; j < f.inputs(); ++j) of_patch += std::fabs(f.BT[p][j]);
        sum += std::fabs(f.AT[o][p] * f.G[p][k]) * of_patch;
      }
      greatest = std::max(greatest, sum);
    }
  }
  return greatest * greatest;
}

Reals magnitudes_of(const Tensor& X) {
  Reals magnitudes = xt::abs(X.with_side(nullptr).as<double>());
  if (has_errors(X)) magnitudes = magnitudes + errors_of(X);
  return magnitudes;
}

// The greatest magnitude among the channels of a group that a tile may read that has this result in
// any place: what any tiling gives is below.
class Reaches {
 public:
  Reaches(const Reals& x, const Geometry& at, size_t first_channel, int64_t outputs)
      : at_(at), before_(outputs - 1), after_(outputs + 1), plane_(at.height * at.width) {
    for (size_t c = 0; c < at.C; ++c) {
      const double* from = x.data() + (first_channel + c) * plane_.size();
      for (size_t i = 0; i < plane_.size(); ++i) {
        plane_[i] = std::isnan(from[i]) ? from[i] : std::max(plane_[i], from[i]);
      }
    }
  }
  double at(size_t row, size_t column) const {
    double greatest = 0;
    for (int64_t y = int64_t(row) - before_; y <= int64_t(row) + after_; ++y) {
      for (int64_t x = int64_t(column) - before_; x <= int64_t(column) + after_; ++x) {
        const int64_t from = at_.at(y, x);
        if (from >= 0) greatest = std::max(greatest, plane_[size_t(from)]);
      }
    }
    return greatest;
  }

 private:
  const Geometry& at_;
  int64_t before_, after_;
  std::vector<double> plane_;
};

}  // namespace

bool is_winograd(const Window& window) {
  return window.size() == 2 && std::all_of(window.begin(), window.end(), [](const Sliding& s) {
           return s.kernel == 3 && s.stride == 1 && s.dilation == 1 && s.output > 0;
         });
}

std::optional<Reals> winograd_sample(const Tensor& X, const Tensor& W, const Window& window,
                                     size_t group) {
  constexpr uint64_t one_of = 5;  // two of five evaluations add all products as they are
  const uint64_t which = evaluation().sampled->seed() % one_of;
  if (which >= winograds.size() || evaluation().sampled->seed() == 0 || !is_winograd(window)) {
    return std::nullopt;
  }
  const Geometry at(X, W, window, group);
  Sampler sampler(winograds[which], X, W, at);
  if (at.M == 0 || at.N == 0 || at.C == 0 || !sampler.finite()) return std::nullopt;
  Reals errors = SampledErrors(sampler, at).all();
  for (double& error : errors) {
    if (std::isnan(error)) error = std::numeric_limits<double>::infinity();
  }
  return errors;
}

namespace {

// f(position in Y, Σ|w| of its kernel, the greatest |x| that a tile with this result reads) for
// each element of Y. F(6, 3) has the farthest tiles.
template <class F>
void each_reach(const Reals& x, const Reals& w, const Geometry& at, F f) {
  const size_t kernel = at.C * 9, M = at.M / at.group;
  for (size_t i = 0; i < at.N * at.group; ++i) {
    check_deadline();
    const size_t image = i / at.group, g = i % at.group;
    const Reaches reaches(x, at, i * at.C, int64_t(winograds.back().outputs));
    std::vector<double> reach(at.rows * at.columns);
    for (size_t o = 0; o < reach.size(); ++o) {
      reach[o] = reaches.at(o / at.columns, o % at.columns);
    }
    for (size_t m = g * M; m < (g + 1) * M; ++m) {
      const double* weights = w.data() + m * kernel;
      const double norm = std::accumulate(weights, weights + kernel, 0.0);
      for (size_t o = 0; o < reach.size(); ++o) {
        f((image * at.M + m) * reach.size() + o, norm, reach[o]);
      }
    }
  }
}

}  // namespace

Reals winograd_steps(const Tensor& X, const Tensor& W, const Window& window, size_t group) {
  const Geometry at(X, W, window, group);
  const Reals x = magnitudes_of(X), w = magnitudes_of(W);
  const double factor = amplification(winograds.back());
  const double most =
      factor * std::accumulate(w.begin(), w.end(), 0.0) * std::accumulate(x.begin(), x.end(), 0.0);
  if (std::isfinite(round_to(X.dtype(), most))) return full(at.shape(), most);
  Reals steps = full(at.shape(), 0.0);
  each_reach(x, w, at, [&](size_t position, double norm, double reach) {
    steps.data()[position] = factor * norm * reach;
  });
  return steps;
}

// F(6, 3) amplifies roundings most. A result is a sum of products of sums: so many roundings lie on
// each way from an element to it.
Reals winograd_bound(const Tensor& X, const Tensor& W, const Window& window, size_t group) {
  const Geometry at(X, W, window, group);
  const Winograd& f = winograds.back();
  const Rounding& rounding = *evaluation().rounding;
  const Rounding sums = rounding.of_products();
  const double n = double(f.inputs()), factor = amplification(f), C = double(at.C);
  const double unit = rounding.of_sum(2 * 4 + 4 * n) + sums.of_sum(C + 1);
  Reals errors = full(at.shape(), 0.0);
  each_reach(magnitudes_of(X), magnitudes_of(W), at,
             [&](size_t position, double norm, double reach) {
               const double steps = factor * norm * reach;
               const double of_factors =
                   rounding.of_factors(C * n * n, steps, factor * norm, factor * reach);
               const double tiny = sums.tiny * factor * (C + 1) * (1 + norm + reach);
               const double error = unit * steps + of_factors + tiny;
               const bool known = std::isfinite(error);
               errors.data()[position] = known ? error : std::numeric_limits<double>::infinity();
             });
  return errors;
}

}  // namespace etalon
