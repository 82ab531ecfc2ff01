#include "conformance/equivalent/digests.h"

#include <fmt/format.h>

#include <cstring>
#include <type_traits>

#include "conformance/judge/statistics.h"
#include "engine/loader/serialization.h"
#include "engine/operators/schema.h"

namespace etalon::equivalent {
namespace {

constexpr uint64_t factors[] = {0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9,
                                0xD6E8FEB86659FD93};

// Takes words of 64 bits in turn in four lanes.
class Hash {
 public:
  void add(uint64_t word) {
    uint64_t& lane = lanes_[count_ % 4];
    lane = (lane ^ word) * factors[count_ % 4];
    lane ^= lane >> 29;
    ++count_;
  }
  void add(const void* bytes, size_t size) {
    const auto* at = static_cast<const char*>(bytes);
    add(size);
    for (; size >= sizeof(uint64_t); size -= sizeof(uint64_t), at += sizeof(uint64_t)) {
      uint64_t word = 0;
      std::memcpy(&word, at, sizeof word);
      add(word);
    }
    uint64_t rest = 0;
    if (size != 0) std::memcpy(&rest, at, size);  // `bytes` may be null
    add(rest);
  }
  Digest digest() const {
    Digest all{count_, ~count_};
    for (size_t i = 0; i < 4; ++i) {
      all.high = (all.high ^ lanes_[i]) * factors[i];
      all.high ^= all.high >> 31;
      all.low = (all.low ^ lanes_[3 - i]) * factors[(i + 2) % 4];
      all.low ^= all.low >> 33;
    }
    return all;
  }

 private:
  uint64_t lanes_[4] = {1, 2, 3, 4};
  uint64_t count_ = 0;
};

void add_tensor(Hash& hash, const Tensor& tensor) {
  hash.add(static_cast<uint64_t>(tensor.dtype()));
  for (const size_t length : tensor.shape()) hash.add(length);
  by_slot(tensor.dtype(), [&]<class W>() {
    const auto slots = tensor.slots<W>();
    if constexpr (std::is_same_v<W, std::string>) {
      for (const std::string& text : slots) hash.add(text.data(), text.size());
    } else {
      hash.add(slots.data(), slots.size() * sizeof(W));
    }
  });
}

// Adds what an attribute says; false for one with graphs or types.
bool add_attribute(std::string& text, const Attribute& attribute) {
  if (!attribute.ref_name.empty()) return false;
  const auto put = [&text]<class T>(const T& one) {
    if constexpr (std::is_same_v<T, std::string>) {
      text += fmt::format("{}:{},", one.size(), one);
    } else if constexpr (std::is_same_v<T, Tensor>) {
      const Digest digest = digest_of(one);
      text += fmt::format("{:x}.{:x},", digest.high, digest.low);
    } else {
      text += fmt::format("{},", one);
    }
  };
  text += fmt::format(" {}={}:", attribute.name, static_cast<int>(attribute.type));
  return std::visit(
      [&]<class T>(const T& value) {
        if constexpr (std::is_same_v<T, float> || std::is_same_v<T, int64_t> ||
                      std::is_same_v<T, std::string> || std::is_same_v<T, Tensor>) {
          put(value);
          return true;
        } else if constexpr (std::is_same_v<T, std::vector<float>> ||
                             std::is_same_v<T, std::vector<int64_t>> ||
                             std::is_same_v<T, std::vector<std::string>> ||
                             std::is_same_v<T, std::vector<Tensor>>) {
          for (const auto& one : value) put(one);
          return true;
        } else {
          return false;
        }
      },
      attribute.value);
}

// A Dropout that trains draws, too.
bool may_draw(const Node& node) { return is_random(node) || node.op_type == "Dropout"; }

}  // namespace

Digest digest_of(const Value& value) {
  Hash hash;
  if (value.is_tensor()) {
    add_tensor(hash, value.tensor());
  } else if (!value.absent()) {
    const std::string bytes = serialize_value(value, "");
    const std::string type = to_string(value.type());
    hash.add(type.data(), type.size());
    hash.add(bytes.data(), bytes.size());
  }
  return hash.digest();
}

std::optional<std::string> computation_of(const Node& node, const std::vector<Digest>& inputs) {
  if (node.schema == nullptr || holds_nodes(node) || may_draw(node)) return std::nullopt;
  std::string text = fmt::format("{} {}", node.schema->domain, node.schema->label());
  for (const auto& [name, attribute] : node.attributes) {
    if (!add_attribute(text, attribute)) return std::nullopt;
  }
  for (const std::string& name : node.outputs) text += name.empty() ? " -" : " +";
  for (size_t i = 0; i < inputs.size(); ++i) {
    const bool absent = node.inputs[i].empty();
    text += absent ? " none" : fmt::format(" {:x}.{:x}", inputs[i].high, inputs[i].low);
  }
  return text;
}

}  // namespace etalon::equivalent
