// Col2Im: output[n, c, l·strides + b·dilations − pads] = Σ input[n, c·|block| + b, l], each element
// b of a block at each place l of a window that slides over the image added wherever it lands; in
// the padding it is dropped.
//   18
#include "ops/ai.onnx/nn/col2im.h"
#include "engine/formula.h"
#include "ops/ai.onnx/nn/landings.h"

namespace etalon {
namespace {

Values col2im(const Call& call) {
  const Blocks blocks = blocks_of(call);
  const DType type = blocks.columns.dtype();
  if (type == DType::string) throw Unspecified("strings have no sum");
  const size_t channels = blocks.columns.dim(0), image_size = element_count(blocks.image_shape);
  // Position `at` of the image of a channel, with column(b, l) the channel's columns.
  const auto landed = [&]<class R>(size_t at, auto column) -> R {
    Sum<R> sum;
    for (const auto& [l, b] : landings_at(blocks.window, at)) sum.add(column(b, l));
    return sum.result();
  };
  if (is_complex(type)) {
    const Complexes columns = blocks.columns.as<std::complex<double>>();
    Complexes images = empty_array<std::complex<double>>({channels, image_size});
    each_index(images.shape(), [&](const Shape& index) {
      const auto column = [&](size_t b, size_t l) { return columns(index[0], b, l); };
      images[index] = landed.template operator()<std::complex<double>>(index[1], column);
    });
    return {Tensor::of(type, images).reshaped(blocks.output_shape)};
  }
  const Reader columns(blocks.columns);
  const auto element = [&]<class R>(size_t channel, size_t at) -> R {
    const auto column = [&](size_t b, size_t l) { return columns.at<R>(channel, b, l); };
    return landed.template operator()<R>(at, column);
  };
  return {
      each_output<numbers>(type, {channels, image_size}, element).reshaped(blocks.output_shape)};
}

const Operator op("Col2Im", col2im, {18});

}  // namespace
}  // namespace etalon
