#include "engine/values/dtype.h"

#include <array>

namespace etalon {
namespace {

enum class Class { none, floating, signed_integer, unsigned_integer, boolean, complex, string };

struct Row {
  std::string_view name;
  int bits;
  Class kind;
};

// Indexed by TensorProto.DataType.
constexpr std::array<Row, dtype_count> dtype_table = {{
    {"undefined", 0, Class::none},
    {"float", 32, Class::floating},
    {"uint8", 8, Class::unsigned_integer},
    {"int8", 8, Class::signed_integer},
    {"uint16", 16, Class::unsigned_integer},
    {"int16", 16, Class::signed_integer},
    {"int32", 32, Class::signed_integer},
    {"int64", 64, Class::signed_integer},
    {"string", 0, Class::string},
    {"bool", 8, Class::boolean},
    {"float16", 16, Class::floating},
    {"double", 64, Class::floating},
    {"uint32", 32, Class::unsigned_integer},
    {"uint64", 64, Class::unsigned_integer},
    {"complex64", 64, Class::complex},
    {"complex128", 128, Class::complex},
    {"bfloat16", 16, Class::floating},
    {"float8e4m3fn", 8, Class::floating},
    {"float8e4m3fnuz", 8, Class::floating},
    {"float8e5m2", 8, Class::floating},
    {"float8e5m2fnuz", 8, Class::floating},
    {"uint4", 4, Class::unsigned_integer},
    {"int4", 4, Class::signed_integer},
    {"float4e2m1", 4, Class::floating},
    {"float8e8m0", 8, Class::floating},
    {"uint2", 2, Class::unsigned_integer},
    {"int2", 2, Class::signed_integer},
    {"float6e2m3", 6, Class::floating},
    {"float6e3m2", 6, Class::floating},
}};

const Row& row(DType type) { return dtype_table[static_cast<size_t>(type)]; }

}  // namespace

std::string_view name(DType type) { return row(type).name; }

DType dtype_named(std::string_view name) {
  for (int i = 1; i < dtype_count; ++i) {
    if (dtype_table[i].name == name) return static_cast<DType>(i);
  }
  return DType::undefined;
}

int bit_width(DType type) { return row(type).bits; }
size_t slot_bytes(DType type) { return (row(type).bits + 7) / 8; }

bool is_float(DType type) { return row(type).kind == Class::floating; }
bool is_signed_integer(DType type) { return row(type).kind == Class::signed_integer; }
bool is_unsigned_integer(DType type) { return row(type).kind == Class::unsigned_integer; }
bool is_integer(DType type) { return is_signed_integer(type) || is_unsigned_integer(type); }
bool is_complex(DType type) { return row(type).kind == Class::complex; }

int64_t lowest(DType integer) { return is_signed_integer(integer) ? -1 - highest(integer) : 0; }

int64_t highest(DType integer) {
  const int bits = bit_width(integer) - (is_signed_integer(integer) ? 1 : 0);
  return static_cast<int64_t>(~uint64_t{0} >> (64 - bits));
}

}  // namespace etalon
