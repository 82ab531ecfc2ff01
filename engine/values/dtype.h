// Element types: ONNX's TensorProto.DataType, with the names that its type strings use.
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/values/errors.h"

namespace etalon {

// Values equal those of TensorProto.DataType.
enum class DType : int {
  undefined = 0,
  float32 = 1,
  uint8 = 2,
  int8 = 3,
  uint16 = 4,
  int16 = 5,
  int32 = 6,
  int64 = 7,
  string = 8,
  boolean = 9,
  float16 = 10,
  float64 = 11,
  uint32 = 12,
  uint64 = 13,
  complex64 = 14,
  complex128 = 15,
  bfloat16 = 16,
  float8e4m3fn = 17,
  float8e4m3fnuz = 18,
  float8e5m2 = 19,
  float8e5m2fnuz = 20,
  uint4 = 21,
  int4 = 22,
  float4e2m1 = 23,
  float8e8m0 = 24,
  uint2 = 25,
  int2 = 26,
  float6e2m3 = 27,
  float6e3m2 = 28,
};
inline constexpr int dtype_count = 29;

// "float", "double", "int64", "bool", … as in "tensor(float)".
std::string_view name(DType type);
// The inverse of name(); DType::undefined when there is none.
DType dtype_named(std::string_view name);

// Bits of one element as ONNX packs it (4 for int4); 0 for string.
int bit_width(DType type);
// Bytes of one element's slot in memory: bit_width rounded up to whole bytes; 0 for string.
size_t slot_bytes(DType type);

bool is_float(DType type);             // float4 … float64, bfloat16
bool is_signed_integer(DType type);    // int2 … int64
bool is_unsigned_integer(DType type);  // uint2 … uint64; not bool
bool is_integer(DType type);           // either of the two
bool is_complex(DType type);

// The least and greatest value of an integer type, wrapped into 64 bits (uint64's greatest is
// returned by `highest` as the bit pattern of -1).
int64_t lowest(DType integer);
int64_t highest(DType integer);

// Calls f.operator()<T>() with the C++ type T that holds every value of `type` exactly, its
// carrier: double for floats, int64_t for signed integers, uint64_t for unsigned integers and bool.
// Throws InternalError for other types; schemas exclude them.
template <class F>
decltype(auto) numeric(DType type, F&& f) {
  if (is_float(type)) return f.template operator()<double>();
  if (is_signed_integer(type)) return f.template operator()<int64_t>();
  if (is_unsigned_integer(type) || type == DType::boolean) {
    return f.template operator()<uint64_t>();
  }
  throw InternalError("tensor({}) is not a tensor of numbers", name(type));
}

// As numeric(), but also std::complex<double> for complex types and std::string for strings.
template <class F>
decltype(auto) any_carrier(DType type, F&& f) {
  if (is_complex(type)) return f.template operator()<std::complex<double>>();
  if (type == DType::string) return f.template operator()<std::string>();
  return numeric(type, std::forward<F>(f));
}

}  // namespace etalon
