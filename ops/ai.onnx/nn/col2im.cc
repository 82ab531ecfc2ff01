// Col2Im: output[n, c, l·strides + b·dilations − pads] = Σ input[n, c·|block| + b, l], each element
// b of a block at each place l of a window that slides over the image added wherever it lands; in
// the padding it is dropped.
//   18
#include "engine/numerics/rounded_once.h"
#include "engine/numerics/window.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// One channel's columns [|block|, L] laid over an image of this size.
template <class R, class T>
Array<R> laid_over(const T* columns, size_t L, const Window& window, size_t image_size) {
  std::vector<SumOfTerms<R>> sums(image_size);
  each_run(window, [&](const Run& run) {
    const T* from = columns + run.tap * L + run.out;
    for (size_t i = 0; i < run.count; ++i) sums[run.in + i * run.step].add(R(from[i]));
  });
  Array<R> image = empty_array<R>({image_size});
  for (size_t i = 0; i < image_size; ++i) image(i) = sums[i].result();
  return image;
}

// columns [N·C, |block|, L] laid over images [N·C, |image|]. T is the columns' carrier.
template <class T>
Array<T> images_of(DType type, const Array<T>& columns, const Window& window, size_t image_size) {
  const size_t channels = columns.shape()[0], L = columns.shape()[2];
  const size_t column_size = columns.shape()[1] * L;
  Array<T> images = empty_array<T>({channels, image_size});
  for (size_t c = 0; c < channels; ++c) {
    const T* from = columns.data() + c * column_size;
    Array<T> image;
    if constexpr (std::is_same_v<T, double>) {
      image = over_reals(type, [&]<class R>() {
        return decided(type, laid_over<R>(from, L, window, image_size));
      });
    } else {
      image = laid_over<T>(from, L, window, image_size);
    }
    std::copy(image.begin(), image.end(), images.data() + c * image_size);
  }
  return images;
}

Tensor images(const Tensor& columns, const Window& window, size_t image_size) {
  const DType type = columns.dtype();
  if (is_float(type)) {
    return over_elements([&]<class T>() {
      return tensor_of_kept(type, images_of(type, elements_of<T>(columns), window, image_size));
    });
  }
  return any_carrier(type, [&]<class T>() -> Tensor {
    if constexpr (std::is_same_v<T, std::string>) {
      throw Unspecified("strings have no sum");
    } else {
      return Tensor::of(type, images_of(type, columns.as<T>(), window, image_size));
    }
  });
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
  const auto of = [&](const Tensor& x) {
    return images(x, window, element_count(image_shape)).reshaped(shape);
  };
  const Tensor output = of(columns);
  if (is_integer(output.dtype())) {
    return {
        wrap_or_saturate(output, "overflow", [&] { return of(in_float64(columns)).as<double>(); })};
  }
  return {either_zero(output, "negative_zero")};
}

const Operator op("Col2Im", col2im, {18});

}  // namespace
}  // namespace etalon
