#include "engine/numerics/each.h"

#include "engine/numerics/carriers.h"
#include "engine/numerics/elementwise.h"
#include "engine/numerics/paths.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon::detail {
namespace {

using Operands = std::vector<const Tensor*>;

Shape shape_of(const Operands& X) {
  Shape shape = X[0]->shape();
  for (size_t k = 1; k < X.size(); ++k) shape = broadcast_shapes(shape, X[k]->shape());
  return shape;
}

// The operands, block by block.
template <class T>
class Blocks {
 public:
  Blocks(const Operands& X, const Shape& shape) : rooms_(X.size()), blocks_(X.size()) {
    readers_.reserve(X.size());
    for (const Tensor* each : X) {
      readers_.push_back(std::make_unique<BroadcastReader<T>>(*each, shape));
    }
  }
  const T* const* next(size_t count) {
    for (size_t k = 0; k < readers_.size(); ++k) {
      blocks_[k] = readers_[k]->next(count, rooms_[k].data());
    }
    return blocks_.data();
  }

 private:
  std::vector<std::unique_ptr<BroadcastReader<T>>> readers_;
  std::vector<std::array<T, block_size>> rooms_;
  std::vector<const T*> blocks_;
};

// write(x, count, y) for each block of the result, of carriers R.
template <class T, class R, class Write>
Tensor by_blocks(DType type, const Operands& X, Write write) {
  const Shape shape = shape_of(X);
  Blocks<T> blocks(X, shape);
  BlockWriter<R> writer(type, shape);
  while (const size_t count = writer.count()) {
    write(blocks.next(count), count, writer.room());
    writer.written();
  }
  return writer.result();
}

template <class T>
Tensor directly(DType type, const ElementFormula& formula, ElementFormula::Block<T> block,
                const Operands& X) {
  return by_blocks<T, T>(type, X, [&](const T* const* x, size_t count, T* y) {
    block(formula.f, x, X.size(), count, y);
  });
}

// One element after the other over Arb's balls.
template <class F>
void each_arb(const Operands& X, const Shape& shape, F f) {
  std::vector<Array<ArbBall>> x;
  for (const Tensor* each : X) x.push_back(broadcast_array(elements_of<ArbBall>(*each), shape));
  std::vector<ArbBall> element(X.size());
  for (size_t i = 0; i < element_count(shape); ++i) {
    count_work(arb_work);
    for (size_t k = 0; k < X.size(); ++k) element[k] = x[k].data()[i];
    f(i, element.data());
  }
}

Tensor bounded(DType type, const ElementFormula& formula, const Operands& X) {
  const Shape shape = shape_of(X);
  Array<ArbBall> values = empty_array<ArbBall>(shape);
  each_arb(X, shape, [&](size_t i, const ArbBall* x) {
    values.data()[i] = over_paths_or_unknown([&] { return formula.arb(formula.f, x, X.size()); });
  });
  return rounded(type, values);
}

bool fits_double(const Tensor& X) {
  if (!is_integer(X.dtype()) || bit_width(X.dtype()) < 64) return true;
  const auto fits = [](auto x) {
    return x <= (int64_t{1} << 53) && (x > 0 ? x : 0 - x) <= (int64_t{1} << 53);
  };
  const Ints x = X.as<int64_t>();
  return std::all_of(x.begin(), x.end(), [&](int64_t each) {
    return each != std::numeric_limits<int64_t>::min() && fits(each);
  });
}

// Of operands of which doubles do not hold every element.
Tensor over_wide_integers(DType type, const ElementFormula& formula, const Operands& X) {
  const Shape shape = shape_of(X);
  Reals values = empty_array<double>(shape);
  each_arb(X, shape, [&](size_t i, const ArbBall* x) {
    std::vector<double> near(X.size());
    std::vector<const double*> blocks(X.size());
    for (size_t k = 0; k < X.size(); ++k) {
      near[k] = x[k].middle();
      blocks[k] = &near[k];
    }
    double y = 0;
    formula.doubles(formula.f, blocks.data(), X.size(), 1, &y);
    const bool finite =
        std::all_of(near.begin(), near.end(), [](double v) { return std::isfinite(v); });
    values.data()[i] = !finite ? y : refined(type, y, [&]() -> ArbBall {
      return formula.arb(formula.f, x, X.size());
    });
  });
  return Tensor::decided(type, values);
}

bool all_are(DType type, const Operands& X) {
  return std::all_of(X.begin(), X.end(), [&](const Tensor* x) { return x->dtype() == type; });
}

// True if no element has more than 24 bits.
bool is_single(const Tensor& X) {
  if (is_integer(X.dtype())) return bit_width(X.dtype()) <= 16;
  if (X.dtype() != DType::float64) return true;
  if (X.size() != 1) return false;
  const double x = X.with_side(nullptr).item<double>();
  return std::isnan(x) || round_to(DType::float32, x) == x;
}

// True if a sum, product or quotient of elements in double, rounded again to `type`, is the exact
// one rounded once: of numbers of at most 24 bits, because 53 ≥ 2 · 24 + 2 (Figueroa: When is
// double rounding innocuous?, 1995), and of all where float64 is the type.
bool is_rounded_once(DType type, const Operands& X) {
  return type == DType::float64 ||
         std::all_of(X.begin(), X.end(), [](const Tensor* x) { return is_single(*x); });
}

Tensor over_reals(DType type, const ElementFormula& formula, const Operands& X) {
  if (evaluation().once_over_arbs()) return bounded(type, formula, X);
  if (!std::all_of(X.begin(), X.end(), [](const Tensor* x) { return fits_double(*x); })) {
    return over_wide_integers(type, formula, X);
  }
  if (!evaluation().plain && !evaluation().sampled && is_rounded_once(type, X) &&
      formula.is_one_rounding(formula.f, X.size())) {
    return formula.singles && type == DType::float32 && all_are(type, X)
               ? directly(type, formula, formula.singles, X)
               : directly(type, formula, formula.doubles, X);
  }
  return by_blocks<double, double>(type, X, [&](const double* const* x, size_t count, double* y) {
    formula.rounded(formula.f, type, x, X.size(), count, y);
  });
}

}  // namespace

Tensor each(DType type, const ElementFormula& formula, const Operands& X) {
  if (is_float(type)) return over_reals(type, formula, X);
  if (!formula.ints)
    throw InternalError("a formula of real numbers does not take tensor({})", name(type));
  return is_signed_integer(type) ? directly(type, formula, formula.ints, X)
                                 : directly(type, formula, formula.naturals, X);
}

namespace {

// Whether a is to b as the comparison says: 1 or 0, as a function of inputs.
ArbBall compared(ElementTest::Relation relation, const ArbBall& a, const ArbBall& b) {
  using enum ElementTest::Relation;
  const auto holds = [&] {
    switch (relation) {
      case less:
        return a < b;
      case less_equal:
        return a <= b;
      case greater:
        return a > b;
      case greater_equal:
        return a >= b;
      case equal:
        return a == b;
      case other:
        break;
    }
    throw Undecided();
  };
  return over_paths([&]() -> ArbBall { return holds() ? 1.0 : 0.0; });
}

Tensor holds_over_field(const ElementTest& test, const Operands& X) {
  const Shape shape = shape_of(X);
  Array<ArbBall> values = empty_array<ArbBall>(shape);
  each_arb(X, shape, [&](size_t i, const ArbBall* x) {
    values.data()[i] = compared(test.relation, x[0], x[1]);
  });
  const Tensor result = rounded(DType::float32, values);
  return with_residues(Tensor::of(DType::boolean, result.with_side(nullptr).as<bool>()),
                       residues_of(result), varies(result));
}

}  // namespace

Tensor holds(const ElementTest& test, const Operands& X) {
  if (std::any_of(X.begin(), X.end(), [](const Tensor* x) { return varies(*x); })) {
    return holds_over_field(test, X);
  }
  const auto over = [&]<class T>(ElementTest::Block<T> block) {
    return by_blocks<T, bool>(DType::boolean, X, [&](const T* const* x, size_t count, bool* y) {
      block(test.f, x, X.size(), count, y);
    });
  };
  return numeric(X[0]->dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, double>) {
      return over(test.doubles);
    } else if constexpr (std::is_same_v<T, int64_t>) {
      return over(test.ints);
    } else {
      return over(test.naturals);
    }
  });
}

}  // namespace etalon::detail
