// Col2Im: output[n, c] = the sum of the blocks input[n, c · block …, l], each laid over the image
// at the l-th place of a window that slides as in a convolution.
//   18
#include "engine/numerics/numerics.h"

namespace etalon {
namespace {

struct Window {
  std::vector<int64_t> image, block, strides, pads, dilations, places;
};

std::vector<int64_t> given(const Call& call, std::string_view attribute, size_t count,
                           int64_t least) {
  if (!call.has(attribute)) return std::vector<int64_t>(count, least);
  std::vector<int64_t> values = call.ints(attribute);
  if (values.size() != count) {
    throw InvalidInput("{} has {} elements, not {}", attribute, values.size(), count);
  }
  for (const int64_t value : values) {
    if (value < least || value > INT32_MAX) {
      throw InvalidInput("{} holds {}, which is out of range", attribute, value);
    }
  }
  return values;
}

Window window_of(const Call& call) {
  Window w{call.tensor("image_shape").ints(), call.tensor("block_shape").ints(), {}, {}, {}, {}};
  const size_t d = w.image.size();
  if (d == 0 || w.block.size() != d) {
    throw InvalidInput("image_shape has {} elements, block_shape {}", d, w.block.size());
  }
  w.strides = given(call, "strides", d, 1);
  w.pads = given(call, "pads", 2 * d, 0);
  w.dilations = given(call, "dilations", d, 1);
  for (size_t k = 0; k < d; ++k) {
    if (w.block[k] < 1 || w.block[k] > INT32_MAX || w.image[k] < 0 || w.image[k] > INT32_MAX) {
      throw InvalidInput("a block {} long does not fit an image {} long", w.block[k], w.image[k]);
    }
    const int64_t room = w.image[k] + w.pads[k] + w.pads[d + k];
    const int64_t reach = w.dilations[k] * (w.block[k] - 1) + 1;
    w.places.push_back(room < reach ? 0 : (room - reach) / w.strides[k] + 1);
  }
  return w;
}

// The row-major index `flat` into `shape`, by axis.
std::vector<int64_t> unravelled(size_t flat, const std::vector<int64_t>& shape) {
  std::vector<int64_t> index(shape.size());
  for (size_t k = shape.size(); k-- > 0;) {
    index[k] = static_cast<int64_t>(flat) % shape[k];
    flat /= static_cast<size_t>(shape[k]);
  }
  return index;
}

// Where element b of the block at place l falls in the image; -1 in the padding.
int64_t target(const Window& w, const std::vector<int64_t>& b, const std::vector<int64_t>& l) {
  int64_t flat = 0;
  for (size_t k = 0; k < w.image.size(); ++k) {
    const int64_t at = l[k] * w.strides[k] + b[k] * w.dilations[k] - w.pads[k];
    if (at < 0 || at >= w.image[k]) return -1;
    flat = flat * w.image[k] + at;
  }
  return flat;
}

// Where each element of one channel's blocks falls: for all of block, for all places.
std::vector<int64_t> targets(const Window& w, size_t block, size_t L) {
  std::vector<int64_t> all;
  all.reserve(block * L);
  for (size_t b = 0; b < block; ++b) {
    const std::vector<int64_t> in_block = unravelled(b, w.block);
    for (size_t l = 0; l < L; ++l) all.push_back(target(w, in_block, unravelled(l, w.places)));
  }
  return all;
}

template <class T>
Array<T> sums(const Array<T>& columns, const std::vector<int64_t>& targets, size_t pixels) {
  const size_t channels = columns.shape()[0];
  Array<T> image = full<T>({channels, pixels}, T{});
  for (size_t c = 0; c < channels; ++c) {
    for (size_t i = 0; i < targets.size(); ++i) {
      if (targets[i] >= 0) image(c, targets[i]) += columns(c, i);
    }
  }
  return image;
}

Values col2im(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Window w = window_of(call);
  const size_t block = element_count(to_shape(w.block));
  const size_t L = element_count(to_shape(w.places));
  if (input.rank() != 3 || input.dim(1) % block != 0 || input.dim(2) != L) {
    throw InvalidInput("input has the shape {}, not [N, C * {}, {}]", to_string(input.shape()),
                       block, L);
  }
  if (input.dtype() == DType::string) throw Unspecified("strings have no sum");
  Shape shape{input.dim(0), input.dim(1) / block};
  const Tensor columns = input.reshaped({shape[0] * shape[1], block * L});
  for (const int64_t size : w.image) shape.push_back(static_cast<size_t>(size));
  if (input.size() == 0) return {Tensor::zeros(input.dtype(), shape)};
  const std::vector<int64_t> to = targets(w, block, L);
  const size_t pixels = element_count(to_shape(w.image));
  return {any_carrier(input.dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, std::string>)
      return Tensor();
    else
      return Tensor::of(input.dtype(), sums(columns.as<T>(), to, pixels)).reshaped(shape);
  })};
}

const Operator op("Col2Im", col2im, {18});

}  // namespace
}  // namespace etalon
