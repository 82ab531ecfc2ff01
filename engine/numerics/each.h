// Formulas of single elements: the implementation of each() and holds() in engine/formula.h.
#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <vector>

#include "engine/numerics/arb_ball.h"
#include "engine/numerics/depth.h"
#include "engine/numerics/numerics.h"
#include "engine/numerics/rounded.h"
#include "engine/numerics/wide_ball.h"
#include "engine/values/evaluation.h"
#include "engine/values/monte_carlo.h"
#include "engine/values/rounding.h"

namespace etalon {

// The element types that a formula takes. reals: floats, over balls. numbers: also integers and
// bools, over int64_t and uint64_t, which wrap. truncated: integers over balls; the results are
// truncated to integers, and undefined where they are NaN or outside the type.
enum class Over { reals, numbers, truncated };
inline constexpr Over reals = Over::reals;
inline constexpr Over numbers = Over::numbers;
inline constexpr Over truncated_reals = Over::truncated;

namespace detail {

// A formula f of one element of each operand, compiled once for each number type. Blocks have at
// most block_size elements; x[k] has the elements of operand k.
struct ElementFormula {
  const void* f;
  bool (*is_one_rounding)(const void* f, size_t operands);
  void (*rounded)(const void* f, DType type, const double* const* x, size_t operands, size_t count,
                  double* y);
  ArbBall (*arb)(const void* f, const ArbBall* x, size_t operands);
  template <class T>
  using Block = void (*)(const void* f, const T* const* x, size_t operands, size_t count, T* y);
  Block<double> doubles;
  Block<float> singles = nullptr;
  Block<int64_t> ints = nullptr;
  Block<uint64_t> naturals = nullptr;
};
Tensor each(DType type, const ElementFormula& formula, const std::vector<const Tensor*>& X);

// f of the elements x(0), x(1), … of the operands: as N arguments, or as one list if N is 0.
template <class T, size_t N, class F, class X>
T applied(const F& f, size_t operands, X x) {
  if constexpr (N == 0) {
    std::vector<T> list;
    list.reserve(operands);
    for (size_t k = 0; k < operands; ++k) list.push_back(x(k));
    return f(static_cast<const std::vector<T>&>(list));
  } else {
    return [&]<size_t... K>(std::index_sequence<K...>)->T { return f(static_cast<T>(x(K))...); }
    (std::make_index_sequence<N>());
  }
}

template <size_t N, class F>
bool is_one_rounding(const void* f, size_t operands) {
  try {
    PathScope paths;
    do {
      const Depth y =
          applied<Depth, N>(*static_cast<const F*>(f), operands, [](size_t) { return Depth(); });
      if (y.roundings() > 1) return false;
    } while (paths.next());
    return true;
  } catch (const Undecided&) {
    return false;
  }
}

template <size_t N, class F>
void rounded_block(const void* f, DType type, const double* const* x, size_t operands, size_t count,
                   double* y) {
  const F& formula = *static_cast<const F*>(f);
  const double radius = element_radius();
  const bool by_ball = type != DType::float64 || radius != 0;
  const bool by_wide_ball = !by_ball && !evaluation().rounding && !evaluation().sampled;
  for (size_t i = 0; i < count; ++i) {
    bool finite = true;
    for (size_t k = 0; k < operands; ++k) finite = finite && std::isfinite(x[k][i]);
    const auto value = [&](size_t k) { return x[k][i]; };
    if (finite && by_ball) {
      try {
        const Ball ball =
            applied<Ball, N>(formula, operands, [&](size_t k) { return Ball(x[k][i], radius); });
        if (decides(type, ball)) {
          y[i] = ball.middle();
          continue;
        }
      } catch (const Undecided&) {
      }
    }
    if (finite && by_wide_ball) {
      try {
        const Setting scope(&Evaluation::precision, 128);
        const auto result = applied<WideBall, N>(formula, operands, value).rounded(type);
        if (result && *result != 0) {
          y[i] = *result;
          continue;
        }
      } catch (const Undecided&) {
      }
    }
    y[i] = applied<double, N>(formula, operands, value);
    if (!finite) continue;
    y[i] = refined(type, y[i],
                   [&]() -> ArbBall { return applied<ArbBall, N>(formula, operands, value); });
  }
}

template <class T, size_t N, class F>
void block(const void* f, const T* const* x, size_t operands, size_t count, T* y) {
  const F& formula = *static_cast<const F*>(f);
  for (size_t i = 0; i < count; ++i) {
    y[i] = applied<T, N>(formula, operands, [&](size_t k) { return x[k][i]; });
  }
}

template <size_t N, class F>
ArbBall arb_element(const void* f, const ArbBall* x, size_t operands) {
  return applied<ArbBall, N>(*static_cast<const F*>(f), operands, [&](size_t k) { return x[k]; });
}

template <Over over, size_t N, class F>
ElementFormula element_formula(const F& f) {
  ElementFormula formula{&f, is_one_rounding<N, F>, rounded_block<N, F>, arb_element<N, F>,
                         block<double, N, F>};
  if constexpr (over == numbers) {
    formula.singles = block<float, N, F>;
    formula.ints = block<int64_t, N, F>;
    formula.naturals = block<uint64_t, N, F>;
  }
  return formula;
}

// As ElementFormula, for a condition of the elements' values.
struct ElementTest {
  // Comparisons, which also have a meaning over a field.
  enum class Relation { other, less, less_equal, greater, greater_equal, equal };
  const void* f;
  Relation relation;
  template <class T>
  using Block = void (*)(const void* f, const T* const* x, size_t operands, size_t count, bool* y);
  Block<double> doubles;
  Block<int64_t> ints;
  Block<uint64_t> naturals;
};
Tensor holds(const ElementTest& test, const std::vector<const Tensor*>& X);

template <class T, size_t N, class F>
void test_block(const void* f, const T* const* x, size_t, size_t count, bool* y) {
  const F& test = *static_cast<const F*>(f);
  [&]<size_t... K>(std::index_sequence<K...>) {
    for (size_t i = 0; i < count; ++i) y[i] = test(x[K][i]...);
  }
  (std::make_index_sequence<N>());
}

template <class F>
constexpr ElementTest::Relation relation_of() {
  using enum ElementTest::Relation;
  if (std::same_as<F, std::less<>>) return less;
  if (std::same_as<F, std::less_equal<>>) return less_equal;
  if (std::same_as<F, std::greater<>>) return greater;
  if (std::same_as<F, std::greater_equal<>>) return greater_equal;
  return std::same_as<F, std::equal_to<>> ? equal : other;
}

template <size_t N, class F>
ElementTest element_test(const F& f) {
  return {&f, relation_of<F>(), test_block<double, N, F>, test_block<int64_t, N, F>,
          test_block<uint64_t, N, F>};
}

}  // namespace detail
}  // namespace etalon
