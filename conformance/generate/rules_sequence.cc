#include "conformance/generate/one_node.h"
#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// From `least` to four tensors, of different shapes.
Sequence draw_sequence(Drafting& call, size_t least) {
  Draw& draw = call.draw();
  const DType type = call.input_type(0);
  Sequence sequence{Type::tensor(type), {}};
  const size_t count = least + draw.below(5 - least);
  for (size_t i = 0; i < count; ++i) {
    sequence.items.emplace_back(random_tensor(draw, type, draw.shape(0, 2)));
  }
  return sequence;
}

int64_t index_among(Draw& draw, size_t count) {
  const auto n = static_cast<int64_t>(count);
  return draw.between(-n, n - 1);
}

void construct(Drafting& call) {
  const size_t count = 1 + call.draw().below(4);
  for (size_t i = 0; i < count; ++i) call.add(call.draw().shape(0, 3));
}

void empty(Drafting& call) {
  if (call.draw().chance(0.7)) call.set("dtype", static_cast<int64_t>(call.dtype("S")));
}

void sequence_at(Drafting& call) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  call.add_integers({}, {index_among(call.draw(), sequence.items.size())});
}

void erase(Drafting& call) {
  const Sequence sequence = draw_sequence(call, 1);
  call.add(Value(sequence));
  if (call.draw().chance(0.3)) return;
  call.add_integers({}, {index_among(call.draw(), sequence.items.size())});
}

// The position may be one past the last.
void insert(Drafting& call) {
  Draw& draw = call.draw();
  const Sequence sequence = draw_sequence(call, 0);
  const auto count = static_cast<int64_t>(sequence.items.size());
  call.add(Value(sequence));
  call.add(Value(random_tensor(draw, sequence.element.dtype, draw.shape(0, 2))));
  if (draw.chance(0.7)) call.add_integers({}, {draw.between(-count, count)});
}

void length(Drafting& call) { call.add(Value(draw_sequence(call, 0))); }

// The items differ along the axis at most, or, stacked along a new one, not at all.
void concat_from_sequence(Drafting& call) {
  Draw& draw = call.draw();
  const bool stacked = draw.chance(0.5);
  Shape shape = draw.shape(1, 3, Empty::never);
  const size_t axes = shape.size() + (stacked ? 1 : 0);
  const size_t axis = draw.below(axes);
  const DType type = call.input_type(0);
  Sequence sequence{Type::tensor(type), {}};
  const size_t count = 1 + draw.below(3);
  for (size_t i = 0; i < count; ++i) {
    if (!stacked) shape[axis] = draw.dimension();
    sequence.items.emplace_back(random_tensor(draw, type, shape));
  }
  call.set("axis", call.written_axis(axis, axes));
  call.set("new_axis", stacked ? 1 : 0);
  call.add(Value(sequence));
}

// Parts of one given size, the last perhaps smaller; of given sizes; or single slices.
void split_to_sequence(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor input = call.add(draw.shape(1, 3, Empty::never));
  const size_t axis = draw.below(input.rank());
  const auto length = static_cast<int64_t>(input.dim(axis));
  call.set("axis", call.written_axis(axis, input.rank()));
  if (draw.chance(0.3)) return call.offer_flag("keepdims");
  if (draw.chance(0.5)) return call.add_integers({}, {draw.between(1, length)});
  const int64_t first = draw.between(0, length);
  call.add_integers({2}, {first, length - first});
}

// A tensor or a sequence of the element type that a variable has.
Value draw_held(Drafting& call, const std::string& variable) {
  Draw& draw = call.draw();
  const DType type = call.dtype(variable);
  const Tensor tensor = random_tensor(draw, type, draw.shape(0, 3));
  if (draw.chance(0.6)) return tensor;
  return Sequence{Type::tensor(type), {tensor, random_tensor(draw, type, tensor.shape())}};
}

Value draw_optional(Drafting& call, const std::string& variable) {
  const Value held = draw_held(call, variable);
  return Optional{without_shape(held.type()), std::make_shared<const Value>(held)};
}

void optional(Drafting& call) { call.add(draw_held(call, "V")); }

void optional_get_element(Drafting& call) { call.add(draw_optional(call, "O")); }

// Of something, of nothing, or of no input.
void optional_has_element(Drafting& call) {
  constexpr int first_with_optional_input = 18;
  const Value full = draw_optional(call, "O");
  const double kind = call.draw().real(0, 1);
  if (kind < 0.2 && call.version() >= first_with_optional_input) return;
  call.add(kind < 0.6 ? full : Value(Optional{full.optional().element, nullptr}));
}

}  // namespace

Rules sequence_rules() {
  return {{"ConcatFromSequence", concat_from_sequence},
          {"Optional", optional},
          {"OptionalGetElement", optional_get_element},
          {"OptionalHasElement", optional_has_element},
          {"SequenceAt", sequence_at},
          {"SequenceConstruct", construct},
          {"SequenceEmpty", empty},
          {"SequenceErase", erase},
          {"SequenceInsert", insert},
          {"SequenceLength", length},
          {"SplitToSequence", split_to_sequence}};
}

}  // namespace etalon
