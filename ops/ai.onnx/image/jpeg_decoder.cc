#include "ops/ai.onnx/image/jpeg_decoder.h"

#include <cstdio>
// After <cstdio>, whose FILE it names.
#include <jerror.h>
#include <jpeglib.h>

#include <csetjmp>
#include <vector>

#include "engine/values/limits.h"

namespace etalon {
namespace {

// libjpeg's reader of the bytes. What is wrong with a file is not printed, as libjpeg does by
// itself.
struct Decompressor {
  jpeg_decompress_struct jpeg{};
  jpeg_error_mgr errors{};
  std::jmp_buf failed;

  explicit Decompressor(std::span<const uint8_t> encoded) : bytes_(encoded) {
    jpeg.err = jpeg_std_error(&errors);
    jpeg.client_data = this;
    errors.error_exit = fail;
    errors.emit_message = hear;
  }
  ~Decompressor() { jpeg_destroy_decompress(&jpeg); }
  Decompressor(const Decompressor&) = delete;
  Decompressor& operator=(const Decompressor&) = delete;

  // libjpeg leaves these two functions by longjmp when it fails; no object in them has a
  // destructor.

  // False when the header is not sound.
  bool read_header() {
    if (setjmp(failed)) return false;
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes_.data(), bytes_.size());
    jpeg_read_header(&jpeg, TRUE);
    const bool inks = jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK;
    jpeg.out_color_space = inks ? JCS_CMYK : JCS_RGB;
    return true;
  }

  // False when the pixels cannot be read. `pixels` has 3 · width bytes for each line, `line` as
  // many as a line of the decoder's.
  bool read_pixels(uint8_t* pixels, uint8_t* line) {
    if (setjmp(failed)) return false;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
      const size_t row = jpeg.output_scanline;
      jpeg_read_scanlines(&jpeg, &line, 1);
      for (size_t x = 0; x < jpeg.output_width; ++x) {
        write_pixel(line + jpeg.output_components * x, pixels + 3 * (row * jpeg.output_width + x));
      }
    }
    jpeg_finish_decompress(&jpeg);
    return true;
  }

 private:
  // Red, green and blue. Adobe's files store how much of each ink is missing.
  void write_pixel(const uint8_t* read, uint8_t* pixel) const {
    const bool rgb = jpeg.out_color_space == JCS_RGB;
    const auto missing = [&](size_t ink) {
      return jpeg.saw_Adobe_marker ? read[ink] : 255 - read[ink];
    };
    for (size_t c = 0; c < 3; ++c) {
      pixel[c] = static_cast<uint8_t>(rgb ? read[c] : missing(c) * missing(3) / 255);
    }
  }

  static void fail(j_common_ptr jpeg) {
    std::longjmp(static_cast<Decompressor*>(jpeg->client_data)->failed, 1);
  }
  // A warning, which most files survive; but what ends early is not a whole image.
  static void hear(j_common_ptr jpeg, int) {
    if (jpeg->err->msg_code == JWRN_JPEG_EOF) fail(jpeg);
  }

  std::span<const uint8_t> bytes_;
};

// Throws LimitExceeded when the memory limit has no room for the coefficients of an image in
// several scans, of 16 bits.
void reserve(const jpeg_decompress_struct& jpeg) {
  const size_t bytes = element_count(
      {jpeg.image_width, jpeg.image_height, 2 * static_cast<size_t>(jpeg.num_components)});
  require_memory(bytes);
}

}  // namespace

bool is_jpeg(std::span<const uint8_t> encoded) {
  return encoded.size() >= 2 && encoded[0] == 0xFF && encoded[1] == 0xD8;
}

std::optional<Tensor> decode_jpeg(std::span<const uint8_t> encoded) {
  Decompressor reader(encoded);
  if (!reader.read_header()) return std::nullopt;
  const size_t width = reader.jpeg.image_width, height = reader.jpeg.image_height;
  reserve(reader.jpeg);
  Tensor image = Tensor::zeros(DType::uint8, {height, width, 3});
  std::vector<uint8_t> line(4 * width);
  if (!reader.read_pixels(image.mutable_slots<uint8_t>().data(), line.data())) return std::nullopt;
  return image;
}

}  // namespace etalon
