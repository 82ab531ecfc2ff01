// Matrices of RNN, GRU and LSTM: exact numbers, which are read at every step.
#pragma once

#include <vector>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/digit_matrix.h"

namespace etalon {

// A matrix [inputs, outputs], kept in the forms in which the products over each number type read
// it.
class Weights {
 public:
  explicit Weights(const Tensor& W) : W_(W) {}  // of floats

  // x [rows, inputs] times this. The sums are exact but for their radii.
  Array<Ball> product(const Array<Ball>& x) const;
  Array<Ball> sampled(const Array<Ball>& x) const;
  // Throws Undecided where the weights are not finite or too far apart for a DigitMatrix.
  Array<WideBall> product(const Array<WideBall>& x) const;
  Array<ArbBall> product(const Array<ArbBall>& x) const;

  size_t size() const { return W_.size(); }

 private:
  using Columns = std::vector<arb_struct, BudgetAllocator<arb_struct>>;

  size_t inputs() const { return W_.dim(0); }
  size_t outputs() const { return W_.dim(1); }
  const Reals& values() const;
  const Reals& magnitudes() const;
  // The weights of output `o`.
  Strided<double> column(size_t o) const { return {values().data() + o, outputs()}; }
  void prepare_columns() const;
  ArbBall dot(const ArbBall* x, const arb_struct* row, size_t o) const;

  Tensor W_;
  // Made when they are first read.
  mutable std::optional<Reals> values_, magnitudes_;
  mutable std::optional<DigitMatrix> digits_;
  mutable Columns columns_;  // [outputs, inputs]; none if a weight is not finite
};

}  // namespace etalon
