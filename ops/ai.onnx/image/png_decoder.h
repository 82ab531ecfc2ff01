// PNG images as pixels.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "engine/values/tensor.h"

namespace etalon {

// True for the first bytes of a PNG file.
bool is_png(std::span<const uint8_t> encoded);

// As decode_image.
std::optional<Tensor> decode_png(std::span<const uint8_t> encoded);

}  // namespace etalon
