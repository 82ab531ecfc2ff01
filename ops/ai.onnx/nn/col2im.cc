// Col2Im: output[n, c, l·strides + b·dilations − pads] = Σ input[n, c·|block| + b, l], each element
// b of a block at each place l of a window that slides over the image added wherever it lands; in
// the padding it is dropped.
//   18
#include "engine/numerics/numerics.h"
#include "engine/numerics/window.h"

namespace etalon {
namespace {

// columns [N·C, |block|, L] laid over images [N·C, |image|].
template <class T>
Array<T> laid_over(const Array<T>& columns, const Window& window, size_t image_size) {
  const size_t channels = columns.shape()[0];
  Array<T> images = full<T>({channels, image_size}, T{});
  for (size_t c = 0; c < channels; ++c) {
    each_run(window, [&](const Run& run) {
      for (size_t i = 0; i < run.count; ++i) {
        images(c, run.in + i * run.step) += columns(c, run.tap, run.out + i);
      }
    });
  }
  return images;
}

Values col2im(const Call& call) {
  const Tensor& input = call.tensor("input");
  const Shape image_shape = to_shape(call.tensor("image_shape").ints());
  const Shape block_shape = to_shape(call.tensor("block_shape").ints());
  if (image_shape.empty() || block_shape.size() != image_shape.size()) {
    throw InvalidInput("image_shape has {} elements, block_shape {}", image_shape.size(),
                       block_shape.size());
  }
  // Its input is the image and its kernel the block, so its outputs are the places.
  const Window window = window_of(call, image_shape, block_shape);
  const size_t block = element_count(block_shape);
  const size_t L = element_count(output_shape(1, 1, window));
  if (input.rank() != 3 || input.dim(1) % block != 0 || input.dim(2) != L) {
    throw InvalidInput("input has the shape {}, not [N, C * {}, {}]", to_string(input.shape()),
                       block, L);
  }
  Shape shape{input.dim(0), input.dim(1) / block};
  const Tensor columns = input.reshaped({shape[0] * shape[1], block, L});
  shape.insert(shape.end(), image_shape.begin(), image_shape.end());
  return {any_carrier(input.dtype(), [&]<class T>() -> Tensor {
    if constexpr (std::is_same_v<T, std::string>) {
      throw Unspecified("strings have no sum");
    } else {
      const Array<T> images = laid_over(columns.as<T>(), window, element_count(image_shape));
      return Tensor::of(input.dtype(), images).reshaped(shape);
    }
  })};
}

const Operator op("Col2Im", col2im, {18});

}  // namespace
}  // namespace etalon
