// Messages of models and tensors whose large raw_data is left out of parsing.
#pragma once

#include <google/protobuf/message_lite.h>

#include <array>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/loader/serialization.h"

namespace etalon {

// A TensorProto cut in pieces: the bytes around its raw_data, which are a TensorProto without it,
// and the raw_data.
struct TensorPieces {
  std::array<std::string_view, 2> rest;
  std::string_view raw_data;
};
// Nothing unless the bytes are fields and raw_data is one of them, once, and large.
std::optional<TensorPieces> tensor_pieces(std::string_view bytes);

// Large raw_data of the main graph's initializers, by their places in the list.
using MappedInitializers = std::map<int, MappedData>;

// The message of a model without large raw_data of its initializers.
class MappedModel {
 public:
  // Of a file, which is mapped; of bytes that outlive this object, from which the initializers are
  // copied. Nothing for a file or bytes that must be parsed as a whole: because they cannot be
  // read, have little raw_data, or are not written as protobufs usually are.
  static std::optional<MappedModel> of(const std::filesystem::path& file);
  static std::optional<MappedModel> of(std::string_view bytes);

  MappedModel(MappedModel&&) = default;

  const MappedInitializers& initializers() const { return initializers_; }
  // The bytes that parse() reads.
  size_t size() const { return size_; }
  // False if the message is malformed. Throws LimitExceeded if it does not fit.
  bool parse(google::protobuf::MessageLite& message) const;

 private:
  class Walk;
  friend std::optional<TensorPieces> tensor_pieces(std::string_view bytes);

  MappedModel() = default;
  // `file` is null for bytes that are only lent.
  static std::optional<MappedModel> of(std::string_view bytes,
                                       const std::shared_ptr<const std::byte>& file);
  void leave_out(std::string_view bytes, const Walk& walk,
                 const std::shared_ptr<const std::byte>& file);

  MappedInitializers initializers_;       // which keep the file mapped
  std::deque<std::string> lengths_;       // of messages that have less
  std::vector<std::string_view> pieces_;  // of the bytes, and of lengths_
  size_t size_ = 0;
};

}  // namespace etalon
