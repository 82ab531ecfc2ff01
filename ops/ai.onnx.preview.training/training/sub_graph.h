// What the graph around a Gradient node computes, in float64.
#pragma once

#include <string>
#include <vector>

#include "engine/numerics/numerics.h"

namespace etalon {

// Throws InvalidInput where one of the variables is computed from another one.
void require_independent(const Graph& graph, const std::vector<std::string>& variables);

// Σ y, as a function of the variables; each is a name of the graph, and has the value that the
// input of its position gives it.
class Function64 {
 public:
  Function64(const Call& call, const std::vector<std::string>& variables, const std::string& y);

  const Value& value(size_t variable) const { return values_[variable]; }

  // With x in place of one variable's value.
  double operator()(size_t variable, const Reals& x) const;

 private:
  const Call& call_;
  Values values_;
  Graph graph_;
};

}  // namespace etalon
