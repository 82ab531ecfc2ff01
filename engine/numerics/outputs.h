// Formulas of single outputs: readers, sums, and the implementation of each_output() in
// engine/formula.h.
#pragma once

#include <cmath>
#include <concepts>
#include <vector>

#include "engine/numerics/carriers.h"
#include "engine/numerics/compensated.h"
#include "engine/numerics/each.h"
#include "engine/numerics/sampled_sums.h"
#include "engine/numerics/window.h"
#include "engine/values/evaluation.h"
#include "engine/values/limits.h"

namespace etalon {

// The elements of a tensor of floats, integers or bools, read one by one: as any number type R,
// integers also as int64_t or uint64_t.
class Reader {
 public:
  explicit Reader(const Tensor& X);
  // Of an optional input; false where it is left out.
  explicit Reader(const Tensor* X);
  explicit operator bool() const { return given_; }

  const Shape& shape() const { return shape_; }
  size_t dim(size_t axis) const { return shape_[axis]; }
  size_t size() const { return size_; }

  // Element x.at<R>(i, j, …), with one index for each axis; or x.at<R>(position), row-major.
  template <class R, std::convertible_to<size_t>... Index>
  R at(Index... index) const {
    if constexpr (sizeof...(Index) == 1) {
      return element<R>((static_cast<size_t>(index), ...));
    } else {
      size_t position = 0, axis = 0;
      ((position = position * shape_[axis++] + static_cast<size_t>(index)), ...);
      return element<R>(position);
    }
  }
  template <class R>
  R at(const Shape& index) const {
    return element<R>(position_of(index, shape_));
  }
  // 0 where the last index is −1: in a padding.
  template <class R>
  R at_or_zero(size_t i, size_t j, int64_t k) const {
    return k < 0 ? R(0) : at<R>(i, j, static_cast<size_t>(k));
  }
  // The elements as doubles, without their errors; the nearest double of an integer.
  const Reals& values() const;

 private:
  template <class R>
  R element(size_t position) const {
    if constexpr (!std::same_as<R, ArbBall>) {
      if (varies_) throw Undecided();
    }
    if constexpr (std::integral<R>) {
      return static_cast<R>(ints_.data()[position]);
    } else {
      if (is_wide_) return exact<R>(position);
      if constexpr (std::same_as<R, Ball>) {
        return {reals_.data()[position], radius_};
      } else {
        R value(reals_.data()[position]);
        if constexpr (std::same_as<R, ArbBall>) {
          if (errors_.size() != 0) value.widen(errors_.data()[position]);
          if (residues_.size() != 0) {
            return with_residue_of(std::move(value), residues_.data()[position]);
          }
        }
        return value;
      }
    }
  }
  // An element of 64 bits, which a double may not hold.
  template <class R>
  R exact(size_t position) const;

  bool given_ = true;
  Shape shape_;
  size_t size_;
  Reals reals_;
  Ints ints_;                                // of integers and bools; of uint64 the bits
  bool is_wide_ = false, is_signed_ = true;  // integers of 64 bits
  Reals errors_;                             // that the tensor carries; empty if it carries none
  Ints residues_;                            // the same
  bool varies_;                              // Side::varies
  double radius_ = element_radius();
};

template <>
inline double Reader::exact(size_t position) const {
  return is_signed_ ? static_cast<double>(ints_.data()[position])
                    : static_cast<double>(static_cast<uint64_t>(ints_.data()[position]));
}
template <>
Ball Reader::exact(size_t position) const;
template <>
ArbBall Reader::exact(size_t position) const;

// True for 0 itself, not for other balls that contain it.
template <BallCarrier R>
bool is_exact_zero(const R& x) {
  if constexpr (std::same_as<R, ArbBall>) {
    if (x.varies()) return false;
  }
  return x.middle() == 0 && x.radius() == 0;
}

// Σ of terms: −0 if all are −0; 0 if there are none. Reals may be added in any order: where bounds
// are wanted, the sum contains the results of every order. Integers wrap.
template <class R>
class Sum {
 public:
  void add(const R& term) {
    sum_ = count_ == 0 ? term : static_cast<R>(sum_ + term);
    count(1);
  }
  R result() const { return sum_; }

 protected:
  void count(size_t terms) {
    constexpr uint64_t cost = std::same_as<R, ArbBall> ? detail::arb_work : work_per_step;
    constexpr size_t at_once = 256;
    count_ += terms;
    uncounted_ += terms;
    if (uncounted_ >= at_once) count_work(cost * std::exchange(uncounted_, 0));
  }

  R sum_ = R(0);
  size_t count_ = 0, uncounted_ = 0;
};

// Compensated, so that nearly every digit of a long sum is decided.
template <>
class Sum<Ball> {
 public:
  void add(const Ball& term);
  Ball result() const;

 private:
  Compensated sum_;
  SampledSum samples_;
  size_t count_ = 0;
  bool special_ = false;  // a term is infinite or NaN itself
  bool unknown_ = false;  // a term or sum is not known at all
};

template <>
class Sum<ArbBall> {
 public:
  void add(const ArbBall& term);
  ArbBall result() const;

 private:
  const Rounding* rounding_ = evaluation().rounding;
  ArbBall sum_ = 0;
  double magnitude_ = 0;   // Σ |terms|
  double of_factors_ = 0;  // what rounding the factors of products adds
  size_t count_ = 0;
};

namespace detail {

// The position that a window gives, compiled once for each C++ type of exact values.
struct WindowFormula {
  const void* f;
  template <class T>
  using Of = int64_t (*)(const void* f, const Array<T>& x, const std::vector<int64_t>& read);
  Of<double> doubles;
  Of<int64_t> ints;
  Of<uint64_t> naturals;
};
Ints by_windows(const Tensor& X, const Window& window, const WindowFormula& formula);

template <class T, class F>
int64_t of_window(const void* f, const Array<T>& x, const std::vector<int64_t>& read) {
  return (*static_cast<const F*>(f))(x, read);
}
template <class F>
WindowFormula window_formula(const F& f) {
  return {&f, of_window<double, F>, of_window<int64_t, F>, of_window<uint64_t, F>};
}

struct OutputFormula {
  const void* f;
  template <class R>
  using Of = R (*)(const void* f, const Shape& index);
  Of<Ball> ball;
  Of<ArbBall> arb;
  Of<int64_t> integer = nullptr;
  Of<uint64_t> natural = nullptr;
};
Tensor each_output(DType type, const Shape& shape, const OutputFormula& formula);

template <class R, size_t N, class F>
R output_at(const void* f, const Shape& index) {
  const F& formula = *static_cast<const F*>(f);
  return [&]<size_t... I>(std::index_sequence<I...>)->R {
    return formula.template operator()<R>(index[I]...);
  }
  (std::make_index_sequence<N>());
}
template <class R, class F>
R output_at_index(const void* f, const Shape& index) {
  return static_cast<const F*>(f)->template operator()<R>(index);
}

// How many indices a formula takes; 0 for one that takes the index as a whole.
template <class F>
constexpr size_t rank_of_formula() {
  if constexpr (requires(const F& f, const Shape& at) { f.template operator()<Ball>(at); }) {
    return 0;
  } else if constexpr (requires(const F& f) { f.template operator()<Ball>(1UL); }) {
    return 1;
  } else if constexpr (requires(const F& f) { f.template operator()<Ball>(1UL, 1UL); }) {
    return 2;
  } else if constexpr (requires(const F& f) { f.template operator()<Ball>(1UL, 1UL, 1UL); }) {
    return 3;
  } else if constexpr (requires(const F& f) { f.template operator()<Ball>(1UL, 1UL, 1UL, 1UL); }) {
    return 4;
  } else {
    return 5;
  }
}

template <Over over, class F>
OutputFormula output_formula(const F& f) {
  constexpr size_t N = rank_of_formula<F>();
  const auto of = [&]<class R>() -> OutputFormula::Of<R> {
    if constexpr (N == 0) {
      return output_at_index<R, F>;
    } else {
      return output_at<R, N, F>;
    }
  };
  OutputFormula formula{&f, of.template operator()<Ball>(), of.template operator()<ArbBall>()};
  if constexpr (over == numbers) {
    formula.integer = of.template operator()<int64_t>();
    formula.natural = of.template operator()<uint64_t>();
  }
  return formula;
}

}  // namespace detail
}  // namespace etalon
