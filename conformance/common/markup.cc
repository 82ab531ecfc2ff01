#include "conformance/common/markup.h"

namespace etalon {

std::string markup_text(std::string_view text, std::string_view control_replacement) {
  std::string safe;
  for (const char c : text) {
    switch (c) {
      case '&':
        safe += "&amp;";
        break;
      case '<':
        safe += "&lt;";
        break;
      case '>':
        safe += "&gt;";
        break;
      case '"':
        safe += "&quot;";
        break;
      case '\'':
        safe += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') {
          safe += control_replacement;
        } else {
          safe += c;
        }
    }
  }
  return safe;
}

}  // namespace etalon
