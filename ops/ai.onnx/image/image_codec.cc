#include "ops/ai.onnx/image/image_codec.h"

#include <allheaders.h>
#include <tiffio.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "engine/values/errors.h"
#include "engine/values/limits.h"
#include "ops/ai.onnx/image/jpeg2000.h"
#include "ops/ai.onnx/image/jpeg_decoder.h"
#include "ops/ai.onnx/image/png_decoder.h"

namespace etalon {
namespace {

struct Destroy {
  void operator()(Pix* pix) const { pixDestroy(&pix); }
};
using PixPointer = std::unique_ptr<Pix, Destroy>;

// True for the formats that ImageDecoder names and Leptonica is to read. It reads more, but its
// readers of PNG and JPEG print what is wrong with a file, and its reader of JPEG 2000 relies on
// all components having one size.
bool admitted(l_int32 format) {
  switch (format) {
    case IFF_BMP:
    case IFF_PNM:
    case IFF_WEBP:
    case IFF_TIFF:
    case IFF_TIFF_PACKBITS:
    case IFF_TIFF_RLE:
    case IFF_TIFF_G3:
    case IFF_TIFF_G4:
    case IFF_TIFF_LZW:
    case IFF_TIFF_ZIP:
    case IFF_TIFF_JPEG:
      return true;
    default:
      return false;
  }
}

// Throws LimitExceeded when the memory limit has no room for decoding so many pixels.
void reserve(l_int32 width, l_int32 height) {
  constexpr size_t bytes_a_pixel = 12;
  const size_t bytes =
      element_count({static_cast<size_t>(width), static_cast<size_t>(height), bytes_a_pixel});
  require_memory(bytes);
}

// Leptonica prints what is wrong with a file, some of it at every severity.
void silence_leptonica() {
  setMsgSeverity(L_SEVERITY_NONE);
  leptSetStderrHandler([](const char*) {});
}

PixPointer read(std::span<const uint8_t> encoded) {
  static std::once_flag silent;
  std::call_once(silent, silence_leptonica);
  std::vector<uint8_t> bytes(encoded.begin(), encoded.end());
  // Leptonica needs twelve bytes to find the format; only a text format (PNM) can be whole with
  // fewer.
  bytes.resize(std::max<size_t>(bytes.size(), 12), '\n');
  l_int32 format = IFF_UNKNOWN;
  if (findFileFormatBuffer(bytes.data(), &format) != 0 || !admitted(format)) return nullptr;
  l_int32 width = 0, height = 0;
  const bool failed = pixReadHeaderMem(bytes.data(), bytes.size(), nullptr, &width, &height,
                                       nullptr, nullptr, nullptr) != 0;
  if (failed || width <= 0 || height <= 0) return nullptr;
  reserve(width, height);
  const PixPointer pix(pixReadMem(bytes.data(), bytes.size()));
  return PixPointer(pix ? pixConvertTo32(pix.get()) : nullptr);
}

// A file in memory, as libtiff reads one.
struct TiffBytes {
  std::span<const uint8_t> all;
  toff_t at = 0;

  static TiffBytes& of(thandle_t handle) { return *static_cast<TiffBytes*>(handle); }
  static tmsize_t read(thandle_t handle, void* out, tmsize_t count) {
    TiffBytes& bytes = of(handle);
    const size_t from = std::min<size_t>(bytes.at, bytes.all.size());
    const size_t size = std::min(static_cast<size_t>(count), bytes.all.size() - from);
    std::copy_n(bytes.all.begin() + from, size, static_cast<uint8_t*>(out));
    bytes.at = from + size;
    return static_cast<tmsize_t>(size);
  }
  static tmsize_t write(thandle_t, void*, tmsize_t) { return 0; }
  static toff_t seek(thandle_t handle, toff_t to, int whence) {
    TiffBytes& bytes = of(handle);
    if (whence == SEEK_CUR) to += bytes.at;
    if (whence == SEEK_END) to += bytes.all.size();
    return bytes.at = to;
  }
  static int close(thandle_t) { return 0; }
  static toff_t size(thandle_t handle) { return of(handle).all.size(); }
};

// The compression of a TIFF file ("ZSTD", or its number) that libtiff was built without. Nothing
// where libtiff has it, or the bytes are not a TIFF file.
std::optional<std::string> missing_compression(std::span<const uint8_t> encoded) {
  TIFFSetWarningHandler(nullptr);
  TIFFSetErrorHandler(nullptr);
  TiffBytes bytes{encoded};
  const std::unique_ptr<TIFF, decltype(&TIFFClose)> file(
      TIFFClientOpen("", "rm", &bytes, TiffBytes::read, TiffBytes::write, TiffBytes::seek,
                     TiffBytes::close, TiffBytes::size, nullptr, nullptr),
      TIFFClose);
  uint16_t scheme = COMPRESSION_NONE;
  if (!file || TIFFGetField(file.get(), TIFFTAG_COMPRESSION, &scheme) == 0) return std::nullopt;
  if (TIFFIsCODECConfigured(scheme) != 0) return std::nullopt;
  const TIFFCodec* codec = TIFFFindCODEC(scheme);
  return codec ? codec->name : std::to_string(scheme);
}

}  // namespace

std::optional<Tensor> decode_image(std::span<const uint8_t> encoded) {
  if (is_jpeg2000(encoded)) return decode_jpeg2000(encoded);
  if (is_jpeg(encoded)) return decode_jpeg(encoded);
  if (is_png(encoded)) return decode_png(encoded);
  const PixPointer pix = read(encoded);
  if (!pix) {
    if (const auto missing = missing_compression(encoded)) {
      throw Unsupported(
          "encoded_stream is a TIFF file with the compression {}, which this installation's "
          "libtiff does not read",
          *missing);
    }
    return std::nullopt;
  }
  const auto width = static_cast<size_t>(pixGetWidth(pix.get()));
  const auto height = static_cast<size_t>(pixGetHeight(pix.get()));
  const auto words_a_line = static_cast<size_t>(pixGetWpl(pix.get()));
  Tensor image = Tensor::zeros(DType::uint8, {height, width, 3});
  uint8_t* out = image.mutable_slots<uint8_t>().data();
  for (size_t y = 0; y < height; ++y) {
    const l_uint32* line = pixGetData(pix.get()) + y * words_a_line;
    for (size_t x = 0; x < width; ++x) {
      *out++ = static_cast<uint8_t>(line[x] >> L_RED_SHIFT);
      *out++ = static_cast<uint8_t>(line[x] >> L_GREEN_SHIFT);
      *out++ = static_cast<uint8_t>(line[x] >> L_BLUE_SHIFT);
    }
  }
  return image;
}

}  // namespace etalon
