// Col2Im: output[n, c, l·strides + b·dilations − pads] = Σ input[n, c·|block| + b, l], each element
// b of a block at each place l of a window that slides over the image added wherever it lands; in
// the padding it is dropped.
//   18
#include "engine/numerics/carriers.h"
#include "engine/numerics/window.h"

namespace etalon {
namespace {

// How many elements of a block land on each element of an image.
Ints landings(const Window& window, size_t image_size) {
  Ints counts = full({image_size}, int64_t{0});
  each_run(window, [&](const Run& run) {
    for (size_t i = 0; i < run.count; ++i) ++counts(run.in + i * run.step);
  });
  return counts;
}

// One channel's columns [|block|, L] laid over an image.
template <class R, class T>
Array<R> laid_over(const T* columns, size_t L, const Window& window, const Ints& landings) {
  Array<R> image = empty_array<R>(landings.shape());
  for (size_t i = 0; i < image.size(); ++i) image(i) = landings(i) > 0 ? R(-0.0) : R(0.0);
  each_run(window, [&](const Run& run) {
    const T* from = columns + run.tap * L + run.out;
    for (size_t i = 0; i < run.count; ++i) image(run.in + i * run.step) += R(from[i]);
  });
  return image;
}

// columns [N·C, |block|, L] laid over images [N·C, |image|]. T is the columns' carrier.
template <class T>
Tensor images_of(DType type, const Array<T>& columns, const Window& window, size_t image_size) {
  const Ints counts = landings(window, image_size);
  const size_t channels = columns.shape()[0], L = columns.shape()[2];
  const size_t column_size = columns.shape()[1] * L;
  Array<T> images = empty_array<T>({channels, image_size});
  for (size_t c = 0; c < channels; ++c) {
    const T* from = columns.data() + c * column_size;
    Array<T> image;
    if constexpr (std::is_same_v<T, double>) {
      image = over_reals(
          type, [&]<class R>() { return decided(type, laid_over<R>(from, L, window, counts)); });
    } else {
      image = laid_over<T>(from, L, window, counts);
    }
    std::copy(image.begin(), image.end(), images.data() + c * image_size);
  }
  return Tensor::decided(type, images);
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
      return images_of(input.dtype(), columns.as<T>(), window, element_count(image_shape))
          .reshaped(shape);
    }
  })};
}

const Operator op("Col2Im", col2im, {18});

}  // namespace
}  // namespace etalon
