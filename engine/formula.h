// The functions that an operator's formula is written with.
//
// A formula says which exact real numbers, or wrapping integers, the operator returns. It is a
// template over the number type R and never says how numbers are represented. The functions below
// evaluate it over balls (intervals) of doubles; over balls with more and more bits where doubles
// do not decide a digit; and over balls with the errors of runtimes where bounds are wanted. Each
// result is rounded once, to the type that the function is given.
//
// Numbers:
//   each(A, B, f)                f(a, b) for each pair of elements of A and B, which broadcast
//   holds(A, B, f)               the same of a condition f, by the elements' exact values: bools
//   by_sets(X, axes, f)          f(x) for sets of elements: softmax, norms, reductions
//   each_output(type, shape, f)  f<R>(i, j, …) for each output: products, convolutions, samples
//   evaluated(type, f)           f<R>(): an array as a whole
//   exactly(f)                   f<R>(): a bool or whole number that exact numbers decide
// within which a formula has
//   R                            a + b, a < b, maximum(a, b), real::exp(a), …: what the concept
//                                Real (carriers.h) lists
//   Array<R>                     xtensor's arrays: + - * /, real::exp(x), …; sum_over(x), …
//   Reader, Sum<R>               x.at<R>(i, j): elements one by one; Σ in any order
//   rounded_to(type, x)          where the text rounds in the middle
//
// Order and windows return positions to take elements from:
//   sorted_along(X, axis, before), best_along(X, axis, better)      TopK; ArgMax
//   window_of(call, …), by_windows(X, window, f), kernel_reads(window, o)   pools, convolutions
//
// Movement. Elements keep their bits:
//   take(X, at), take_along(X, axis, at)        elements at positions; at indices along an axis
//   pick(X, axis, indices), slice(X, axis, …)   entries of an axis; those from start to end
//   choose(condition, X, Y)                     X where the condition holds, else Y
//   concat(tensors, axis), transposed(X, perm), broadcast_to(X, shape), X.reshaped(shape)
//   positions(shape), coordinate(shape, axis)   arrays to work out positions with
//
// Other types, other operators:
//   cast(X, type)                               as Cast does
//   step_of(call, "Relu", 14, inputs)           the outputs of ONNX's operator
//
// What the specification's text refuses or leaves open:
//   InvalidInput("…").at("point")    the inputs are an error; by the open point, if there is one
//   undefined(stand_in, "…")         the text gives no result
//
// Which function to use, where several would do:
//   each, pairwise, by_element       Formulas of tensors' numbers, rounded: each. Exact values of
//                                    two tensors, for indices or text: pairwise. Elements of arrays
//                                    that are there already, in a formula or out of it: by_element.
//   Tensor::of, decided, rounded     An array of integers, bools, strings, or doubles to round
//                                    once: Tensor::of. Doubles that the type has exactly, or whose
//                                    rounding is proved: Tensor::decided. Array<R>: rounded.
//
// Every call below returns a rounded tensor. To keep an intermediate value exact, compute it inside
// one call; a formula that shares exact numbers among several outputs gives them all at once.
#pragma once

#include <utility>
#include <vector>

#include "engine/numerics/cast.h"
#include "engine/numerics/comparisons.h"
#include "engine/numerics/each.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/order.h"
#include "engine/numerics/outputs.h"
#include "engine/numerics/sets.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/delegate.h"
#include "engine/operators/input_shapes.h"
#include "engine/operators/output_type.h"
#include "engine/values/evaluation.h"
#include "engine/values/limits.h"

namespace etalon {

// Elements.

// Y = f(x) for each element x of X, or f(a, b, …) for those of several tensors, which broadcast: as
// `type`, or as the first one's type. f takes and returns values of the number type R; use
// real::exp, real::log, … on them. With each<numbers> R may be int64_t or uint64_t, too. Throws
// InvalidInput where the shapes do not fit.
template <Over over = reals, class F>
Tensor each(const Tensor& X, F f) {
  return detail::each(X.dtype(), detail::element_formula<over, 1>(f), {&X});
}
template <Over over = reals, class F>
Tensor each(const Tensor& A, const Tensor& B, F f) {
  return detail::each(A.dtype(), detail::element_formula<over, 2>(f), {&A, &B});
}
template <Over over = reals, class F>
Tensor each(const Tensor& A, const Tensor& B, const Tensor& C, F f) {
  return detail::each(A.dtype(), detail::element_formula<over, 3>(f), {&A, &B, &C});
}
template <Over over = reals, class F>
Tensor each(const Tensor& A, const Tensor& B, const Tensor& C, const Tensor& D, F f) {
  return detail::each(A.dtype(), detail::element_formula<over, 4>(f), {&A, &B, &C, &D});
}
template <Over over = reals, class F>
Tensor each(const Tensor& A, const Tensor& B, const Tensor& C, const Tensor& D, const Tensor& E,
            F f) {
  return detail::each(A.dtype(), detail::element_formula<over, 5>(f), {&A, &B, &C, &D, &E});
}
template <Over over = reals, class F>
Tensor each(DType type, const Tensor& X, F f) {
  return detail::each(type, detail::element_formula<over, 1>(f), {&X});
}
template <Over over = reals, class F>
Tensor each(DType type, const Tensor& A, const Tensor& B, F f) {
  return detail::each(type, detail::element_formula<over, 2>(f), {&A, &B});
}
template <Over over = reals, class F>
Tensor each(DType type, const Tensor& A, const Tensor& B, const Tensor& C, F f) {
  return detail::each(type, detail::element_formula<over, 3>(f), {&A, &B, &C});
}
// f(x), where x is a std::vector<R> with one element of each tensor.
template <Over over = reals, class F>
Tensor each(const std::vector<Tensor>& X, F f) {
  std::vector<const Tensor*> operands;
  for (const Tensor& one : X) operands.push_back(&one);
  return detail::each(X.at(0).dtype(), detail::element_formula<over, 0>(f), operands);
}

// Y = true where f holds for the element, or the pair of elements. f takes the elements' exact
// values: double, int64_t or uint64_t.
template <class F>
Tensor holds(const Tensor& X, F f) {
  return detail::holds(detail::element_test<1>(f), {&X});
}
template <class F>
Tensor holds(const Tensor& A, const Tensor& B, F f) {
  return detail::holds(detail::element_test<2>(f), {&A, &B});
}

// c = f(a, b) for each pair of elements of A and B, which broadcast, by their exact values: T and U
// are double, int64_t, uint64_t, bool, std::complex<double> or std::string.
template <class T, class U = T, class F>
Array<std::invoke_result_t<F, T, U>> pairwise(const Tensor& A, const Tensor& B, F f) {
  const Shape shape = broadcast_shapes(A.shape(), B.shape());
  const Array<T> a = broadcast_to(A, shape).as<T>();
  const Array<U> b = broadcast_to(B, shape).as<U>();
  Array<std::invoke_result_t<F, T, U>> c = empty_array<std::invoke_result_t<F, T, U>>(shape);
  for (size_t i = 0; i < c.size(); ++i) c.data()[i] = f(a.data()[i], b.data()[i]);
  return c;
}

// Sets.

// f(x) for the sets of X's elements that lie along these axes, some sets at a time. x [sets,
// elements] and f(x) are Arrays<R>. f(x) has as many elements for each set as x, and the result has
// X's shape; or it has one element for each set, and the axes of the result have size 1. f may also
// take (x, sets): sets.of<R>(parameter) gives one value for each set, [sets, 1]. Sums over a set
// may be in any order. With by_sets<numbers> R may be int64_t or uint64_t; with
// by_sets<truncated_reals> integers are evaluated as reals, and the results are truncated.
template <Over over = reals, class F>
Tensor by_sets(const Tensor& X, const std::vector<size_t>& axes, F f) {
  return detail::by_sets(X, axes, {X.dtype()}, detail::set_formula<over>(f))[0];
}
// As above, for several results, which are rounded to these types: f returns several Arrays<R>.
template <Over over = reals, class F>
std::vector<Tensor> by_sets(const Tensor& X, const std::vector<size_t>& axes,
                            const std::vector<DType>& types, F f) {
  return detail::by_sets(X, axes, types, detail::set_formula<over>(f));
}

// Outputs.

// Y[i, j, …] = f.operator()<R>(i, j, …) for each index of the shape; or f<R>(index). With
// each_output<numbers> R may be int64_t or uint64_t.
template <Over over = reals, class F>
Tensor each_output(DType type, const Shape& shape, F f) {
  return detail::each_output(type, shape, detail::output_formula<over>(f));
}

// Y = f.operator()<R>(), an Array<R>.
template <class F>
Tensor evaluated(DType type, F f) {
  return over_reals(type, [&]<class R>() {
    return rounded(type, static_cast<Array<R>>(f.template operator()<R>()));
  });
}

// For each output [N, C, output…] of a window that slides over X [N, C, D…], the position in X that
// f(x, read) returns. x has the exact values of all of X's elements, as double, int64_t or
// uint64_t; read has the positions that the window reads, in the kernel's order and without the
// padding.
template <class F>
Ints by_windows(const Tensor& X, const Window& window, F f) {
  return detail::by_windows(X, window, detail::window_formula(f));
}

// Order.

// For each line of X along an axis, the indices of its elements in sorted order. The sort is
// stable. before(a, b) takes the elements' exact values: double, int64_t or uint64_t.
template <class F>
Ints sorted_along(const Tensor& X, size_t axis, F before) {
  return detail::sorted_along(X, axis, detail::element_order(before));
}
// The index of each line's best element; among equals the first, or the last. The axis stays as
// size 1. A NaN is better than all numbers.
enum class Ties { first, last };
template <class F>
Ints best_along(const Tensor& X, size_t axis, F better, Ties ties = Ties::first) {
  return detail::best_along(X, axis, detail::element_order(better), ties == Ties::last);
}

// What exact numbers decide.

// f.operator()<R>(), for a result that is not a real number: a comparison, a whole number. Throws
// Undecided where bounds are wanted and rounding may change the result.
template <class F>
auto exactly(F f) {
  count_work(4 * work_per_step);
  return over_reals(DType::float32, f);
}
// x as an int64_t; x must be a whole number: to_integer(real::floor(x)).
template <class R>
int64_t to_integer(const R& x) {
  return static_cast<int64_t>(x.middle());
}

// What the text leaves open.

// Throws Unspecified, with this sentence, for a result that the text does not define. Where open
// elements are recorded, it returns the stand-in instead, and the operator's entry in open/ marks
// it as open.
template <class T, class... Args>
T undefined(T stand_in, fmt::format_string<Args...> sentence, Args&&... args) {
  if (evaluation().choices) return stand_in;
  throw Unspecified(sentence, std::forward<Args>(args)...);
}

}  // namespace etalon
