// Strings that are written one by one.
#pragma once

#include <cstddef>
#include <string>

#include "engine/values/limits.h"

namespace etalon {

// The bytes that a string takes outside itself: none, for a short one.
size_t outside_bytes(const std::string& text);

// Charges the contents of strings to the memory budget while they are written, and looks at the
// time budget. At its end they are charged no longer: then their tensor charges them
// (Tensor::charge_texts).
class TextCharge {
 public:
  // To be called before a string of so many bytes is made: refuses a large one at once.
  void expect(size_t bytes) {
    if (bytes >= step) require_memory(bytes);
  }
  // To be called after each string is written. Throws LimitExceeded where they do not fit.
  void add(const std::string& text) {
    outside_ += outside_bytes(text);
    if (outside_ >= step || ++strings_ >= step / sizeof text) settle();
  }

 private:
  static constexpr size_t step = size_t{1} << 16;  // bytes
  void settle();

  size_t outside_ = 0, strings_ = 0;  // not yet charged
  MemoryCharge charge_;
};

}  // namespace etalon
