// UTF-8: strict decoding and encoding, and safe quotation of untrusted text in messages.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace etalon {

// True for well-formed UTF-8: no overlong forms, no surrogates, nothing beyond U+10FFFF.
bool valid_utf8(std::string_view bytes);

// The code points of well-formed UTF-8; std::nullopt if the bytes are malformed.
std::optional<std::u32string> decode_utf8(std::string_view bytes);

// Appends one code point. The caller must exclude surrogates and numbers beyond U+10FFFF.
void append_utf8(char32_t code, std::string& out);

// Text for one line of a terminal, a report or a message. Control characters, malformed bytes, line
// separators and marks of writing direction appear as \xNN, byte by byte.
std::string printable(std::string_view bytes);
// As printable(), except that newlines stay.
std::string printable_lines(std::string_view bytes);

// 'text' in quotes for a message. Control characters and malformed bytes appear as \xNN, and a long
// text is shortened, so the message is always one readable line of valid UTF-8.
std::string in_quotes(std::string_view bytes);

}  // namespace etalon
