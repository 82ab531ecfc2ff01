// Numbers of a large finite field in place of reals. Two expressions in + − × ÷ that agree at
// random elements of the field are the same rational function, but for a chance of at most
// degree / modulus.
//
// Source: J. T. Schwartz, "Fast probabilistic algorithms for verification of polynomial
// identities", 1980; the second residue for exponents is that of Mirage (M. Wu et al., OSDI 2025).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace etalon {

// A real function of a model's inputs at random inputs: its value modulo the prime 2q + 1. The
// residue modulo the prime q is for exponents: that of a function that is not rational is random,
// and the same for all ways to compute it (Field::add).
struct Residue {
  // 2q + 1 is below 2^62, and 7 modulo 8; 2, 3, 5, 7, 11 and 13 are squares modulo it.
  static constexpr uint64_t q = 2305843009213645679;
  static constexpr uint64_t p = 2 * q + 1;

  uint64_t mod_p = 0, mod_q = 0;
  bool varies = true;  // false of a constant, which its digits decide
  double degree = 1;   // of the rational function in inputs and elementary functions, at most
  double value = 0;    // of a constant, in a tensor: the double nearest to it

  bool is_zero() const { return mod_p == 0; }
  friend bool operator==(const Residue& a, const Residue& b) { return a.mod_p == b.mod_p; }
};

Residue operator-(const Residue& a);
Residue operator+(const Residue& a, const Residue& b);
Residue operator-(const Residue& a, const Residue& b);
// Throws Undecided for a divisor that is the zero function, or is 0 at these inputs.
Residue operator/(const Residue& a, const Residue& b);
// The number mantissa · 2^exponent.
Residue residue_of(int64_t mantissa, int64_t exponent);
Residue residue_of(double x);

// A comparison that an element's formula asks: whether `difference` is greater than 0, or is 0.
struct FieldQuestion {
  Residue difference;
  bool of_equality = false;
};
enum class Logical { both, either, one, opposite };  // And, Or, Xor, Not, of the first alone

// The inputs and functions of one proof: evaluations of both models that share it give the same
// functions the same residues. Functions that are not rational are random values, by their
// arguments.
class Field {
 public:
  explicit Field(uint64_t seed);

  // Those that tensors carry (Side::residues), by their numbers. A function that is there already
  // keeps its number, and both its residues.
  int64_t add(const Residue& residue);
  const Residue& at(int64_t number) const { return residues_[static_cast<size_t>(number)]; }
  // The value of a function that nothing is known of.
  Residue of(std::string_view function, const std::vector<Residue>& arguments);

  Residue product(const Residue& a, const Residue& b);
  // Throws as a / b does.
  Residue quotient(const Residue& a, const Residue& b);
  Residue exp(const Residue& x);
  // Of exp(x): x; of a quotient of exp(x) or of a constant: by its parts; of exp(x) · y, where the
  // log of y is known: their sum.
  Residue log(const Residue& x);
  Residue sqrt(const Residue& x);  // √x · √x is x; of constants of small primes √x · √y is √(x y)
  // A function with f(−x) = −f(x), or f(−x) = f(x).
  Residue odd(std::string_view function, const Residue& x);
  Residue even(std::string_view function, const Residue& x);
  Residue power(const Residue& x, int64_t n);
  Residue abs(const Residue& x);
  // The greatest of a set, in any order and number. Its constants must be introduced by their
  // values.
  Residue maximum(const Residue& a, const Residue& b);
  Residue constant(const Residue& x, double value);
  // What a formula gives where the answer is yes or no.
  Residue selected(const FieldQuestion& question, const Residue& yes, const Residue& no);
  // The same for the value of a condition, 1 or 0, if it is known what it asks.
  Residue chosen(const Residue& condition, const Residue& yes, const Residue& no);
  Residue logical(Logical how, const Residue& a, const Residue& b);

 private:
  using Members = std::vector<Residue>;
  // Whether a difference, whose sign is chosen, is below, at or above 0: a sum of these.
  struct Condition {
    Residue difference;
    unsigned answers;
  };
  static constexpr unsigned is_below = 1, is_at = 2, is_above = 4, always = 7;

  Residue positive_part(const Residue& x);
  Members members(const Residue& x) const;
  Residue signed_by(bool odd, std::string_view function, const Residue& x);
  static Condition condition_of(const FieldQuestion& question);
  Residue value_of(const Condition& condition);
  std::optional<Residue> known_log(const Residue& x);
  Residue by_condition(const Condition& condition, const Residue& yes, const Residue& no);

  uint64_t seed_;
  std::vector<Residue> residues_;
  std::unordered_map<uint64_t, int64_t> numbers_;  // by mod_p of those that vary
  // By mod_p of the results: arguments, of sets the members.
  std::unordered_map<uint64_t, Residue> roots_, exponentials_;
  std::unordered_map<uint64_t, std::pair<Residue, Residue>> quotients_;
  std::vector<Residue> logs_;    // the arguments of which nothing else is known
  std::vector<Residue> powers_;  // exponentials, in turn
  uint64_t searched_ = 0;
  std::unordered_map<uint64_t, Members> maxima_;
  std::unordered_map<uint64_t, double> constants_;  // in sets
  std::unordered_map<uint64_t, Condition> conditions_;
};

}  // namespace etalon
