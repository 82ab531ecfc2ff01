#include "engine/numerics/convolution.h"

#include <array>

#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded_once.h"

namespace etalon {
namespace {

// For each position p: p, p + step, …, p + (count − 1)·step.
std::vector<size_t> stepped(const std::vector<size_t>& positions, size_t count, size_t step) {
  std::vector<size_t> all;
  for (const size_t position : positions) {
    for (size_t i = 0; i < count; ++i) all.push_back(position + i * step);
  }
  return all;
}

Shape padded_shape(const Window& window) {
  Shape shape;
  for (const Sliding& s : window) shape.push_back(size_t(s.begin + s.input + s.end));
  return shape;
}

// X's channels, one after another, each with zeros around it.
Reals padded(const Elements<double>& X, size_t channels, const Window& window) {
  const Shape shape = padded_shape(window);
  const size_t plane = element_count(shape);
  element_count({channels, plane});
  std::vector<size_t> rows{0};
  size_t below = plane;
  size_t length = 1;  // of a row of X
  for (size_t i = 0; i < window.size(); ++i) {
    const Sliding& s = window[i];
    below = shape[i] == 0 ? 0 : below / shape[i];
    for (size_t& row : rows) row += size_t(s.begin) * below;
    length = size_t(s.input);
    if (i + 1 < window.size()) rows = stepped(rows, length, below);
  }
  const bool has_padding = rows.size() * length != plane;
  Reals result =
      has_padding ? full({channels, plane}, 0.0) : empty_array<double>({channels, plane});
  for (size_t c = 0; c < channels; ++c) {
    for (size_t r = 0; r < rows.size(); ++r) {
      X.copy((c * rows.size() + r) * length, length, result.data() + c * plane + rows[r]);
    }
  }
  return result;
}

// True for a window that reads each position of X by itself.
bool is_pointwise(const Window& window) {
  return std::all_of(window.begin(), window.end(), [](const Sliding& s) {
    return s.kernel == 1 && s.stride == 1 && s.begin == 0 && s.end == 0;
  });
}

// The patches of X [N, C, D…] that a window reads, padding included. X must outlive this object.
class Patches {
 public:
  Patches(const Elements<double>& X, const Shape& shape, const Window& window)
      : in_place_(is_pointwise(window) ? &X : nullptr),
        padded_(in_place_ ? Reals() : padded(X, shape[0] * shape[1], window)) {
    const Shape dims = padded_shape(window);
    plane_ = element_count(dims);
    taps_ = {0};
    rows_ = {0};
    size_t below = plane_;  // elements between neighbours along the axis
    for (size_t i = 0; i < window.size(); ++i) {
      const Sliding& s = window[i];
      below = dims[i] == 0 ? 0 : below / dims[i];
      taps_ = stepped(taps_, size_t(s.kernel), size_t(s.dilation) * below);
      if (i + 1 < window.size()) rows_ = stepped(rows_, size_t(s.output), size_t(s.stride) * below);
    }
    if (!window.empty()) {
      length_ = size_t(window.back().output);
      step_ = size_t(window.back().stride);
    }
    join_rows();
  }

  // At least the greatest magnitude in C channels, beginning at `channel`, counted over all N.
  double greatest(size_t channel, size_t C) const {
    if (in_place_) return std::numeric_limits<double>::infinity();
    double most = 0;
    const double* from = padded_.data() + channel * plane_;
    for (size_t i = 0; i < C * plane_; ++i) most = std::max(most, std::fabs(from[i]));
    return most;
  }

  // The matrix [C·|k|, |o|] of C channels, beginning at `channel`, counted over all N.
  Matrix<double> matrix(size_t channel, size_t C) const {
    if (in_place_) return in_place_->matrix(C, plane_, {channel * plane_, plane_, 1});
    const double* from = padded_.data() + channel * plane_;
    Matrix<double> matrix{C * taps_.size(), rows_.size() * length_,
                          [this, from](const Block& block, double* to, size_t stride) {
                            read_block(from, block, to, stride);
                          }};
    matrix.add_squares = [this, from, C](double* sums) { add_squares(from, C, sums); };
    matrix.bits = [this, from, C] { return bit_range(from, C * plane_); };
    return matrix;
  }

 private:
  // Joins the rows of outputs into one row if they read consecutive elements.
  void join_rows() {
    for (size_t i = 0; i < rows_.size(); ++i) {
      if (step_ != 1 || rows_[i] != i * length_) return;
    }
    length_ *= rows_.size();
    rows_ = {0};
  }

  // A block of the matrix of the channels that begin at `from`.
  void read_block(const double* from, const Block& block, double* to, size_t stride) const {
    if (block.rows == 0 || block.columns == 0) return;
    const size_t row = block.column / length_, column = block.column % length_;
    from += block.row / taps_.size() * plane_;
    size_t tap = block.row % taps_.size();
    for (size_t i = 0; i < block.rows; ++i) {
      read(from + taps_[tap], row, column, block.columns, to + i * stride);
      if (++tap == taps_.size()) {  // the next channel
        tap = 0;
        from += plane_;
      }
    }
  }

  // Adds the squares of what each output reads from C channels. Those at a position are summed over
  // the channels once, for all outputs that read it.
  void add_squares(const double* from, size_t C, double* sums) const {
    std::vector<double> squares(plane_), reads(rows_.size() * length_);
    for (size_t c = 0; c < C; ++c, from += plane_) {
      for (size_t i = 0; i < plane_; ++i) squares[i] += from[i] * from[i];
    }
    for (const size_t tap : taps_) {
      read(squares.data() + tap, 0, 0, reads.size(), reads.data());
      for (size_t i = 0; i < reads.size(); ++i) sums[i] += reads[i];
    }
  }

  // Reads what `count` outputs, beginning with that of this row and column, need for the kernel
  // element that reads `from` for output 0.
  void read(const double* from, size_t row, size_t column, size_t count, double* to) const {
    while (count > 0) {
      const size_t n = std::min(count, length_ - column);
      const double* at = from + rows_[row] + column * step_;
      if (step_ == 1) {
        std::copy_n(at, n, to);
      } else {
        for (size_t i = 0; i < n; ++i) to[i] = at[i * step_];
      }
      to += n;
      count -= n;
      column = 0;
      ++row;
    }
  }

  const Elements<double>* in_place_;  // X itself, where its patches are its channels
  Reals padded_;
  size_t plane_;              // elements of a padded channel
  std::vector<size_t> taps_;  // what each kernel element adds to a position
  std::vector<size_t> rows_;  // where each row of outputs starts to read
  size_t length_ = 1;         // of a row of outputs
  size_t step_ = 1;           // from one output to the next
};

// Throws LimitExceeded if a convolution of N images by W is too much work.
void require_convolution(size_t N, const Shape& w, const Window& window, Products how) {
  double multiply_adds = double(N) * double(element_count(w));
  for (const Sliding& s : window) multiply_adds *= double(s.output);
  require_products<double>(multiply_adds, how);
}

// One product for each image and group. Y may be null.
std::vector<Product<double>> patch_products(const Patches& patches, const Shape& x,
                                            const Elements<double>& W, const Shape& w,
                                            size_t outputs, size_t group, double* Y) {
  const size_t C = x[1];
  const size_t M = w[0];
  const size_t inner = M == 0 ? 0 : element_count(w) / M;
  // Where errors will be bounded, of few rows, reading the patches is most of the work.
  const bool bounds = !Y && M / group <= 4;
  std::vector<Product<double>> products;
  for (size_t n = 0; n < x[0]; ++n) {
    for (size_t g = 0; g < group; ++g) {
      const size_t m = g * M / group;
      products.push_back({W.matrix(M / group, inner, {m * inner, inner, 1}),
                          patches.matrix(n * C + g * C / group, C / group),
                          Y ? Y + (n * M + m) * outputs : nullptr});
      if (bounds) products.back().B.greatest = patches.greatest(n * C + g * C / group, C / group);
    }
  }
  return products;
}

// What a convolution reads.
struct ConvolutionOperands {
  ConvolutionOperands(const Tensor& X_in, const Tensor& W_in, const Window& window)
      : tensors{X_in.with_side(nullptr), W_in.with_side(nullptr)},
        X(tensors[0]),
        W(tensors[1]),
        patches(X, X_in.shape(), window) {}
  const std::array<Tensor, 2> tensors;
  const Elements<double> X, W;
  const Patches patches;
};

}  // namespace

Window convolution_window(const Call& call, const Tensor& X, const Tensor& W) {
  const Shape kernel = spatial_shape(W, "W");
  if (call.has("kernel_shape") && to_shape(call.ints("kernel_shape")) != kernel) {
    throw InvalidInput("kernel_shape differs from W's {}", to_string(kernel));
  }
  Window window = window_of(call, spatial_shape(X, "X"), kernel);
  const int64_t group = call.integer("group");
  if (group < 1 || size_t(group) > std::max<size_t>({X.dim(1), W.dim(0), 1}) ||
      X.dim(1) != size_t(group) * W.dim(1) || W.dim(0) % size_t(group) != 0) {
    throw InvalidInput("X of shape {} and W of shape {} do not fit {} groups", to_string(X.shape()),
                       to_string(W.shape()), group);
  }
  return window;
}

Tensor by_channels(const Tensor& X) {
  return X.reshaped({X.dim(0), X.dim(1), split_at(X.shape(), 2).after});
}

void require_bias(const Tensor& B, size_t channels) {
  if (B.shape() == Shape{channels}) return;
  throw InvalidInput("the bias has the shape {} where there are {} channels", to_string(B.shape()),
                     channels);
}

Reals channel_values(const Tensor* B, size_t channels) {
  if (!B) return full({channels}, 0.0);
  require_bias(*B, channels);
  return B->as<double>();
}

Reals filled_by_channel(const Shape& shape, const Tensor* B) {
  const Reals b = channel_values(B, shape[1]);
  Reals Y = empty_array<double>(shape);
  const size_t plane = split_at(shape, 2).after;
  for (size_t i = 0; i < shape[0] * shape[1]; ++i) {
    std::fill_n(Y.data() + i * plane, plane, b.data()[i % shape[1]]);
  }
  return Y;
}

Tensor along(const Tensor& values, const Shape& shape, size_t axis) {
  if (values.size() == 1) return values.reshaped({});
  if (values.shape() != Shape{shape[axis]}) {
    throw InvalidInput("a scale or zero point has the shape {} where there are {} channels",
                       to_string(values.shape()), shape[axis]);
  }
  Shape aligned(shape.size(), 1);
  aligned[axis] = shape[axis];
  return values.reshaped(aligned);
}

SumsOfProducts convolution(const Tensor& X, const Tensor& W, const Window& window, size_t group) {
  require_convolution(X.dim(0), W.shape(), window, products_in(X.dtype()));
  const auto operands = std::make_shared<const ConvolutionOperands>(X, W, window);
  const Shape shape = output_shape(X.dim(0), W.dim(0), window);
  const auto sums = [&](const Tensor& x, const Tensor& w) {
    return convolve(x.as<double>(), w.as<double>(), window, group);
  };
  return {X.dtype(),
          shape,
          patch_products(operands->patches, X.shape(), operands->W, W.shape(),
                         split_at(shape, 2).after, group, nullptr),
          operands,
          propagated(X, W, sums),
          residues_of_sums(X, W, split_at(W.shape(), 1).after, sums)};
}

Tensor convolve(const Tensor& X, const Tensor& W, const Tensor* B, const Window& window,
                size_t group) {
  SumsOfProducts sums = convolution(X, W, window, group);
  if (!B) return sums.rounded();
  require_bias(*B, W.dim(0));
  const RealElements b(*B);
  const size_t plane = split_at(output_shape(X.dim(0), W.dim(0), window), 2).after;
  return sums.rounded_by_row([&](size_t first) {
    const size_t m = first / plane % b.size();
    return [&b, m]<class R>(const R& sum, size_t) -> R { return sum + b.at<R>(m); };
  });
}

Reals convolve(const Reals& X, const Reals& W, const Window& window, size_t group) {
  const Shape& x = X.shape();
  const Shape& w = W.shape();
  require_convolution(x[0], w, window, Products::exact);
  Reals Y = full(output_shape(x[0], w[0], window), 0.0);
  const Elements<double> inputs(X), weights(W);
  const Patches patches(inputs, x, window);
  add_products(
      patch_products(patches, x, weights, w, split_at(Y.shape(), 2).after, group, Y.data()),
      Products::exact);
  return Y;
}

}  // namespace etalon
