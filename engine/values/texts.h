// Strings that are written one by one.
#pragma once

#include <cstddef>
#include <string>

#include "engine/values/limits.h"

namespace etalon {

// The bytes that a string takes outside itself: none, for a short one.
size_t outside_bytes(const std::string& text);

// Charges the contents of strings to the memory budget while they are written, and checks the time
// budget. Its destructor releases the charge: from then on the tensor charges the strings
// (Tensor::charge_texts).
class TextCharge {
 public:
  // Call it before a string of `bytes` bytes is made: refuses a large one at once.
  void expect(size_t bytes) {
    if (bytes >= step) require_memory(bytes);
  }
  // Call it after each string is written. Throws LimitExceeded if the strings do not fit.
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
