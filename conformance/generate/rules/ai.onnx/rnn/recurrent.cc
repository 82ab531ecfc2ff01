#include "conformance/generate/rules/ai.onnx/rnn/recurrent.h"

namespace etalon::rules {

namespace {

struct Sizes {
  size_t seq_length, batch_size, input_size, hidden_size, num_directions;
  bool batch_first;
};

constexpr Range weights = {-1, 1};

Sizes draw_sizes(Drafting& call) {
  Draw& draw = call.draw();
  const auto direction = draw.pick<std::string>({"forward", "reverse", "bidirectional"});
  if (direction != "forward" || draw.chance(0.7)) call.set("direction", direction);
  Sizes sizes{1 + draw.below(4),
              1 + draw.below(3),
              1 + draw.below(3),
              1 + draw.below(3),
              direction == "bidirectional" ? size_t{2} : size_t{1},
              false};
  call.set("hidden_size", static_cast<int64_t>(sizes.hidden_size));
  sizes.batch_first = call.has("layout") && draw.chance(0.3);
  if (sizes.batch_first) call.set("layout", 1);
  return sizes;
}

// A function, and how many coefficients it has: alpha, or alpha and beta.
struct Function {
  std::string name;
  int coefficients = 0;
};

// Each function that has an alpha or a beta is given it: the defaults are not specified for all.
void offer_activations(Drafting& call, size_t count) {
  Draw& draw = call.draw();
  if (draw.chance(0.5)) return;
  std::vector<Function> functions = {{"Relu"}, {"Tanh"}, {"Sigmoid"}, {"Softsign"}, {"Softplus"}};
  if (draw.chance(0.5)) {
    functions = {{"Relu"},          {"Affine", 2},      {"LeakyRelu", 1}, {"ThresholdedRelu", 1},
                 {"ScaledTanh", 2}, {"HardSigmoid", 2}, {"Elu", 1}};
  }
  std::vector<std::string> names;
  std::vector<double> alphas, betas;
  for (size_t i = 0; i < count; ++i) {
    const Function& function = draw.pick(functions);
    names.push_back(function.name);
    if (function.coefficients > 0) alphas.push_back(draw.reals(1, 0.125, 1)[0]);
    if (function.coefficients > 1) betas.push_back(draw.reals(1, 0.125, 1)[0]);
  }
  call.set("activations", names);
  if (!alphas.empty()) call.set("activation_alpha", alphas);
  if (!betas.empty()) call.set("activation_beta", betas);
}

Shape state_shape(const Sizes& sizes) {
  if (sizes.batch_first) return {sizes.batch_size, sizes.num_directions, sizes.hidden_size};
  return {sizes.num_directions, sizes.batch_size, sizes.hidden_size};
}

void offer(Drafting& call, const Shape& shape) {
  call.add_if(call.draw().chance(0.5), [&] { call.add_data(shape, weights); });
}

}  // namespace

// All outputs, the first ones alone, or some in the middle. Old versions have the first one only
// where output_sequence is set.
void give_outputs(Drafting& call, const Cell& cell) {
  Draw& draw = call.draw();
  const bool forced = call.version() == 1 && !cell.remembers && cell.gates == 3;
  call.outputs = forced ? 2 : 1 + draw.below(cell.remembers ? 3 : 2);
  const bool without_first = call.has("output_sequence") && draw.chance(0.2);
  if (without_first) call.outputs = 2;
  if (!without_first) call.set_if_known("output_sequence", 1);
  if (call.outputs > 1 && draw.chance(0.3)) call.unnamed = {draw.below(call.outputs - 1)};
  if (without_first) call.unnamed = {0};
}

void recurrent(Drafting& call, const Cell& cell) {
  Draw& draw = call.draw();
  const Sizes s = draw_sizes(call);
  offer_activations(call, cell.activations * s.num_directions);
  call.offer_real("clip", 0.5, 3);
  if (!cell.flag.empty()) call.offer_flag(cell.flag);
  const size_t rows = cell.gates * s.hidden_size;
  call.add_data(s.batch_first ? Shape{s.batch_size, s.seq_length, s.input_size}
                              : Shape{s.seq_length, s.batch_size, s.input_size},
                {-2, 2});
  call.add_data({s.num_directions, rows, s.input_size}, weights);
  call.add_data({s.num_directions, rows, s.hidden_size}, weights);
  offer(call, {s.num_directions, 2 * rows});
  call.add_if(draw.chance(0.5), [&] {
    call.add({s.batch_size}, {1, static_cast<double>(s.seq_length)});
  });
  offer(call, state_shape(s));
  if (cell.remembers) {
    offer(call, state_shape(s));
    offer(call, {s.num_directions, 3 * s.hidden_size});
  }
  give_outputs(call, cell);
}

}  // namespace etalon::rules
