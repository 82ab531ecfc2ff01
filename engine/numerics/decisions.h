// The comparisons that decide which branch of its formula an element takes.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/values/evaluation.h"

namespace etalon {

// While it exists, the comparisons of this thread's ArbBalls are recorded. Where bounds are wanted
// (Evaluation::rounding), formulas are evaluated over ArbBalls, element by element (PathScope).
class DecisionLog {
 public:
  enum class Side : uint8_t { less, equal, greater, unordered };  // of the first operand
  struct Comparison {
    size_t place;  // the first comparison of an element is 0; those from most_places on are one
    Side side;
    double a, b;         // the middles of the operands
    size_t element = 0;  // the number of elements that began before this one
  };
  static constexpr size_t most_places = 8, side_count = 4;

  // Of each place and side, `most` comparisons are kept.
  explicit DecisionLog(size_t most = 8) : most_(most) {}

  // The next comparison is the first of an element.
  void element_begins() {
    place_ = 0;
    ++elements_;
  }
  void compared(double a, double b);

  // For each place and side some of its comparisons.
  const std::vector<Comparison>& comparisons() const { return comparisons_; }
  size_t elements() const { return elements_; }

 private:
  const size_t most_;
  size_t place_ = 0, elements_ = 0;
  std::vector<Comparison> comparisons_;
  std::vector<size_t> counts_ = std::vector<size_t>((most_places + 1) * side_count);
  const Setting<DecisionLog*> in_force_{&Evaluation::decisions, this};
};

}  // namespace etalon
