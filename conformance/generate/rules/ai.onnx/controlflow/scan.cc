#include <fmt/format.h>

#include "conformance/generate/drawn_graph.h"
#include "conformance/generate/rule.h"

namespace etalon::rules {
namespace {

// One state and one element of each scan input make the next state and an element of the output.
void give_scan_body(Drafting& call, DType type, const Shape& shape, size_t scan_inputs) {
  DrawnGraph body(call.draw(), "body");
  body.add_input("before", type, shape);
  for (size_t i = 0; i < scan_inputs; ++i) {
    body.add_input(fmt::format("element_{}", i), type, shape);
  }
  body.add_arithmetic("before", "element_0", "after");
  body.add_arithmetic("after", fmt::format("element_{}", scan_inputs - 1), "made");
  body.add_output("after", type, shape);
  body.add_output("made", type, shape);
  call.set("body", body.graph());
  call.set("num_scan_inputs", static_cast<int64_t>(scan_inputs));
  call.outputs = 2;
}

// Version 8: a batch of sequences, all of the full length, because the outputs after the end of a
// shorter one are not specified.
void scan_of_batch(Drafting& call) {
  Draw& draw = call.draw();
  const DType type = draw_graph_type(call, "V");
  const Shape shape = draw.shape(0, 2, Empty::never);
  const size_t batch = draw.dimension();
  const size_t length = draw.dimension();
  const size_t scan_inputs = 1 + draw.below(2);
  call.add_if(!draw.chance(0.5), [&] {
    call.add_integers({batch}, std::vector<int64_t>(batch, static_cast<int64_t>(length)));
  });
  const auto within = [&](Shape leading) {
    leading.insert(leading.end(), shape.begin(), shape.end());
    return leading;
  };
  call.add(within({batch}));
  for (size_t i = 0; i < scan_inputs; ++i) call.add(within({batch, length}));
  if (draw.chance(0.5)) call.set("directions", draw.several_between(scan_inputs, 0, 1));
  give_scan_body(call, type, shape, scan_inputs);
}

const GenerationRule scan_rule("Scan", [](Drafting& call, Draw& draw) {
  if (call.has("directions")) return scan_of_batch(call);
  const DType type = draw_graph_type(call, "V");
  const Shape shape = draw.shape(0, 2, Empty::never);
  const size_t rank = shape.size() + 1;
  const size_t length = draw.dimension();
  const size_t scan_inputs = 1 + draw.below(2);
  const bool first_axes = draw.chance(0.4);
  call.add(shape);
  std::vector<int64_t> axes;
  for (size_t i = 0; i < scan_inputs; ++i) {
    const size_t axis = first_axes ? 0 : draw.below(rank);
    Shape whole = shape;
    whole.insert(whole.begin() + static_cast<std::ptrdiff_t>(axis), length);
    call.add(whole);
    axes.push_back(call.written_axis(axis, rank));
  }
  if (!first_axes) call.set("scan_input_axes", axes);
  if (draw.chance(0.5)) call.set("scan_input_directions", draw.several_between(scan_inputs, 0, 1));
  if (draw.chance(0.5)) call.set("scan_output_directions", draw.several_between(1, 0, 1));
  if (draw.chance(0.5)) {
    call.set("scan_output_axes", std::vector{call.written_axis(draw.below(rank), rank)});
  }
  give_scan_body(call, type, shape, scan_inputs);
});

}  // namespace
}  // namespace etalon::rules
