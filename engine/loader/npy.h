// NumPy's .npy format.
#pragma once

#include <string>
#include <string_view>

#include "engine/values/tensor.h"

namespace etalon {

// The array of a .npy file, of format version 1, 2 or 3, in either memory order and either byte
// order. NumPy lacks bfloat16 and the types narrower than a byte: where `type` is one of those,
// the file holds each element's bits in an unsigned integer (or raw item) of the slot's width.
// Otherwise the file's own type stands, whatever `type` says.
// Throws InvalidInput for what is no such file.
Tensor parse_npy(std::string_view bytes, DType type = DType::undefined);

// The bytes of a version 1.0 file, little-endian, in C order; types that NumPy lacks as their bits.
// Throws InvalidInput for strings that NumPy cannot hold: not UTF-8, or ending in NUL.
std::string format_npy(const Tensor& tensor);

}  // namespace etalon
