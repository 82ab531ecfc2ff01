#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// Scores [N, C, …]; a class below C for each place; perhaps a weight for each class, and one class
// that does not count.
void loss(Drafting& call) {
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

// The loss, or also the logarithms of the probabilities.
void softmax_cross_entropy_loss(Drafting& call) {
  call.outputs = 1 + call.draw().below(2);
  loss(call);
}

}  // namespace

Rules loss_rules() {
  return {{"NegativeLogLikelihoodLoss", loss},
          {"SoftmaxCrossEntropyLoss", softmax_cross_entropy_loss}};
}

}  // namespace etalon
