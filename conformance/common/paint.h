// Coloured text on a terminal.
#pragma once

#include <string>
#include <string_view>

namespace etalon {

class Paint {
 public:
  // Without `on`, text stays as it is.
  explicit Paint(bool on = false) : on_(on) {}

  std::string good(std::string_view text) const { return in("32", text); }     // green
  std::string bad(std::string_view text) const { return in("31", text); }      // red
  std::string notable(std::string_view text) const { return in("33", text); }  // yellow
  std::string strong(std::string_view text) const { return in("1", text); }

 private:
  // The text between the terminal's codes for this rendition and for the usual one.
  std::string in(std::string_view rendition, std::string_view text) const {
    if (!on_) return std::string(text);
    return "\033[" + std::string(rendition) + "m" + std::string(text) + "\033[0m";
  }

  bool on_;
};

}  // namespace etalon
