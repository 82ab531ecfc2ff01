// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

// Scores [N, C, …]; a class below C for each position; optionally a weight for each class, and one
// class that is ignored.
inline void loss(Drafting& call) {
  Draw& draw = call.draw();
  call.set("reduction", draw.pick<std::string>({"mean", "sum", "none"}));
  const Shape shape = draw.shape(2, 4, Empty::never);
  const auto classes = static_cast<double>(shape[1]);
  if (draw.chance(0.4)) {
    call.set("ignore_index", draw.between(0, static_cast<int64_t>(shape[1]) - 1));
  }
  Shape places = shape;
  places.erase(places.begin() + 1);
  call.add(shape);
  call.add(places, {0, classes - 1});
  if (draw.chance(0.5)) call.add({shape[1]}, {0.25, 2});
}

}  // namespace etalon::rules
