// CDist's operands.
#pragma once

#include "engine/formula.h"

namespace etalon {

struct Distances {
  explicit Distances(const Call& call) : A(call.tensor("A")), B(call.tensor("B")) {
    const std::string& metric = call.text("metric");
    if (metric != "sqeuclidean" && metric != "euclidean") {
      throw Unspecified("the text names the metric {} but does not define it", metric);
    }
    root = metric == "euclidean";
    require_rank("A", A, 2);
    require_shape("B", B, {any_size, A.dim(1)});
  }
  Shape shape() const { return {A.dim(0), B.dim(0)}; }

  const Tensor &A, &B;
  bool root;
};

}  // namespace etalon
