// Protobuf messages from untrusted bytes and files.
#pragma once

#include <filesystem>
#include <string_view>

namespace google::protobuf {
class MessageLite;
}

namespace etalon {

// Parses all of `bytes` into `message`. Throws InvalidModel, saying that `what` ("the model") is
// malformed, if the bytes are not such a message, are truncated, or nest too deeply.
void parse_message(std::string_view bytes, std::string_view what,
                   google::protobuf::MessageLite& message);

// The same, but returns false instead of throwing InvalidModel.
bool try_parse_message(std::string_view bytes, google::protobuf::MessageLite& message);

// The same from a file, without a second copy of its bytes in memory. Throws InvalidModel for a
// file that cannot be read.
void parse_message(const std::filesystem::path& file, std::string_view what,
                   google::protobuf::MessageLite& message);

}  // namespace etalon
