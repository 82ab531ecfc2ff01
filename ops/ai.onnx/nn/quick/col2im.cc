// Col2Im column by column: each is added to the image along rows.
#include "ops/ai.onnx/nn/col2im.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"

namespace etalon {
namespace {

// One channel's columns [|block|, L] laid over its image.
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

template <class T>
Tensor images_of(const Blocks& blocks) {
  const DType type = blocks.columns.dtype();
  const size_t channels = blocks.columns.dim(0), L = blocks.columns.dim(2);
  const size_t column_size = blocks.columns.dim(1) * L;
  const size_t image_size = element_count(blocks.image_shape);
  const Array<T> columns = blocks.columns.as<T>();
  Array<T> images = empty_array<T>(blocks.output_shape);
  for (size_t c = 0; c < channels; ++c) {
    const T* from = columns.data() + c * column_size;
    Array<T> image;
    if constexpr (std::is_same_v<T, double>) {
      image = over_reals(type, [&]<class R>() {
        return decided(type, laid_over<R>(from, L, blocks.window, image_size));
      });
    } else {
      image = laid_over<T>(from, L, blocks.window, image_size);
    }
    std::copy(image.begin(), image.end(), images.data() + c * image_size);
  }
  if constexpr (std::is_same_v<T, double>) return Tensor::decided(type, images);
  return Tensor::of(type, images);
}

std::optional<Values> col2im(const Call& call) {
  const Blocks blocks = blocks_of(call);
  return any_carrier(blocks.columns.dtype(), [&]<class T>() -> std::optional<Values> {
    if constexpr (std::is_same_v<T, std::string>) {
      return std::nullopt;
    } else {
      return Values{images_of<T>(blocks)};
    }
  });
}

const Quick op("Col2Im", col2im);

}  // namespace
}  // namespace etalon
