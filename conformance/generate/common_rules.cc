#include "conformance/generate/common_rules.h"

namespace etalon::rules {

namespace {

void two_equal_or_run_of_axes(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(1, 4, Empty::never);
  call.add(shape);
  if (draw.chance(0.5)) {
    call.add(shape);
    return;
  }
  const size_t begin = draw.below(shape.size());
  const size_t end = begin + 1 + draw.below(shape.size() - begin);
  call.set("broadcast", 1);
  if (end != shape.size() || draw.chance(0.5)) call.set("axis", static_cast<int64_t>(begin));
  const auto at = [&](size_t axis) { return shape.begin() + static_cast<std::ptrdiff_t>(axis); };
  call.add(Shape(at(begin), at(end)));
}

}  // namespace

void one_tensor(Drafting& call) { call.add(call.draw().shape()); }

void two_broadcast(Drafting& call) {
  if (call.has("broadcast")) return two_equal_or_run_of_axes(call);
  for (const Shape& shape : shapes_together(call.draw(), 2)) call.add(shape);
}

void along_axis(Drafting& call) {
  Draw& draw = call.draw();
  const Shape shape = draw.shape(2);
  if (draw.chance(0.8)) call.set("axis", call.written_axis(draw.below(shape.size()), shape.size()));
  call.add(shape);
}

std::vector<Shape> shapes_together(Draw& draw, size_t count) {
  const Shape whole = draw.shape();
  std::vector<Shape> shapes;
  for (size_t i = 0; i < count; ++i) shapes.push_back(draw.broadcastable_to(whole));
  return shapes;
}

std::vector<int64_t> as_integers(std::span<const size_t> values) {
  return {values.begin(), values.end()};
}

}  // namespace etalon::rules
