// Formulas of sets of elements: the implementation of by_sets() in engine/formula.h.
#pragma once

#include <vector>

#include "engine/numerics/carriers.h"
#include "engine/numerics/each.h"

namespace etalon {

// The sets of elements that a formula is evaluated on, a block of sets at a time.
class Sets {
 public:
  // Those from `first` on of all sets of X, whose axes `perm` puts those of a set at the end.
  struct All {
    Shape X, sets;  // X's shape; the same with the sets' axes of size 1
    std::vector<size_t> perm;
    size_t length;  // of a set
  };
  Sets(const All& all, size_t first, size_t count) : all_(all), first_(first), count_(count) {}

  // The number of the block's first set among all, and how many the block has.
  size_t first() const { return first_; }
  size_t count() const { return count_; }
  // One value for each set of the block, [sets, 1], of a parameter that broadcasts to X's shape
  // with the sets' axes of size 1.
  template <class R>
  Array<R> of(const Tensor& parameter) const {
    return elements_of<R>(take(parameter, by_set(parameter.shape())));
  }
  // One value for each element of the block, [sets, elements], of a parameter that broadcasts to X.
  template <class R>
  Array<R> elements(const Tensor& parameter) const {
    return elements_of<R>(take(parameter, by_element(parameter.shape())));
  }

 private:
  // The positions of these values.
  Ints by_set(const Shape& parameter) const;
  Ints by_element(const Shape& parameter) const;

  const All& all_;
  size_t first_, count_;
};

template <class R>
using Arrays = std::vector<Array<R>>;

// Over the elements of each set of x [sets, elements]: [sets, 1].
template <class T>
Array<T> sum_over(const Array<T>& x) {
  return sum_over(x, {1});
}
template <class T>
Array<T> product_over(const Array<T>& x) {
  return product_over(x, {1});
}
template <class T>
Array<T> max_over(const Array<T>& x) {
  return max_over(x, {1});
}
template <class T>
Array<T> min_over(const Array<T>& x) {
  return min_over(x, {1});
}
template <class T>
Array<T> mean_over(const Array<T>& x) {
  return mean_over(x, {1});
}

namespace detail {

struct SetFormula {
  const void* f;
  template <class R>
  using Of = Arrays<R> (*)(const void* f, const Array<R>& x, const Sets& sets);
  Of<Ball> balls;
  Of<WideBall> wide_balls;
  Of<ArbBall> arbs;
  Of<int64_t> ints = nullptr;
  Of<uint64_t> naturals = nullptr;
  bool truncates = false;
};
std::vector<Tensor> by_sets(const Tensor& X, const std::vector<size_t>& axes,
                            const std::vector<DType>& types, const SetFormula& formula);

template <class R>
Arrays<R> listed(Array<R> result) {
  Arrays<R> list;
  list.push_back(std::move(result));
  return list;
}
template <class R>
Arrays<R> listed(Arrays<R> results) {
  return results;
}

template <class R, class F>
Arrays<R> of_sets(const void* f, const Array<R>& x, const Sets& sets) {
  const F& formula = *static_cast<const F*>(f);
  if constexpr (std::is_invocable_v<const F&, const Array<R>&, const Sets&>) {
    return listed(formula(x, sets));
  } else {
    return listed(formula(x));
  }
}

template <Over over, class F>
SetFormula set_formula(const F& f) {
  SetFormula formula{&f, of_sets<Ball, F>, of_sets<WideBall, F>, of_sets<ArbBall, F>};
  formula.truncates = over == Over::truncated;
  if constexpr (over == numbers) {
    formula.ints = of_sets<int64_t, F>;
    formula.naturals = of_sets<uint64_t, F>;
  }
  return formula;
}

}  // namespace detail
}  // namespace etalon
