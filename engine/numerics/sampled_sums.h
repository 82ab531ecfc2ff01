// Sums in sampled evaluations (engine/values/monte_carlo.h).
#pragma once

#include <vector>

#include "engine/numerics/ball.h"
#include "engine/numerics/product.h"
#include "engine/values/monte_carlo.h"

namespace etalon {

// Σ of samples: the terms are dealt into parts, each part is added in order, then the parts
// pairwise.
class SampledSum {
 public:
  // `products`: the terms are products, which may be kept in another type.
  explicit SampledSum(bool products = false) : products_(products) {}
  bool empty() const { return count_ == 0; }
  void add(double term);
  Ball result() const;
  // Adds a product whose factors were not rounded.
  void add_product(double product);

 private:
  double rounded(double high, double low = 0) const;

  std::vector<double> parts_;
  size_t count_ = 0;
  bool products_;
};

// Σ a·b of samples and exact balls, `stride` apart in b.
Ball sampled_product(const Ball* a, const Ball* b, size_t count, size_t stride);
bool holds_samples(const Ball* values, size_t count);

// The sums of a product whose exact ones are in its C, with errors as the evaluation in force makes
// them. Of a large product a part is evaluated; the others have errors as large as that part's,
// relative to the norms of their rows and columns.
std::vector<double> sampled_sums(const Product<double>& product, const std::vector<double>& rows,
                                 const std::vector<double>& columns);

}  // namespace etalon
