#include "conformance/cases/declared_bits.h"

#include <algorithm>
#include <optional>
#include <variant>

namespace etalon {

namespace {

constexpr int byte_bits = 8;

// True for a type whose elements a number of the type `given` may hold as bits.
bool holds(DType given, DType declared) {
  if (declared == DType::bfloat16) return given == DType::uint16;
  const bool narrow = is_float(declared) || is_integer(declared);
  if (given != DType::uint8 || !narrow || declared == given) return false;
  const int bits = bit_width(declared);
  return bits < byte_bits || (bits == byte_bits && is_float(declared));
}

// The shape that a declaration without symbols has.
std::optional<Shape> fixed_shape(const Type& declared) {
  if (!declared.shape) return std::nullopt;
  Shape shape;
  for (const Dim& dim : *declared.shape) {
    const int64_t* length = std::get_if<int64_t>(&dim);
    if (length == nullptr || *length < 0) return std::nullopt;
    shape.push_back(static_cast<size_t>(*length));
  }
  return shape;
}

// True for bytes of which each has several elements.
bool is_packed(const Tensor& given, DType type, const Shape& shape) {
  const auto width = static_cast<size_t>(bit_width(type));
  const size_t elements = element_count(shape);
  return byte_bits % width == 0 && given.size() < elements &&
         given.size() == (elements * width + byte_bits - 1) / byte_bits;
}

Tensor packed(const Tensor& given, DType type, const Shape& shape) {
  const auto width = static_cast<size_t>(bit_width(type));
  const size_t in_byte = byte_bits / width;
  Tensor tensor = Tensor::unwritten(type, shape);
  const auto slots = tensor.mutable_slots<uint8_t>();
  const auto bytes = given.slots<uint8_t>();
  for (size_t i = 0; i < slots.size(); ++i) {
    slots[i] = slot_of(static_cast<unsigned>(bytes[i / in_byte]) >> (i % in_byte * width), type);
  }
  return tensor;
}

// One element in each number, if none has other bits.
std::optional<Tensor> single(const Tensor& given, DType type) {
  const auto bytes = given.slots<uint8_t>();
  const int width = bit_width(type);
  if (std::any_of(bytes.begin(), bytes.end(), [&](uint8_t b) { return b >> width != 0; })) {
    return std::nullopt;
  }
  Tensor tensor = Tensor::unwritten(type, given.shape());
  std::transform(bytes.begin(), bytes.end(), tensor.mutable_slots<uint8_t>().begin(),
                 [&](uint8_t b) { return slot_of(b, type); });
  return tensor;
}

Tensor wide(const Tensor& given) {
  Tensor tensor = Tensor::unwritten(DType::bfloat16, given.shape());
  const auto words = given.slots<uint16_t>();
  std::copy(words.begin(), words.end(), tensor.mutable_slots<uint16_t>().begin());
  return tensor;
}

}  // namespace

uint8_t slot_of(unsigned bits, DType type) {
  const int unused = byte_bits - bit_width(type);
  const auto high = static_cast<uint8_t>(bits << static_cast<unsigned>(unused));
  return is_signed_integer(type) ? static_cast<uint8_t>(static_cast<int8_t>(high) >> unused)
                                 : static_cast<uint8_t>(high >> unused);
}

Value with_declared_bits(Value value, const Type& declared) {
  if (declared.kind != Type::Kind::tensor || !value.is_tensor()) return value;
  const Tensor& given = value.tensor();
  const DType type = declared.dtype;
  if (!holds(given.dtype(), type)) return value;
  if (type == DType::bfloat16) return wide(given);
  if (const std::optional<Shape> shape = fixed_shape(declared);
      shape && is_packed(given, type, *shape)) {
    return packed(given, type, *shape);
  }
  if (std::optional<Tensor> tensor = single(given, type)) return *std::move(tensor);
  return value;
}

}  // namespace etalon
