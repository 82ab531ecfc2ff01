// ImageDecoder: image [height, width, channels] = the pixels of encoded_stream, a BMP, JPEG,
// JPEG 2000, PNG, PNM, TIFF or WebP file; an empty matrix when it cannot be decoded.
//   20
// Grayscale is 0.299 R + 0.587 G + 0.114 B, rounded to nearest.
#include "engine/formula.h"
#include "ops/ai.onnx/image/image_codec.h"

namespace etalon {
namespace {

Tensor grayscale(const Tensor& image) {
  const auto rgb = image.slots<uint8_t>();
  Tensor gray = Tensor::zeros(DType::uint8, {image.dim(0), image.dim(1), 1});
  const auto out = gray.mutable_slots<uint8_t>();
  for (size_t i = 0; i < out.size(); ++i) {
    const unsigned thousandths = 299u * rgb[3 * i] + 587u * rgb[3 * i + 1] + 114u * rgb[3 * i + 2];
    out[i] = static_cast<uint8_t>((thousandths + 500) / 1000);
  }
  return gray;
}

enum class PixelFormat { RGB, BGR, Grayscale };

Values image_decoder(const Call& call) {
  const Tensor& encoded_stream = call.tensor("encoded_stream");
  require_rank("encoded_stream", encoded_stream, 1);
  const auto pixel_format =
      call.choice<PixelFormat>("pixel_format", {{"RGB", PixelFormat::RGB},
                                                {"BGR", PixelFormat::BGR},
                                                {"Grayscale", PixelFormat::Grayscale}});
  const bool gray = pixel_format == PixelFormat::Grayscale;
  const std::optional<Tensor> image = decode_image(encoded_stream.slots<uint8_t>());
  if (!image) return {Tensor::zeros(DType::uint8, {0, 0, gray ? size_t{1} : size_t{3}})};
  if (gray) return {grayscale(*image)};
  return {pixel_format == PixelFormat::RGB ? *image : pick(*image, 2, {2, 1, 0})};
}

const Operator op("ImageDecoder", image_decoder, {20});

}  // namespace
}  // namespace etalon
