// Text inside HTML, SVG and XML, and inside Markdown.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// UTF-8 text as the text or an attribute value of markup: & < > " ' are escaped, and each control
// character is replaced, because XML cannot contain it.
std::string markup_text(std::string_view text, std::string_view control_replacement);

// The text with escapes, so that Markdown shows it unchanged; control characters as escapes too.
std::string markdown_text(const std::string& text);

}  // namespace etalon
