// Statistics of the errors of sums of products in an output: whether a runtime is biased, and how
// much it rounds on average, which no single element shows.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/interpreter/interpreter.h"

namespace etalon {

// The errors of an output's elements, each in units of u · Σ|terms|, where u is half the distance
// from 1 to the next number of the output's type. TOSA 1.0 has these figures and their limits for
// its dot products ("Accuracy", dot product), where the limit of the mean is for data of either
// sign.
struct SumErrors {
  size_t sums = 0;   // elements
  size_t terms = 0;  // of each sum at most: products, and one for an addend
  double mean = 0;
  double mean_square = 0;
  double largest = 0;  // magnitude

  double most_mean() const;  // 2·√(terms / sums)
  double most_mean_square() const;
  bool within() const;
};

// For each output of the model: its SumErrors, if it is of floats and a node MatMul, Gemm, Conv or
// ConvTranspose computes it from inputs and initializers of the model, all of whose elements are
// finite. `got` are a runtime's outputs; one of another type or shape has none. Throws what the
// evaluation throws.
std::vector<std::optional<SumErrors>> sum_errors(const BoundModel& model, const Bindings& inputs,
                                                 const Values& got, const Options& options);

// "128 of up to 64 terms; errors in roundings of Σ|terms|: mean 0.01 (TOSA allows ±1.4), …"
std::string to_string(const SumErrors& errors);

}  // namespace etalon
