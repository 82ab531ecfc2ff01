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
  call.set("direction", direction);
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

// Functions without parameters: the defaults of alpha and beta are not specified for all functions.
void offer_activations(Drafting& call, size_t count) {
  if (call.draw().chance(0.6)) return;
  std::vector<std::string> names;
  for (size_t i = 0; i < count; ++i) {
    names.push_back(call.draw().pick<std::string>({"Relu", "Tanh", "Sigmoid", "Softsign"}));
  }
  call.set("activations", names);
}

Shape state_shape(const Sizes& sizes) {
  if (sizes.batch_first) return {sizes.batch_size, sizes.num_directions, sizes.hidden_size};
  return {sizes.num_directions, sizes.batch_size, sizes.hidden_size};
}

void offer(Drafting& call, const Shape& shape) {
  if (call.draw().chance(0.5)) {
    call.add(shape, weights);
  } else {
    call.leave_out();
  }
}

}  // namespace

void recurrent(Drafting& call, const Cell& cell) {
  Draw& draw = call.draw();
  const Sizes s = draw_sizes(call);
  offer_activations(call, cell.activations * s.num_directions);
  call.offer_real("clip", 0.5, 3);
  if (!cell.flag.empty()) call.offer_flag(cell.flag);
  call.set_if_known("output_sequence", 1);
  const size_t rows = cell.gates * s.hidden_size;
  call.add(s.batch_first ? Shape{s.batch_size, s.seq_length, s.input_size}
                         : Shape{s.seq_length, s.batch_size, s.input_size},
           {-2, 2});
  call.add({s.num_directions, rows, s.input_size}, weights);
  call.add({s.num_directions, rows, s.hidden_size}, weights);
  offer(call, {s.num_directions, 2 * rows});
  if (draw.chance(0.5)) {
    call.add({s.batch_size}, {1, static_cast<double>(s.seq_length)});
  } else {
    call.leave_out();
  }
  offer(call, state_shape(s));
  if (cell.remembers) {
    offer(call, state_shape(s));
    offer(call, {s.num_directions, 3 * s.hidden_size});
  }
  call.outputs = 2 + draw.below(cell.remembers ? 2 : 1);
}

}  // namespace etalon::rules
