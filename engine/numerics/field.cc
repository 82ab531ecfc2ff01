#include "engine/numerics/field.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "engine/values/evaluation.h"

namespace etalon {
namespace {

using Wide = unsigned __int128;

// Both primes are 2^bits − c with a small c, so that 2^bits is c.
uint64_t times(uint64_t a, uint64_t b, uint64_t modulus) {
  const int bits = std::bit_width(modulus);
  const uint64_t mask = (uint64_t{1} << bits) - 1, c = mask + 1 - modulus;
  const Wide product = Wide{a} * b;
  const Wide once = (product >> bits) * c + (static_cast<uint64_t>(product) & mask);
  const uint64_t twice =
      static_cast<uint64_t>(once >> bits) * c + (static_cast<uint64_t>(once) & mask);
  return twice >= modulus ? twice - modulus : twice;
}
uint64_t plus(uint64_t a, uint64_t b, uint64_t modulus) {
  const uint64_t sum = a + b;  // below 2^63
  return sum >= modulus ? sum - modulus : sum;
}
uint64_t minus(uint64_t a, uint64_t modulus) { return a == 0 ? 0 : modulus - a; }
uint64_t to_power(uint64_t x, uint64_t n, uint64_t modulus) {
  uint64_t result = 1;
  for (; n > 0; n >>= 1, x = times(x, x, modulus)) {
    if (n & 1) result = times(result, x, modulus);
  }
  return result;
}
// By Fermat's theorem.
uint64_t inverse(uint64_t x, uint64_t modulus) { return to_power(x, modulus - 2, modulus); }

// Both residues by one operation on residues and their modulus.
template <class F>
Residue by_both(const Residue& a, const Residue& b, double degree, F f) {
  Residue result;
  result.mod_p = f(a.mod_p, b.mod_p, Residue::p);
  result.mod_q = f(a.mod_q, b.mod_q, Residue::q);
  result.varies = a.varies || b.varies;
  result.degree = degree;
  return result;
}

// What is known of functions is kept of so many: of large models some laws are lost.
constexpr size_t most_known = 1 << 20;

Residue multiplied(const Residue& a, const Residue& b) {
  return by_both(a, b, a.degree + b.degree, times);
}

// A random number from another one (S. Vigna's SplitMix64).
uint64_t mixed(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

bool is_canonical(const Residue& x) { return x.mod_p <= Residue::p / 2; }

// |m| of a constant m / 2^n with few bits, which no other function is, but by chance.
std::optional<uint64_t> short_numerator(const Residue& x) {
  constexpr int most_shifts = 64;
  constexpr uint64_t few = uint64_t{1} << 34;
  Residue shifted = x;
  for (int n = 0; n < most_shifts; ++n) {
    if (shifted.mod_p < few) return shifted.mod_p;
    if (Residue::p - shifted.mod_p < few) return Residue::p - shifted.mod_p;
    shifted = shifted + shifted;
  }
  return std::nullopt;
}

bool is_short_constant(const Residue& x) { return short_numerator(x).has_value(); }

// Whether it is so by primes alone that are squares modulo p.
bool is_smooth(const Residue& x) {
  std::optional<uint64_t> left = short_numerator(x);
  if (!left || *left == 0) return false;
  for (const uint64_t prime : {2, 3, 5, 7, 11, 13}) {
    while (*left % prime == 0) *left /= prime;
  }
  return *left == 1;
}

}  // namespace

Residue operator-(const Residue& a) {
  Residue result = a;
  result.mod_p = minus(a.mod_p, Residue::p);
  result.mod_q = minus(a.mod_q, Residue::q);
  return result;
}

Residue operator+(const Residue& a, const Residue& b) {
  return by_both(a, b, std::max(a.degree, b.degree), plus);
}

Residue operator-(const Residue& a, const Residue& b) { return a + -b; }

Residue operator/(const Residue& a, const Residue& b) {
  if (b.mod_p == 0 || b.mod_q == 0) throw Undecided();
  Residue reciprocal = b;
  reciprocal.mod_p = inverse(b.mod_p, Residue::p);
  reciprocal.mod_q = inverse(b.mod_q, Residue::q);
  return multiplied(a, reciprocal);
}

namespace {

uint64_t power_of_two(int64_t exponent, uint64_t modulus) {
  const uint64_t power = to_power(2, static_cast<uint64_t>(std::abs(exponent)), modulus);
  return exponent < 0 ? inverse(power, modulus) : power;
}

// Those of doubles, which are asked for most.
struct PowersOfTwo {
  static constexpr int64_t least = -1100, count = 2200;
  explicit PowersOfTwo(uint64_t of_modulus) : modulus(of_modulus), powers(count) {
    for (int64_t i = 0; i < count; ++i) {
      powers[static_cast<size_t>(i)] = power_of_two(least + i, modulus);
    }
  }
  uint64_t at(int64_t exponent) const {
    const int64_t place = exponent - least;
    if (place < 0 || place >= count) return power_of_two(exponent, modulus);
    return powers[static_cast<size_t>(place)];
  }
  uint64_t modulus;
  std::vector<uint64_t> powers;
};

}  // namespace

Residue residue_of(int64_t mantissa, int64_t exponent) {
  static const PowersOfTwo of_p(Residue::p), of_q(Residue::q);
  const auto magnitude = static_cast<uint64_t>(mantissa < 0 ? -mantissa : mantissa);
  const auto of = [&](const PowersOfTwo& powers) {
    const uint64_t modulus = powers.modulus;
    const uint64_t product = times(magnitude % modulus, powers.at(exponent), modulus);
    return mantissa < 0 ? minus(product, modulus) : product;
  };
  return {of(of_p), of(of_q), false, 0};
}

Residue residue_of(double x) {
  int exponent = 0;
  const double fraction = std::frexp(x, &exponent);
  return residue_of(static_cast<int64_t>(std::ldexp(fraction, 53)), exponent - 53);
}

Field::Field(uint64_t seed) : seed_(seed) {
  const Residue one = residue_of(1.0);
  exponentials_.emplace(one.mod_p, residue_of(0.0));
  powers_.push_back(one);
}

int64_t Field::add(const Residue& residue) {
  const auto next = static_cast<int64_t>(residues_.size());
  if (residue.varies && numbers_.size() < most_known) {
    const auto [known, is_new] = numbers_.emplace(residue.mod_p, next);
    if (!is_new) return known->second;
  }
  residues_.push_back(residue);
  return next;
}

Residue Field::of(std::string_view function, const std::vector<Residue>& arguments) {
  uint64_t state = mixed(seed_);
  const auto take_in = [&](uint64_t word) {
    state = mixed(state ^ word) + 0x632be59bd9b4e019 * word;
  };
  for (const char letter : function) take_in(static_cast<unsigned char>(letter));
  Residue result{0, 0, false, 1};
  for (const Residue& argument : arguments) {
    take_in(argument.mod_p);
    result.varies = result.varies || argument.varies;
    result.degree = std::max(result.degree, argument.degree);
  }
  result.mod_p = mixed(state) % Residue::p;
  result.mod_q = mixed(state + 1) % Residue::q;
  return result;
}

Residue Field::product(const Residue& a, const Residue& b) {
  if (a.mod_p == b.mod_p) {
    const auto root = roots_.find(a.mod_p);
    if (root != roots_.end()) return root->second;
  }
  return multiplied(a, b);
}

Residue Field::quotient(const Residue& a, const Residue& b) {
  const Residue result = a / b;
  const bool has_log = !a.varies || exponentials_.contains(a.mod_p);
  if (has_log && quotients_.size() < most_known) quotients_.try_emplace(result.mod_p, a, b);
  return result;
}

Residue Field::exp(const Residue& x) {
  constexpr uint64_t generator = 4;  // of the group of order q
  Residue result = of("exp", {x});
  result.mod_p = to_power(generator, x.mod_q, Residue::p);
  const bool is_new =
      exponentials_.size() < most_known && exponentials_.emplace(result.mod_p, x).second;
  if (is_new) powers_.push_back(result);
  return result;
}

Residue Field::log(const Residue& x) {
  if (x.mod_p == 1) return residue_of(0.0);
  const auto argument = exponentials_.find(x.mod_p);
  if (argument != exponentials_.end()) return argument->second;
  const auto parts = quotients_.find(x.mod_p);
  if (parts != quotients_.end()) return log(parts->second.first) - log(parts->second.second);
  if (const auto known = known_log(x)) return *known;
  logs_.push_back(x);
  return of("log", {x});
}

// A sum of exponentials that was computed less a maximum is a multiple of the sum without: by some
// exp(y) that takes an exponential to another one.
std::optional<Residue> Field::known_log(const Residue& x) {
  constexpr uint64_t most_searched = 1 << 22;
  for (const Residue& other : logs_) {
    if (other.mod_p == x.mod_p) return of("log", {x});
    const Residue ratio = x / other;
    for (const Residue& power : powers_) {
      if (++searched_ > most_searched) return std::nullopt;
      const auto moved = exponentials_.find(multiplied(ratio, power).mod_p);
      if (moved == exponentials_.end()) continue;
      return of("log", {other}) + moved->second - exponentials_.at(power.mod_p);
    }
  }
  return std::nullopt;
}

// Modulo p, which is 3 modulo 4, one root of a square is a square itself. It stands for the
// positive root where all factors are such squares: of x² for any x it may stand for x, or for −x.
Residue Field::sqrt(const Residue& x) {
  Residue root = of("sqrt", {x});
  const auto has_square_factors = [&](const Residue& y) {
    return is_smooth(y) || roots_.contains(y.mod_p);
  };
  if (!x.varies && (has_square_factors(x) || has_square_factors(residue_of(1.0) / x))) {
    const uint64_t square_root = to_power(x.mod_p, (Residue::p + 1) / 4, Residue::p);
    if (times(square_root, square_root, Residue::p) == x.mod_p) root.mod_p = square_root;
  }
  roots_.emplace(root.mod_p, x);
  return root;
}

Residue Field::signed_by(bool odd, std::string_view function, const Residue& x) {
  if (is_canonical(x)) return of(function, {x});
  const Residue other = of(function, {-x});
  return odd ? -other : other;
}

Residue Field::odd(std::string_view function, const Residue& x) {
  return signed_by(true, function, x);
}
Residue Field::even(std::string_view function, const Residue& x) {
  return signed_by(false, function, x);
}

Residue Field::power(const Residue& x, int64_t n) {
  Residue result = residue_of(1.0), square = x;
  for (auto left = static_cast<uint64_t>(std::abs(n)); left > 0; left >>= 1) {
    if (left & 1) result = multiplied(result, square);
    if (left > 1) square = product(square, square);
  }
  return n < 0 ? residue_of(1.0) / result : result;
}

// max(x, 0) = max(−x, 0) + x
Residue Field::positive_part(const Residue& x) {
  const Residue result = is_canonical(x) ? of("max", {x}) : of("max", {-x}) + x;
  Members& known = maxima_[result.mod_p];
  if (known.empty()) known = {residue_of(0.0), x};
  return result;
}

Residue Field::abs(const Residue& x) {
  const Residue positive = positive_part(x);
  return positive + positive - x;
}

Residue Field::constant(const Residue& x, double value) {
  constants_.emplace(x.mod_p, value);
  return x;
}

Field::Members Field::members(const Residue& x) const {
  const auto known = maxima_.find(x.mod_p);
  return known == maxima_.end() ? Members{x} : known->second;
}

Residue Field::maximum(const Residue& a, const Residue& b) {
  Members all = members(a);
  for (const Residue& each : members(b)) all.push_back(each);
  const auto value = [&](const Residue& constant) {
    const auto known = constants_.find(constant.mod_p);
    return known == constants_.end() ? 0 : known->second;
  };
  // One constant, the greatest, is enough.
  std::sort(all.begin(), all.end(), [&](const Residue& x, const Residue& y) {
    if (x.varies != y.varies) return y.varies;
    return x.varies ? x.mod_p < y.mod_p : value(x) > value(y);
  });
  const auto is_same = [](const Residue& x, const Residue& y) {
    return x.mod_p == y.mod_p || (!x.varies && !y.varies);
  };
  all.erase(std::unique(all.begin(), all.end(), is_same), all.end());
  if (all.size() == 1) return all[0];
  const bool opposite = all.size() == 2 && (all[0] + all[1]).mod_p == 0;
  const Residue result = opposite          ? abs(all[0])
                         : all.size() == 2 ? all[0] + positive_part(all[1] - all[0])
                                           : of("max", all);
  maxima_.emplace(result.mod_p, std::move(all));
  return result;
}

Field::Condition Field::condition_of(const FieldQuestion& question) {
  const Residue& d = question.difference;
  const bool turned = !is_canonical(d);
  return {turned ? -d : d, question.of_equality ? is_at : turned ? is_below : is_above};
}

Residue Field::value_of(const Condition& condition) {
  const Residue below_zero = of("is negative", {condition.difference}),
                above_zero = of("is positive", {condition.difference});
  Residue value = residue_of(0.0);
  if (condition.answers & is_below) value = value + below_zero;
  if (condition.answers & is_above) value = value + above_zero;
  if (condition.answers & is_at) value = value + residue_of(1.0) - below_zero - above_zero;
  conditions_.try_emplace(value.mod_p, condition);
  return value;
}

Residue Field::by_condition(const Condition& condition, const Residue& yes, const Residue& no) {
  const bool is_of_two =
      condition.answers != is_below && condition.answers != is_at && condition.answers != is_above;
  if (is_of_two) return by_condition({condition.difference, always ^ condition.answers}, no, yes);
  const Residue change = yes - no;
  if (change.is_zero()) return no;
  // A multiple of the difference is continuous: it does not matter what a tie gives.
  if (condition.answers != is_at) {
    const Residue d = condition.answers == is_above ? condition.difference : -condition.difference;
    const Residue factor = change / d;
    if (is_short_constant(factor)) return no + multiplied(factor, positive_part(d));
  }
  const bool is_condition = !yes.varies && !no.varies && yes.mod_p + no.mod_p == 1;
  if (!is_condition) return no + multiplied(change, value_of(condition));
  return value_of(
      {condition.difference, yes.mod_p == 1 ? condition.answers : always ^ condition.answers});
}

Residue Field::selected(const FieldQuestion& question, const Residue& yes, const Residue& no) {
  return by_condition(condition_of(question), yes, no);
}

Residue Field::chosen(const Residue& condition, const Residue& yes, const Residue& no) {
  const auto known = conditions_.find(condition.mod_p);
  if (known == conditions_.end()) return no + multiplied(condition, yes - no);
  return by_condition(known->second, yes, no);
}

Residue Field::logical(Logical how, const Residue& a, const Residue& b) {
  const Residue one = residue_of(1.0);
  const auto x = conditions_.find(a.mod_p), y = conditions_.find(b.mod_p), none = conditions_.end();
  const bool are_known = x != none && (how == Logical::opposite ||
                                       (y != none && x->second.difference == y->second.difference));
  const unsigned p = are_known ? x->second.answers : 0;
  const unsigned q = are_known && how != Logical::opposite ? y->second.answers : always;
  const auto value = [&](unsigned answers) {
    return answers == 0        ? residue_of(0.0)
           : answers == always ? one
                               : value_of({x->second.difference, answers});
  };
  switch (how) {
    case Logical::both:
      return are_known ? value(p & q) : multiplied(a, b);
    case Logical::either:
      return are_known ? value(p | q) : a + b - multiplied(a, b);
    case Logical::one:
      return are_known ? value(p ^ q) : a + b - multiplied(residue_of(2.0), multiplied(a, b));
    case Logical::opposite:
      break;
  }
  return are_known ? value(always ^ p) : one - a;
}

}  // namespace etalon
