#include "ops/ai.onnx/nn/quick/transposed_sums.h"

#include <numeric>
#include <span>

#include "engine/numerics/convolution.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

// For each element of a channel of Y, what lands on it: as the window has it, an output is an
// element of X.
class LandingsByOutput {
 public:
  LandingsByOutput(const Window& window, size_t outputs) : begins_(outputs + 1, 0) {
    const auto each_landing = [&](auto visit) {
      each_run(window, [&](const Run& run) {
        for (size_t i = 0; i < run.count; ++i) visit(run.in + i * run.step, run.tap, run.out + i);
      });
    };
    each_landing([&](size_t output, size_t, size_t) { ++begins_[output + 1]; });
    std::partial_sum(begins_.begin(), begins_.end(), begins_.begin());
    all_.resize(begins_.back());
    std::vector<size_t, BudgetAllocator<size_t>> next = begins_;
    each_landing([&](size_t output, size_t tap, size_t input) {
      all_[next[output]++] = {input, tap};
    });
  }

  size_t size() const { return begins_.size() - 1; }
  std::span<const Landing> operator[](size_t output) const {
    return {all_.data() + begins_[output], all_.data() + begins_[output + 1]};
  }

 private:
  std::vector<size_t, BudgetAllocator<size_t>> begins_;
  std::vector<Landing, BudgetAllocator<Landing>> all_;  // by output
};

// The operands, with their spatial axes as one: X [N·group, C, |X|], W [group, C, M, |k|].
struct Operands {
  Operands(const Tensor& X_in, const Tensor& W_in, size_t groups, size_t outputs,
           const Window& window)
      : N(X_in.dim(0)),
        group(groups),
        C(X_in.dim(1) / groups),
        M(W_in.dim(1)),
        inputs(split_at(X_in.shape(), 2).after),
        taps(split_at(W_in.shape(), 2).after),
        X(X_in.as<double>()),
        W(W_in.as<double>()),
        landings(window, outputs) {}

  size_t N, group, C, M;  // C and M of one group
  size_t inputs, taps;
  Reals X, W;
  LandingsByOutput landings;

  const double* x(size_t part) const { return X.data() + part * C * inputs; }
  const double* w(size_t part) const { return W.data() + part % group * C * M * taps; }
};

// The sums of one part of Y in double, with a bound of their errors.
class QuickSums {
 public:
  QuickSums(const Operands& of, size_t part)
      : of_(of),
        products_(full({of.M, of.taps, of.inputs}, 0.0)),
        terms_(full({of.landings.size()}, 0.0)),
        weights_(full({of.M}, 0.0)) {
    const Elements<double> x(of.X), w(of.W);
    const size_t rows = of.M * of.taps;
    add_products<double>(
        {{w.matrix(rows, of.C, {part % of.group * of.C * rows, 1, rows}),
          x.matrix(of.C, of.inputs, {part * of.C * of.inputs, of.inputs, 1}), products_.data()}},
        Products::exact);
    Reals squares = full({of.inputs}, 0.0);
    for (size_t c = 0; c < of.C; ++c) {
      const double* values = of.x(part) + c * of.inputs;
      for (size_t i = 0; i < of.inputs; ++i) squares(i) += values[i] * values[i];
      const double* weights = of.w(part) + c * rows;
      for (size_t i = 0; i < rows; ++i) weights_(i / of.taps) += weights[i] * weights[i];
    }
    for (size_t o = 0; o < terms_.size(); ++o) {
      double sum = 0;
      for (const Landing& landing : of.landings[o]) sum += squares(landing.output);
      terms_(o) = static_cast<double>(of.C * of.landings[o].size()) * std::sqrt(sum);
    }
    for (double& weight : weights_) weight = std::sqrt(weight);
  }

  // Adding n products in any order is at most n · u · Σ|x·w| off (Jeannerod and Rump, 2013), and
  // Σ|x·w| ≤ ‖x‖ · ‖w‖. The products of floats up to 32 bits are exact.
  Ball operator()(size_t m, size_t o) const {
    const double* const products = products_.data() + m * of_.taps * of_.inputs;
    double sum = 0;
    for (const auto& [input, tap] : of_.landings[o]) sum += products[tap * of_.inputs + input];
    constexpr double slack = 1 + 0x1p-20;
    return {sum, terms_.data()[o] * weights_.data()[m] * (Ball::half_ulp * slack)};
  }

  // A sum of products that are all 0: −0 if all are −0.
  double zero(size_t part, size_t m, size_t o) const {
    for (size_t c = 0; c < of_.C; ++c) {
      const double* x = of_.x(part) + c * of_.inputs;
      const double* w = of_.w(part) + (c * of_.M + m) * of_.taps;
      for (const auto& [input, tap] : of_.landings[o]) {
        if (!std::signbit(x[input] * w[tap])) return 0;
      }
    }
    return -0.0;
  }

 private:
  const Operands& of_;
  Reals products_;  // W[:, m, k]ᵀ · X
  Reals terms_;     // n · ‖x‖ of what lands on an element of Y
  Reals weights_;   // ‖w‖, by channel of Y
};

}  // namespace

Array<Ball> transposed_sums(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window,
                            size_t group) {
  size_t outputs = 1;
  for (const Sliding& s : window) outputs *= size_t(s.input);
  require_products<double>(double(X.size()) * double(split_at(W.shape(), 1).after));
  const Operands of(X, W, group, outputs, window);
  const Reals bias = channel_values(B, of.M * group);
  Array<Ball> Y = empty_array<Ball>({of.N, group * of.M, outputs});
  Ball* y = Y.data();
  for (size_t part = 0; part < of.N * group; ++part) {
    const QuickSums sums(of, part);
    for (size_t m = 0; m < of.M; ++m) {
      const double b = bias(part % group * of.M + m);
      for (size_t o = 0; o < outputs; ++o, ++y) {
        const bool none = of.C == 0 || of.landings[o].empty();
        Ball sum = none ? Ball(B ? -0.0 : 0.0) : sums(m, o);
        if (!none && sum.middle() == 0) {
          constexpr double unknown = std::numeric_limits<double>::infinity();
          sum = sum.radius() == 0 ? Ball(sums.zero(part, m, o)) : Ball(0, unknown);
        }
        *y = B ? sum + b : sum;
      }
    }
  }
  return Y;
}

}  // namespace etalon
