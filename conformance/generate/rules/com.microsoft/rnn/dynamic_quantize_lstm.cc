#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// Ordinary numbers alone: of others states are often so equal that an integer is a tie.
void offer_data(Drafting& call, const Shape& shape) {
  call.add_if(call.draw().chance(0.5), [&] { call.add(shape, {-1, 1}); });
}

// Of W or R: by direction, or by column, where the zero points are 0.
void add_quantization(Drafting& call, size_t num_directions, size_t columns) {
  const bool by_column = call.draw().chance(0.3);
  const Shape shape = by_column ? Shape{num_directions, columns} : Shape{num_directions};
  call.add(shape, {0.001, 0.02});
  call.add(shape, by_column ? Range{0, 0} : Range{-128, 255});
}

// Three functions for each direction, all with an alpha and a beta.
void draw_functions(Drafting& call, size_t num_directions) {
  std::vector<std::string> names;
  for (size_t d = 0; d < num_directions; ++d) {
    names.insert(names.end(), {"HardSigmoid", "ScaledTanh", "Affine"});
  }
  call.set("activations", names);
  call.set("activation_alpha", call.draw().reals(names.size(), 0.125, 1));
  call.set("activation_beta", call.draw().reals(names.size(), 0.125, 1));
}

const GenerationRule dynamic_quantize_lstm_rule(
    "com.microsoft.DynamicQuantizeLSTM", [](Drafting& call, Draw& draw) {
      const auto direction = draw.pick<std::string>({"forward", "reverse", "bidirectional"});
      if (direction != "forward" || draw.chance(0.7)) call.set("direction", direction);
      const size_t seq_length = 1 + draw.below(4), batch_size = 1 + draw.below(3);
      const size_t input_size = 1 + draw.below(4), hidden_size = 1 + draw.below(4);
      const size_t num_directions = direction == "bidirectional" ? 2 : 1;
      const size_t columns = 4 * hidden_size;
      call.set("hidden_size", static_cast<int64_t>(hidden_size));
      if (draw.chance(0.2)) draw_functions(call, num_directions);
      call.offer_real("clip", 0.5, 3);
      call.offer_flag("input_forget");
      call.add({seq_length, batch_size, input_size}, {-2, 2});
      call.add({num_directions, input_size, columns}, {-128, 255});
      call.add({num_directions, hidden_size, columns}, {-128, 255});
      offer_data(call, {num_directions, 2 * columns});
      call.add_if(draw.chance(0.3), [&] {
        call.add({batch_size}, {1, static_cast<double>(seq_length)});
      });
      offer_data(call, {num_directions, batch_size, hidden_size});
      offer_data(call, {num_directions, batch_size, hidden_size});
      offer_data(call, {num_directions, 3 * hidden_size});
      add_quantization(call, num_directions, columns);
      add_quantization(call, num_directions, columns);
      call.outputs = 1 + draw.below(3);
      if (call.outputs > 1 && draw.chance(0.3)) call.unnamed = {draw.below(call.outputs - 1)};
    });

}  // namespace
}  // namespace etalon::rules
