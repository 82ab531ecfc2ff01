// Protobuf messages from untrusted bytes and files.
#pragma once

#include <google/protobuf/arena.h>

#include <span>
#include <string>
#include <string_view>

#include "engine/values/limits.h"

namespace google::protobuf {
class MessageLite;
}

namespace etalon {

// The memory of protobuf messages, charged to the memory budget block by block.
google::protobuf::ArenaOptions budget_blocks();

// A message of type M whose memory is charged to the memory budget. The contents of its strings are
// charged by the bytes that the message is parsed from; unknown fields are not charged.
template <class M>
class ChargedMessage {
 public:
  ChargedMessage()
      : arena_(budget_blocks()), message_(google::protobuf::Arena::CreateMessage<M>(&arena_)) {}
  ChargedMessage(const ChargedMessage&) = delete;
  ChargedMessage& operator=(const ChargedMessage&) = delete;

  M& operator*() const { return *message_; }
  M* operator->() const { return message_; }
  void charge_contents(size_t bytes) { contents_.add(bytes); }

 private:
  google::protobuf::Arena arena_;
  M* message_;
  MemoryCharge contents_;
};

// Parses all of `bytes` into `message`. Throws InvalidModel, saying that `what` ("the model") is
// malformed, if the bytes are not a message of this type, are truncated, or nest too deeply.
void parse_message(std::string_view bytes, std::string_view what,
                   google::protobuf::MessageLite& message);

// As parse_message, but returns false instead of throwing InvalidModel.
bool try_parse_message(std::string_view bytes, google::protobuf::MessageLite& message);
// As above, of pieces that follow each other; together they have at most 2 GiB.
bool try_parse_message(std::span<const std::string_view> pieces,
                       google::protobuf::MessageLite& message);

// As parse_message, from a file, without a second copy of its bytes in memory. Throws InvalidModel
// for a file that cannot be read.
void parse_file(const std::string& file, std::string_view what,
                google::protobuf::MessageLite& message);
// The file's size in bytes; 0 if it cannot be read, which parse_file reports.
size_t message_size(const std::string& file);

// Reads a message from a file within the memory budget. Throws LimitExceeded if it does not fit.
template <class M>
void parse_message(std::string_view bytes, std::string_view what, ChargedMessage<M>& message) {
  message.charge_contents(bytes.size());
  parse_message(bytes, what, *message);
}
template <class M>
void parse_file(const std::string& file, std::string_view what, ChargedMessage<M>& message) {
  message.charge_contents(message_size(file));
  parse_file(file, what, *message);
}

}  // namespace etalon
