#include <fmt/format.h>

#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

using Bytes = std::vector<int64_t>;

void append(Bytes& bytes, const std::string& text) {
  for (const char c : text) bytes.push_back(static_cast<unsigned char>(c));
}

// Little-endian.
void append(Bytes& bytes, size_t number, int width) {
  for (int i = 0; i < width; ++i) bytes.push_back(static_cast<int64_t>(number >> (8 * i) & 0xFF));
}

void append_pixels(Bytes& bytes, size_t count, Draw& draw) {
  for (size_t i = 0; i < count; ++i) bytes.push_back(draw.integer(0, 255));
}

// Portable pixmap, or graymap.
Bytes netpbm(size_t height, size_t width, bool gray, Draw& draw) {
  Bytes bytes;
  append(bytes, fmt::format("P{}\n{} {}\n255\n", gray ? 5 : 6, width, height));
  append_pixels(bytes, height * width * (gray ? 1 : 3), draw);
  return bytes;
}

// A bitmap of 24 bits a pixel; rows are padded to four bytes.
Bytes bitmap(size_t height, size_t width, Draw& draw) {
  constexpr size_t header = 54;
  const size_t padding = (4 - width * 3 % 4) % 4;
  const size_t size = height * (width * 3 + padding);
  Bytes bytes;
  append(bytes, "BM");
  for (const size_t number : {header + size, size_t{0}, header, size_t{40}, width, height}) {
    append(bytes, number, 4);
  }
  append(bytes, 1, 2);
  append(bytes, 24, 2);
  for (const size_t number : {size_t{0}, size, size_t{0}, size_t{0}, size_t{0}, size_t{0}}) {
    append(bytes, number, 4);
  }
  for (size_t row = 0; row < height; ++row) {
    append_pixels(bytes, width * 3, draw);
    append(bytes, 0, static_cast<int>(padding));
  }
  return bytes;
}

}  // namespace

// Images in formats without loss, written here.
const GenerationRule image_decoder_rule("ImageDecoder", [](Drafting& call, Draw& draw) {
  const size_t height = draw.dimension();
  const size_t width = draw.dimension();
  if (draw.chance(0.7)) {
    call.set("pixel_format", draw.pick<std::string>({"RGB", "BGR", "Grayscale"}));
  }
  const size_t format = draw.below(3);
  const Bytes bytes =
      format == 2 ? bitmap(height, width, draw) : netpbm(height, width, format == 1, draw);
  call.add_integers({bytes.size()}, bytes);
});

}  // namespace etalon::rules
