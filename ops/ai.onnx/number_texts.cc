#include "ops/ai.onnx/number_texts.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "engine/numerics/texts.h"
#include "engine/values/evaluation.h"

namespace etalon {
namespace {

// How many decimal digits every number of a type keeps on its way through the type, and how many
// tell its numbers apart.
struct Digits {
  int held, enough;
};

Digits digits_of(DType type) {
  constexpr double log10_of_2 = 0.30102999566398120;
  int bits = 1;
  while (round_to(type, 1 + std::ldexp(1.0, -bits)) != 1) ++bits;
  const int held = int((bits - 1) * log10_of_2);
  return {std::max(held, 1), int(std::ceil(1 + bits * log10_of_2))};
}

// "-1.250e+03" as "-1250": neither an exponent nor zeros after the point.
std::string without_exponent(const std::string& scientific) {
  const size_t e = scientific.find('e');
  int exponent = std::atoi(scientific.c_str() + e + 1);
  std::string digits;
  for (const char c : scientific.substr(0, e)) {
    if (c >= '0' && c <= '9') digits += c;
  }
  if (exponent < 0) digits.insert(0, size_t(-exponent), '0');
  const size_t whole = size_t(std::max(exponent, 0)) + 1;
  if (digits.size() < whole) digits.append(whole - digits.size(), '0');
  std::string text = digits.substr(0, whole) + "." + digits.substr(whole);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.ends_with('.')) text.pop_back();
  return scientific.starts_with('-') ? "-" + text : text;
}

std::string rounded(double x, int digits) {
  return without_exponent(fmt::format("{:.{}e}", x, digits - 1));
}

// With six places, as C's %f, unless this loses digits that the type holds: then `otherwise`.
std::string with_six_places(double x, int held, const std::string& otherwise) {
  const std::string text = fmt::format("{:f}", x);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return rounded(read, held) == rounded(x, held) ? text : otherwise;
}

std::string with_point(const std::string& text) {
  return text.find('.') == std::string::npos ? text + ".0" : text;
}

// A text of x in place of Etalon's own.
struct Style {
  std::string name;
  std::function<std::string(double x, const std::string& own)> text;
};
using Styles = std::vector<Style>;

const Style point{"point", [](double, const std::string& own) { return with_point(own); }};

// As many digits as `digits` gives, without zeros after the point, and with one after it.
void add_plain(Styles& styles, const std::string& name, int digits) {
  styles.push_back({name, [=](double x, auto&) { return rounded(x, digits); }});
  styles.push_back(
      {name + "_point", [=](double x, auto&) { return with_point(rounded(x, digits)); }});
}

Styles styles_of(DType type, Exponents exponents) {
  Styles styles{point};
  if (!is_float(type)) return styles;
  const Digits digits = digits_of(type);
  const bool any_places = exponents == Exponents::permitted;
  styles.push_back({"six_places", [=](double x, const std::string& own) {
                      return any_places ? fmt::format("{:f}", x)
                                        : with_six_places(x, digits.held, own);
                    }});
  for (int n = digits.held; n <= digits.enough; ++n) {
    add_plain(styles, fmt::format("{}_digits", n), n);
    if (exponents == Exponents::none) continue;
    styles.push_back({fmt::format("{}_general", n),
                      [=](double x, auto&) { return fmt::format("{:.{}g}", x, n); }});
  }
  add_plain(styles, "all_digits", type == DType::float64 ? 767 : 150);
  return styles;
}

// Where the condition holds, the texts of the numbers X may be in another style.
Tensor in_styles(const Tensor& Y, std::string_view name, const Reals& X, const Where& where,
                 std::string_view chosen, const Styles& styles) {
  std::vector<Option> options;
  for (const Style& style : styles) {
    options.push_back({style.name, [&] {
                         const Bools open = where();
                         const std::span<const std::string> own = Y.slots<std::string>();
                         return texts_of(Y.shape(), [&](size_t i) {
                           count_work(100 * work_per_step);
                           return open.data()[i] ? style.text(X.data()[i], own[i]) : own[i];
                         });
                       }});
  }
  return choice(Y, name, where, chosen, options);
}

Style word(const std::string& name, const std::string& positive, const std::string& negative) {
  return {name, [=](double x, auto&) { return std::signbit(x) ? negative : positive; }};
}
Style bool_word(const std::string& name, const std::string& yes, const std::string& no) {
  return {name, [=](double x, auto&) { return x != 0 ? yes : no; }};
}

}  // namespace

Tensor open_number_texts(const Tensor& Y, const Tensor& X, Exponents exponents,
                         const Where& among) {
  if (!evaluation().choices) return Y;
  const Reals x = numeric(X.dtype(), [&]<class T>() { return Reals(xt::cast<double>(X.as<T>())); });
  if (X.dtype() == DType::boolean) {
    return in_styles(
        Y, "bool_text", x, among, "digit",
        {point, bool_word("word", "True", "False"), bool_word("lower_word", "true", "false")});
  }
  const auto finite = [&] { return Bools(among() && xt::isfinite(x)); };
  const Tensor marked =
      in_styles(Y, "digits", x, finite, "fewest", styles_of(X.dtype(), exponents));
  const auto nan = [&] { return Bools(among() && xt::isnan(x)); };
  const auto infinite = [&] { return Bools(among() && xt::isinf(x)); };
  const Tensor numbers = in_styles(marked, "nan_text", x, nan, "mixed",
                                   {word("lower", "nan", "nan"), word("upper", "NAN", "NAN")});
  return in_styles(numbers, "infinity_text", x, infinite, "upper",
                   {word("sign", "+INF", "-INF"), word("lower", "inf", "-inf"),
                    word("lower_sign", "+inf", "-inf"), word("mixed", "Inf", "-Inf"),
                    word("mixed_sign", "+Inf", "-Inf")});
}

}  // namespace etalon
