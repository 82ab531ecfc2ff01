#include "ops/ai.onnx/nn/transposed_convolution.h"

#include <numeric>

#include "engine/numerics/convolution.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/nn/landings.h"

namespace etalon {
namespace {

// Along one axis the elements of Y first, first + stride, … receive every step-th element of the
// kernel, from `tap` on: they are a convolution of X by these, in reverse order.
struct Phase {
  int64_t first = 0, tap = 0, step = 1;
  int64_t from = 0, to = 0;  // the part of X that is read
  Sliding window;            // its kernel is empty where nothing lands
};

Phase phase_of(const Sliding& s, int64_t number) {
  Phase phase;
  phase.first = ((number - s.begin) % s.stride + s.stride) % s.stride;
  const int64_t common = std::gcd(s.stride, s.dilation);
  phase.step = s.stride / common;
  while (phase.tap < s.kernel && (phase.tap * s.dilation - number) % s.stride != 0) ++phase.tap;
  Sliding& w = phase.window;
  w.output = phase.first < s.input ? (s.input - 1 - phase.first) / s.stride + 1 : 0;
  w.kernel = phase.tap < s.kernel ? (s.kernel - 1 - phase.tap) / phase.step + 1 : 0;
  w.dilation = s.dilation / common;
  if (w.kernel == 0 || w.output == 0) return phase;
  const int64_t reach = (w.kernel - 1) * w.dilation;
  // Output 0 reads X from `start` on, the last one to `last`.
  const int64_t start = (phase.first + s.begin - phase.tap * s.dilation) / s.stride - reach;
  const int64_t last = start + w.output - 1 + reach;
  phase.from = std::clamp<int64_t>(start, 0, s.output);
  phase.to = std::clamp<int64_t>(last + 1, phase.from, s.output);
  w.input = phase.to - phase.from;
  w.begin = w.input == 0 ? w.output + reach : std::max<int64_t>(-start, 0);
  w.end = w.input == 0 ? 0 : std::max<int64_t>(last + 1 - s.output, 0);
  return phase;
}

// Y in parts, one for each phase of each axis.
class Parts {
 public:
  Parts(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window, size_t group)
      : X_(X), W_(W), B_(B), window_(window), group_(group), M_(W.dim(1) * group) {}

  Tensor joined() {
    add_parts({});
    std::vector<Tensor> flat;
    for (const Tensor& part : parts_) flat.push_back(part.reshaped({part.size()}));
    return take(concat(flat, 0), at_);
  }

 private:
  void add_parts(std::vector<Phase> phases) {
    if (phases.size() < window_.size()) {
      const Sliding& s = window_[phases.size()];
      for (int64_t number = 0; number < s.stride; ++number) {
        phases.push_back(phase_of(s, number));
        if (phases.back().window.output != 0) add_parts(phases);
        phases.pop_back();
      }
      return;
    }
    if (at_.size() == 0) at_ = empty_array<int64_t>(transposed_shape(X_.dim(0), M_, window_));
    const Tensor part = convolved(phases);
    place(part, phases);
    parts_.push_back(part);
  }

  Tensor convolved(const std::vector<Phase>& phases) const {
    Window window;
    Tensor X = X_;
    for (size_t axis = 0; axis < phases.size(); ++axis) {
      const Phase& phase = phases[axis];
      window.push_back(phase.window);
      if (phase.window.kernel == 0) continue;
      X = slice(X, 2 + axis, size_t(phase.from), size_t(phase.to));
    }
    const Shape shape = output_shape(X.dim(0), M_, window);
    const bool none =
        std::any_of(window.begin(), window.end(), [](const Sliding& s) { return s.kernel == 0; });
    if (none) return biases(shape);
    return convolve(X, weights(phases), B_, window, group_);
  }

  // Where nothing lands.
  Tensor biases(const Shape& shape) const {
    if (!B_) return Tensor::zeros(X_.dtype(), shape);
    Shape aligned(shape.size(), 1);
    aligned[1] = M_;
    return broadcast_to(B_->reshaped(aligned), shape);
  }

  // [group · M, C, k…] of the phases' elements of the kernel.
  Tensor weights(const std::vector<Phase>& phases) const {
    const size_t C = W_.dim(0) / group_, M = W_.dim(1);
    Shape shape{M_, C}, kernel;
    for (const Phase& phase : phases) shape.push_back(size_t(phase.window.kernel));
    for (const Sliding& s : window_) kernel.push_back(size_t(s.kernel));
    const size_t all = element_count(kernel), taken = split_at(shape, 2).after;
    Ints at = empty_array<int64_t>(shape);
    for (size_t m = 0; m < M_; ++m) {
      for (size_t c = 0; c < C; ++c) {
        const size_t whole = ((m / M * C + c) * M + m % M) * all;
        for (size_t k = 0; k < taken; ++k) {
          at.flat((m * C + c) * taken + k) = int64_t(whole + tap(phases, kernel, k));
        }
      }
    }
    return take(W_, at);
  }

  // Where in the kernel the k-th of the phases' elements is, in reverse order.
  static size_t tap(const std::vector<Phase>& phases, const Shape& kernel, size_t k) {
    size_t place = 0, below = 1;
    for (size_t axis = phases.size(); axis-- > 0;) {
      const Phase& phase = phases[axis];
      const auto count = size_t(phase.window.kernel);
      place += below * size_t(phase.tap + phase.step * int64_t(count - 1 - k % count));
      k /= count;
      below *= kernel[axis];
    }
    return place;
  }

  // Writes to at_ where Y finds the elements of a part, which comes after the others.
  void place(const Tensor& part, const std::vector<Phase>& phases) {
    const size_t channels = part.dim(0) * part.dim(1);
    const size_t plane = split_at(part.shape(), 2).after, whole = split_at(at_.shape(), 2).after;
    std::vector<size_t> places(plane, 0);
    for (size_t i = 0; i < plane; ++i) {
      size_t rest = i, below = 1;
      for (size_t axis = phases.size(); axis-- > 0;) {
        const auto count = size_t(phases[axis].window.output);
        const Sliding& s = window_[axis];
        places[i] += below * (size_t(phases[axis].first) + rest % count * size_t(s.stride));
        rest /= count;
        below *= size_t(s.input);
      }
    }
    for (size_t c = 0; c < channels; ++c) {
      for (size_t i = 0; i < plane; ++i) at_.flat(c * whole + places[i]) = placed_++;
    }
  }

  const Tensor &X_, &W_;
  const Tensor* B_;
  const Window& window_;
  const size_t group_, M_;
  std::vector<Tensor> parts_;
  Ints at_ = empty_array<int64_t>({0});
  int64_t placed_ = 0;
};

// The zeros that convolutions give have the sign of X's padding: here it is that of what lands.
Tensor with_signs(const Tensor& Y, const Tensor& X_in, const Tensor& W_in, const Tensor* B,
                  const Window& window, size_t group) {
  Reals y = Y.as<double>();
  const Reals X = X_in.as<double>(), W = W_in.as<double>(), b = channel_values(B, Y.dim(1));
  const size_t C = X_in.dim(1) / group, M = W_in.dim(1), plane = split_at(Y.shape(), 2).after;
  const size_t inputs = split_at(X_in.shape(), 2).after, taps = split_at(W_in.shape(), 2).after;
  for (size_t at = 0; at < y.size(); ++at) {
    if (y.flat(at) != 0) continue;
    const size_t m = at / plane % Y.dim(1), n = at / plane / Y.dim(1), first = m / M * C;
    const std::vector<Landing> lands = landings_at(window, at % plane);
    bool negative = !lands.empty() && C != 0;
    for (size_t c = first; negative && c < first + C; ++c) {
      for (const auto& [i, k] : lands) {
        const double x = X.flat((n * C * group + c) * inputs + i);
        const double w = W.flat((c * M + m % M) * taps + k);
        if (!std::signbit(x) == !std::signbit(w)) negative = false;
      }
    }
    const bool none = lands.empty() || C == 0;
    const bool bias = B == nullptr || std::signbit(b(m));
    y.flat(at) = (none ? B != nullptr && std::signbit(b(m)) : negative && bias) ? -0.0 : 0.0;
  }
  return Tensor::decided(Y.dtype(), y);
}

}  // namespace

std::optional<Tensor> transposed_convolution(const Tensor& X, const Tensor& W, const Tensor* B,
                                             const Window& window, size_t group) {
  if (B) require_bias(*B, W.dim(1) * group);
  const Reals weights = W.with_side(nullptr).as<double>();
  if (!std::all_of(weights.begin(), weights.end(), [](double w) { return std::isfinite(w); })) {
    return std::nullopt;  // where X is padded, they would be NaN
  }
  const Shape shape = transposed_shape(X.dim(0), W.dim(1) * group, window);
  if (element_count(shape) == 0 || X.dim(1) == 0) return std::nullopt;
  const Tensor Y = Parts(X, W, B, window, group).joined();
  if (evaluation().once_over_arbs() || evaluation().sampled) return Y;
  return with_signs(Y, X, W, B, window, group);
}

}  // namespace etalon
