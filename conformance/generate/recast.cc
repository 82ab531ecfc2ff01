#include "conformance/generate/recast.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace etalon {

namespace {

double number_of(const std::string& text, size_t position) {
  double number = 0;
  const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = problem == std::errc() && end == text.data() + text.size();
  return whole ? number : static_cast<double>(position);
}

Reals numbers_of(const Tensor& tensor) {
  Reals numbers = empty_array<double>(tensor.shape());
  if (tensor.dtype() == DType::string) {
    const Texts texts = tensor.as<std::string>();
    for (size_t i = 0; i < texts.size(); ++i) numbers.flat(i) = number_of(texts.flat(i), i);
  } else if (is_complex(tensor.dtype())) {
    const Complexes values = tensor.as<std::complex<double>>();
    for (size_t i = 0; i < values.size(); ++i) numbers.flat(i) = values.flat(i).real();
  } else if (tensor.dtype() == DType::boolean) {
    const Naturals values = tensor.as<uint64_t>();
    for (size_t i = 0; i < values.size(); ++i) {
      numbers.flat(i) = static_cast<double>(values.flat(i));
    }
  } else {
    numbers = tensor.as<double>();
  }
  return numbers;
}

// The integer nearest to `x` in the range from `low` to `high` of a type.
double whole(double x, double low, double high) {
  return std::isnan(x) ? 0 : std::clamp(std::rint(x), low, high);
}

// Converts each number by `f` into an array of T.
template <class T, class F>
Array<T> converted(const Reals& numbers, F&& f) {
  Array<T> array = empty_array<T>({numbers.shape().begin(), numbers.shape().end()});
  for (size_t i = 0; i < numbers.size(); ++i) array.flat(i) = f(numbers.flat(i));
  return array;
}

// 2^53: above it, doubles do not represent all integers.
constexpr double greatest_whole = 9007199254740992.0;

Tensor tensor_of(const Reals& numbers, DType type) {
  if (is_float(type)) return Tensor::of(type, numbers);
  if (is_signed_integer(type)) {
    const double low = std::max(static_cast<double>(lowest(type)), -greatest_whole);
    const double high = std::min(static_cast<double>(highest(type)), greatest_whole);
    return Tensor::of(type, converted<int64_t>(numbers, [&](double x) {
                        return static_cast<int64_t>(whole(x, low, high));
                      }));
  }
  if (is_unsigned_integer(type)) {
    const auto most = static_cast<double>(static_cast<uint64_t>(highest(type)));
    const double high = std::min(most, greatest_whole);
    return Tensor::of(type, converted<uint64_t>(numbers, [&](double x) {
                        return static_cast<uint64_t>(whole(std::abs(x), 0, high));
                      }));
  }
  if (is_complex(type)) {
    return Tensor::of(type, converted<std::complex<double>>(
                                numbers, [](double x) { return std::complex<double>(x); }));
  }
  if (type == DType::string) {
    return Tensor::of(
        type, converted<std::string>(numbers, [](double x) { return fmt::format("{}", x); }));
  }
  return Tensor::of(type, converted<bool>(numbers, [](double x) { return x != 0; }));
}

std::optional<Value> recast_sequence(const Value& value, const Type& element) {
  Sequence sequence{element, {}};
  const Values items = value.is_sequence() ? value.sequence().items : Values{value};
  for (const Value& item : items) {
    const std::optional<Value> one = recast(item, element);
    if (!one) return std::nullopt;
    sequence.items.push_back(*one);
  }
  return Value(sequence);
}

std::optional<Value> recast_map(const Value& value, const Type& type) {
  if (!value.is_map()) return std::nullopt;
  Map map{recast(value.map().keys, type.dtype), {}, *type.element};
  for (const Value& item : value.map().values) {
    const std::optional<Value> one = recast(item, *type.element);
    if (!one) return std::nullopt;
    map.values.push_back(*one);
  }
  return Value(map);
}

// The first item of a sequence or the value in an optional; nullptr if there is none.
const Value* inner(const Value& value) {
  if (value.is_sequence() && !value.sequence().items.empty()) {
    return &value.sequence().items.front();
  }
  return value.is_optional() ? value.optional().held.get() : nullptr;
}

}  // namespace

Tensor recast(const Tensor& tensor, DType type) {
  return tensor.dtype() == type ? tensor : tensor_of(numbers_of(tensor), type);
}

std::optional<Value> recast(const Value& value, const Type& type) {
  if (value.absent() || to_string(value.type()) == to_string(type)) return value;
  switch (type.kind) {
    case Type::Kind::tensor:
      if (value.is_tensor()) return Value(recast(value.tensor(), type.dtype));
      return inner(value) == nullptr ? std::nullopt : recast(*inner(value), type);
    case Type::Kind::sequence:
      if (value.is_optional()) {
        return inner(value) == nullptr ? std::nullopt : recast(*inner(value), type);
      }
      return recast_sequence(value, *type.element);
    case Type::Kind::optional: {
      const Value& held = value.is_optional() && inner(value) != nullptr ? *inner(value) : value;
      if (held.is_optional()) return Value(Optional{*type.element, nullptr});
      const std::optional<Value> one = recast(held, *type.element);
      if (!one) return std::nullopt;
      return Value(Optional{*type.element, std::make_shared<const Value>(*one)});
    }
    case Type::Kind::map:
      return recast_map(value, type);
    default:
      return std::nullopt;
  }
}

}  // namespace etalon
