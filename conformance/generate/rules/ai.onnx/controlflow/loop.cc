#include "conformance/generate/drawn_graph.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// How a loop ends: after M steps, or, where the body negates the condition, after one.
struct LoopEnd {
  bool bounded, conditional, negates;
  int64_t trips;
  bool starts;
};

LoopEnd draw_loop_end(Draw& draw) {
  LoopEnd end{true, draw.chance(0.6), draw.chance(0.4), draw.between(0, 4), true};
  if (end.conditional) end.starts = draw.chance(0.8);
  if (end.conditional && end.negates) end.bounded = draw.chance(0.5);
  return end;
}

// A value is carried, and changed by a constant or by the initial value, which the body captures;
// sometimes a second one is, and changed by the first.
// A loop without steps has no scan outputs, because their shape is not specified then.
const GenerationRule loop_rule("Loop", [](Drafting& call, Draw& draw) {
  const DType type = draw_graph_type(call, "V");
  const Shape shape = draw.shape(0, 3);
  const LoopEnd end = draw_loop_end(draw);
  call.add_if(end.bounded, [&] { call.add(Value(scalar(DType::int64, end.trips))); });
  call.add_if(end.conditional, [&] { call.add(Value(scalar(end.starts))); });
  call.add(shape);
  const bool second = draw.chance(0.4);
  if (second) call.add(shape);
  DrawnGraph body(draw, "body");
  body.add_input("iteration", DType::int64, {});
  body.add_input("condition", DType::boolean, {});
  body.add_input("before", type, shape);
  if (second) body.add_input("earlier", type, shape);
  body.add_node(end.negates ? "Not" : "Identity", {"condition"}, "goes_on");
  body.add_output("goes_on", DType::boolean, {});
  if (draw.chance(0.5)) {
    body.add_constant("change", type, shape);
    body.add_arithmetic("before", "change", "after");
  } else {
    body.add_arithmetic("before", call.name_of_input(2), "after");
  }
  body.add_output("after", type, shape);
  if (second) {
    body.add_arithmetic("before", "earlier", "kept");
    body.add_output("kept", type, shape);
  }
  const bool steps = end.starts && (!end.bounded || end.trips > 0);
  const size_t scans = steps ? draw.below(3) : 0;
  if (scans > 0) {
    body.add_arithmetic("before", "after", "seen");
    body.add_output("seen", type, shape);
  }
  if (scans > 1) {
    body.add_node("Identity", {"iteration"}, "counted");
    body.add_output("counted", DType::int64, {});
  }
  call.set("body", body.graph());
  call.outputs = 1 + (second ? 1 : 0) + scans;
});

}  // namespace
}  // namespace etalon::rules
