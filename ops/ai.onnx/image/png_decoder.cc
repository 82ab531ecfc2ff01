#include "ops/ai.onnx/image/png_decoder.h"

#include <png.h>

#include <algorithm>
#include <csetjmp>

namespace etalon {
namespace {

constexpr size_t signature_bytes = 8;

// libpng's reader of the bytes that `left` still holds. What is wrong with a file is not printed,
// as libpng does by itself.
struct PngReader {
  std::span<const uint8_t> left;
  png_structp png;
  png_infop info;

  explicit PngReader(std::span<const uint8_t> encoded)
      : left(encoded),
        png(png_create_read_struct(PNG_LIBPNG_VER_STRING, nullptr, fail, ignore)),
        info(png ? png_create_info_struct(png) : nullptr) {
    if (info) png_set_read_fn(png, this, read);
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  static void fail(png_structp png, png_const_charp) { png_longjmp(png, 1); }
  static void ignore(png_structp, png_const_charp) {}
  static void read(png_structp png, png_bytep out, size_t count) {
    auto& left = static_cast<PngReader*>(png_get_io_ptr(png))->left;
    if (count > left.size()) png_error(png, "the file ends early");
    std::copy_n(left.begin(), count, out);
    left = left.subspan(count);
  }
};

// libpng leaves these two functions by longjmp when it fails; no object in them has a destructor.

// False when the header is not sound. Every kind of pixel is asked for as red, green and blue of
// eight bits.
bool read_header(png_structp png, png_infop info) {
  if (setjmp(png_jmpbuf(png))) return false;
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_strip_alpha(png);
  return true;
}

// False when the rest of the file is not sound. `pixels` has 3 · width bytes for each line.
bool read_pixels(png_structp png, png_infop info, uint8_t* pixels) {
  if (setjmp(png_jmpbuf(png))) return false;
  const int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  const png_uint_32 height = png_get_image_height(png, info);
  const size_t line = size_t{3} * png_get_image_width(png, info);
  for (int pass = 0; pass < passes; ++pass) {
    for (png_uint_32 y = 0; y < height; ++y) png_read_row(png, pixels + y * line, nullptr);
  }
  png_read_end(png, nullptr);
  return true;
}

}  // namespace

bool is_png(std::span<const uint8_t> encoded) {
  return encoded.size() >= signature_bytes && png_sig_cmp(encoded.data(), 0, signature_bytes) == 0;
}

std::optional<Tensor> decode_png(std::span<const uint8_t> encoded) {
  PngReader reader(encoded);
  if (!reader.info || !read_header(reader.png, reader.info)) return std::nullopt;
  const size_t width = png_get_image_width(reader.png, reader.info);
  const size_t height = png_get_image_height(reader.png, reader.info);
  Tensor image = Tensor::zeros(DType::uint8, {height, width, 3});
  uint8_t* pixels = image.mutable_slots<uint8_t>().data();
  if (!read_pixels(reader.png, reader.info, pixels)) return std::nullopt;
  return image;
}

}  // namespace etalon
