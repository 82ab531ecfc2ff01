#include "ops/ai.onnx/image/jpeg2000.h"

#include <openjpeg.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string_view>

#include "engine/values/limits.h"

namespace etalon {
namespace {

constexpr std::string_view file_start("\x00\x00\x00\x0CjP  \r\n\x87\n", 12);
constexpr std::string_view codestream_start("\xFF\x4F\xFF\x51", 4);

std::string_view as_text(std::span<const uint8_t> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

// Throws LimitExceeded when the memory limit has no room for a codestream: the decoder takes what
// the header says for granted. `at` is where the codestream starts; its size marker gives the
// right, lower, left and upper end of the image, the same of a tile, and the number of components.
void reserve(std::span<const uint8_t> encoded, size_t at) {
  if (encoded.size() - at < 42) return;
  const auto number = [&](size_t offset, size_t bytes) {
    double value = 0;
    for (size_t i = 0; i < bytes; ++i) value = value * 256 + encoded[at + offset + i];
    return value;
  };
  const double width = number(8, 4), height = number(12, 4), components = number(40, 2);
  const auto count = [](double length, double tile) {
    return std::ceil(length / std::max(tile, 1.0));
  };
  const double tiles = count(width, number(24, 4)) * count(height, number(28, 4));
  const double bytes = width * height * (3 + 8 * components) + tiles * 2048 * (4 + components);
  const size_t whole = bytes < 0x1p62 ? static_cast<size_t>(bytes) : size_t{1} << 62;
  require_memory(whole);
}

void reserve(std::span<const uint8_t> encoded) {
  const std::string_view text = as_text(encoded);
  for (size_t at = text.find(codestream_start); at != text.npos;
       at = text.find(codestream_start, at + 1)) {
    reserve(encoded, at);
  }
}

// The decoder's view of the bytes.
struct Source {
  std::span<const uint8_t> bytes;
  size_t at = 0;

  static OPJ_SIZE_T read(void* buffer, OPJ_SIZE_T count, void* user) {
    auto& source = *static_cast<Source*>(user);
    const size_t left = source.bytes.size() - source.at;
    if (left == 0) return static_cast<OPJ_SIZE_T>(-1);
    const size_t taken = std::min<size_t>(count, left);
    std::copy_n(source.bytes.begin() + static_cast<std::ptrdiff_t>(source.at), taken,
                static_cast<uint8_t*>(buffer));
    source.at += taken;
    return taken;
  }
  static OPJ_BOOL seek(OPJ_OFF_T to, void* user) {
    auto& source = *static_cast<Source*>(user);
    if (to < 0 || static_cast<uint64_t>(to) > source.bytes.size()) return OPJ_FALSE;
    source.at = static_cast<size_t>(to);
    return OPJ_TRUE;
  }
  static OPJ_OFF_T skip(OPJ_OFF_T count, void* user) {
    auto& source = *static_cast<Source*>(user);
    const auto left = static_cast<OPJ_OFF_T>(source.bytes.size() - source.at);
    if (count < 0 || count > left) return -1;
    source.at += static_cast<size_t>(count);
    return count;
  }
};

using Stream = std::unique_ptr<opj_stream_t, decltype(&opj_stream_destroy)>;
using Codec = std::unique_ptr<opj_codec_t, decltype(&opj_destroy_codec)>;
using Image = std::unique_ptr<opj_image_t, decltype(&opj_image_destroy)>;

Stream stream_of(Source& source) {
  Stream stream(opj_stream_default_create(OPJ_TRUE), opj_stream_destroy);
  if (!stream) return stream;
  opj_stream_set_user_data(stream.get(), &source, nullptr);
  opj_stream_set_user_data_length(stream.get(), source.bytes.size());
  opj_stream_set_read_function(stream.get(), Source::read);
  opj_stream_set_skip_function(stream.get(), Source::skip);
  opj_stream_set_seek_function(stream.get(), Source::seek);
  return stream;
}

Image decoded(std::span<const uint8_t> encoded) {
  Source source{encoded};
  const Stream stream = stream_of(source);
  const bool bare = as_text(encoded).starts_with(codestream_start);
  const Codec codec(opj_create_decompress(bare ? OPJ_CODEC_J2K : OPJ_CODEC_JP2), opj_destroy_codec);
  Image image(nullptr, opj_image_destroy);
  opj_dparameters_t parameters;
  opj_set_default_decoder_parameters(&parameters);
  if (!stream || !codec || !opj_setup_decoder(codec.get(), &parameters)) return image;
  opj_image_t* read = nullptr;
  const bool header = opj_read_header(stream.get(), codec.get(), &read);
  image.reset(read);
  const bool whole = header && opj_decode(codec.get(), stream.get(), read) &&
                     opj_end_decompress(codec.get(), stream.get());
  if (!whole) image.reset();
  return image;
}

// One component's sample at a pixel of the whole image, from 0 to 255. A component may have fewer
// samples than the image has pixels.
double sample(const opj_image_t& image, size_t component, size_t x, size_t y) {
  const opj_image_comp_t& c = image.comps[component];
  const size_t column = x * c.w / image.comps[0].w;
  const size_t row = y * c.h / image.comps[0].h;
  int64_t value = c.data[row * c.w + column];
  if (c.sgnd) value += int64_t{1} << (c.prec - 1);
  value = std::clamp<int64_t>(value, 0, (int64_t{1} << c.prec) - 1);
  if (c.prec >= 8) return static_cast<double>(value >> (c.prec - 8));
  return std::rint(static_cast<double>(value) * 255 / static_cast<double>((1 << c.prec) - 1));
}

uint8_t byte(double value) {
  return static_cast<uint8_t>(std::clamp(std::rint(value), 0.0, 255.0));
}

// Red, green and blue; the luma and chroma of sYCC are those of JFIF.
std::array<uint8_t, 3> pixel(const opj_image_t& image, size_t x, size_t y) {
  const double a = sample(image, 0, x, y);
  if (image.numcomps < 3) return {byte(a), byte(a), byte(a)};
  const double b = sample(image, 1, x, y);
  const double c = sample(image, 2, x, y);
  if (image.color_space != OPJ_CLRSPC_SYCC) return {byte(a), byte(b), byte(c)};
  return {byte(a + 1.402 * (c - 128)), byte(a - 0.344136 * (b - 128) - 0.714136 * (c - 128)),
          byte(a + 1.772 * (b - 128))};
}

bool usable(const opj_image_t& image) {
  const auto fits = [](const opj_image_comp_t& c) {
    return c.data && c.w > 0 && c.h > 0 && c.prec >= 1 && c.prec <= 31;
  };
  return image.numcomps > 0 && image.color_space != OPJ_CLRSPC_CMYK &&
         image.color_space != OPJ_CLRSPC_EYCC &&
         std::all_of(image.comps, image.comps + std::min(image.numcomps, 3u), fits);
}

}  // namespace

bool is_jpeg2000(std::span<const uint8_t> encoded) {
  return as_text(encoded).starts_with(file_start) || as_text(encoded).starts_with(codestream_start);
}

std::optional<Tensor> decode_jpeg2000(std::span<const uint8_t> encoded) {
  reserve(encoded);
  const Image decoded_image = decoded(encoded);
  if (!decoded_image || !usable(*decoded_image)) return std::nullopt;
  const size_t height = decoded_image->comps[0].h, width = decoded_image->comps[0].w;
  Tensor image = Tensor::zeros(DType::uint8, {height, width, 3});
  auto out = image.mutable_slots<uint8_t>().begin();
  for (size_t y = 0; y < height; ++y) {
    for (size_t x = 0; x < width; ++x) {
      out = std::ranges::copy(pixel(*decoded_image, x, y), out).out;
    }
  }
  return image;
}

}  // namespace etalon
