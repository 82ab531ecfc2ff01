#include "conformance/mdf/arithmetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "engine/numerics/cast.h"
#include "engine/numerics/functions.h"
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
  const Shape shape = broadcast_shapes(a.shape(), b.shape());
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
  const auto real = [](double x, double y) { return real::pow(x, y); };
  if (is_float(common_type(a, b))) return arithmetic(a, b, real);
  const Ints exponents = cast(b, DType::int64).as<int64_t>();
  const bool negative =
      std::any_of(exponents.begin(), exponents.end(), [](int64_t n) { return n < 0; });
  return negative ? arithmetic(as_real(a), as_real(b), real) : arithmetic(a, b, integer_power);
}

// Python's //, downwards; NumPy's 0 for division by zero.
int64_t floor_quotient(int64_t x, int64_t y) {
  if (y == 0) return 0;
  if (y == -1) return -x;  // the lowest number has no quotient in 64 bits: it wraps
  return x / y - ((x % y != 0 && (x < 0) != (y < 0)) ? 1 : 0);
}

// The remainder with the divisor's sign.
double remainder_of(double x, double y) {
  const double rest = std::fmod(x, y);
  if (rest == 0) return std::copysign(0.0, y);
  return (rest < 0) != (y < 0) ? rest + y : rest;
}
int64_t remainder_of(int64_t x, int64_t y) { return y == 0 ? 0 : x - floor_quotient(x, y) * y; }

// x less the remainder towards zero is a multiple of y, so that the quotient is whole but for
// rounding.
double floor_quotient(double x, double y) {
  if (y == 0) return x / y;
  const double rest = std::fmod(x, y);
  const double quotient = std::rint((x - rest) / y);
  return rest != 0 && (rest < 0) != (y < 0) ? quotient - 1 : quotient;
}

void refuse_zero_division(Operation operation, const Tensor& x, const Tensor& y) {
  if (x.rank() != 0 || y.rank() != 0) return;
  const auto divisor = cast(y, DType::float64).item<double>();
  switch (operation) {
    case Operation::divide:
    case Operation::floor_divide:
    case Operation::modulo:
      if (divisor == 0) throw InvalidInput("division by zero");
      break;
    case Operation::power:
      if (divisor < 0 && cast(x, DType::float64).item<double>() == 0) {
        throw InvalidInput("0 to a negative power is division by zero");
      }
      break;
    default:
      break;
  }
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
    case Operation::floor_divide:
      return "//";
    case Operation::modulo:
      return "%";
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
    throw InvalidInput("numpy.dot takes arrays of at most two dimensions, not {} and {}",
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

constexpr std::array<NamedFunction, 58> named_functions = {{
    {"abs", 1, absolute},
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

int64_t whole_index(const Value& index) {
  const bool whole =
      is_numeric(index) && is_integer(as_array(index).dtype()) && as_array(index).size() == 1;
  if (!whole) throw InvalidInput("an index must be a whole number, not {}", index.described());
  return as_array(index).item<int64_t>();
}

size_t position(const Value& index, size_t size) {
  const auto length = static_cast<int64_t>(size);
  const int64_t i = whole_index(index);
  if (i < -length || i >= length) throw InvalidInput("index {} is outside the {} items", i, size);
  return static_cast<size_t>(i < 0 ? i + length : i);
}

// The positions that a slice takes of `size` items, by Python's rules.
std::vector<size_t> slice_positions(const Slice& slice, size_t size) {
  const auto length = static_cast<int64_t>(size);
  const auto bound = [&](const Value& value, int64_t absent, int64_t least, int64_t most) {
    if (value.is_none()) return absent;
    const int64_t at = whole_index(value);
    return std::clamp(at < 0 ? at + length : at, least, most);
  };
  // A longer step than the list is as good as its length.
  const int64_t step =
      std::clamp(slice.step.is_none() ? 1 : whole_index(slice.step), -length - 1, length + 1);
  if (step == 0) throw InvalidInput("the step of a slice is 0");
  const bool forward = step > 0;
  const int64_t least = forward ? 0 : -1;
  const int64_t most = forward ? length : length - 1;
  const int64_t start = bound(slice.start, forward ? least : most, least, most);
  const int64_t stop = bound(slice.stop, forward ? most : least, least, most);
  std::vector<size_t> positions;
  for (int64_t at = start; forward ? at < stop : at > stop; at += step) {
    positions.push_back(static_cast<size_t>(at));
  }
  return positions;
}

const Tensor& array_with_axis(const Value& value, size_t axis) {
  if (value.is_array() && value.array().rank() > axis) return value.array();
  if (axis == 0) throw InvalidInput("{} has no items", value.described());
  throw InvalidInput("{} has no axis {} to index", value.described(), axis);
}

Value entry_along(const Value& value, size_t axis, const Value& index) {
  const Tensor& array = array_with_axis(value, axis);
  const size_t i = position(index, array.dim(axis));
  return slice(array, axis, i, i + 1).reshaped(without_axes(array.shape(), {axis}));
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
  return entry_along(value, 0, index);
}

// Of an array, the part along the axis.
Value sliced(const Value& value, size_t axis, const Slice& slice) {
  if (value.is_list() && axis == 0) {
    List items;
    for (const size_t at : slice_positions(slice, value.list().size())) {
      items.push_back(value.list().at(at));
    }
    return list_value(std::move(items));
  }
  const Tensor& array = array_with_axis(value, axis);
  return pick(array, axis, slice_positions(slice, array.dim(axis)));
}

// ------------------------------------------------------------------------- functions of values

// A list's items, or an array's entries along its first axis.
std::vector<Value> items_of(const Value& value) {
  if (value.is_list()) return value.list();
  std::vector<Value> items;
  const size_t count = array_with_axis(value, 0).dim(0);
  for (size_t i = 0; i < count; ++i) {
    items.push_back(entry_along(value, 0, Value::integer(static_cast<int64_t>(i))));
  }
  return items;
}

// The first of the greatest (or least) values, as Python finds it.
Value extreme(const List& arguments, Operation better) {
  const Value& first = arguments.front();
  const std::vector<Value> items = arguments.size() > 1 ? arguments : items_of(first);
  if (items.empty()) throw InvalidInput("max and min take at least one number");
  Value best = items.front();
  for (const Value& item : items) {
    if (is_true(combined(better, item, best))) best = item;
  }
  return best;
}

size_t length_of(const Value& value) {
  if (value.is_list()) return value.list().size();
  if (value.is_dictionary()) return value.dictionary().size();
  if (value.is_text()) {
    return static_cast<size_t>(std::count_if(value.text().begin(), value.text().end(), [](char c) {
      return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;  // the first byte of a character
    }));
  }
  return array_with_axis(value, 0).dim(0);
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
  refuse_zero_division(operation, x, y);
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
    case Operation::floor_divide:
      return arithmetic(x, y, [](auto p, auto q) { return floor_quotient(p, q); });
    case Operation::modulo:
      return arithmetic(x, y, [](auto p, auto q) { return remainder_of(p, q); });
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

Value element_of(const Value& value, const std::vector<Index>& indices) {
  Value part = value;
  size_t axis = 0;  // those before it are sliced already
  for (const Index& index : indices) {
    if (const auto* slice = std::get_if<Slice>(&index)) {
      part = sliced(part, axis++, *slice);
    } else if (axis == 0) {
      part = part_of(part, std::get<Value>(index));
    } else {
      part = entry_along(part, axis, std::get<Value>(index));
    }
  }
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
  const Shape shape = broadcast_shapes({truth, x, y});
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

std::optional<Arity> function_arity(std::string_view name) {
  if (name == "max" || name == "min") return Arity{1, std::nullopt};
  if (name == "len") return Arity{1, 1};
  const NamedFunction* function = find_named(name);
  return function == nullptr ? std::nullopt
                             : std::optional(Arity{function->arity, function->arity});
}

Value call_named(std::string_view name, const List& arguments) {
  if (name == "max") return extreme(arguments, Operation::greater);
  if (name == "min") return extreme(arguments, Operation::less);
  if (name == "len") return Value::integer(static_cast<int64_t>(length_of(arguments.front())));
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
