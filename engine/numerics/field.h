// Numbers of a large finite field in place of reals. Two expressions in + − × ÷ that agree at
// random elements of the field are the same rational function, but for a chance of at most
// degree / modulus.
//
// Source: J. T. Schwartz, "Fast probabilistic algorithms for verification of polynomial
// identities", 1980; the second residue for exponents is that of Mirage (M. Wu et al., OSDI 2025).
#pragma once

#include <cstdint>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

namespace etalon {

// A real function of a model's inputs at random inputs: its value modulo the prime 2q + 1, and
// modulo the prime q, which exponents need.
struct Residue {
  static constexpr uint64_t q = 2305843009213688669;
  static constexpr uint64_t p = 2 * q + 1;  // a safe prime below 2^62

  uint64_t mod_p = 0, mod_q = 0;
  bool has_q = true;   // false of an exponential: exp of that is a function of its own
  bool varies = true;  // false of a constant, which its digits decide
  double degree = 1;   // of the rational function in inputs and elementary functions, at most
  double value = 0;    // of a constant, in a tensor: the double nearest to it

  bool is_zero() const { return mod_p == 0 && (!has_q || mod_q == 0); }
  // By what both know.
  friend bool operator==(const Residue& a, const Residue& b) {
    return a.mod_p == b.mod_p && (!a.has_q || !b.has_q || a.mod_q == b.mod_q);
  }
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

// The inputs and functions of one proof: evaluations of both models that share it give the same
// functions the same residues. Functions that are not rational are random values, by their
// arguments.
class Field {
 public:
  explicit Field(uint64_t seed) : seed_(seed) {}

  // Those that tensors carry (Side::residues), by their numbers.
  int64_t add(const Residue& residue);
  const Residue& at(int64_t number) const { return residues_[static_cast<size_t>(number)]; }
  // The value of a function that nothing is known of.
  Residue of(std::string_view function, const std::vector<Residue>& arguments);

  // √x · √x is x.
  Residue product(const Residue& a, const Residue& b);
  Residue exp(const Residue& x);
  Residue log(const Residue& x);  // of exp(x): x
  Residue sqrt(const Residue& x);
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

 private:
  using Members = std::vector<Residue>;

  Residue positive_part(const Residue& x);
  Members members(const Residue& x) const;
  Residue signed_by(bool odd, std::string_view function, const Residue& x);

  uint64_t seed_;
  std::vector<Residue> residues_;
  std::map<uint64_t, Residue> roots_, exponentials_;  // the arguments, by mod_p of the result
  std::map<uint64_t, Members> maxima_;
  std::map<uint64_t, double> constants_;  // in sets
  // What is asked, and the value that yes gives: 1 or 0.
  std::map<uint64_t, std::pair<FieldQuestion, bool>> conditions_;
};

}  // namespace etalon
