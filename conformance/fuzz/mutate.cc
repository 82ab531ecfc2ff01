#include "conformance/fuzz/mutate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "conformance/common/json.h"

namespace etalon::fuzz {

namespace {

using nlohmann::json;

size_t below(Random& random, size_t n) { return n == 0 ? 0 : random() % n; }
bool chance(Random& random, size_t one_in) { return below(random, one_in) == 0; }

// Numbers at which sizes, counts and indices go wrong.
constexpr std::array<uint64_t, 18> edges = {
    0,          1,          2,          7,           64,          127,
    128,        255,        65535,      65536,       0x7FFFFFFF,  0x80000000,
    0xFFFFFFFF, 1ULL << 32, 1ULL << 40, ~0ULL >> 1U, 1ULL << 63U, ~0ULL};

uint64_t number(Random& random) {
  return chance(random, 4) ? random() : edges[below(random, edges.size())];
}

// ----------------------------------------------------------------------------------- bytes ---

std::string piece_of(std::string_view text, Random& random) {
  const size_t at = below(random, text.size());
  return std::string(text.substr(at, 1 + below(random, 64)));
}

std::string mutate_bytes(std::string text, std::string_view other, Random& random) {
  for (size_t times = 1 + below(random, 4); times > 0; --times) {
    const size_t at = below(random, text.size() + 1);
    switch (below(random, 7)) {
      case 0:
        if (at < text.size()) text[at] = static_cast<char>(text[at] ^ (1 << below(random, 8)));
        break;
      case 1:
        if (at < text.size()) text[at] = static_cast<char>(random());
        break;
      case 2:
        text.insert(at, piece_of(text, random));
        break;
      case 3:
        text.erase(at, 1 + below(random, 32));
        break;
      case 4:
        if (!other.empty()) text.insert(at, piece_of(other, random));
        break;
      case 5: {  // a number of 1, 2, 4 or 8 bytes
        const uint64_t value = number(random);
        const size_t width = size_t{1} << below(random, 4);
        for (size_t i = 0; i < width && at + i < text.size(); ++i) {
          text[at + i] = static_cast<char>(value >> (8 * i));
        }
        break;
      }
      default:
        if (chance(random, 4)) text.resize(at);
    }
  }
  return text;
}

// -------------------------------------------------------------------------------- protobuf ---

struct Field {
  uint64_t tag = 0;  // field number and wire type
  uint64_t value = 0;
  std::string bytes;  // of wire type 2
};

std::optional<uint64_t> take_varint(std::string_view& bytes) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<uint8_t>(bytes[0]);
    bytes.remove_prefix(1);
    value |= static_cast<uint64_t>(byte & 0x7FU) << shift;
    if (byte < 0x80) return value;
  }
  return std::nullopt;
}

std::optional<uint64_t> take_fixed(std::string_view& bytes, size_t width) {
  if (bytes.size() < width) return std::nullopt;
  uint64_t value = 0;
  for (size_t i = 0; i < width; ++i) {
    value |= static_cast<uint64_t>(static_cast<uint8_t>(bytes[i])) << (8 * i);
  }
  bytes.remove_prefix(width);
  return value;
}

std::optional<Field> take_field(std::string_view& bytes) {
  const std::optional<uint64_t> tag = take_varint(bytes);
  if (!tag || *tag >> 3U == 0) return std::nullopt;
  Field field;
  field.tag = *tag;
  std::optional<uint64_t> value;
  switch (*tag & 7U) {
    case 0:
      value = take_varint(bytes);
      break;
    case 1:
      value = take_fixed(bytes, 8);
      break;
    case 2:
      value = take_varint(bytes);
      if (!value || *value > bytes.size()) return std::nullopt;
      field.bytes = bytes.substr(0, *value);
      bytes.remove_prefix(*value);
      break;
    case 5:
      value = take_fixed(bytes, 4);
      break;
    default:
      return std::nullopt;
  }
  if (!value) return std::nullopt;
  field.value = *value;
  return field;
}

std::optional<std::vector<Field>> fields_of(std::string_view bytes) {
  std::vector<Field> fields;
  while (!bytes.empty()) {
    std::optional<Field> field = take_field(bytes);
    if (!field) return std::nullopt;
    fields.push_back(std::move(*field));
  }
  return fields;
}

void put_varint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7U) out += static_cast<char>(value | 0x80U);
  out += static_cast<char>(value);
}

std::string message_of(const std::vector<Field>& fields) {
  std::string out;
  for (const Field& field : fields) {
    put_varint(field.tag, out);
    const uint64_t type = field.tag & 7U;
    if (type == 0) put_varint(field.value, out);
    if (type == 2) put_varint(field.bytes.size(), out);
    if (type == 2) out += field.bytes;
    const size_t width = type == 1 ? 8 : type == 5 ? 4 : 0;
    for (size_t i = 0; i < width; ++i) out += static_cast<char>(field.value >> (8 * i));
  }
  return out;
}

std::string mutate_message(std::string_view bytes, std::string_view other, Random& random,
                           int depth) {
  constexpr int deepest = 12;
  std::optional<std::vector<Field>> fields = fields_of(bytes);
  if (!fields || fields->empty() || depth > deepest) {
    return mutate_bytes(std::string(bytes), other, random);
  }
  const size_t at = below(random, fields->size());
  Field& field = (*fields)[at];
  const bool nested = (field.tag & 7U) == 2;
  if (nested && !chance(random, 4)) {
    field.bytes = mutate_message(field.bytes, other, random, depth + 1);
    return message_of(*fields);
  }
  switch (below(random, 5)) {
    case 0:
      fields->erase(fields->begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      fields->insert(fields->begin() + static_cast<std::ptrdiff_t>(below(random, fields->size())),
                     Field(field));
      break;
    case 2:
      std::swap(field, (*fields)[below(random, fields->size())]);
      break;
    case 3:
      field.tag = (1 + below(random, 20)) << 3U | (field.tag & 7U);
      break;
    default:
      field.value = number(random);
      if (nested) field.bytes = mutate_bytes(field.bytes, other, random);
  }
  return message_of(*fields);
}

// ------------------------------------------------------------------------------------ JSON ---

void collect(json& document, std::vector<json*>& nodes) {
  nodes.push_back(&document);
  if (!document.is_structured()) return;
  for (json& child : document) collect(child, nodes);
}

json odd_value(Random& random) {
  switch (below(random, 10)) {
    case 0:
      return nullptr;
    case 1:
      return number(random);
    case 2:
      return -static_cast<int64_t>(number(random) >> 1U);
    case 3:
      return 1e308;
    case 4:
      return json::array();
    case 5:
      return json::object();
    case 6:
      return std::string(below(random, 200), static_cast<char>('\x01' + below(random, 126)));
    case 7:
      return chance(random, 2);
    case 8:
      return json::array({json::array({1, "nan"}), -0.5});
    default:
      return "inf";
  }
}

void change(json& node, Random& random) {
  const bool has_parts = node.is_structured() && !node.empty();
  switch (below(random, has_parts ? 4 : 1)) {
    case 0:
      node = odd_value(random);
      return;
    case 1: {  // one part less
      auto part = node.begin();
      std::advance(part, static_cast<std::ptrdiff_t>(below(random, node.size())));
      node.erase(part);
      return;
    }
    case 2:  // one part more
      if (node.is_array()) {
        node.push_back(json(node[below(random, node.size())]));
      } else {
        node["odd"] = odd_value(random);
      }
      return;
    default: {  // a part in place of the whole
      auto part = node.begin();
      std::advance(part, static_cast<std::ptrdiff_t>(below(random, node.size())));
      const json copy = *part;
      node = copy;
    }
  }
}

std::string mutate_json(std::string_view text, std::string_view other, Random& random) {
  json document = try_parse_json(text);
  if (document.is_discarded()) return mutate_bytes(std::string(text), other, random);
  for (size_t times = 1 + below(random, 3); times > 0; --times) {
    std::vector<json*> nodes;
    collect(document, nodes);
    change(*nodes[below(random, nodes.size())], random);
  }
  return json_text(document);
}

}  // namespace

std::string mutate(std::string_view input, std::string_view other, Form form, Random& random) {
  constexpr size_t as_bytes = 10;
  if (form == Form::bytes || chance(random, as_bytes)) {
    return mutate_bytes(std::string(input), other, random);
  }
  return form == Form::json ? mutate_json(input, other, random)
                            : mutate_message(input, other, random, 0);
}

}  // namespace etalon::fuzz
