// JPEG 2000 images as pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// True for the first bytes of a JP2 file or a bare codestream.
bool is_jpeg2000(std::span<const uint8_t> encoded);

// As decode_image.
std::optional<Tensor> decode_jpeg2000(std::span<const uint8_t> encoded);

}  // namespace etalon
