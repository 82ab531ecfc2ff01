// The operators that take graphs: small ones of elementwise nodes on float32 or float64, which all
// versions of these nodes take.
#include <fmt/format.h>

#include "conformance/generate/one_node.h"
#include "conformance/generate/rules.h"
#include "engine/loader/serialization.h"

namespace etalon {

namespace {

// A graph in the making, to be an attribute.
class DrawnGraph {
 public:
  DrawnGraph(Draw& draw, const std::string& name) : draw_(draw) { graph_.set_name(name); }

  void add_input(const std::string& name, DType type, const Shape& shape) {
    declare(name, type_of(type, shape), *graph_.add_input());
  }
  void add_output(const std::string& name, DType type, const Shape& shape) {
    declare(name, type_of(type, shape), *graph_.add_output());
  }
  void add_node(const std::string& op_type, const std::vector<std::string>& inputs,
                const std::string& output) {
    onnx::NodeProto& node = *graph_.add_node();
    node.set_op_type(op_type);
    for (const std::string& input : inputs) node.add_input(input);
    node.add_output(output);
  }
  // One of the operators that all numbers and all versions have.
  void add_arithmetic(const std::string& a, const std::string& b, const std::string& output) {
    add_node(draw_.pick<std::string>({"Add", "Sub", "Mul"}), {a, b}, output);
  }
  void add_constant(const std::string& name, DType type, const Shape& shape) {
    add_node("Constant", {}, name);
    onnx::AttributeProto& value = *graph_.mutable_node(graph_.node_size() - 1)->add_attribute();
    value.set_name("value");
    value.set_type(onnx::AttributeProto::TENSOR);
    write_tensor(random_tensor(draw_, type, shape), "", *value.mutable_t());
  }
  void give(Drafting& call, const std::string& attribute) const {
    onnx::AttributeProto& written = *call.node.add_attribute();
    written.set_name(attribute);
    written.set_type(onnx::AttributeProto::GRAPH);
    *written.mutable_g() = graph_;
  }

 private:
  static Type type_of(DType dtype, const Shape& shape) {
    Type type = Type::tensor(dtype);
    type.shape.emplace();
    for (const size_t length : shape) type.shape->emplace_back(static_cast<int64_t>(length));
    return type;
  }

  Draw& draw_;
  onnx::GraphProto graph_;
};

DType draw_float(Drafting& call, const std::string& variable) {
  call.narrow(variable,
              [](DType type) { return type == DType::float32 || type == DType::float64; });
  return call.dtype(variable);
}

// Since version 11 the branches' outputs may differ in shape.
void if_call(Drafting& call) {
  constexpr int first_with_any_shapes = 11;
  Draw& draw = call.draw();
  const DType type = draw_float(call, "V");
  Shape shape = draw.shape(0, 3);
  call.outputs = 1 + draw.below(2);
  for (const char* name : {"then_branch", "else_branch"}) {
    DrawnGraph branch(draw, name);
    for (size_t i = 0; i < call.outputs; ++i) {
      const std::string a = fmt::format("{}_a_{}", name, i);
      const std::string b = fmt::format("{}_b_{}", name, i);
      const std::string sum = fmt::format("{}_{}", name, i);
      branch.add_constant(a, type, shape);
      branch.add_constant(b, type, shape);
      branch.add_arithmetic(a, b, sum);
      branch.add_output(sum, type, shape);
    }
    branch.give(call, name);
    if (call.version() >= first_with_any_shapes && draw.chance(0.3)) shape = draw.shape(0, 3);
  }
  call.add(Value(scalar(draw.chance(0.5))));
}

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

void add_loop_end(Drafting& call, const LoopEnd& end) {
  if (end.bounded) {
    call.add(Value(scalar(DType::int64, end.trips)));
  } else {
    call.leave_out();
  }
  if (end.conditional) {
    call.add(Value(scalar(end.starts)));
  } else {
    call.leave_out();
  }
}

// One value is carried, and changed by a constant or by what the graph around the body has: the
// initial value. A loop without steps has no scan outputs, of whose shape nothing is told then.
void loop_call(Drafting& call) {
  Draw& draw = call.draw();
  const DType type = draw_float(call, "V");
  const Shape shape = draw.shape(0, 3);
  const LoopEnd end = draw_loop_end(draw);
  add_loop_end(call, end);
  call.add(shape);
  DrawnGraph body(draw, "body");
  body.add_input("iteration", DType::int64, {});
  body.add_input("condition", DType::boolean, {});
  body.add_input("before", type, shape);
  body.add_node(end.negates ? "Not" : "Identity", {"condition"}, "goes_on");
  body.add_output("goes_on", DType::boolean, {});
  if (draw.chance(0.5)) {
    body.add_constant("change", type, shape);
    body.add_arithmetic("before", "change", "after");
  } else {
    body.add_arithmetic("before", "input_2", "after");
  }
  body.add_output("after", type, shape);
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
  body.give(call, "body");
  call.outputs = 1 + scans;
}

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
  body.give(call, "body");
  call.set("num_scan_inputs", static_cast<int64_t>(scan_inputs));
  call.outputs = 2;
}

std::vector<int64_t> draw_flags(Draw& draw, size_t count) {
  std::vector<int64_t> flags(count);
  for (int64_t& flag : flags) flag = draw.between(0, 1);
  return flags;
}

// Version 8: a batch of sequences, all of the full length, for nobody says what follows a shorter
// one.
void scan_of_batch(Drafting& call) {
  Draw& draw = call.draw();
  const DType type = draw_float(call, "V");
  const Shape shape = draw.shape(0, 2, Empty::never);
  const size_t batch = draw.dimension();
  const size_t length = draw.dimension();
  const size_t scan_inputs = 1 + draw.below(2);
  if (draw.chance(0.5)) {
    call.leave_out();
  } else {
    call.add_integers({batch}, std::vector<int64_t>(batch, static_cast<int64_t>(length)));
  }
  const auto within = [&](Shape leading) {
    leading.insert(leading.end(), shape.begin(), shape.end());
    return leading;
  };
  call.add(within({batch}));
  for (size_t i = 0; i < scan_inputs; ++i) call.add(within({batch, length}));
  if (draw.chance(0.5)) call.set("directions", draw_flags(draw, scan_inputs));
  give_scan_body(call, type, shape, scan_inputs);
}

void scan_call(Drafting& call) {
  if (call.has("directions")) return scan_of_batch(call);
  Draw& draw = call.draw();
  const DType type = draw_float(call, "V");
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
  if (draw.chance(0.5)) call.set("scan_input_directions", draw_flags(draw, scan_inputs));
  if (draw.chance(0.5)) call.set("scan_output_directions", draw_flags(draw, 1));
  if (draw.chance(0.5)) {
    call.set("scan_output_axes", std::vector{call.written_axis(draw.below(rank), rank)});
  }
  give_scan_body(call, type, shape, scan_inputs);
}

// Beside the sequence, perhaps another one or a tensor, which goes into the body whole.
void sequence_map_call(Drafting& call) {
  Draw& draw = call.draw();
  const DType type = draw_float(call, "S");
  const Shape shape = draw.shape(0, 3);
  const size_t length = 1 + draw.below(4);
  const auto add_sequence = [&] {
    Sequence sequence{Type::tensor(type), {}};
    for (size_t i = 0; i < length; ++i) {
      sequence.items.emplace_back(random_tensor(draw, type, shape));
    }
    call.add(Value(sequence));
  };
  add_sequence();
  DrawnGraph body(draw, "body");
  body.add_input("item", type, shape);
  const bool alone = draw.chance(0.3);
  if (!alone) {
    body.add_input("other", type, shape);
    if (draw.chance(0.5)) {
      add_sequence();
    } else {
      call.add(Value(random_tensor(draw, type, shape)));
    }
  }
  body.add_arithmetic("item", alone ? "item" : "other", "made");
  body.add_output("made", type, shape);
  body.give(call, "body");
}

}  // namespace

Rules graph_rules() {
  return {{"If", if_call},
          {"Loop", loop_call},
          {"Scan", scan_call},
          {"SequenceMap", sequence_map_call}};
}

}  // namespace etalon
