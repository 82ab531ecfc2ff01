// What several operators leave open in the same way.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "engine/operators/choice.h"
#include "engine/operators/idle_choices.h"
#include "engine/operators/integers_of_reals.h"
#include "engine/values/evaluation.h"

namespace etalon {
namespace {

// The least value of an integer type, and the first beyond its greatest.
std::pair<double, double> range_of(DType type) {
  const bool is_signed = is_signed_integer(type);
  const double beyond = std::ldexp(1.0, bit_width(type) - (is_signed ? 1 : 0));
  return {is_signed ? -beyond : 0, beyond};
}

Bools outside(const Reals& exact, DType type) {
  const auto [least, beyond] = range_of(type);
  Bools result = empty_array<bool>(exact.shape());
  for (size_t i = 0; i < result.size(); ++i) {
    result.data()[i] = exact.data()[i] < least || exact.data()[i] >= beyond;
  }
  return result;
}

// Integers whose exact values lie outside the type's range may also be what otherwise(value) makes
// of these: options `chosen`, as Y has it, and `name`.
Tensor beyond_range(const Tensor& Y, std::string_view point, const std::function<Reals()>& exact,
                    std::string_view chosen, std::string_view name,
                    const std::function<int64_t(double)>& otherwise) {
  if (!evaluation().choices || choices_are_idle() || !is_integer(Y.dtype())) return Y;
  const Reals values = exact();
  const auto others = [&] {
    Ints integers = empty_array<int64_t>(values.shape());
    std::transform(values.begin(), values.end(), integers.begin(), otherwise);
    return Tensor::of(Y.dtype(), integers);
  };
  return choice(Y, point, [&] { return outside(values, Y.dtype()); }, chosen, {{name, others}});
}

}  // namespace

bool any_repeated(const std::vector<int64_t>& axes, size_t rank) {
  std::set<int64_t> seen;
  return std::any_of(axes.begin(), axes.end(), [&](int64_t axis) {
    return !seen.insert(axis < 0 ? axis + int64_t(rank) : axis).second;
  });
}

Tensor either_of(const Tensor& Y, std::string_view point, std::string_view chosen,
                 std::string_view name, const std::function<Tensor()>& other) {
  if (!evaluation().choices || choices_are_idle()) return Y;
  Tensor second = other();
  const auto differ = [&] {
    Bools open = empty_array<bool>(Y.shape());
    by_slot(Y.dtype(), [&]<class W>() {
      const std::span<const W> a = Y.slots<W>(), b = second.slots<W>();
      for (size_t i = 0; i < open.size(); ++i) open.data()[i] = a[i] != b[i];
    });
    return open;
  };
  return choice(Y, point, differ, chosen, {{name, [&] { return second; }}});
}

Tensor either_zero(const Tensor& Y, std::string_view point) {
  return either_zero(Y, point, [&] { return full(Y.shape(), true); });
}

Tensor either_zero(const Tensor& Y, std::string_view point, const Where& among) {
  if (!evaluation().choices || !is_float(Y.dtype())) return Y;
  const auto zeros = [&] { return Bools(xt::equal(Y.as<double>(), 0.0) && among()); };
  return choice(Y, point, zeros, "computed",
                {{"plus", [&] { return scalar(Y.dtype(), 0.0); }},
                 {"minus", [&] { return scalar(Y.dtype(), -0.0); }}});
}

Tensor nan_or_number(const Tensor& Y, std::string_view point,
                     const std::function<Tensor()>& ignored) {
  if (!evaluation().choices || !is_float(Y.dtype())) return Y;
  return choice(Y, point, [&] { return nans(Y); }, "propagate", {{"ignore", ignored}});
}

Tensor limit_or_nan(const Tensor& Y, std::string_view point, const Tensor& X,
                    const std::function<Tensor()>& limit) {
  if (!evaluation().choices || !is_float(Y.dtype())) return Y;
  const auto where = [&] { return Bools(xt::isinf(X.as<double>()) && nans(Y)); };
  return choice(Y, point, where, "nan", {{"limit", limit}});
}

Tensor wrap_or_saturate(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact) {
  return beyond_range(Y, point, exact, "wrap", "saturate", [type = Y.dtype()](double value) {
    return value < range_of(type).first ? lowest(type) : highest(type);
  });
}

Tensor saturate_or_wrap(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact) {
  return beyond_range(Y, point, exact, "saturate", "wrap",
                      [](double value) { return static_cast<int64_t>(std::fmod(value, 0x1p62)); });
}

namespace {

using ToWhole = double (*)(double);
const std::pair<std::string_view, ToWhole> ways_to_whole[] = {
    {"truncate", std::trunc}, {"floor", std::floor}, {"nearest", std::round}};

// Where the point of any_integer_for is met.
Bools is_no_integer(const Tensor& Y, const Reals& exact) {
  Bools result = outside(exact, Y.dtype());
  const Reals y = Y.as<double>();
  for (size_t i = 0; i < result.size(); ++i) {
    const double x = exact.data()[i];
    result.data()[i] = !result.data()[i] && std::fabs(x) < 0x1p52 && x != y.data()[i];
  }
  return result;
}

// Where the tensors, of integers, differ.
Bools differing(const Tensor& A, const Tensor& B) {
  return Bools(xt::not_equal(A.as<int64_t>(), B.as<int64_t>()));
}

}  // namespace

Tensor any_integer_for(const Tensor& Y, std::string_view point, const std::function<Reals()>& exact,
                       std::string_view chosen, const std::vector<Option>& others) {
  if (!evaluation().choices || choices_are_idle() || !is_integer(Y.dtype())) return Y;
  const Reals x = exact();
  const Bools open = is_no_integer(Y, x);
  at_point(point, xt::any(open));
  std::vector<Option> options = others;
  for (const auto& [name, to_whole] : ways_to_whole) {
    if (name == chosen && name != "nearest") continue;
    Ints whole = Y.as<int64_t>();
    for (size_t i = 0; i < whole.size(); ++i) {
      if (open.data()[i]) whole.data()[i] = static_cast<int64_t>(to_whole(x.data()[i]));
    }
    options.push_back({name == chosen ? "away" : name,
                       [result = Tensor::of(Y.dtype(), whole)] { return result; }});
  }
  const auto where = [&] {
    Bools any = full(Y.shape(), false);
    for (const Option& option : options) any = any || differing(option.result(), Y);
    return any;
  };
  return choice(Y, point, where, chosen, options);
}

Tensor short_of(const Tensor& Y, const Reals& exact, double part) {
  Ints whole = Y.as<int64_t>();
  for (size_t i = 0; i < whole.size(); ++i) {
    const double x = exact.data()[i], nearest = std::rint(x);
    const bool is_near = std::fabs(x) < 0x1p52 && std::fabs(x - nearest) <= part * std::fabs(x);
    if (!is_near || nearest == 0) continue;
    whole.data()[i] = static_cast<int64_t>(nearest - std::copysign(1.0, x));
  }
  return Tensor::of(Y.dtype(), whole);
}

Tensor either_neighbour(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& exact) {
  if (!evaluation().choices || choices_are_idle() || !is_float(Y.dtype())) return Y;
  return either_of(Y, point, "even", "odd", [&] {
    const Reals x = exact();
    Reals other = Y.as<double>();
    for (size_t i = 0; i < x.size(); ++i) {
      // Only of a tie is the mirror image of the nearest number a number of the type.
      const double mirrored = 2 * x.data()[i] - other.data()[i];
      if (std::isfinite(mirrored) && round_to(Y.dtype(), mirrored) == mirrored) {
        other.data()[i] = mirrored;
      }
    }
    return Tensor::decided(Y.dtype(), other);
  });
}

namespace {

// Whether a step of at most this magnitude may exceed a type.
bool exceeds(DType type, double magnitude) {
  const double rounded = round_to(type, magnitude);
  // float8 and float4 saturate: a step that reaches their end may have exceeded it.
  return !std::isfinite(rounded) || rounded < magnitude / 2;
}

// Where Y is a finite float and a step of at most this magnitude may exceed its type.
Bools may_overflow(const Tensor& Y, const Reals& largest) {
  const Reals y = Y.as<double>();
  Bools open = empty_array<bool>(Y.shape());
  for (size_t i = 0; i < open.size(); ++i) {
    open.data()[i] = std::isfinite(y.data()[i]) && exceeds(Y.dtype(), std::fabs(largest.data()[i]));
  }
  return open;
}

Tensor overflowing(const Tensor& Y, std::string_view point, const Where& open, bool divides) {
  if (!evaluation().choices || !is_float(Y.dtype())) return Y;
  const double infinity = std::numeric_limits<double>::infinity();
  const auto constant = [&](double value) {
    return [type = Y.dtype(), value] { return scalar(type, value); };
  };
  std::vector<Option> options{{"nan", constant(std::nan(""))},
                              {"infinity", constant(infinity)},
                              {"minus_infinity", constant(-infinity)}};
  if (divides) options.push_back({"zero", constant(0)});
  return choice(Y, point, open, "exact", options);
}

}  // namespace

Tensor step_or_exact(const Tensor& Y, std::string_view point,
                     const std::function<Reals()>& magnitude) {
  const auto open = [&] { return may_overflow(Y, magnitude()); };
  return overflowing(Y, point, open, false);
}

Tensor sum_or_exact(const Tensor& Y, std::string_view point, const std::function<Reals()>& largest,
                    const std::function<Sides()>& sides) {
  const auto open = [&] {
    Bools result = may_overflow(Y, largest());
    const Reals y = Y.as<double>();
    if (std::none_of(y.begin(), y.end(), [](double each) { return std::isinf(each); })) {
      return result;
    }
    const Sides of = sides();
    for (size_t i = 0; i < result.size(); ++i) {
      const auto exceed = [&](const Reals& side) { return exceeds(Y.dtype(), side.data()[i]); };
      if (std::isinf(y.data()[i])) result.data()[i] = exceed(of.above) && exceed(of.below);
    }
    return result;
  };
  return overflowing(Y, point, open, false);
}

Sides sides_of(const Reals& x) {
  // An infinity as a number, whose product with a 0 of a side is 0.
  constexpr double huge = 1e300;
  return {xt::clip(x, 0.0, huge), xt::clip(-x, 0.0, huge)};
}

Tensor divisor_or_exact(const Tensor& Y, std::string_view point,
                        const std::function<Reals()>& magnitude) {
  const auto open = [&] { return may_overflow(Y, magnitude()); };
  return overflowing(Y, point, open, true);
}

Tensor magnitudes(const Tensor& X) {
  return Tensor::decided(X.dtype(), Reals(xt::abs(X.as<double>())));
}

Tensor in_float64(const Tensor& X) { return Tensor::decided(DType::float64, X.as<double>()); }

Reals beyond(DType type, const Reals& steps) {
  Reals result = empty_array<double>(steps.shape());
  std::transform(steps.begin(), steps.end(), result.begin(), [&](double step) {
    return std::isfinite(round_to(type, step)) ? 0.0 : std::numeric_limits<double>::infinity();
  });
  return result;
}

namespace {

// The sums of the products above 0, and below 0: of the factors' parts of one sign. Of products of
// very many factors they are not told apart.
Sides sides_of(std::vector<Tensor> operands, size_t factors, const SumsOf& sums) {
  constexpr size_t most_factors = 6;
  if (factors > most_factors) {
    const Reals any = full(sums(operands).shape(), std::numeric_limits<double>::infinity());
    return {any, any};
  }
  std::vector<Sides> parts;
  for (size_t k = 0; k < operands.size(); ++k) {
    Tensor& X = operands[k];
    if (k < factors) parts.push_back(sides_of(X.as<double>()));
    X = Tensor::zeros(DType::float64, X.shape());
  }
  Sides result{Reals(0.0), Reals(0.0)};
  for (size_t signs = 0; signs < size_t{1} << factors; ++signs) {
    for (size_t k = 0; k < factors; ++k) {
      const bool negative = (signs >> k & 1U) != 0;
      operands[k] = Tensor::decided(DType::float64, negative ? parts[k].below : parts[k].above);
    }
    Reals& side = std::popcount(signs) % 2 == 0 ? result.above : result.below;
    side = Reals(side + sums(operands).as<double>());
  }
  return result;
}

}  // namespace

Tensor open_sums(const Tensor& Y, const std::vector<Tensor>& operands, size_t factors,
                 const SumsOf& sums) {
  if (!evaluation().choices || choices_are_idle()) return Y;
  const auto with_all = [&](Tensor (*change)(const Tensor&)) {
    std::vector<Tensor> changed;
    changed.reserve(operands.size());
    for (const Tensor& X : operands) changed.push_back(change(X));
    return sums(changed).as<double>();
  };
  if (!is_float(Y.dtype())) {
    return wrap_or_saturate(Y, "integer_overflow", [&] { return with_all(in_float64); });
  }
  // No sum of products of the operands' elements is greater.
  double bound = 1;
  for (const Tensor& X : operands) {
    const Reals x = X.as<double>();
    bound *= std::accumulate(x.begin(), x.end(), 1.0,
                             [](double sum, double each) { return sum + std::fabs(each); });
  }
  const bool fits = std::isfinite(bound) && std::isfinite(round_to(Y.dtype(), bound));
  Tensor signs = either_zero(Y, "negative_zero");
  if (fits) return signs;
  return sum_or_exact(
      signs, "overflow", [&] { return with_all(magnitudes); },
      [&] { return sides_of(operands, factors, sums); });
}

Tensor open_sums(Opening& open, const std::vector<std::string_view>& factors,
                 const std::vector<std::string_view>& addends, size_t output) {
  std::vector<std::string_view> names;
  std::vector<Tensor> operands;
  for (const auto* inputs : {&factors, &addends}) {
    for (const std::string_view input : *inputs) {
      const Tensor* X = open.call.maybe(input);
      if (!X) continue;
      names.push_back(input);
      operands.push_back(*X);
    }
  }
  const auto sums = [&](const std::vector<Tensor>& changed) {
    NamedValues values;
    for (size_t i = 0; i < names.size(); ++i) values.emplace_back(names[i], changed[i]);
    return open.again(values, output);
  };
  return open_sums(open.output(output), operands, factors.size(), sums);
}

}  // namespace etalon
