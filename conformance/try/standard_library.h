// The parts of C++20's standard library that the engine uses and Emscripten 3.1.6 (libc++ 13)
// lacks. Included before every file of the WebAssembly build, and only there.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <system_error>
#include <type_traits>

namespace std {  // NOLINT: the names are the standard's own

template <class To, class From>
requires(sizeof(To) == sizeof(From)) constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}

inline bool operator==(const from_chars_result& a, const from_chars_result& b) {
  return a.ptr == b.ptr && a.ec == b.ec;
}

inline bool reads_back(const char* text, float value) { return strtof(text, nullptr) == value; }
inline bool reads_back(const char* text, double value) { return strtod(text, nullptr) == value; }

// The decimal number at `first`, as of the standard: without a sign +, in no locale.
inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  char* end = nullptr;
  const double read = strtod(text.c_str(), &end);
  if (end == text.c_str()) return {first, errc::invalid_argument};
  value = read;
  return {first + (end - text.c_str()), {}};
}

// The shortest decimal that reads back as `value`, a finite float or double, without an exponent.
template <class T>
requires is_floating_point_v<T> to_chars_result to_chars(char* first, char* last, T value,
                                                         chars_format) {
  char scientific[32];
  int places = 0;
  do {
    snprintf(scientific, sizeof scientific, "%.*e", places, static_cast<double>(value));
  } while (!reads_back(scientific, value) && ++places < 17);
  const string text = scientific;
  const size_t mark = text.find('e');
  const int exponent = atoi(text.c_str() + mark + 1);
  const string sign = text[0] == '-' ? "-" : "";
  string digits = text.substr(sign.size(), 1);
  if (places > 0) digits += text.substr(sign.size() + 2, mark - sign.size() - 2);
  if (exponent < 0) {
    digits = "0." + string(static_cast<size_t>(-exponent - 1), '0') + digits;
  } else if (const auto whole = static_cast<size_t>(exponent) + 1; whole >= digits.size()) {
    digits.append(whole - digits.size(), '0');
  } else {
    digits.insert(whole, ".");
  }
  const string fixed = sign + digits;
  if (fixed.size() > static_cast<size_t>(last - first)) return {last, errc::value_too_large};
  return {copy(fixed.begin(), fixed.end(), first), errc()};
}

namespace ranges {

template <class Range>
auto min_element(Range&& range) {
  return std::min_element(std::begin(range), std::end(range));
}

template <class Range>
auto max_element(Range&& range) {
  return std::max_element(std::begin(range), std::end(range));
}

template <class Range, class Predicate>
bool none_of(Range&& range, Predicate predicate) {
  return std::none_of(std::begin(range), std::end(range), predicate);
}

template <class Range, class Out, class Predicate>
void copy_if(Range&& range, Out out, Predicate predicate) {
  std::copy_if(std::begin(range), std::end(range), out, predicate);
}

// {} stands for the default comparison; f and g are applied to the elements first.
struct Equal {};
template <class A, class B, class F, class G>
bool equal(A&& a, B&& b, Equal, F f, G g) {
  const auto same = [&](const auto& x, const auto& y) { return f(x) == g(y); };
  return std::equal(std::begin(a), std::end(a), std::begin(b), std::end(b), same);
}

}  // namespace ranges
}  // namespace std

#endif
