// Text inside HTML, SVG and XML.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

// UTF-8 text as markup's text or attribute value: & < > " ' are escaped, and each control
// character, which XML cannot hold, is replaced.
std::string markup_text(std::string_view text, std::string_view control_replacement);

}  // namespace etalon
