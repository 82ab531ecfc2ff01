#include "conformance/generate/values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "conformance/generate/special_numbers.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

constexpr std::string_view class_names[value_class_count] = {
    "ordinary",      "zeros",    "subnormal", "extreme",  "powers",   "halfway",
    "cancel",        "nan",      "infinity",  "ties",     "text",     "dot-zeros",
    "dot-exponents", "dot-onto", "dot-mixes", "dot-wide", "dot-plain"};

bool of_dot_product(ValueClass values) { return values >= ValueClass::dot_zeros; }

// One element, three of ten, or all of them become what `special` returns.
template <class T, class Special>
void change_some(Array<T>& values, Draw& draw, Special special) {
  if (values.size() == 0) return;
  const double share = unit(draw);
  values.flat(place(draw, values.size())) = special();
  if (share < 0.4) return;
  for (T& value : values) {
    if (share >= 0.8 || unit(draw) < 0.3) value = special();
  }
}

// Two of the elements, repeated.
Tensor tied(const Tensor& X, Draw& draw) {
  if (X.size() == 0) return X;
  Ints source = positions(X.shape());
  const auto pick = [&] { return static_cast<int64_t>(place(draw, X.size())); };
  const int64_t a = pick();
  const int64_t b = pick();
  for (int64_t& each : source) {
    if (unit(draw) < 0.9) each = unit(draw) < 0.5 ? a : b;
  }
  return take(X, source);
}

Reals changed(ValueClass values, DType type, Reals array, bool positive, Draw& draw) {
  SpecialReals special(type, positive, draw);
  if (of_dot_product(values) || values == ValueClass::cancel) {
    for (double& value : array) value = special(values, value);
  } else {
    change_some(array, draw, [&] { return special(values, 1); });
  }
  return array;
}

Tensor texts_of_class(const Tensor& ordinary, Draw& draw) {
  Texts texts = ordinary.as<std::string>();
  change_some(texts, draw, [&] { return special_text(draw); });
  return Tensor::of(DType::string, texts);
}

Tensor complexes_of_class(ValueClass values, const Tensor& ordinary, Draw& draw) {
  const DType part = ordinary.dtype() == DType::complex64 ? DType::float32 : DType::float64;
  Complexes numbers = ordinary.as<std::complex<double>>();
  SpecialReals special(part, false, draw);
  change_some(numbers, draw, [&] {
    return std::complex<double>(special(values, 1), unit(draw) < 0.5 ? special(values, 1) : 1);
  });
  return Tensor::of(ordinary.dtype(), numbers);
}

template <class T>
Tensor integers_of_class(ValueClass values, const Tensor& ordinary, bool positive, Draw& draw) {
  const DType type = ordinary.dtype();
  Array<T> array = ordinary.as<T>();
  change_some(array, draw,
              [&] { return static_cast<T>(special_integer(values, type, positive, draw)); });
  return Tensor::of(type, array);
}

// All classes that fit one of the types, the frequent ones three times.
std::vector<ValueClass> fitting(const std::vector<DType>& types) {
  std::vector<ValueClass> classes;
  for (int i = 1; i < static_cast<int>(ValueClass::dot_zeros); ++i) {
    const auto values = static_cast<ValueClass>(i);
    if (std::none_of(types.begin(), types.end(), [&](DType t) { return fits(values, t); })) {
      continue;
    }
    const bool frequent = values == ValueClass::nan || values == ValueClass::infinity ||
                          values == ValueClass::extreme || values == ValueClass::subnormal;
    classes.insert(classes.end(), frequent ? 3 : 1, values);
  }
  return classes;
}

}  // namespace

std::string_view name(ValueClass values) { return class_names[static_cast<int>(values)]; }

std::optional<ValueClass> value_class_named(std::string_view text) {
  for (int i = 0; i < value_class_count; ++i) {
    if (class_names[i] == text) return static_cast<ValueClass>(i);
  }
  return std::nullopt;
}

bool fits(ValueClass values, DType type) {
  if (values == ValueClass::ordinary) return true;
  if (values == ValueClass::ties) return type != DType::boolean;
  if (type == DType::string) return values == ValueClass::text;
  if (type == DType::boolean || values == ValueClass::text) return false;
  if (is_complex(type)) return !of_dot_product(values) && values != ValueClass::cancel;
  if (is_integer(type)) {
    return values == ValueClass::zeros || values == ValueClass::extreme ||
           values == ValueClass::powers || values == ValueClass::cancel ||
           (values == ValueClass::halfway && bit_width(type) >= 16);
  }
  const bool wide = bit_width(type) >= 16;
  if (type == DType::float8e8m0) {
    return values == ValueClass::extreme || values == ValueClass::powers;
  }
  if (values == ValueClass::infinity || of_dot_product(values)) return wide;
  if (values == ValueClass::nan) return bit_width(type) >= 8;
  return true;
}

bool sums_products(std::string_view op_type) {
  static const std::set<std::string_view> names = {"Attention",
                                                   "CausalConvWithState",
                                                   "Conv",
                                                   "ConvTranspose",
                                                   "DFT",
                                                   "DeformConv",
                                                   "Einsum",
                                                   "GRU",
                                                   "Gemm",
                                                   "LSTM",
                                                   "LinearAttention",
                                                   "LinearClassifier",
                                                   "LinearRegressor",
                                                   "MatMul",
                                                   "RNN",
                                                   "ReduceL2",
                                                   "ReduceSumSquare",
                                                   "STFT",
                                                   "SVMClassifier",
                                                   "SVMRegressor"};
  return names.count(op_type) != 0;
}

ValueClass draw_class(Draw& draw, const std::vector<DType>& types, std::string_view op_type,
                      double ordinary) {
  constexpr int dot_classes = value_class_count - static_cast<int>(ValueClass::dot_zeros);
  const std::vector<ValueClass> classes = fitting(types);
  const bool floats = std::any_of(types.begin(), types.end(),
                                  [](DType type) { return fits(ValueClass::dot_plain, type); });
  if (floats && sums_products(op_type) && draw.chance((1 - ordinary) / 4)) {
    const auto first = static_cast<size_t>(ValueClass::dot_zeros);
    return static_cast<ValueClass>(first + draw.below(dot_classes));
  }
  if (classes.empty() || !draw.chance(1 - ordinary)) return ValueClass::ordinary;
  return draw.pick(classes);
}

Tensor of_class(ValueClass values, const Tensor& ordinary, const Range& range, Draw& draw) {
  const DType type = ordinary.dtype();
  if (values == ValueClass::ordinary || !fits(values, type)) return ordinary;
  if (values == ValueClass::ties) return tied(ordinary, draw);
  if (type == DType::string) return texts_of_class(ordinary, draw);
  if (is_complex(type)) return complexes_of_class(values, ordinary, draw);
  const bool positive = range.low >= 0 && unit(draw) < 0.75;
  if (is_float(type)) {
    return Tensor::of(type, changed(values, type, ordinary.as<double>(), positive, draw));
  }
  if (is_signed_integer(type)) return integers_of_class<int64_t>(values, ordinary, positive, draw);
  return integers_of_class<uint64_t>(values, ordinary, positive, draw);
}

Tensor unsettled(const Tensor& X, Draw& draw) {
  if (X.size() == 0 || X.dtype() == DType::string) return X;
  Ints source = positions(X.shape());
  const auto last = static_cast<int64_t>(X.size() - 1);
  for (int64_t& each : source) {
    if (draw.chance(0.3)) each = draw.between(0, last);
  }
  const Tensor mixed = take(X, source);
  if (is_integer(X.dtype())) {
    Ints values = mixed.as<int64_t>();
    const std::vector<int64_t> extremes = {0, -1, lowest(X.dtype()), highest(X.dtype())};
    for (int64_t& each : values) {
      if (draw.chance(0.2)) each = draw.pick(extremes);
    }
    return Tensor::of(X.dtype(), values);
  }
  if (!is_float(X.dtype())) return mixed;
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> specials = {std::nan(""), infinity, -infinity, 0.0, -0.0, 0.5, 3e38};
  Reals values = mixed.as<double>();
  for (double& each : values) {
    if (draw.chance(0.3)) each = draw.pick(specials);
  }
  return Tensor::of(X.dtype(), values);
}

}  // namespace etalon
