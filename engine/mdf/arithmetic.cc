#include "engine/mdf/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/numerics/cast.h"
#include "engine/numerics/matmul.h"
#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon::mdf {

namespace {

bool has_numbers(const Tensor& array) {
  return array.dtype() != DType::string && !is_complex(array.dtype());
}

bool is_numeric(const Value& value) {
  if (value.is_array()) return has_numbers(value.array());
  return value.is_list() && makes_array(value) && has_numbers(as_array(value));
}

Tensor numbers(const Value& value, std::string_view what) {
  if (!is_numeric(value)) throw InvalidInput("{} takes numbers, not {}", what, value.described());
  return value.is_array() ? value.array() : as_array(value);
}

// ---------------------------------------------------------------------------- element by element

DType common_type(const Tensor& a, const Tensor& b) {
  const DType x = a.dtype();
  const DType y = b.dtype();
  if (x == y && is_float(x)) return x;
  const bool real = is_float(x) || is_float(y) || x == DType::uint64 || y == DType::uint64;
  return real ? DType::float64 : DType::int64;
}

template <class T>
Array<T> widened(const Tensor& array, const Shape& shape) {
  constexpr DType type = std::is_same_v<T, double> ? DType::float64 : DType::int64;
  const Tensor cast_array = array.dtype() == type ? array : cast(array, type);
  if (cast_array.shape() == shape) return cast_array.as<T>();
  return broadcast_to(cast_array, shape).as<T>();
}

template <class R, class T, class F>
Array<R> each_pair(const Tensor& a, const Tensor& b, F f) {
  const Shape shape = broadcast_shape(a.shape(), b.shape());
  const Array<T> x = widened<T>(a, shape);
  const Array<T> y = widened<T>(b, shape);
  Array<R> z = empty_array<R>(shape);
  std::transform(x.begin(), x.end(), y.begin(), z.begin(), f);
  return z;
}

// f.operator()<T>() on double or int64_t, whichever carries both arrays.
template <class F>
decltype(auto) by_carrier(DType type, F&& f) {
  return is_float(type) ? f.template operator()<double>() : f.template operator()<int64_t>();
}

template <class F>
Value arithmetic(const Tensor& a, const Tensor& b, F f) {
  const DType type = common_type(a, b);
  return by_carrier(type,
                    [&]<class T>() -> Value { return Tensor::of(type, each_pair<T, T>(a, b, f)); });
}

template <class F>
Value comparison(const Tensor& a, const Tensor& b, F f) {
  return by_carrier(common_type(a, b), [&]<class T>() -> Value {
    return Tensor::of(DType::boolean, each_pair<bool, T>(a, b, f));
  });
}

Tensor as_real(const Tensor& array) {
  return is_float(array.dtype()) ? array : cast(array, DType::float64);
}

Value power(const Tensor& a, const Tensor& b) {
  const auto real = [](double x, double y) { return std::pow(x, y); };
  if (is_float(common_type(a, b))) return arithmetic(a, b, real);
  const Ints exponents = cast(b, DType::int64).as<int64_t>();
  const bool negative =
      std::any_of(exponents.begin(), exponents.end(), [](int64_t n) { return n < 0; });
  return negative ? arithmetic(as_real(a), as_real(b), real) : arithmetic(a, b, integer_power);
}

Value product_of_matrices(const Tensor& a, const Tensor& b) {
  const DType type = common_type(a, b);
  return matmul(cast(a, type), cast(b, type));
}

std::string_view symbol_of(Operation operation) {
  switch (operation) {
    case Operation::less:
      return "<";
    case Operation::less_equal:
      return "<=";
    case Operation::greater:
      return ">";
    case Operation::greater_equal:
      return ">=";
    case Operation::add:
      return "+";
    case Operation::subtract:
      return "-";
    case Operation::multiply:
      return "*";
    case Operation::divide:
      return "/";
    case Operation::matmul:
      return "@";
    case Operation::power:
      return "**";
    default:
      throw InternalError("an operation without a symbol");
  }
}

// ------------------------------------------------------------------------------- named functions

using Code = Value (*)(const Tensor& a, const Tensor& b, const Tensor& c);

// Real results whatever the argument.
template <double (*f)(double)>
Value each(const Tensor& a, const Tensor&, const Tensor&) {
  const Tensor real = as_real(a);
  Reals values = real.as<double>();
  for (double& value : values) value = f(value);
  return Tensor::of(real.dtype(), values);
}

template <double (*f)(double, double)>
Value each_of_two(const Tensor& a, const Tensor& b, const Tensor&) {
  return arithmetic(as_real(a), as_real(b), [](double x, double y) { return f(x, y); });
}

Value absolute(const Tensor& a, const Tensor&, const Tensor&) {
  return arithmetic(a, a, [](auto x, auto) { return x < 0 ? -x : x + 0; });
}

Value sign(const Tensor& a, const Tensor&, const Tensor&) {
  return arithmetic(a, a, [](auto x, auto) {
    using T = decltype(x);
    return x != x ? x : static_cast<T>((x > 0) - (x < 0));
  });
}

Value greatest(const Tensor& a, const Tensor& b, const Tensor&) {
  return arithmetic(a, b, [](auto x, auto y) { return maximum(x, y); });
}

Value least(const Tensor& a, const Tensor& b, const Tensor&) {
  return arithmetic(a, b, [](auto x, auto y) { return minimum(x, y); });
}

Value numpy_power(const Tensor& a, const Tensor& b, const Tensor&) { return power(a, b); }

// Python's math.floor and math.ceil give whole numbers.
template <double (*f)(double)>
Value whole(const Tensor& a, const Tensor&, const Tensor&) {
  const double value = f(as_real(a).item<double>());
  constexpr double end = 0x1p63;
  if (!(value >= -end && value < end)) throw InvalidInput("{} does not fit 64 bits", value);
  return Value::integer(static_cast<int64_t>(value));
}

Value identity(const Tensor& a, const Tensor&, const Tensor&) { return a; }

Value sum(const Tensor& a, const Tensor&, const Tensor&) {
  const DType type = common_type(a, a);
  return by_carrier(type, [&]<class T>() -> Value {
    const Array<T> x = widened<T>(a, a.shape());
    return Tensor::of(type, squeezed(sum_over(x, all_axes(a.rank())), all_axes(a.rank())));
  });
}

// NumPy's dot of a vector or matrix with another; of two scalars, or with one, the product.
Value dot(const Tensor& a, const Tensor& b, const Tensor&) {
  if (a.rank() > 2 || b.rank() > 2) {
    throw InvalidInput("numpy.dot is read for at most two dimensions, not {} and {}",
                       to_string(a.shape()), to_string(b.shape()));
  }
  return combined(a.rank() == 0 || b.rank() == 0 ? Operation::multiply : Operation::matmul, a, b);
}

Value where(const Tensor& test, const Tensor& a, const Tensor& b) { return choose(test, a, b); }

struct NamedFunction {
  std::string_view name;
  size_t arity;
  Code run;
};

constexpr std::array<NamedFunction, 57> named_functions = {{
    {"math.exp", 1, each<std::exp>},
    {"math.expm1", 1, each<std::expm1>},
    {"math.sqrt", 1, each<std::sqrt>},
    {"math.log", 1, each<std::log>},
    {"math.log2", 1, each<std::log2>},
    {"math.log10", 1, each<std::log10>},
    {"math.log1p", 1, each<std::log1p>},
    {"math.sin", 1, each<std::sin>},
    {"math.cos", 1, each<std::cos>},
    {"math.tan", 1, each<std::tan>},
    {"math.asin", 1, each<std::asin>},
    {"math.acos", 1, each<std::acos>},
    {"math.atan", 1, each<std::atan>},
    {"math.atan2", 2, each_of_two<std::atan2>},
    {"math.sinh", 1, each<std::sinh>},
    {"math.cosh", 1, each<std::cosh>},
    {"math.tanh", 1, each<std::tanh>},
    {"math.asinh", 1, each<std::asinh>},
    {"math.acosh", 1, each<std::acosh>},
    {"math.atanh", 1, each<std::atanh>},
    {"math.fabs", 1, each<std::fabs>},
    {"math.erf", 1, each<std::erf>},
    {"math.pow", 2, each_of_two<std::pow>},
    {"math.floor", 1, whole<std::floor>},
    {"math.ceil", 1, whole<std::ceil>},
    {"numpy.exp", 1, each<std::exp>},
    {"numpy.expm1", 1, each<std::expm1>},
    {"numpy.sqrt", 1, each<std::sqrt>},
    {"numpy.log", 1, each<std::log>},
    {"numpy.log2", 1, each<std::log2>},
    {"numpy.log10", 1, each<std::log10>},
    {"numpy.log1p", 1, each<std::log1p>},
    {"numpy.sin", 1, each<std::sin>},
    {"numpy.cos", 1, each<std::cos>},
    {"numpy.tan", 1, each<std::tan>},
    {"numpy.arcsin", 1, each<std::asin>},
    {"numpy.arccos", 1, each<std::acos>},
    {"numpy.arctan", 1, each<std::atan>},
    {"numpy.arctan2", 2, each_of_two<std::atan2>},
    {"numpy.sinh", 1, each<std::sinh>},
    {"numpy.cosh", 1, each<std::cosh>},
    {"numpy.tanh", 1, each<std::tanh>},
    {"numpy.arcsinh", 1, each<std::asinh>},
    {"numpy.arccosh", 1, each<std::acosh>},
    {"numpy.arctanh", 1, each<std::atanh>},
    {"numpy.floor", 1, each<std::floor>},
    {"numpy.ceil", 1, each<std::ceil>},
    {"numpy.abs", 1, absolute},
    {"numpy.absolute", 1, absolute},
    {"numpy.sign", 1, sign},
    {"numpy.power", 2, numpy_power},
    {"numpy.maximum", 2, greatest},
    {"numpy.minimum", 2, least},
    {"numpy.sum", 1, sum},
    {"numpy.dot", 2, dot},
    {"numpy.where", 3, where},
    {"numpy.array", 1, identity},
}};

const NamedFunction* find_named(std::string_view name) {
  for (const NamedFunction& row : named_functions) {
    if (row.name == name) return &row;
  }
  return nullptr;
}

// ---------------------------------------------------------------------------------- subscripts

size_t position(const Value& index, size_t size) {
  if (!is_numeric(index))
    throw InvalidInput("an index is a whole number, not {}", index.described());
  const Tensor at = numbers(index, "an index");
  if (!is_integer(at.dtype()) || at.size() != 1) {
    throw InvalidInput("an index is a whole number, not {}", index.described());
  }
  const auto length = static_cast<int64_t>(size);
  const auto i = at.item<int64_t>();
  if (i < -length || i >= length) throw InvalidInput("index {} is outside the {} items", i, size);
  return static_cast<size_t>(i < 0 ? i + length : i);
}

Value part_of(const Value& value, const Value& index) {
  if (value.is_dictionary()) {
    const Value* entry = index.is_text() ? value.dictionary().find(index.text()) : nullptr;
    if (entry == nullptr) {
      throw InvalidInput("the dictionary has no entry for {}", to_text(index));
    }
    return *entry;
  }
  if (value.is_list()) return value.list().at(position(index, value.list().size()));
  if (!value.is_array() || value.array().rank() == 0) {
    throw InvalidInput("{} has no items", value.described());
  }
  const Tensor& array = value.array();
  const size_t i = position(index, array.dim(0));
  return slice(array, 0, i, i + 1).reshaped(without_axes(array.shape(), {0}));
}

}  // namespace

Value combined(Operation operation, const Value& a, const Value& b) {
  if (operation == Operation::equal || operation == Operation::unequal) {
    const bool same = operation == Operation::equal;
    if (!is_numeric(a) || !is_numeric(b)) return Value::truth(equal(a, b) == same);
    return comparison(numbers(a, "=="), numbers(b, "=="),
                      [same](auto x, auto y) { return (x == y) == same; });
  }
  const std::string_view symbol = symbol_of(operation);
  const Tensor x = numbers(a, symbol);
  const Tensor y = numbers(b, symbol);
  switch (operation) {
    case Operation::less:
      return comparison(x, y, [](auto p, auto q) { return p < q; });
    case Operation::less_equal:
      return comparison(x, y, [](auto p, auto q) { return p <= q; });
    case Operation::greater:
      return comparison(x, y, [](auto p, auto q) { return p > q; });
    case Operation::greater_equal:
      return comparison(x, y, [](auto p, auto q) { return p >= q; });
    case Operation::add:
      return arithmetic(x, y, [](auto p, auto q) { return p + q; });
    case Operation::subtract:
      return arithmetic(x, y, [](auto p, auto q) { return p - q; });
    case Operation::multiply:
      return arithmetic(x, y, [](auto p, auto q) { return p * q; });
    case Operation::divide:
      return arithmetic(as_real(x), as_real(y), [](double p, double q) { return p / q; });
    case Operation::matmul:
      return product_of_matrices(x, y);
    default:
      return power(x, y);
  }
}

Value negated(const Value& value) {
  const Tensor x = numbers(value, "-");
  return arithmetic(x, x, [](auto p, auto) { return -p; });
}

bool is_true(const Value& value) {
  if (value.is_none()) return false;
  if (value.is_text()) return !value.text().empty();
  if (value.is_dictionary()) return !value.dictionary().empty();
  if (value.is_list()) return !value.list().empty();
  const Tensor& array = value.array();
  if (array.size() != 1) {
    throw InvalidInput("whether {} is true is not defined: one element is needed",
                       value.described());
  }
  if (array.dtype() == DType::string) return !array.item<std::string>().empty();
  return cast(array, DType::boolean).item<bool>();
}

Value list_value(List items) {
  const Value list(std::move(items));
  return !list.list().empty() && is_numeric(list) ? Value(as_array(list)) : list;
}

Value element_of(const Value& value, const List& indices) {
  Value part = value;
  for (const Value& index : indices) part = part_of(part, index);
  return part;
}

Value choose(const Value& test, const Value& a, const Value& b) {
  const bool one = !test.is_array() || test.array().size() == 1;
  if (!is_numeric(a) || !is_numeric(b)) {
    if (one) return is_true(test) ? a : b;
    throw InvalidInput("a test of many elements chooses between numbers, not {} and {}",
                       a.described(), b.described());
  }
  const Tensor truth = cast(numbers(test, "a test"), DType::boolean);
  const Tensor x = numbers(a, "a choice");
  const Tensor y = numbers(b, "a choice");
  const Shape shape = broadcast_shape({truth, x, y});
  const DType type = x.dtype() == DType::boolean && y.dtype() == DType::boolean ? DType::boolean
                                                                                : common_type(x, y);
  const Bools holds = broadcast_to(truth, shape).as<bool>();
  return by_carrier(type, [&]<class T>() -> Value {
    const Array<T> p = widened<T>(x, shape);
    Array<T> z = widened<T>(y, shape);
    for (size_t i = 0; i < z.size(); ++i) {
      if (holds.data()[i]) z.data()[i] = p.data()[i];
    }
    return type == DType::boolean ? cast(Tensor::of(DType::int64, z), type) : Tensor::of(type, z);
  });
}

std::optional<size_t> function_arity(std::string_view name) {
  const NamedFunction* function = find_named(name);
  return function == nullptr ? std::nullopt : std::optional(function->arity);
}

Value call_named(std::string_view name, const List& arguments) {
  const NamedFunction* function = find_named(name);
  if (function == nullptr || arguments.size() != function->arity) {
    throw InternalError("a call of {} with {} arguments", name, arguments.size());
  }
  std::array<Tensor, 3> arrays;
  for (size_t i = 0; i < arguments.size(); ++i) {
    arrays.at(i) = numbers(arguments[i], name);
    if (name.starts_with("math.") && arrays.at(i).size() != 1) {
      throw InvalidInput("{} takes one number, not {}; numpy's functions take arrays", name,
                         arguments[i].described());
    }
    if (name.starts_with("math.")) arrays.at(i) = arrays.at(i).reshaped({});
  }
  return function->run(arrays[0], arrays[1], arrays[2]);
}

std::optional<double> named_constant(std::string_view name) {
  for (const std::string_view module : {"math.", "numpy."}) {
    if (!name.starts_with(module)) continue;
    const std::string_view rest = name.substr(module.size());
    if (rest == "pi") return std::numbers::pi;
    if (rest == "e") return std::numbers::e;
    if (rest == "inf") return std::numeric_limits<double>::infinity();
    if (rest == "nan") return std::numeric_limits<double>::quiet_NaN();
    if (rest == "tau" && module == "math.") return 2 * std::numbers::pi;
  }
  return std::nullopt;
}

}  // namespace etalon::mdf
