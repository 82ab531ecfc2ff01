// JPEG images as pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// True for the first bytes of a JPEG file.
bool is_jpeg(std::span<const uint8_t> encoded);

// As decode_image.
std::optional<Tensor> decode_jpeg(std::span<const uint8_t> encoded);

}  // namespace etalon
