// DeformConv: Y[n, m, o] = B[m] + Σ_c Σ_k W[m, c, k] · mask[n, k, o] · X[n, c, p], as Conv but at
// p = o·strides + k·dilations − pads + offset[n, k, o]: between elements linearly interpolated, 0
// outside. The channels of X fall into offset_group parts with offsets and masks of their own.
//   19, 22    22: bfloat16
#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

struct Corner {
  size_t at;  // row-major position in a channel
  double weight;
};

// The elements around a position p, and how much each counts.
std::vector<Corner> corners_around(const std::vector<double>& p, const Window& window) {
  std::vector<Corner> corners{{0, 1}};
  for (size_t axis = 0; axis < p.size(); ++axis) {
    if (std::isnan(p[axis])) throw Unspecified("an offset is NaN");
    const double size = double(window[axis].input);
    if (p[axis] <= -1 || p[axis] >= size) return {};
    const double below = std::floor(p[axis]);
    const double fraction = p[axis] - below;
    std::vector<Corner> next;
    for (const Corner& corner : corners) {
      const size_t row = corner.at * size_t(size);
      if (below >= 0) next.push_back({row + size_t(below), corner.weight * (1 - fraction)});
      if (below + 1 < size) next.push_back({row + size_t(below + 1), corner.weight * fraction});
    }
    corners = next;
  }
  return corners;
}

// The row-major position `at` in a shape, as an index for each axis.
std::vector<int64_t> unravelled(size_t at, const std::vector<int64_t>& shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    index[axis] = int64_t(at) % shape[axis];
    at /= size_t(shape[axis]);
  }
  return index;
}

// All that is sampled from one instance: mask · X at p, [C·|k|, |o|].
class Sampler {
 public:
  Sampler(const Call& call, const Window& window)
      : window_(window),
        x_(call.tensor("X").as<double>()),
        offset_(call.tensor("offset").as<double>()) {
    for (const Sliding& s : window) {
      kernel_.push_back(s.kernel);
      output_.push_back(s.output);
      inputs_ *= size_t(s.input);
      taps_ *= size_t(s.kernel);
      outputs_ *= size_t(s.output);
    }
    const Shape& x = x_.shape();
    groups_ = size_t(call.integer("offset_group"));
    if (call.integer("offset_group") < 1 || x[1] % groups_ != 0) {
      throw InvalidInput("offset_group {} does not divide {} channels", groups_, x[1]);
    }
    const size_t locations = groups_ * taps_;
    check(call.tensor("offset"), "offset", output_shape(x[0], locations * window.size(), window));
    if (const Tensor* mask = call.maybe("mask")) {
      check(*mask, "mask", output_shape(x[0], locations, window));
      mask_ = mask->as<double>();
    } else {
      mask_ = full(output_shape(x[0], locations, window), 1.0);
    }
  }

  void sample(size_t n, Reals& samples) const {
    const size_t C = x_.shape()[1] / groups_;  // of one group
    for (size_t location = 0; location < groups_ * taps_; ++location) {
      const size_t group = location / taps_;
      for (size_t o = 0; o < outputs_; ++o) {
        const std::vector<Corner> corners = corners_around(position(n, location, o), window_);
        const double mask = mask_.data()[(n * groups_ * taps_ + location) * outputs_ + o];
        for (size_t c = group * C; c < (group + 1) * C; ++c) {
          const double* from = x_.data() + (n * groups_ * C + c) * inputs_;
          double value = 0;
          for (const Corner& corner : corners) value += corner.weight * from[corner.at];
          samples.data()[(c * taps_ + location % taps_) * outputs_ + o] = mask * value;
        }
      }
    }
  }

 private:
  static void check(const Tensor& tensor, std::string_view name, const Shape& shape) {
    if (tensor.shape() != shape) {
      throw InvalidInput("{} has the shape {} where {} is needed", name, to_string(tensor.shape()),
                         to_string(shape));
    }
  }

  std::vector<double> position(size_t n, size_t location, size_t at) const {
    const size_t axes = window_.size();
    const std::vector<int64_t> k = unravelled(location % taps_, kernel_);
    const std::vector<int64_t> o = unravelled(at, output_);
    std::vector<double> p(axes);
    for (size_t axis = 0; axis < axes; ++axis) {
      const Sliding& s = window_[axis];
      const size_t row = (n * groups_ * taps_ + location) * axes + axis;
      p[axis] = double(o[axis] * s.stride + k[axis] * s.dilation - s.begin) +
                offset_.data()[row * outputs_ + at];
    }
    return p;
  }

  const Window& window_;
  const Reals x_;
  const Reals offset_;
  Reals mask_;
  std::vector<int64_t> kernel_, output_;
  size_t inputs_ = 1, taps_ = 1, outputs_ = 1;
  size_t groups_;
};

Values deform_conv(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Tensor& W = call.tensor("W");
  const Window window = convolution_window(call, X, W);
  const Sampler sampler(call, window);
  const size_t group = size_t(call.integer("group"));
  const size_t M = W.dim(0) / group;  // of one group
  const size_t inner = split_at(W.shape(), 1).after;
  Reals Y = filled_by_channel(output_shape(X.dim(0), W.dim(0), window), call.maybe("B"));
  const size_t outputs = split_at(Y.shape(), 2).after;
  Reals samples = empty_array<double>({group * inner, outputs});
  const Elements<double> w(W);
  const Elements<double> x(samples);
  for (size_t n = 0; n < X.dim(0); ++n) {
    sampler.sample(n, samples);
    std::vector<Product<double>> products;
    for (size_t g = 0; g < group; ++g) {
      products.push_back({w.matrix(M, inner, {g * M * inner, inner, 1}),
                          x.matrix(inner, outputs, {g * inner * outputs, outputs, 1}),
                          Y.data() + (n * group + g) * M * outputs});
    }
    add_products(products, X.dtype() == DType::float64);
  }
  return {Tensor::of(X.dtype(), Y)};
}

const Operator op("DeformConv", deform_conv, {19, 22});

}  // namespace
}  // namespace etalon
