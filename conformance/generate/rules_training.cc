// The optimizers of ai.onnx.preview.training.
#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// Ranges of what is kept of each optimized tensor.
constexpr Range of_values = {-5, 5};
constexpr Range of_squares = {0, 5};

// The learning rate and the update count, which starts at 0; then of each kind the tensors of one
// to three variables: their values, their gradients and what has been accumulated of these.
void add_variables(Drafting& call, const std::vector<Range>& kinds) {
  Draw& draw = call.draw();
  call.add({}, {0.015625, 0.5});
  call.add({}, {0, 3});
  std::vector<Shape> variables(1 + draw.below(3));
  for (Shape& shape : variables) shape = draw.shape(0, 3);
  for (const Range& kind : kinds) {
    for (const Shape& shape : variables) call.add(shape, kind);
  }
  call.outputs = variables.size() * (kinds.size() - 1);
}

void adagrad_call(Drafting& call) {
  call.offer_real("decay_factor", 0, 0.5);
  call.offer_real("epsilon", 0.015625, 0.5);
  call.offer_real("norm_coefficient", 0, 0.5);
  add_variables(call, {of_values, of_values, of_squares});
}

void adam_call(Drafting& call) {
  call.offer_real("alpha", 0.25, 0.9375);
  call.offer_real("beta", 0.25, 0.9375);
  call.offer_real("epsilon", 0.015625, 0.5);
  call.offer_real("norm_coefficient", 0, 0.5);
  call.offer_real("norm_coefficient_post", 0, 0.5);
  add_variables(call, {of_values, of_values, of_values, of_squares});
}

void momentum_call(Drafting& call) {
  Draw& draw = call.draw();
  call.set("mode", draw.pick<std::string>({"standard", "nesterov"}));
  call.set("alpha", draw.real(0, 1));
  call.set("beta", draw.real(0, 1));
  call.set("norm_coefficient", draw.chance(0.3) ? 0.0 : draw.real(0, 0.5));
  add_variables(call, {of_values, of_values, of_values});
}

}  // namespace

Rules training_rules() {
  return {{"Adagrad", adagrad_call}, {"Adam", adam_call}, {"Momentum", momentum_call}};
}

}  // namespace etalon
