// UTF-8: strict decoding and encoding, and text from untrusted files made fit for messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace etalon {

// True for well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool valid_utf8(std::string_view bytes);

// The code points of well-formed UTF-8; nothing when the bytes are not.
std::optional<std::u32string> decode_utf8(std::string_view bytes);

// Appends one code point. Surrogates and numbers beyond U+10FFFF are the caller's to keep out.
void append_utf8(char32_t code, std::string& out);

// 'text' in quotes for a message: control characters and malformed bytes as \xNN, and a long text
// shortened, so that whatever a file holds the message stays one readable line of valid UTF-8.
std::string in_quotes(std::string_view bytes);

}  // namespace etalon
