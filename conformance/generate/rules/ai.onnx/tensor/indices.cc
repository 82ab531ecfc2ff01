#include "conformance/generate/rules/ai.onnx/tensor/indices.h"

#include "engine/numerics/numerics.h"

namespace etalon::rules {

namespace {

// Positions along `axis` that differ within each line, as a scatter without reduction requires.
std::vector<int64_t> distinct_lines(Draw& draw, const Shape& shape, size_t axis, size_t length) {
  std::vector<int64_t> indices(element_count(shape));
  const Split parts = split_at(shape, axis);
  const size_t inner = parts.after / shape[axis];
  for (size_t outer = 0; outer < parts.before; ++outer) {
    for (size_t column = 0; column < inner; ++column) {
      const std::vector<size_t> order = draw.permutation(length);
      for (size_t i = 0; i < shape[axis]; ++i) {
        indices[(outer * shape[axis] + i) * inner + column] = static_cast<int64_t>(order[i]);
      }
    }
  }
  return indices;
}

}  // namespace

size_t draw_axis(Drafting& call, size_t rank) {
  const size_t axis = call.draw().chance(0.8) ? call.draw().below(rank) : 0;
  if (axis != 0 || call.draw().chance(0.5)) call.set("axis", call.written_axis(axis, rank));
  return axis;
}

int64_t index_below(Drafting& call, size_t length) {
  constexpr int first_with_negative_indices = 11;
  auto index = static_cast<int64_t>(call.draw().below(length));
  if (call.draw().chance(0.2)) index = static_cast<int64_t>(length) - 1;
  const bool from_end = call.version() >= first_with_negative_indices && call.draw().chance(0.25);
  return from_end ? index - static_cast<int64_t>(length) : index;
}

Shape shape_within(Draw& draw, const Shape& shape) {
  Shape part = shape;
  for (size_t& length : part) length = 1 + draw.below(length);
  return part;
}

bool offer_reduction(Drafting& call) {
  constexpr int first_with_extremes = 18;
  std::vector<std::string> choices = {"none", "add", "mul"};
  if (call.version() >= first_with_extremes) choices.insert(choices.end(), {"max", "min"});
  const auto plain = [](DType type) { return is_float(type) || is_integer(type); };
  const std::string choice = call.draw().pick(choices);
  const bool given = call.draw().chance(0.6);
  if (!call.has("reduction")) return false;
  if (choice != "none") call.narrow("T", plain);
  if (given) call.set("reduction", choice);
  return given && choice != "none";
}

void scatter_elements(Drafting& call) {
  Draw& draw = call.draw();
  const bool reduced = offer_reduction(call);
  const Tensor data = call.add(draw.shape(1, 3, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  const Shape shape = shape_within(draw, data.shape());
  std::vector<int64_t> indices = distinct_lines(draw, shape, axis, data.dim(axis));
  if (reduced && draw.chance(0.6)) {
    for (int64_t& index : indices) index = index_below(call, data.dim(axis));
  }
  call.add_integers(shape, indices);
  call.add(shape);
}

}  // namespace etalon::rules
