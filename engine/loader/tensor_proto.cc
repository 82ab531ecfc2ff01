// Tensors and sparse tensors from and to their protobuf messages.
#include <algorithm>
#include <bit>
#include <cstring>

#include "engine/loader/external_data.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

static_assert(std::endian::native == std::endian::little, "raw data is copied as it is");

using Buffer = std::vector<std::byte, BudgetAllocator<std::byte>>;
using Bytes = std::span<const std::byte>;

// The field where a message has its elements.
enum class Field { none, raw, external, floats, doubles, int32s, int64s, uint64s, strings };

std::string_view field_name(Field field) {
  constexpr std::string_view names[] = {"data",       "raw_data",    "external_data",
                                        "float_data", "double_data", "int32_data",
                                        "int64_data", "uint64_data", "string_data"};
  return names[static_cast<int>(field)];
}

struct Payload {
  Field field = Field::none;
  uint64_t entries = 0;  // of a repeated field; bytes of raw_data
};

Payload find_payload(const onnx::TensorProto& proto, Bytes raw) {
  Payload found;
  const auto look = [&](Field field, uint64_t entries) {
    if (entries == 0) return;
    if (found.field != Field::none) {
      throw InvalidModel("both {} and {} are set", field_name(found.field), field_name(field));
    }
    found = {field, entries};
  };
  const auto entries = [](const auto& repeated) { return static_cast<uint64_t>(repeated.size()); };
  look(Field::raw, raw.size());
  look(Field::floats, entries(proto.float_data()));
  look(Field::doubles, entries(proto.double_data()));
  look(Field::int32s, entries(proto.int32_data()));
  look(Field::int64s, entries(proto.int64_data()));
  look(Field::uint64s, entries(proto.uint64_data()));
  look(Field::strings, entries(proto.string_data()));
  look(Field::external, entries(proto.external_data()));
  const bool external = proto.data_location() == onnx::TensorProto::EXTERNAL;
  if (external != (found.field == Field::external)) {
    throw InvalidModel("{} does not match data_location {}", field_name(found.field),
                       external ? "EXTERNAL" : "DEFAULT");
  }
  return found;
}

DType read_dtype(int number) {
  if (number > 0 && number < dtype_count) return static_cast<DType>(number);
  throw InvalidModel("unknown element type {}", number);
}

Shape read_shape(const google::protobuf::RepeatedField<int64_t>& dims) {
  Shape shape;
  for (const int64_t dim : dims) {
    if (dim < 0) throw InvalidModel("negative dimension {}", dim);
    shape.push_back(static_cast<size_t>(dim));
  }
  element_count(shape);
  return shape;
}

// The repeated field that holds elements of `type`.
Field typed_field(DType type) {
  switch (type) {
    case DType::float32:
    case DType::complex64:
      return Field::floats;
    case DType::float64:
    case DType::complex128:
      return Field::doubles;
    case DType::int64:
      return Field::int64s;
    case DType::uint32:
    case DType::uint64:
      return Field::uint64s;
    case DType::string:
      return Field::strings;
    default:
      return Field::int32s;
  }
}

// Bytes of `count` elements as raw_data packs them; count is at most 2^48.
uint64_t packed_bytes(DType type, size_t count) {
  return (count * static_cast<uint64_t>(bit_width(type)) + 7) / 8;
}

// True for the types whose int32_data entries are bytes, each exactly filled by several elements.
bool shares_entries(DType type) { return bit_width(type) == 2 || bit_width(type) == 4; }

uint64_t expected_entries(DType type, Field field, size_t count) {
  if (field == Field::raw) return packed_bytes(type, count);
  if (is_complex(type)) return 2 * static_cast<uint64_t>(count);
  return shares_entries(type) ? packed_bytes(type, count) : count;
}

std::string expectation(DType type, const Shape& shape, uint64_t count, std::string_view unit) {
  return fmt::format("a {} tensor of shape {} needs {} {}", name(type), to_string(shape), count,
                     unit);
}

void check_payload(const Payload& payload, DType type, const Shape& shape, size_t count) {
  if (payload.field == Field::external || (payload.field == Field::none && count == 0)) {
    if (payload.field == Field::external && type == DType::string) {
      throw InvalidModel("external_data cannot hold strings");
    }
    return;
  }
  const bool raw = payload.field == Field::raw && type != DType::string;
  const Field typed = typed_field(type);
  if (!raw && payload.field != typed && payload.field != Field::none) {
    throw InvalidModel("{} is set in a {} tensor, which uses {}", field_name(payload.field),
                       name(type), field_name(typed));
  }
  const uint64_t expected = expected_entries(type, raw ? Field::raw : typed, count);
  if (payload.entries == expected) return;
  const std::string_view unit = raw ? "bytes" : "entries";
  throw InvalidModel("{} has {} {}, but {}", field_name(payload.field), payload.entries, unit,
                     expectation(type, shape, expected, unit));
}

std::span<std::byte> mutable_bytes(Tensor& tensor) {
  return by_slot(tensor.dtype(), [&]<class W>() -> std::span<std::byte> {
    if constexpr (std::is_same_v<W, std::string>) {
      throw InternalError("strings have no bytes of fixed width");
    } else {
      return std::as_writable_bytes(tensor.mutable_slots<W>());
    }
  });
}

// The slot of an element narrower than a byte: signed integers are sign-extended, other types have
// their plain bits.
uint8_t extended(uint8_t bits, int width, bool is_signed) {
  const auto sign = static_cast<uint8_t>(1U << (width - 1));
  return is_signed ? static_cast<uint8_t>((bits ^ sign) - sign) : bits;
}

// The elements are packed one after another, beginning at the lowest bit of the first byte.
void unpack(Bytes packed, Tensor& tensor) {
  const auto width = static_cast<size_t>(bit_width(tensor.dtype()));
  const bool is_signed = is_signed_integer(tensor.dtype());
  const auto slots = tensor.mutable_slots<uint8_t>();
  for (size_t i = 0; i < slots.size(); ++i) {
    const size_t byte = i * width / 8;
    const size_t shift = i * width % 8;
    auto bits = static_cast<unsigned>(packed[byte]) >> shift;
    if (shift + width > 8) bits |= static_cast<unsigned>(packed[byte + 1]) << (8 - shift);
    bits &= (1U << width) - 1;
    slots[i] = extended(static_cast<uint8_t>(bits), static_cast<int>(width), is_signed);
  }
}

void check_bools(const Tensor& tensor) {
  if (tensor.dtype() != DType::boolean) return;
  for (const uint8_t slot : tensor.slots<uint8_t>()) {
    if (slot > 1) throw InvalidModel("a bool is {}; it must be 0 or 1", slot);
  }
}

void fill_raw(Bytes raw, Tensor& tensor) {
  if (bit_width(tensor.dtype()) < 8) {
    unpack(raw, tensor);
  } else if (!raw.empty()) {
    std::memcpy(mutable_bytes(tensor).data(), raw.data(), raw.size());
  }
}

void check_external_size(uint64_t size, DType type, const Shape& shape, size_t count) {
  const uint64_t expected = packed_bytes(type, count);
  if (size == expected) return;
  throw InvalidModel("external_data has {} bytes, but {}", size,
                     expectation(type, shape, expected, "bytes"));
}

// Elements of fewer bytes are copied: a process can have only some ten thousand mappings.
constexpr uint64_t least_shared = uint64_t{1} << 16;

// True if a tensor can use packed elements where they are in a file. Bools are copied, since each
// of them is checked.
bool may_share(DType type, uint64_t bytes) {
  return bytes >= least_shared && bit_width(type) >= 8 && type != DType::boolean;
}

Tensor read_external(const onnx::TensorProto& proto, DType type, const Shape& shape,
                     const DataFolder& folder) {
  const ExternalData data(proto, folder);
  check_external_size(data.size(), type, shape, element_count(shape));
  if (may_share(type, data.size())) {
    if (auto slots = data.map()) return over_mapped(type, shape, std::move(slots));
  }
  Tensor tensor = Tensor::unwritten(type, shape);
  if (bit_width(type) < 8) {
    Buffer packed(data.size());
    data.read(packed);
    unpack(packed, tensor);
  } else {
    data.read(mutable_bytes(tensor));
  }
  return tensor;
}

// Copies numbers into slots of the same width.
template <class Numbers>
void copy_numbers(const Numbers& numbers, Tensor& tensor) {
  const auto bytes = mutable_bytes(tensor);
  if (!bytes.empty()) std::memcpy(bytes.data(), numbers.data(), bytes.size());
}

// The range of int32_data entries of `type`: its values for integer types, else its bit patterns.
std::pair<int64_t, int64_t> entry_range(DType type) {
  if (type == DType::boolean) return {0, 1};
  if (is_integer(type) && bit_width(type) >= 8) return {lowest(type), highest(type)};
  // Some releases wrote the byte that several elements share as a signed byte.
  if (shares_entries(type)) return {lowest(DType::int8), highest(DType::uint8)};
  return {0, (int64_t{1} << bit_width(type)) - 1};
}

void check_entry(int64_t entry, std::pair<int64_t, int64_t> range, Field field, DType type) {
  if (entry >= range.first && entry <= range.second) return;
  throw InvalidModel("entry {} of {} is outside [{}, {}] of {}", entry, field_name(field),
                     range.first, range.second, name(type));
}

void fill_int32s(const google::protobuf::RepeatedField<int32_t>& entries, Tensor& tensor) {
  const DType type = tensor.dtype();
  const auto range = entry_range(type);
  for (const int32_t entry : entries) check_entry(entry, range, Field::int32s, type);
  if (shares_entries(type)) {
    Buffer packed(static_cast<size_t>(entries.size()));
    std::transform(entries.begin(), entries.end(), packed.begin(),
                   [](int32_t entry) { return static_cast<std::byte>(entry); });
    unpack(packed, tensor);
    return;
  }
  by_slot(type, [&]<class W>() {
    if constexpr (std::is_integral_v<W>) {
      const auto slots = tensor.mutable_slots<W>();
      std::transform(entries.begin(), entries.end(), slots.begin(),
                     [](int32_t entry) { return static_cast<W>(entry); });
    }
  });
}

void fill_uint64s(const google::protobuf::RepeatedField<uint64_t>& entries, Tensor& tensor) {
  if (tensor.dtype() == DType::uint64) return copy_numbers(entries, tensor);
  const auto slots = tensor.mutable_slots<uint32_t>();
  for (size_t i = 0; i < slots.size(); ++i) {
    const uint64_t entry = entries[static_cast<int>(i)];
    if (entry > UINT32_MAX) throw InvalidModel("entry {} of uint64_data is not a uint32", entry);
    slots[i] = static_cast<uint32_t>(entry);
  }
}

void fill(const onnx::TensorProto& proto, Bytes raw, Field field, Tensor& tensor) {
  switch (field) {
    case Field::raw:
      return fill_raw(raw, tensor);
    case Field::floats:
      return copy_numbers(proto.float_data(), tensor);
    case Field::doubles:
      return copy_numbers(proto.double_data(), tensor);
    case Field::int64s:
      return copy_numbers(proto.int64_data(), tensor);
    case Field::int32s:
      return fill_int32s(proto.int32_data(), tensor);
    case Field::uint64s:
      return fill_uint64s(proto.uint64_data(), tensor);
    case Field::strings:
      std::copy(proto.string_data().begin(), proto.string_data().end(),
                tensor.mutable_slots<std::string>().begin());
      return;
    case Field::external:
    case Field::none:
      return;
  }
}

Tensor read_unplaced(const onnx::TensorProto& proto, const DataFolder& folder,
                     const MappedData& mapped) {
  if (proto.has_segment()) throw InvalidModel("the field segment is not supported");
  const DType type = read_dtype(proto.data_type());
  const Shape shape = read_shape(proto.dims());
  const Bytes raw = mapped.bytes ? Bytes(mapped.bytes.get(), mapped.size)
                                 : std::as_bytes(std::span(proto.raw_data()));
  const Payload payload = find_payload(proto, raw);
  const size_t count = element_count(shape);
  check_payload(payload, type, shape, count);
  if (payload.field == Field::external) {
    Tensor tensor = read_external(proto, type, shape, folder);
    check_bools(tensor);
    return tensor;
  }
  if (mapped.stays && may_share(type, raw.size())) return over_mapped(type, shape, mapped.bytes);
  Tensor tensor = Tensor::unwritten(type, shape);
  fill(proto, raw, payload.field, tensor);
  tensor.charge_texts();
  check_bools(tensor);
  return tensor;
}

// Runs `read` and puts "tensor 'x'" in front of its errors. For a tensor without a name, the caller
// adds the place.
template <class F>
auto placed(std::string_view kind, const std::string& tensor_name, F&& read) {
  try {
    return read();
  } catch (Error& error) {
    if (!tensor_name.empty()) error.locate(fmt::format("{} {}", kind, in_quotes(tensor_name)));
    throw;
  }
}

// The row-major position of each index of a sparse tensor.
std::vector<uint64_t> sparse_positions(const Tensor& indices, const Shape& shape) {
  const auto entries = indices.slots<int64_t>();
  const bool linear = indices.rank() == 1;
  const Shape dims = linear ? Shape{element_count(shape)} : shape;
  std::vector<uint64_t> result(indices.dim(0), 0);
  for (size_t i = 0; i < result.size(); ++i) {
    for (size_t k = 0; k < dims.size(); ++k) {
      const int64_t entry = entries[i * dims.size() + k];
      if (entry < 0 || static_cast<uint64_t>(entry) >= dims[k]) {
        throw InvalidModel("sparse index {} is outside [0, {})", entry, dims[k]);
      }
      result[i] = result[i] * dims[k] + static_cast<uint64_t>(entry);
    }
  }
  return result;
}

void check_sparse(const SparseTensor& sparse) {
  const Tensor& indices = sparse.indices;
  if (sparse.values.rank() != 1) {
    throw InvalidModel("the sparse values have the shape {}; they must be of rank 1",
                       to_string(sparse.values.shape()));
  }
  const Shape linear = {sparse.values.size()};
  const Shape coordinates = {sparse.values.size(), sparse.shape.size()};
  if (indices.dtype() != DType::int64 ||
      (indices.shape() != linear && indices.shape() != coordinates)) {
    throw InvalidModel("the sparse indices are {} of shape {}; int64 of shape {} or {} is needed",
                       name(indices.dtype()), to_string(indices.shape()), to_string(linear),
                       to_string(coordinates));
  }
  const std::vector<uint64_t> order = sparse_positions(indices, sparse.shape);
  const auto unsorted =
      std::adjacent_find(order.begin(), order.end(), [](uint64_t a, uint64_t b) { return a >= b; });
  if (unsorted != order.end()) {
    throw InvalidModel("sparse indices are unsorted: position {} comes before {}", unsorted[0],
                       unsorted[1]);
  }
}

void write_strings(const Tensor& tensor, onnx::TensorProto& proto) {
  for (const std::string& text : tensor.slots<std::string>()) proto.add_string_data(text);
}

std::string packed(const Tensor& tensor) {
  const auto width = static_cast<size_t>(bit_width(tensor.dtype()));
  std::string result(packed_bytes(tensor.dtype(), tensor.size()), '\0');
  const auto add = [&](size_t byte, unsigned bits) {
    result[byte] = static_cast<char>(static_cast<uint8_t>(result[byte]) | bits);
  };
  const auto slots = tensor.slots<uint8_t>();
  for (size_t i = 0; i < slots.size(); ++i) {
    const unsigned bits = slots[i] & ((1U << width) - 1);
    const size_t byte = i * width / 8;
    const size_t shift = i * width % 8;
    add(byte, bits << shift & 0xFF);
    if (shift + width > 8) add(byte + 1, bits >> (8 - shift));
  }
  return result;
}

std::string raw_bytes(const Tensor& tensor) {
  if (bit_width(tensor.dtype()) < 8) return packed(tensor);
  return by_slot(tensor.dtype(), [&]<class W>() -> std::string {
    const Bytes bytes = std::as_bytes(tensor.slots<W>());
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  });
}

}  // namespace

Tensor read_tensor(const onnx::TensorProto& proto, const DataFolder& folder,
                   const MappedData& mapped) {
  return placed("tensor", proto.name(), [&] { return read_unplaced(proto, folder, mapped); });
}

Tensor parse_raw(std::string_view bytes, DType type, const Shape& shape) {
  if (type == DType::string || type == DType::undefined) {
    throw InvalidInput("raw elements of type {} have no size", name(type));
  }
  const uint64_t expected = packed_bytes(type, element_count(shape));
  if (bytes.size() != expected) {
    throw InvalidInput("{} bytes where {}", bytes.size(),
                       expectation(type, shape, expected, "bytes"));
  }
  Tensor tensor = Tensor::zeros(type, shape);
  fill_raw(std::as_bytes(std::span(bytes.data(), bytes.size())), tensor);
  check_bools(tensor);
  return tensor;
}

std::string format_raw(const Tensor& tensor) {
  if (tensor.dtype() == DType::string) throw InvalidInput("strings have no raw bytes");
  return raw_bytes(tensor);
}

SparseTensor read_sparse(const onnx::SparseTensorProto& proto, const DataFolder& folder) {
  return placed("sparse tensor", proto.values().name(), [&] {
    SparseTensor sparse{read_tensor(proto.values(), folder), read_tensor(proto.indices(), folder),
                        read_shape(proto.dims())};
    check_sparse(sparse);
    return sparse;
  });
}

void write_tensor(const Tensor& tensor, const std::string& name, onnx::TensorProto& proto) {
  proto.Clear();
  for (const size_t dim : tensor.shape()) proto.add_dims(static_cast<int64_t>(dim));
  proto.set_data_type(static_cast<int>(tensor.dtype()));
  if (!name.empty()) proto.set_name(name);
  if (tensor.dtype() == DType::string) {
    write_strings(tensor, proto);
  } else {
    proto.set_raw_data(raw_bytes(tensor));
  }
}

}  // namespace etalon
