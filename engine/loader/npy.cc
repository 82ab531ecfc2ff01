#include "engine/loader/npy.h"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <optional>

#include "engine/values/utf8.h"

namespace etalon {
namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr size_t code_point_bytes = 4;  // of '<U' strings

// A type as the header's 'descr' spells it: "<f4".
struct Descr {
  bool swapped = false;
  char kind = 0;         // f i u b c U V
  size_t item_size = 0;  // bytes; code points for U
};

struct Header {
  Descr descr;
  bool fortran_order = false;
  Shape shape;
  std::string_view data;
};

// Reads the Python literal of the header from left to right.
class HeaderText {
 public:
  explicit HeaderText(std::string_view text) : text_(text) {}

  void skip_blanks() {
    while (!text_.empty() && (text_[0] == ' ' || text_[0] == '\n' || text_[0] == '\t')) advance();
  }
  bool accept(char wanted) {
    skip_blanks();
    if (text_.empty() || text_[0] != wanted) return false;
    advance();
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) throw InvalidInput("a malformed .npy header: '{}' is missing", wanted);
  }
  std::string_view string() {
    const char quote = accept('"') ? '"' : '\'';
    if (quote == '\'') expect('\'');
    return take(text_.find(quote), 1);
  }
  std::string_view word() {
    skip_blanks();
    const auto end = std::find_if(text_.begin(), text_.end(), [](char c) {
      return c == ',' || c == '}' || c == ')' || c == ' ';
    });
    return take(static_cast<size_t>(end - text_.begin()), 0);
  }
  bool finished() {
    skip_blanks();
    return text_.empty();
  }

 private:
  void advance() { text_.remove_prefix(1); }
  // Returns the next `count` characters, and skips `after` more.
  std::string_view take(size_t count, size_t after) {
    if (count > text_.size()) throw InvalidInput("a malformed .npy header: an unclosed string");
    const std::string_view result = text_.substr(0, count);
    text_.remove_prefix(count + after);
    return result;
  }

  std::string_view text_;
};

size_t parse_size(std::string_view text) {
  size_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || stop != text.data() + text.size()) {
    throw InvalidInput("a malformed .npy header: {} is not a size", in_quotes(text));
  }
  return value;
}

Descr parse_descr(std::string_view text) {
  const auto unknown = [&] {
    return InvalidInput("the .npy type {} is not known", in_quotes(text));
  };
  if (text.size() < 3) throw unknown();
  Descr descr;
  if (std::string_view("<>=|").find(text[0]) == std::string_view::npos) throw unknown();
  descr.swapped = text[0] == '>';
  descr.kind = text[1];
  if (std::string_view("fiubcUV").find(descr.kind) == std::string_view::npos) throw unknown();
  descr.item_size = parse_size(text.substr(2));
  return descr;
}

Shape parse_shape(HeaderText& text) {
  Shape shape;
  text.expect('(');
  while (!text.accept(')')) {
    shape.push_back(parse_size(text.word()));
    if (!text.accept(',')) {
      text.expect(')');
      break;
    }
  }
  element_count(shape);
  return shape;
}

void parse_entries(HeaderText text, Header& header) {
  bool descr = false;
  bool order = false;
  bool shape = false;
  text.expect('{');
  while (!text.accept('}')) {
    const std::string_view key = text.string();
    text.expect(':');
    if (key == "descr" && !descr) {
      header.descr = parse_descr(text.string());
      descr = true;
    } else if (key == "fortran_order" && !order) {
      const std::string_view word = text.word();
      if (word != "True" && word != "False") {
        throw InvalidInput("a malformed .npy header: fortran_order is not a bool");
      }
      header.fortran_order = word == "True";
      order = true;
    } else if (key == "shape" && !shape) {
      header.shape = parse_shape(text);
      shape = true;
    } else {
      throw InvalidInput("a malformed .npy header: the key {} is unknown or repeated",
                         in_quotes(key));
    }
    if (!text.accept(',')) {
      text.expect('}');
      break;
    }
  }
  if (!descr || !order || !shape || !text.finished()) {
    throw InvalidInput("a malformed .npy header: it needs descr, fortran_order and shape");
  }
}

Header parse_header(std::string_view bytes) {
  if (!bytes.starts_with(magic) || bytes.size() < magic.size() + 4) {
    throw InvalidInput("not a .npy file: it does not begin with the .npy magic");
  }
  const auto byte = [&](size_t i) { return static_cast<size_t>(static_cast<uint8_t>(bytes[i])); };
  const size_t version = byte(6);
  if (version < 1 || version > 3) throw InvalidInput("the .npy version {} is not known", version);
  const size_t length_bytes = version == 1 ? 2 : 4;
  const size_t start = magic.size() + 2 + length_bytes;
  if (bytes.size() < start) throw InvalidInput("the .npy header is cut short");
  size_t length = 0;
  for (size_t i = 0; i < length_bytes; ++i) length |= byte(8 + i) << (8 * i);
  if (length > bytes.size() - start) throw InvalidInput("the .npy header is cut short");
  Header header;
  parse_entries(HeaderText(bytes.substr(start, length)), header);
  header.data = bytes.substr(start + length);
  return header;
}

std::optional<DType> native_type(const Descr& descr) {
  const auto pick = [&](std::initializer_list<std::pair<size_t, DType>> sizes) {
    std::optional<DType> found;
    for (const auto& [size, type] : sizes) {
      if (size == descr.item_size) found = type;
    }
    return found;
  };
  switch (descr.kind) {
    case 'f':
      return pick({{2, DType::float16}, {4, DType::float32}, {8, DType::float64}});
    case 'i':
      return pick({{1, DType::int8}, {2, DType::int16}, {4, DType::int32}, {8, DType::int64}});
    case 'u':
      return pick({{1, DType::uint8}, {2, DType::uint16}, {4, DType::uint32}, {8, DType::uint64}});
    case 'b':
      return pick({{1, DType::boolean}});
    case 'c':
      return pick({{8, DType::complex64}, {16, DType::complex128}});
    case 'U':
      return DType::string;
    default:
      return std::nullopt;
  }
}

bool numpy_has(DType type) {
  return bit_width(type) == 0 || is_complex(type) || type == DType::float16 ||
         type == DType::float32 || type == DType::float64 ||
         (is_integer(type) && bit_width(type) >= 8) || type == DType::boolean;
}

// The type of the tensor: the file's own, or `wanted` if NumPy does not have that type.
DType element_type(const Descr& descr, DType wanted) {
  const bool bits = descr.kind == 'u' || descr.kind == 'V';
  if (wanted != DType::undefined && !numpy_has(wanted) && bits &&
      descr.item_size == slot_bytes(wanted)) {
    return wanted;
  }
  if (const auto type = native_type(descr)) return *type;
  throw InvalidInput("the .npy type '{}{}' is not known", descr.kind, descr.item_size);
}

// The position in a file of Fortran order of each element of the row-major tensor, one by one.
class FortranOrder {
 public:
  explicit FortranOrder(const Shape& shape) : shape_(shape), index_(shape.size(), 0) {
    size_t stride = 1;
    for (const size_t dim : shape) {
      strides_.push_back(stride);
      stride *= dim;
    }
  }
  size_t position() const { return position_; }
  void advance() {
    for (size_t axis = shape_.size(); axis-- > 0;) {
      position_ += strides_[axis];
      if (++index_[axis] < shape_[axis]) return;
      position_ -= strides_[axis] * shape_[axis];
      index_[axis] = 0;
    }
  }

 private:
  const Shape& shape_;
  Shape index_;
  Shape strides_;
  size_t position_ = 0;
};

// Calls f(i, item) for each element of the tensor in row-major order with its bytes in the file.
template <class F>
void for_each_item(const Header& header, size_t count, size_t item_bytes, F&& f) {
  FortranOrder order(header.shape);
  for (size_t i = 0; i < count; ++i) {
    const size_t position = header.fortran_order ? order.position() : i;
    f(i, header.data.substr(position * item_bytes, item_bytes));
    if (header.fortran_order) order.advance();
  }
}

// Reverses the bytes of each of the item's `parts`.
void swap_bytes(uint8_t* item, size_t bytes, size_t parts) {
  const size_t part = bytes / parts;
  for (size_t i = 0; i < parts; ++i) std::reverse(item + i * part, item + (i + 1) * part);
}

std::string read_text(std::string_view item, bool swapped) {
  std::u32string codes;
  for (size_t i = 0; i < item.size(); i += code_point_bytes) {
    uint8_t bytes[code_point_bytes];
    std::memcpy(bytes, item.data() + i, code_point_bytes);
    if (swapped) swap_bytes(bytes, code_point_bytes, 1);
    uint32_t code = 0;
    std::memcpy(&code, bytes, code_point_bytes);
    if (code > 0x10FFFF || (code >= 0xD800 && code <= 0xDFFF)) {
      throw InvalidInput("a string of the .npy file holds {:#x}, which is not a character", code);
    }
    codes.push_back(code);
  }
  while (!codes.empty() && codes.back() == 0) codes.pop_back();
  std::string text;
  for (const char32_t code : codes) append_utf8(code, text);
  return text;
}

// Throws InvalidInput if a slot has bits beyond the width of a narrow type.
void check_slots(const Tensor& tensor) {
  const DType type = tensor.dtype();
  const int width = type == DType::boolean ? 1 : bit_width(type);
  if (width >= 8) return;
  const int64_t least = is_signed_integer(type) ? lowest(type) : 0;
  for (const uint8_t slot : tensor.slots<uint8_t>()) {
    const int64_t value = is_signed_integer(type) ? static_cast<int8_t>(slot) : slot;
    if (value < least || value >= least + (int64_t{1} << width)) {
      throw InvalidInput("the .npy file holds {}, which is not of type {}", value, name(type));
    }
  }
}

Tensor read_numbers(const Header& header, DType type, size_t count) {
  Tensor tensor = Tensor::zeros(type, header.shape);
  by_slot(type, [&]<class W>() {
    if constexpr (!std::is_same_v<W, std::string>) {
      const auto slots = tensor.mutable_slots<W>();
      const size_t parts = is_complex(type) ? 2 : 1;
      for_each_item(header, count, sizeof(W), [&](size_t i, std::string_view item) {
        std::memcpy(&slots[i], item.data(), sizeof(W));
        if (header.descr.swapped) {
          swap_bytes(reinterpret_cast<uint8_t*>(&slots[i]), sizeof(W), parts);
        }
      });
    }
  });
  return tensor;
}

// A file may have a narrow signed integer's plain bits or its sign-extended byte; slots have the
// sign-extended byte.
void extend_signs(Tensor& tensor) {
  const int width = bit_width(tensor.dtype());
  if (!is_signed_integer(tensor.dtype()) || width >= 8) return;
  const auto sign = static_cast<uint8_t>(1U << (width - 1));
  for (uint8_t& slot : tensor.mutable_slots<uint8_t>()) {
    if (slot >> width == 0) slot = static_cast<uint8_t>((slot ^ sign) - sign);
  }
}

Tensor read_texts(const Header& header, size_t count, size_t item_bytes) {
  Tensor tensor = Tensor::zeros(DType::string, header.shape);
  const auto slots = tensor.mutable_slots<std::string>();
  for_each_item(header, count, item_bytes, [&](size_t i, std::string_view item) {
    slots[i] = read_text(item, header.descr.swapped);
  });
  tensor.charge_texts();
  return tensor;
}

char kind_of(DType type) {
  if (!numpy_has(type) || is_unsigned_integer(type)) return 'u';
  if (type == DType::boolean) return 'b';
  if (is_complex(type)) return 'c';
  return is_signed_integer(type) ? 'i' : 'f';
}

std::string descr_of(DType type) {
  const size_t bytes = slot_bytes(type);
  return fmt::format("{}{}{}", bytes == 1 ? '|' : '<', kind_of(type), bytes);
}

// Magic, version and header; padded so that the data begins at a multiple of 64 bytes.
std::string format_header(const std::string& descr, const Shape& shape) {
  const std::string dims =
      shape.size() == 1 ? fmt::format("{},", shape[0]) : fmt::format("{}", fmt::join(shape, ", "));
  std::string text =
      fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}), }}", descr, dims);
  const size_t start = magic.size() + 4;
  text.append(63 - (start + text.size()) % 64, ' ');
  text.push_back('\n');
  std::string result(magic);
  result +=
      {'\x01', '\x00', static_cast<char>(text.size() & 0xFF), static_cast<char>(text.size() >> 8)};
  return result + text;
}

std::u32string numpy_text(const std::string& text) {
  const auto codes = decode_utf8(text);
  if (!codes) throw InvalidInput("NumPy cannot hold the string {}: not UTF-8", in_quotes(text));
  if (!codes->empty() && codes->back() == 0) {
    throw InvalidInput("NumPy cannot hold the string {}: it ends in NUL", in_quotes(text));
  }
  return *codes;
}

std::string format_texts(const Tensor& tensor) {
  size_t longest = 1;
  for (const std::string& text : tensor.slots<std::string>()) {
    longest = std::max(longest, numpy_text(text).size());
  }
  std::string result = format_header(fmt::format("<U{}", longest), tensor.shape());
  for (const std::string& text : tensor.slots<std::string>()) {
    std::u32string codes = numpy_text(text);
    codes.resize(longest, U'\0');
    result.append(reinterpret_cast<const char*>(codes.data()), codes.size() * code_point_bytes);
  }
  return result;
}

// The bytes of one item. Throws unless the data are exactly one item for each element.
size_t item_bytes_of(const Header& header, DType type, size_t count) {
  const size_t unit = type == DType::string ? code_point_bytes : 1;
  const size_t data = header.data.size();
  const size_t each = count == 0 ? 0 : data / count;
  const bool exact =
      count == 0 ? data == 0
                 : data % count == 0 && each % unit == 0 && each / unit == header.descr.item_size;
  if (!exact) {
    throw InvalidInput("{} bytes of data do not fit a .npy file of shape {} and type {}", data,
                       to_string(header.shape), name(type));
  }
  return each;
}

}  // namespace

Tensor parse_npy(std::string_view bytes, DType type) {
  const Header header = parse_header(bytes);
  const DType found = element_type(header.descr, type);
  const size_t count = element_count(header.shape);
  const size_t item_bytes = item_bytes_of(header, found, count);
  if (found == DType::string) return read_texts(header, count, item_bytes);
  Tensor tensor = read_numbers(header, found, count);
  extend_signs(tensor);
  check_slots(tensor);
  return tensor;
}

std::string format_npy(const Tensor& tensor) {
  if (tensor.dtype() == DType::string) return format_texts(tensor);
  std::string result = format_header(descr_of(tensor.dtype()), tensor.shape());
  by_slot(tensor.dtype(), [&]<class W>() {
    const auto bytes = std::as_bytes(tensor.slots<W>());
    result.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  return result;
}

}  // namespace etalon
