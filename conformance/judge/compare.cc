#include "conformance/judge/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>

#include "conformance/judge/elements.h"

namespace etalon {

namespace {

RuleResult mismatch(Mismatch kind, std::string got, std::string expected, std::string message) {
  RuleResult verdict;
  verdict.kind = kind;
  verdict.got = std::move(got);
  verdict.expected = std::move(expected);
  verdict.message = std::move(message);
  return verdict;
}

// Counts the mismatches among `count` elements; the verdict describes the first one and says how
// many there are.
struct Mismatches {
  size_t count = 0;
  size_t first = 0;

  void add(size_t index) {
    if (count++ == 0) first = index;
  }
  void report(RuleResult& verdict, const Tensor& actual, const Tensor& expected) const {
    if (count == 0) return;
    verdict.kind = Mismatch::values;
    verdict.where = place_text(first, actual.shape());
    verdict.got = element_printer(actual)(first);
    verdict.expected = element_printer(expected)(first);
    const size_t total = actual.size();
    verdict.message = total == 1 ? fmt::format("got {}, expected {}", verdict.got, verdict.expected)
                                 : fmt::format(
                                       "{} of {} elements differ, first {}: got {}, "
                                       "expected {}",
                                       count, total, verdict.where, verdict.got, verdict.expected);
  }
};

template <class T>
RuleResult compare_elements(const Tensor& actual, const Tensor& expected) {
  const Array<T> a = actual.as<T>();
  const Array<T> e = expected.as<T>();
  Mismatches mismatches;
  for (size_t i = 0; i < actual.size(); ++i) {
    if (a.data()[i] != e.data()[i]) mismatches.add(i);
  }
  RuleResult verdict;
  mismatches.report(verdict, actual, expected);
  return verdict;
}

// The greatest differences seen so far.
class Differences {
 public:
  // Of two finite numbers. Nearly all relative differences are seen to be smaller without dividing.
  void add(double actual, double expected, uint64_t ulps) {
    const double difference = std::abs(actual - expected);
    const double size = std::abs(expected);
    constexpr double rounding = 1 - 0x1p-50;  // more than that of the product and the quotient
    max_ulp_ = std::max(max_ulp_, ulps);
    max_abs_ = std::max(max_abs_, difference);
    if (size != 0 && difference >= max_rel_ * size * rounding) {
      max_rel_ = std::max(max_rel_, difference / size);
    }
  }
  void report(RuleResult& verdict) const {
    verdict.max_ulp = max_ulp_;
    verdict.max_abs = max_abs_;
    verdict.max_rel = max_rel_;
  }

 private:
  uint64_t max_ulp_ = 0;
  double max_abs_ = 0, max_rel_ = 0;
};

// True when two real numbers match. Adds the difference of finite ones, `ulps()` apart.
template <class Ulps>
bool numbers_match(Differences& differences, double a, double e, const Tolerance& tolerance,
                   Ulps ulps) {
  uint64_t distance = 0;
  if (std::isfinite(a) && std::isfinite(e)) {
    distance = ulps();
    differences.add(a, e, distance);
  }
  return matches(a, e, tolerance) && (!tolerance.max_ulp || distance <= *tolerance.max_ulp);
}

// How the elements of two tensors of equal type and shape are compared.
using Elements = std::function<RuleResult(const Tensor& actual, const Tensor& expected)>;

RuleResult shape_mismatch(const Shape& actual, const Shape& expected) {
  const std::string got = to_string(actual), want = to_string(expected);
  return mismatch(Mismatch::shape, got, want,
                  fmt::format("the shape is {}, expected {}", got, want));
}

RuleResult compare_tensors(const Tensor& actual, const Tensor& expected, const Elements& elements) {
  if (actual.dtype() != expected.dtype()) {
    const std::string got = fmt::format("tensor({})", name(actual.dtype()));
    const std::string want = fmt::format("tensor({})", name(expected.dtype()));
    return mismatch(Mismatch::type, got, want,
                    fmt::format("the type is {}, expected {}", got, want));
  }
  if (actual.shape() != expected.shape()) return shape_mismatch(actual.shape(), expected.shape());
  return elements(actual, expected);
}

RuleResult compare_values(const Value& actual, const Value& expected, const Elements& elements);

RuleResult count_mismatch(std::string_view things, size_t got, size_t expected) {
  return mismatch(Mismatch::count, std::to_string(got), std::to_string(expected),
                  fmt::format("there are {} {}, expected {}", got, things, expected));
}

RuleResult compare_sequences(const Sequence& actual, const Sequence& expected,
                             const Elements& elements) {
  if (actual.items.size() != expected.items.size()) {
    return count_mismatch("items", actual.items.size(), expected.items.size());
  }
  RuleResult verdict;
  for (size_t i = 0; i < actual.items.size(); ++i) {
    merge(verdict, placed(fmt::format("item {}", i),
                          compare_values(actual.items[i], expected.items[i], elements)));
  }
  return verdict;
}

RuleResult compare_optionals(const Optional& actual, const Optional& expected,
                             const Elements& elements) {
  if (actual.held && expected.held) return compare_values(*actual.held, *expected.held, elements);
  if (!actual.held && !expected.held) return {};
  const auto text = [](const Optional& o) { return o.held ? "a value" : "nothing"; };
  return mismatch(Mismatch::values, text(actual), text(expected),
                  fmt::format("the optional holds {}, expected {}", text(actual), text(expected)));
}

template <class T>
std::vector<MatchedKey> match(DType type, const Array<T>& actual, const Array<T>& expected) {
  std::map<T, size_t> positions;
  for (size_t i = 0; i < actual.size(); ++i) positions.emplace(actual.data()[i], i);
  std::vector<MatchedKey> matched;
  for (const T& key : expected) {
    const auto found = positions.find(key);
    matched.push_back({"key " + exact_text(type, key),
                       found == positions.end() ? std::nullopt : std::optional(found->second)});
  }
  return matched;
}

// Maps are unordered: the same keys in another order are the same map.
RuleResult compare_maps(const Map& actual, const Map& expected, const Elements& elements) {
  if (actual.values.size() != expected.values.size()) {
    return count_mismatch("keys", actual.values.size(), expected.values.size());
  }
  RuleResult verdict;
  size_t i = 0;
  for (const auto& [key, position] : matched_keys(actual, expected)) {
    const Value& want = expected.values[i++];
    merge(verdict,
          placed(key, position ? compare_values(actual.values[*position], want, elements)
                               : mismatch(Mismatch::values, "no such key", key, "is missing")));
  }
  return verdict;
}

// Compares the dense forms: indices may be linear or coordinates, zeros may be stored or not.
RuleResult compare_sparse(const SparseTensor& actual, const SparseTensor& expected,
                          const Elements& elements) {
  if (actual.shape != expected.shape) return shape_mismatch(actual.shape, expected.shape);
  return compare_tensors(dense(actual), dense(expected), elements);
}

RuleResult compare_values(const Value& actual, const Value& expected, const Elements& elements) {
  if (actual.is_tensor() && expected.is_tensor()) {
    return compare_tensors(actual.tensor(), expected.tensor(), elements);
  }
  if (actual.absent() && expected.absent()) return {};
  const Type got = actual.type();
  const Type want = expected.type();
  if (actual.absent() != expected.absent() || !compatible(got, want)) {
    return mismatch(Mismatch::type, to_string(got), to_string(want),
                    fmt::format("the type is {}, expected {}", to_string(got), to_string(want)));
  }
  if (actual.is_sequence()) {
    return compare_sequences(actual.sequence(), expected.sequence(), elements);
  }
  if (actual.is_optional()) {
    return compare_optionals(actual.optional(), expected.optional(), elements);
  }
  if (actual.is_map()) return compare_maps(actual.map(), expected.map(), elements);
  return compare_sparse(actual.sparse(), expected.sparse(), elements);
}

}  // namespace

std::string_view to_string(Mismatch kind) {
  static constexpr std::string_view names[] = {"none", "values", "shape",
                                               "type", "count",  "accepted"};
  return names[static_cast<size_t>(kind)];
}

double largest_magnitude(const Reals& numbers) {
  double largest = 0;
  for (const double number : numbers) {
    if (std::isfinite(number)) largest = std::max(largest, std::abs(number));
  }
  return largest;
}

double largest_magnitude(const Complexes& numbers) {
  double largest = 0;
  for (const std::complex<double>& number : numbers) {
    for (const double part : {number.real(), number.imag()}) {
      if (std::isfinite(part)) largest = std::max(largest, std::abs(part));
    }
  }
  return largest;
}

Tolerance for_magnitude(const Tolerance& tolerance, double largest) {
  if (tolerance.rule == Tolerance::Rule::official) return tolerance;
  Tolerance absolute = tolerance;
  absolute.rule = Tolerance::Rule::official;
  absolute.rtol = 0;
  absolute.atol += tolerance.rtol * largest;
  return absolute;
}

Tolerance for_elements(const Tolerance& tolerance, const Tensor& expected) {
  if (tolerance.rule == Tolerance::Rule::official) return tolerance;
  return for_magnitude(tolerance, is_complex(expected.dtype())
                                      ? largest_magnitude(expected.as<std::complex<double>>())
                                      : largest_magnitude(expected.as<double>()));
}

UlpDistances::UlpDistances(const Tensor& a, const Tensor& b)
    : type_(a.dtype()),
      bits_(bit_width(type_)),
      width_(slot_bytes(type_)),
      a_(a.slots<std::byte>().data()),
      b_(b.slots<std::byte>().data()) {}

uint64_t ulp_distance(DType complex_type, double a, double b) {
  if (complex_type == DType::complex128) {
    return ulp_steps(std::bit_cast<uint64_t>(a), std::bit_cast<uint64_t>(b), 64);
  }
  return ulp_steps(std::bit_cast<uint32_t>(static_cast<float>(a)),
                   std::bit_cast<uint32_t>(static_cast<float>(b)), 32);
}

std::string place_text(size_t index, const Shape& shape) {
  std::vector<size_t> coordinates(shape.size());
  for (size_t axis = shape.size(); axis-- > 0;) {
    coordinates[axis] = index % shape[axis];
    index /= shape[axis];
  }
  return fmt::format("[{}]", fmt::join(coordinates, ", "));
}

std::string element_text(DType float_type, double value) {
  return float_type == DType::float64 ? fmt::format("{}", value)
                                      : fmt::format("{}", static_cast<float>(value));
}

RuleResult compare_exact(const Tensor& actual, const Tensor& expected) {
  if (actual.dtype() == DType::string) return compare_elements<std::string>(actual, expected);
  if (is_signed_integer(actual.dtype())) return compare_elements<int64_t>(actual, expected);
  return compare_elements<uint64_t>(actual, expected);
}

namespace {

// Of float tensors with the elements a and e, float or double.
template <class T>
RuleResult compare_reals(const Tensor& actual, const Tensor& expected, const Tolerance& given,
                         const T* a, const T* e) {
  const UlpDistances distances(actual, expected);
  const Tolerance tolerance = for_elements(given, expected);
  RuleResult verdict;
  Differences differences;
  Mismatches mismatches;
  for (size_t i = 0; i < actual.size(); ++i) {
    const auto ulps = [&] { return distances[i]; };
    if (!numbers_match(differences, a[i], e[i], tolerance, ulps)) mismatches.add(i);
  }
  differences.report(verdict);
  mismatches.report(verdict, actual, expected);
  if (!verdict.pass() && verdict.max_ulp != 0) {
    verdict.message += fmt::format(" (largest distance {} ULP, {:.2g} absolute)", verdict.max_ulp,
                                   verdict.max_abs);
  }
  return verdict;
}

}  // namespace

RuleResult compare_floats(const Tensor& actual, const Tensor& expected, const Tolerance& given) {
  if (actual.dtype() == DType::float32) {
    return compare_reals(actual, expected, given, actual.slots<float>().data(),
                         expected.slots<float>().data());
  }
  const Reals a = actual.as<double>(), e = expected.as<double>();
  return compare_reals(actual, expected, given, a.data(), e.data());
}

RuleResult compare_complex(const Tensor& actual, const Tensor& expected, const Tolerance& given) {
  const DType type = actual.dtype();
  const Complexes a = actual.as<std::complex<double>>();
  const Complexes e = expected.as<std::complex<double>>();
  const Tolerance tolerance = for_elements(given, expected);
  RuleResult verdict;
  Differences differences;
  Mismatches mismatches;
  const auto match = [&](double x, double y) {
    return numbers_match(differences, x, y, tolerance, [&] { return ulp_distance(type, x, y); });
  };
  for (size_t i = 0; i < actual.size(); ++i) {
    const std::complex<double>& x = a.data()[i];
    const std::complex<double>& y = e.data()[i];
    const bool real = match(x.real(), y.real());
    const bool imaginary = match(x.imag(), y.imag());
    if (!real || !imaginary) mismatches.add(i);
  }
  differences.report(verdict);
  mismatches.report(verdict, actual, expected);
  return verdict;
}

RuleResult compare(const Value& actual, const Value& expected, const Tolerance& tolerance) {
  return compare_values(actual, expected, [&](const Tensor& a, const Tensor& e) {
    if (identical(a, e)) return RuleResult();
    if (is_float(a.dtype())) return compare_floats(a, e, tolerance);
    return is_complex(a.dtype()) ? compare_complex(a, e, tolerance) : compare_exact(a, e);
  });
}

RuleResult compare_structure(const Value& actual, const Value& expected) {
  return compare_values(actual, expected,
                        [](const Tensor&, const Tensor&) { return RuleResult(); });
}

RuleResult placed(const std::string& where, RuleResult part) {
  if (part.pass()) return part;
  part.where = part.where.empty() ? where : where + " " + part.where;
  part.message = where + ": " + part.message;
  return part;
}

std::vector<MatchedKey> matched_keys(const Map& actual, const Map& expected) {
  const DType type = expected.keys.dtype();
  return type == DType::string
             ? match(type, actual.keys.as<std::string>(), expected.keys.as<std::string>())
             : match(type, actual.keys.as<int64_t>(), expected.keys.as<int64_t>());
}

void merge(RuleResult& whole, const RuleResult& part) {
  whole.max_ulp = std::max(whole.max_ulp, part.max_ulp);
  whole.max_abs = std::max(whole.max_abs, part.max_abs);
  whole.max_rel = std::max(whole.max_rel, part.max_rel);
  const bool says_more = whole.kind == Mismatch::values && part.kind != Mismatch::values;
  if (part.pass() || (!whole.pass() && !says_more)) return;
  whole.kind = part.kind;
  whole.where = part.where;
  whole.got = part.got;
  whole.expected = part.expected;
  whole.message = part.message;
}

}  // namespace etalon
