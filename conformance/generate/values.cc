#include "conformance/generate/values.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "conformance/generate/elements.h"
#include "conformance/generate/space.h"
#include "conformance/generate/special_numbers.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

constexpr std::string_view class_names[value_class_count] = {
    "ordinary",  "zeros",         "subnormal", "extreme",   "powers",   "halfway",
    "cancel",    "nan",           "infinity",  "ties",      "equal",    "text",
    "dot-zeros", "dot-exponents", "dot-onto",  "dot-mixes", "dot-wide", "dot-plain"};

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
    const double imaginary = unit(draw) < 0.5 ? special(values, 1) : 1;
    return std::complex<double>(special(values, 1), imaginary);
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
    if (!fits(values, types)) continue;
    const bool frequent = values == ValueClass::nan || values == ValueClass::infinity ||
                          values == ValueClass::extreme || values == ValueClass::subnormal;
    classes.insert(classes.end(), frequent ? 3 : 1, values);
  }
  return classes;
}

constexpr size_t most_sorted = 1 << 16;  // ties are not sought in larger tensors
constexpr size_t long_text = 24;         // bytes

class Classes {
 public:
  void note(bool found, const char* name) {
    if (found) names_.insert(name);
  }
  template <class T>
  void note_tie(std::vector<T> values) {
    if (values.size() > most_sorted) return;
    std::sort(values.begin(), values.end());
    note(std::adjacent_find(values.begin(), values.end()) != values.end(), "tie");
  }
  std::vector<std::string> names() const {
    if (names_.empty()) return {"ordinary"};
    return {names_.begin(), names_.end()};
  }

 private:
  std::set<std::string> names_;
};

void note_reals(Classes& classes, DType type, const std::vector<double>& values) {
  const FloatLimits limits = float_limits(type);
  const double normal = limits.least_normal();
  // The greatest number and its neighbour.
  const double extreme = limits.greatest * (1 - std::ldexp(1, -limits.digits + 1));
  std::vector<double> finite;
  for (const double x : values) {
    const double size = std::fabs(x);
    classes.note(std::isnan(x), "nan");
    classes.note(std::isinf(x), "infinity");
    classes.note(x == 0, std::signbit(x) ? "-0" : "0");
    classes.note(size > 0 && size < normal, "subnormal");
    classes.note(std::isfinite(x) && size >= extreme, "extreme");
    if (!std::isnan(x)) finite.push_back(x);
  }
  classes.note_tie(std::move(finite));
}

void note_signed(Classes& classes, DType type, const Ints& values) {
  for (const int64_t x : values) {
    classes.note(x == 0, "0");
    classes.note(x < 0, "negative");
    classes.note(x <= lowest(type) + 1 || x >= highest(type) - 1, "extreme");
  }
  classes.note_tie(std::vector<int64_t>(values.begin(), values.end()));
}

void note_unsigned(Classes& classes, DType type, const Naturals& values) {
  const auto greatest = static_cast<uint64_t>(highest(type));
  for (const uint64_t x : values) {
    classes.note(x == 0, "0");
    classes.note(x >= greatest - 1, "extreme");
  }
  classes.note_tie(std::vector<uint64_t>(values.begin(), values.end()));
}

void note_texts(Classes& classes, const Texts& values) {
  for (const std::string& text : values) {
    classes.note(text.empty(), "empty");
    classes.note(text.size() >= long_text, "long");
    classes.note(std::any_of(text.begin(), text.end(),
                             [](char c) { return static_cast<unsigned char>(c) >= 0x80; }),
                 "non-ASCII");
  }
  classes.note_tie(std::vector<std::string>(values.begin(), values.end()));
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
  if (values == ValueClass::ordinary || values == ValueClass::equal) return true;
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

bool fits(ValueClass values, const std::vector<DType>& types) {
  if (values == ValueClass::equal) {
    return types.size() > 1 && std::count(types.begin(), types.end(), types[0]) > 1;
  }
  return std::any_of(types.begin(), types.end(), [&](DType type) { return fits(values, type); });
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
  std::vector<ValueClass> classes = fitting(types);
  if (sums_products(op_type)) std::erase(classes, ValueClass::equal);
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
  const bool kept = values == ValueClass::ordinary || values == ValueClass::equal;
  if (kept || !fits(values, type)) return ordinary;
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

Tensor at_places_of(const Shape& shape, const Tensor& first) {
  const size_t common = std::min(first.rank(), shape.size());
  Ints at = xt::zeros<int64_t>(shape);
  int64_t step = 1;
  for (size_t back = 1; back <= common; ++back) {
    const size_t axis = shape.size() - back;
    const auto length = static_cast<int64_t>(first.dim(first.rank() - back));
    const int64_t beyond = static_cast<int64_t>(shape[axis]) - length;
    const Ints from_end = xt::maximum(coordinate(shape, axis) - beyond, int64_t{0});
    at += step * from_end;
    step *= length;
  }
  at += static_cast<int64_t>(first.size()) - step;  // the last place of the axes before these
  return take(first, at);
}

Tensor with_elements_of(const Tensor& first, const Tensor& X, Draw& draw) {
  if (first.size() == 0 || X.size() == 0) return X;
  Bools chosen = empty_array<bool>(X.shape());
  for (bool& each : chosen) each = unit(draw) < 0.5;
  chosen.flat(place(draw, X.size())) = true;
  return choose(chosen, at_places_of(X.shape(), first), X);
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

std::vector<std::string> classes_of(const Tensor& tensor) {
  Classes classes;
  const DType type = tensor.dtype();
  if (type == DType::string) {
    note_texts(classes, tensor.as<std::string>());
  } else if (is_complex(type)) {
    const Complexes values = tensor.as<std::complex<double>>();
    const DType part = type == DType::complex64 ? DType::float32 : DType::float64;
    std::vector<double> re, im;
    for (const std::complex<double>& value : values) {
      re.push_back(value.real());
      im.push_back(value.imag());
    }
    note_reals(classes, part, re);
    note_reals(classes, part, im);
  } else if (is_float(type)) {
    const Reals values = tensor.as<double>();
    note_reals(classes, type, {values.begin(), values.end()});
  } else if (is_signed_integer(type)) {
    note_signed(classes, type, tensor.as<int64_t>());
  } else if (is_unsigned_integer(type)) {
    note_unsigned(classes, type, tensor.as<uint64_t>());
  }
  return classes.names();
}

}  // namespace etalon
