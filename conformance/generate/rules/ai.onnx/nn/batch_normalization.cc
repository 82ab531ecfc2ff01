#include "conformance/generate/rule.h"

namespace etalon::rules {

namespace {

// Where the version trains at all: versions 1 and 6 unless is_test is set, 7 and 9 with further
// outputs, later ones with training_mode.
bool give_training(Drafting& call) {
  constexpr int first_with_three_outputs = 14;
  Draw& draw = call.draw();
  const bool training = draw.chance(0.3);
  if (call.has("is_test") && !training) call.set("is_test", 1);
  if (call.has("training_mode") && training) call.set("training_mode", 1);
  if (training) call.outputs = call.version() < first_with_three_outputs ? 5 : 3;
  return training;
}

}  // namespace

// With spatial 0, each position in a channel is normalized apart.
const GenerationRule batch_normalization_rule("BatchNormalization", [](Drafting& call, Draw& draw) {
  const bool training = give_training(call);
  const bool apart = call.has("spatial") && draw.chance(0.2);
  if (apart) call.set("spatial", 0);
  constexpr int first = 1;
  if (call.version() == first) call.set("consumed_inputs", std::vector<int64_t>{0, 0, 0, 1, 1});
  call.offer_real("epsilon", 0.015625, 0.5);
  if (training || draw.chance(0.2)) call.offer_real("momentum", 0, 0.9375);
  const Shape shape = draw.shape(call.version() == first ? 4 : 2, 4, Empty::never);
  call.add(shape);
  const Shape channels = apart ? Shape(shape.begin() + 1, shape.end()) : Shape{shape[1]};
  for (int i = 0; i < 4; ++i) call.add(channels);
});

}  // namespace etalon::rules
