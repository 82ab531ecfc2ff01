// Random choices that are equal on every machine for the same seed: they use only MT19937 and exact
// arithmetic. Two draws stand in two statements (or in one braced list): in which order the
// arguments of a call are evaluated is the compiler's choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/numerics/random.h"
#include "engine/values/tensor.h"

namespace etalon {

// Whether a dimension may be 0.
enum class Empty { never, sometimes };

class Draw {
 public:
  explicit Draw(uint32_t seed) : stream_(seed) {}
  // Each choice but those of elements takes the next of `choices`, as a fraction of 2^16: smaller
  // numbers choose smaller dimensions and earlier alternatives, and leave out what has only a
  // chance. When they are used up, the choices are 0, and after many of these the seed's, so that a
  // rule which draws until something holds ends. Elements are the seed's; for seed 0 they are 0, or
  // what is nearest to it.
  Draw(std::vector<uint16_t> choices, uint32_t seed)
      : stream_(seed), choices_(std::move(choices)), guided_(true), plain_(seed == 0) {}

  // Whether choices are given.
  bool guided() const { return guided_; }
  // Shapes that are drawn are often one of these, and dimensions theirs. With Empty::never no shape
  // and no batch is empty.
  void prefer(std::vector<Shape> shapes, Empty empty = Empty::sometimes) {
    preferred_ = std::move(shapes);
    empty_ = empty;
  }

  // 0 … n - 1; n is not 0.
  size_t below(size_t n);
  // Either end included.
  int64_t between(int64_t low, int64_t high);
  std::vector<int64_t> several_between(size_t count, int64_t low, int64_t high);
  bool chance(double probability);
  double real(double low, double high);
  // As between(), for an element.
  int64_t integer(int64_t low, int64_t high);
  template <class T>
  const T& pick(const std::vector<T>& choices) {
    return choices[below(choices.size())];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }
  // 0 … n - 1 in random order.
  std::vector<size_t> permutation(size_t n);
  // Some of 0 … n - 1, ascending; possibly none or all.
  std::vector<size_t> subset(size_t n);

  // From `low` to `high`: multiples of 2^-16, which are exact in float32.
  std::vector<double> reals(size_t count, double low, double high);

  // Small shapes, edge cases included: rank 0, dimensions of 1 and, where allowed, of 0. Where
  // the greatest rank is 4, it is seldom 5 or 6.
  size_t dimension();
  size_t two_or_more() { return 2 + below(4); }
  // The number of samples in a batch: like dimension(), but sometimes 0.
  size_t samples() { return empty_ == Empty::sometimes && chance(0.06) ? 0 : dimension(); }
  Shape shape(size_t least_rank = 0, size_t most_rank = 4, Empty empty = Empty::sometimes);
  // A shape that broadcasts to `whole`: some dimensions 1, some leading ones left out.
  Shape broadcastable_to(const Shape& whole);

 private:
  double fraction();

  RandomStream stream_;
  std::vector<uint16_t> choices_;
  size_t taken_ = 0;
  bool guided_ = false;
  std::vector<Shape> preferred_;
  Empty empty_ = Empty::sometimes;
  bool plain_ = false;  // elements are as near to 0 as they may be
};

}  // namespace etalon
