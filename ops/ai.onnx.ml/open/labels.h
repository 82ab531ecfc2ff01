// What the classifiers leave open.
#pragma once

#include <numeric>

#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/scores.h"

namespace etalon {

// The text does not say which of equal classes is the top one, nor where a score is NaN, which is
// then any class: output Y is marked by the scores Z. `ints` is as in class_labels.
inline void open_labels(Opening& open, std::string_view ints) {
  const Reals Z = open.output(1).as<double>();
  const Tensor labels = class_labels(open.call, ints);
  std::vector<int64_t> every_class(labels.size());
  std::iota(every_class.begin(), every_class.end(), 0);
  Candidates tied, all;
  for (size_t n = 0; n < Z.shape()[0]; ++n) {
    double greatest = -std::numeric_limits<double>::infinity();
    bool nan = false;
    for (size_t e = 0; e < Z.shape()[1]; ++e) {
      nan = nan || std::isnan(Z(n, e));
      greatest = std::max(greatest, Z(n, e));
    }
    if (nan) all[n] = every_class;
    std::vector<int64_t> equal;
    for (size_t e = 0; e < Z.shape()[1]; ++e) {
      if (Z(n, e) == greatest) equal.push_back(static_cast<int64_t>(e));
    }
    if (equal.size() > 1) tied[n] = equal;
  }
  open.Y = any_of(open.Y, "ties", labels, [&] { return tied; });
  open.Y = any_of(open.Y, "nan", labels, [&] { return all; });
}

}  // namespace etalon
