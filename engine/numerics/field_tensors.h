// Tensors of an evaluation over a field (Evaluation::field), and sums of products of their
// elements.
#pragma once

#include <vector>

#include "engine/numerics/arb_ball.h"
#include "engine/values/side.h"

namespace etalon {

// An element of a tensor, or what its residue's number (Side::residues) says.
ArbBall with_residue_of(ArbBall element, int64_t number);

// The results of a formula, with their residues. Functions of inputs have a number between 1/2 and
// 3/2 in their place.
Tensor with_their_residues(DType type, const Array<ArbBall>& values);

// The residues of a tensor's elements. Throws Undecided for infinities and NaN.
std::vector<Residue> all_residues(const Tensor& X);

// And, Or, Xor and Not of bools that may vary; of Not the first alone counts.
Tensor logical_over_field(Logical how, const Tensor& A, const Tensor& B);

// One residue of each element in digits: Σ_k digits[k] · 2^(k · bits). Sums of so many products of
// digits do not exceed 2^53.
struct ResidueDigits {
  size_t bits;
  std::vector<Tensor> digits;
};
ResidueDigits digits_of(const std::vector<Residue>& residues, const Shape& shape, bool modulo_p,
                        size_t terms);
// 0, with the degree of a sum of products of the two.
Residue product_of_all(const std::vector<Residue>& a, const std::vector<Residue>& b);
// Adds sum · 2^shift to each residue.
void add_digits(std::vector<Residue>& to, const Reals& sums, size_t shift, bool modulo_p);

// The residues of sums of `terms` products of A's and B's elements; empty in other evaluations, and
// where both are the numbers that they hold. `multiply` gives such sums of two float64 tensors of
// their shapes, which are exact.
template <class Multiply>
std::vector<Residue> residues_of_sums(const Tensor& A, const Tensor& B, size_t terms,
                                      Multiply multiply) {
  if (residues_of(A).size() == 0 && residues_of(B).size() == 0) return {};
  const std::vector<Residue> a = all_residues(A), b = all_residues(B);
  std::vector<Residue> sums;
  const Residue all = product_of_all(a, b);
  for (const bool modulo_p : {true, false}) {
    const ResidueDigits of_A = digits_of(a, A.shape(), modulo_p, terms);
    const ResidueDigits of_B = digits_of(b, B.shape(), modulo_p, terms);
    for (size_t i = 0; i < of_A.digits.size(); ++i) {
      for (size_t j = 0; j < of_B.digits.size(); ++j) {
        const Reals part = multiply(of_A.digits[i], of_B.digits[j]);
        if (sums.empty()) sums.assign(part.size(), all);
        add_digits(sums, part, (i + j) * of_A.bits, modulo_p);
      }
    }
  }
  return sums;
}

}  // namespace etalon
