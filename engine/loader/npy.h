// NumPy's .npy format.
#pragma once

#include <string>
#include <string_view>

#include "engine/values/tensor.h"

namespace etalon {

// The array of a .npy file, of format version 1, 2 or 3, in either memory order and either byte
// order. NumPy has no bfloat16, no float8 and no types narrower than a byte. If `type` is one of
// these types, the file may have each element's bits in an unsigned integer (or raw item) of the
// slot's width. Otherwise `type` is ignored, and the tensor has the file's own type. Throws
// InvalidInput if the bytes are not in .npy format.
Tensor parse_npy(std::string_view bytes, DType type = DType::undefined);

// The bytes of a version 1.0 file, little-endian, in C order. Elements of types that NumPy does not
// have are written as their bits. Throws InvalidInput for strings that NumPy cannot store: not
// UTF-8, or ending in NUL.
std::string format_npy(const Tensor& tensor);

}  // namespace etalon
