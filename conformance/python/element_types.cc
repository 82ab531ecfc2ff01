#include "conformance/python/element_types.h"

#include <array>

namespace etalon::python {

namespace {

namespace nb = nanobind;

struct Row {
  DType type;
  std::string_view numpy;
  uint8_t code;  // DLPack's
  bool extended = false;
};

constexpr uint8_t Int = 0, UInt = 1, Float = 2, BFloat = 4, Complex = 5, Bool = 6;
constexpr uint8_t none = 255;  // DLPack packs its elements, or has no such type

constexpr std::array rows = {
    Row{DType::float32, "float32", Float},
    Row{DType::float64, "float64", Float},
    Row{DType::float16, "float16", Float},
    Row{DType::int8, "int8", Int},
    Row{DType::int16, "int16", Int},
    Row{DType::int32, "int32", Int},
    Row{DType::int64, "int64", Int},
    Row{DType::uint8, "uint8", UInt},
    Row{DType::uint16, "uint16", UInt},
    Row{DType::uint32, "uint32", UInt},
    Row{DType::uint64, "uint64", UInt},
    Row{DType::boolean, "bool", Bool},
    Row{DType::complex64, "complex64", Complex},
    Row{DType::complex128, "complex128", Complex},
    Row{DType::string, "object", none},
    Row{DType::bfloat16, "bfloat16", BFloat, true},
    Row{DType::float8e4m3fn, "float8_e4m3fn", 10, true},
    Row{DType::float8e4m3fnuz, "float8_e4m3fnuz", 11, true},
    Row{DType::float8e5m2, "float8_e5m2", 12, true},
    Row{DType::float8e5m2fnuz, "float8_e5m2fnuz", 13, true},
    Row{DType::float8e8m0, "float8_e8m0fnu", 14, true},
    Row{DType::float6e2m3, "float6_e2m3fn", none, true},
    Row{DType::float6e3m2, "float6_e3m2fn", none, true},
    Row{DType::float4e2m1, "float4_e2m1fn", none, true},
    Row{DType::uint4, "uint4", none, true},
    Row{DType::int4, "int4", none, true},
    Row{DType::uint2, "uint2", none, true},
    Row{DType::int2, "int2", none, true},
};

const Row& row_of(DType type) {
  for (const Row& row : rows) {
    if (row.type == type) return row;
  }
  throw InternalError("element type {} has no name in NumPy", static_cast<int>(type));
}

}  // namespace

std::string_view numpy_name(DType type) { return row_of(type).numpy; }

DType dtype_of_numpy_name(std::string_view name) {
  for (const Row& row : rows) {
    if (row.numpy == name) return row.type;
  }
  return DType::undefined;
}

bool needs_ml_dtypes(DType type) { return row_of(type).extended; }

nb::dlpack::dtype dlpack_type(DType type) {
  const Row& row = row_of(type);
  const auto bits = static_cast<uint8_t>(8 * slot_bytes(type));
  return {row.extended ? UInt : row.code, bits, 1};
}

DType dtype_of_dlpack(nb::dlpack::dtype type) {
  if (type.lanes != 1) return DType::undefined;
  for (const Row& row : rows) {
    if (row.code == type.code && 8 * slot_bytes(row.type) == type.bits) return row.type;
  }
  return DType::undefined;
}

}  // namespace etalon::python
