#include "engine/values/texts.h"

namespace etalon {

size_t outside_bytes(const std::string& text) {
  constexpr size_t overhead = 16;                         // of a block of its own
  static const size_t within = std::string().capacity();  // such short strings have none
  return text.capacity() > within ? text.capacity() + overhead : 0;
}

void TextCharge::settle() {
  check_deadline();
  charge_.add(outside_);
  outside_ = 0;
  strings_ = 0;
}

}  // namespace etalon
