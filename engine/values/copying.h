// Copying elements from one tensor to another, for operators that move elements.
#pragma once

#include <algorithm>
#include <string>
#include <type_traits>

#include "engine/values/limits.h"
#include "engine/values/texts.h"

namespace etalon {

// Copies elements, checks the time budget, and charges strings to the memory budget for as long as
// it exists.
template <class W>
class Copying {
 public:
  void one(const W& from, W& to) {
    if constexpr (is_text) charge_.expect(from.size());
    to = from;
    if constexpr (is_text) charge_.add(to);
    copied(1);
  }
  W* all(const W* from, size_t elements, W* to) {
    return in_steps(elements, to, [&](size_t at, size_t some) {
      if constexpr (is_text) return one(from[at], to[at]);
      std::copy_n(from + at, some, to + at);
      copied(some);
    });
  }
  W* fill(const W& with, size_t elements, W* to) {
    return in_steps(elements, to, [&](size_t at, size_t some) {
      if constexpr (is_text) return one(with, to[at]);
      std::fill_n(to + at, some, with);
      copied(some);
    });
  }
  // from(i) for each i to to[i].
  template <class From>
  void each(size_t elements, W* to, From from) {
    in_steps(elements, to, [&](size_t at, size_t some) {
      if constexpr (is_text) return one(from(at), to[at]);
      for (size_t i = at; i < at + some; ++i) to[i] = from(i);
      copied(some);
    });
  }

 private:
  static constexpr bool is_text = std::is_same_v<W, std::string>;
  static constexpr size_t step = (size_t{1} << 22) / sizeof(W);  // under a millisecond

  // copy(at, some) for all elements, some at a time.
  template <class Copy>
  W* in_steps(size_t elements, W* to, Copy copy) {
    const size_t most = is_text ? 1 : step;
    for (size_t at = 0; at < elements; at += most) copy(at, std::min(most, elements - at));
    return to + elements;
  }

  void copied(size_t elements) {
    if (is_text || (copied_ += elements) < step) return;
    copied_ = 0;
    check_deadline();
  }

  size_t copied_ = 0;  // since the deadline was last looked at
  TextCharge charge_;
};

}  // namespace etalon
