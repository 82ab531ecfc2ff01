#include <algorithm>

#include "conformance/generate/rules.h"
#include "engine/numerics/numerics.h"

namespace etalon {

namespace {

constexpr int first_with_negative_indices = 11;

// An index from 0 to length - 1, perhaps counted from the end.
int64_t index_below(Drafting& call, size_t length) {
  const auto index = static_cast<int64_t>(call.draw().below(length));
  const bool from_end = call.version() >= first_with_negative_indices && call.draw().chance(0.25);
  return from_end ? index - static_cast<int64_t>(length) : index;
}

size_t draw_axis(Drafting& call, size_t rank) {
  const size_t axis = call.draw().chance(0.8) ? call.draw().below(rank) : 0;
  if (axis != 0 || call.draw().chance(0.5)) call.set("axis", call.written_axis(axis, rank));
  return axis;
}

void gather(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  const Shape shape = draw.shape(0, 2);
  std::vector<int64_t> indices(element_count(shape));
  for (int64_t& index : indices) index = index_below(call, data.dim(axis));
  call.add_integers(shape, indices);
}

// A shape within data's, so that every index has its line.
Shape shape_within(Draw& draw, const Shape& shape) {
  Shape part = shape;
  for (size_t& length : part) length = 1 + draw.below(length);
  return part;
}

void gather_elements(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  Shape shape = shape_within(draw, data.shape());
  shape[axis] = draw.dimension();
  std::vector<int64_t> indices(element_count(shape));
  for (int64_t& index : indices) index = index_below(call, data.dim(axis));
  call.add_integers(shape, indices);
}

void gather_nd(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const bool batched = call.has("batch_dims") && data.rank() > 1 && draw.chance(0.4);
  const size_t batch = batched ? 1 + draw.below(data.rank() - 1) : 0;
  if (batched) call.set("batch_dims", static_cast<int64_t>(batch));
  const size_t depth = 1 + draw.below(data.rank() - batch);
  Shape shape(data.shape().begin(), data.shape().begin() + static_cast<std::ptrdiff_t>(batch));
  if (draw.chance(0.7)) shape.push_back(draw.dimension());
  shape.push_back(depth);
  std::vector<int64_t> indices(element_count(shape));
  for (size_t i = 0; i < indices.size(); ++i) {
    indices[i] = index_below(call, data.dim(batch + i % depth));
  }
  call.add_integers(shape, indices);
}

// Positions along `axis`, different ones within each line: what a scatter without reduction needs.
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

void offer_reduction(Drafting& call) {
  constexpr int first_with_extremes = 18;
  std::vector<std::string> choices = {"none", "add", "mul"};
  if (call.version() >= first_with_extremes) choices.insert(choices.end(), {"max", "min"});
  const auto plain = [](DType type) { return is_float(type) || is_integer(type); };
  const std::string choice = call.draw().pick(choices);
  if (call.has("reduction") && choice != "none") call.narrow("T", plain);
  if (call.draw().chance(0.6)) call.set("reduction", choice);
}

void scatter_elements(Drafting& call) {
  Draw& draw = call.draw();
  offer_reduction(call);
  const Tensor data = call.add(draw.shape(1, 3, Empty::never));
  const size_t axis = draw_axis(call, data.rank());
  const Shape shape = shape_within(draw, data.shape());
  call.add_integers(shape, distinct_lines(draw, shape, axis, data.dim(axis)));
  call.add(shape);
}

void scatter_nd(Drafting& call) {
  Draw& draw = call.draw();
  offer_reduction(call);
  const Tensor data = call.add(draw.shape(1, 4, Empty::never));
  const size_t depth = 1 + draw.below(data.rank());
  const auto middle = data.shape().begin() + static_cast<std::ptrdiff_t>(depth);
  const Shape indexed(data.shape().begin(), middle);
  std::vector<size_t> places = draw.permutation(element_count(indexed));
  places.resize(std::min<size_t>(places.size(), 1 + draw.below(4)));
  std::vector<int64_t> indices(places.size() * depth);
  for (size_t i = 0; i < places.size(); ++i) {
    size_t rest = places[i];
    for (size_t k = depth; k-- > 0; rest /= indexed[k]) {
      indices[i * depth + k] = static_cast<int64_t>(rest % indexed[k]);
    }
  }
  call.add_integers({places.size(), depth}, indices);
  Shape updates = {places.size()};
  updates.insert(updates.end(), middle, data.shape().end());
  call.add(updates);
}

void compress(Drafting& call) {
  Draw& draw = call.draw();
  const Tensor input = call.add(draw.shape(1, 4, Empty::never));
  const bool flat = draw.chance(0.3);
  const size_t axis = draw.below(input.rank());
  if (!flat) call.set("axis", call.written_axis(axis, input.rank()));
  const size_t most = flat ? input.size() : input.dim(axis);
  call.add({1 + draw.below(most)});
}

void one_hot(Drafting& call) {
  Draw& draw = call.draw();
  const size_t depth = 2 + draw.below(4);
  const Shape shape = draw.shape(1, 3, Empty::never);
  const auto highest_index = static_cast<double>(depth) - 1;
  if (draw.chance(0.6)) {
    call.set("axis", call.written_axis(draw.below(shape.size() + 1), shape.size() + 1));
  }
  std::vector<int64_t> indices(element_count(shape));
  for (int64_t& index : indices) index = draw.between(0, static_cast<int64_t>(highest_index));
  call.add_integers(shape, indices);
  call.add_integers({}, {static_cast<int64_t>(depth)});
  call.add({2});
}

// The order of what is not sorted is that of first occurrence.
void unique(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 3, Empty::never);
  if (draw.chance(0.5)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.offer_flag("sorted");
  call.outputs = 1 + draw.below(4);
  call.add(shape, {0, 3});
}

}  // namespace

Rules indexing_rules() {
  return {{"Compress", compress},
          {"Gather", gather},
          {"GatherElements", gather_elements},
          {"GatherND", gather_nd},
          {"OneHot", one_hot},
          {"Scatter", scatter_elements},
          {"ScatterElements", scatter_elements},
          {"ScatterND", scatter_nd},
          {"Unique", unique}};
}

}  // namespace etalon
