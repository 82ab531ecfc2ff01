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
    double a, b;  // the middles of the operands
  };
  static constexpr size_t most_places = 8, side_count = 4;

  // The next comparison is the first of an element.
  void element_begins() { place_ = 0; }
  void compared(double a, double b);

  // For each place and side some of its comparisons.
  const std::vector<Comparison>& comparisons() const { return comparisons_; }

 private:
  size_t place_ = 0;
  std::vector<Comparison> comparisons_;
  std::vector<size_t> counts_ = std::vector<size_t>((most_places + 1) * side_count);
  const Setting<DecisionLog*> in_force_{&Evaluation::decisions, this};
};

}  // namespace etalon
