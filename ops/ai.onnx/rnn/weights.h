// Matrices of RNN, GRU and LSTM: exact numbers, which are read at every step.
#pragma once

#include <vector>

#include "engine/numerics/arb_dot.h"
#include "engine/numerics/digit_matrix.h"

namespace etalon {

// A matrix [inputs, outputs], kept in the forms in which the products over each carrier read it.
class Weights {
 public:
  explicit Weights(Reals values);

  // x [rows, inputs] times this. The sums are exact but for their radii.
  Array<Ball> product(const Array<Ball>& x) const;
  // Throws Undecided where the weights are not finite or too far apart for a DigitMatrix.
  Array<WideBall> product(const Array<WideBall>& x) const;
  Array<ArbBall> product(const Array<ArbBall>& x) const;

  size_t size() const { return values_.size(); }

 private:
  using Columns = std::vector<arb_struct, BudgetAllocator<arb_struct>>;

  size_t inputs() const { return values_.shape()[0]; }
  size_t outputs() const { return values_.shape()[1]; }
  // The weights of output `o`.
  Strided<double> column(size_t o) const { return {values_.data() + o, outputs()}; }
  void prepare_columns() const;
  ArbBall dot(const ArbBall* x, const arb_struct* row, size_t o) const;

  Reals values_;
  std::shared_ptr<const Reals> magnitudes_;
  bool finite_;
  // Made when they are first read.
  mutable std::optional<DigitMatrix> digits_;
  mutable Columns columns_;  // [outputs, inputs]
};

}  // namespace etalon
