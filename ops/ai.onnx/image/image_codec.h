// Encoded images as pixels: BMP, JPEG, JPEG 2000, PNG, PNM, TIFF and WebP.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// uint8 [height, width, 3]: red, green and blue. Deeper samples are cut to their upper eight bits,
// transparency is left out. Nothing when the bytes are not a whole image of one of these formats.
// Throws LimitExceeded, before decoding, when the memory limit has no room for the image;
// Unsupported for a TIFF file with a compression that libtiff was built without.
std::optional<Tensor> decode_image(std::span<const uint8_t> encoded);

}  // namespace etalon
