#include "engine/numerics/outputs.h"

#include "engine/numerics/paths.h"
#include "engine/numerics/rounded_once.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"
#include "engine/values/side.h"

namespace etalon {

Reader::Reader(const Tensor& X)
    : shape_(X.shape()), size_(X.size()), residues_(residues_of(X)), varies_(varies(X)) {
  const bool is_integral = is_integer(X.dtype()) || X.dtype() == DType::boolean;
  if (is_integral) {
    ints_ = X.as<int64_t>();
    is_signed_ = is_signed_integer(X.dtype());
    is_wide_ = bit_width(X.dtype()) == 64;
  }
  if (!is_wide_) reals_ = X.with_side(nullptr).as<double>();
  errors_ = has_errors(X) ? errors_of(X) : empty_array<double>({0});
}

Reader::Reader(const Tensor* X) : Reader(X ? *X : Tensor()) { given_ = X != nullptr; }

const Reals& Reader::values() const {
  if (varies_) throw Undecided();
  return reals_;
}

namespace {

// Two doubles whose sum is x.
template <class R>
R exact_integer(int64_t x, bool is_signed) {
  const Setting exact(&Evaluation::rounding, nullptr);
  const auto high = is_signed ? static_cast<double>(x >> 32)
                              : static_cast<double>(static_cast<uint64_t>(x) >> 32);
  return R(high * 0x1p32) + R(static_cast<double>(x & 0xffff'ffff));
}

}  // namespace

template <>
Ball Reader::exact(size_t position) const {
  return exact_integer<Ball>(ints_.data()[position], is_signed_);
}
template <>
ArbBall Reader::exact(size_t position) const {
  return exact_integer<ArbBall>(ints_.data()[position], is_signed_);
}

void Sum<Ball>::add(const Ball& term) {
  constexpr size_t at_once = 256;
  if (++count_ % at_once == 0) count_work(work_per_step * at_once);
  if (term.is_product()) return samples_.add_product(term.middle());
  if (term.is_sample()) return samples_.add(term.middle());
  constexpr double unknown = std::numeric_limits<double>::infinity();
  const bool was_finite = sum_.finite();
  sum_.add(term);
  if (!(term.radius() < unknown)) unknown_ = true;
  if (!std::isfinite(term.middle())) {
    special_ = true;
  } else if (was_finite && !sum_.finite()) {
    unknown_ = true;
  }
}

Ball Sum<Ball>::result() const {
  constexpr double unknown = std::numeric_limits<double>::infinity();
  if (count_ == 0) return 0;
  if (!samples_.empty()) return samples_.result() + sum_.value();
  if (unknown_) return {sum_.value(), unknown};
  return special_ ? Ball(sum_.value()) : sum_.ball();
}

void Sum<ArbBall>::add(const ArbBall& term) {
  count_work(detail::arb_work);
  ++count_;
  if (!rounding_) {
    sum_ = count_ == 1 ? term : sum_ + term;
    return;
  }
  const Setting exact(&Evaluation::rounding, nullptr);
  sum_ += term;
  magnitude_ += std::fabs(term.middle()) + term.radius() + term.of_factors();
  of_factors_ += term.of_factors();
}

ArbBall Sum<ArbBall>::result() const {
  ArbBall sum = sum_;
  if (!rounding_) return sum;
  if (of_factors_ == 0) {
    if (count_ > 1) sum.widen(rounding_->of_sum(double(count_) - 1) * magnitude_);
    return sum;
  }
  const Rounding sums = rounding_->of_products();
  if (!(magnitude_ < sums.greatest)) return ArbBall::unknown();
  sum.widen(of_factors_ + sums.of_sum(double(count_)) * magnitude_ + double(count_) * sums.tiny);
  return sum;
}

namespace detail {
namespace {

template <class F>
void each_place(const Shape& shape, F f) {
  Shape index(shape.size(), 0);
  for (size_t i = 0, count = element_count(shape); i < count; ++i) {
    count_work(work_per_step);
    f(i, static_cast<const Shape&>(index));
    for (size_t axis = shape.size(); axis-- > 0 && ++index[axis] == shape[axis];) index[axis] = 0;
  }
}

template <class T>
Tensor of_integers(DType type, const Shape& shape, const OutputFormula& formula,
                   OutputFormula::Of<T> f) {
  Array<T> Y = empty_array<T>(shape);
  each_place(shape, [&](size_t i, const Shape& index) { Y.data()[i] = f(formula.f, index); });
  return Tensor::of(type, Y);
}

double decided_output(DType type, const OutputFormula& formula, const Shape& index) {
  if (type != DType::float64 || evaluation().sampled) {
    try {
      const Ball y = formula.ball(formula.f, index);
      if (decides(type, y)) return y.middle();
    } catch (const Undecided&) {
    }
  }
  return refined_once(type, [&]() -> ArbBall { return formula.arb(formula.f, index); });
}

template <class T>
Ints of_windows(const Tensor& X, const Window& window, const WindowFormula& formula,
                WindowFormula::Of<T> f) {
  Ints Y = empty_array<int64_t>(output_shape(X.dim(0), X.dim(1), window));
  const Array<T> x = X.reshaped({X.size()}).as<T>();
  const size_t inputs = split_at(X.shape(), 2).after, outputs = split_at(Y.shape(), 2).after;
  std::vector<int64_t> read;
  for (size_t i = 0; i < Y.size(); ++i) {
    read.clear();
    const Reads reads(window, i % outputs, i / outputs * inputs);
    count_work(work_per_step * (reads.count() + 1));
    reads.each([&](size_t at) { read.push_back(static_cast<int64_t>(at)); });
    Y.data()[i] = f(formula.f, x, read);
  }
  return Y;
}

Array<Ball> known_outputs(DType type) {
  const auto helped = type == DType::float64 ? std::nullopt : help_with_outputs();
  if (!helped) return empty_array<Ball>({0});
  return helped->help(*helped->call);
}

}  // namespace

Ints by_windows(const Tensor& X, const Window& window, const WindowFormula& formula) {
  return numeric(X.dtype(), [&]<class T>() {
    if constexpr (std::is_same_v<T, double>) {
      return of_windows<T>(X, window, formula, formula.doubles);
    } else if constexpr (std::is_same_v<T, int64_t>) {
      return of_windows<T>(X, window, formula, formula.ints);
    } else {
      return of_windows<T>(X, window, formula, formula.naturals);
    }
  });
}

Tensor each_output(DType type, const Shape& shape, const OutputFormula& formula) {
  count_steps(element_count(shape) / 1024);
  if (!is_float(type)) {
    if (!formula.integer)
      throw InternalError("a formula of real numbers does not take tensor({})", name(type));
    return is_signed_integer(type) ? of_integers(type, shape, formula, formula.integer)
                                   : of_integers(type, shape, formula, formula.natural);
  }
  if (evaluation().once_over_arbs()) {
    Array<ArbBall> values = empty_array<ArbBall>(shape);
    each_place(shape, [&](size_t i, const Shape& index) {
      values.data()[i] = over_paths_or_unknown([&] { return formula.arb(formula.f, index); });
    });
    return rounded(type, values);
  }
  const Array<Ball> known = known_outputs(type);
  Reals Y = empty_array<double>(shape);
  each_place(shape, [&](size_t i, const Shape& index) {
    const bool quick = i < known.size() && decides(type, known.data()[i]);
    Y.data()[i] = quick ? known.data()[i].middle() : decided_output(type, formula, index);
  });
  return Tensor::decided(type, Y);
}

}  // namespace detail
}  // namespace etalon
