// Einsum: what its equation says of its inputs' axes.
#pragma once

#include <string>
#include <vector>

#include "engine/values/tensor.h"

namespace etalon {

// An equation: a letter stands for one axis; one that a term repeats walks its diagonal. "..."
// stands for the same number of axes wherever it occurs, which broadcast. Without "->" the output
// has the axes under "...", then the letters that occur once, in order of their codes.
class Contraction {
 public:
  // Throws InvalidInput where equation and inputs do not fit, and Unspecified where an axis of size
  // 1 would have to broadcast that no "..." stands for.
  Contraction(const std::string& equation, const std::vector<Tensor>& Inputs);

  const Shape& output() const { return output_; }
  // How many indices there are of the letters that the output lacks: those summed over.
  size_t summed() const { return summed_; }
  // Where element i of the output, at the j-th of these indices, reads input p: row-major
  // positions.
  size_t position(size_t p, size_t i, size_t j) const {
    return static_cast<size_t>(of_output_[p].data()[i] + of_summed_[p].data()[j]);
  }

 private:
  Shape output_;
  size_t summed_;
  std::vector<Ints> of_output_, of_summed_;  // by input: what an index adds to the position
};

}  // namespace etalon
