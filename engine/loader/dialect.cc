#include "engine/loader/dialect.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engine/values/errors.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

constexpr std::string_view nhwc = "com.ms.internal.nhwc";
constexpr std::string_view nchwc = "com.microsoft.nchwc";
constexpr int64_t block_sizes[] = {16, 8};
// The opset of the functions for blocks: all that they call has these attributes there.
constexpr int64_t opset_of_functions = 19;

using Ints = std::vector<int64_t>;

std::string label(const onnx::NodeProto& node) {
  return fmt::format(
      "{}.{} {}", node.domain(), node.op_type(),
      in_quotes(node.name().empty() && node.output_size() != 0 ? node.output(0) : node.name()));
}

const onnx::AttributeProto* attribute(const onnx::NodeProto& node, std::string_view name) {
  for (const onnx::AttributeProto& each : node.attribute()) {
    if (each.name() == name) return &each;
  }
  return nullptr;
}

int64_t integer(const onnx::NodeProto& node, std::string_view name) {
  const onnx::AttributeProto* found = attribute(node, name);
  return found == nullptr ? 0 : found->i();
}

// A function for one node: its inputs and outputs by position, x0, x1, … and y0, y1, ….
class Body {
 public:
  Body(onnx::ModelProto& model, onnx::NodeProto& node, const std::string& overload)
      : node_(node), function_(*model.add_functions()) {
    function_.set_domain(node.domain());
    function_.set_name(node.op_type());
    function_.set_overload(overload);
    for (int i = 0; i < node.input_size(); ++i) function_.add_input(input(i));
    for (int i = 0; i < node.output_size(); ++i) function_.add_output(output(i));
  }

  void import(const std::string& domain, int64_t opset) {
    onnx::OperatorSetIdProto& imported = *function_.add_opset_import();
    imported.set_domain(domain);
    imported.set_version(opset);
  }
  static std::string input(int i) { return fmt::format("x{}", i); }
  static std::string output(int i) { return fmt::format("y{}", i); }
  // The name of input i; "" where the node leaves it out.
  std::string given(int i) const {
    return i < node_.input_size() && !node_.input(i).empty() ? input(i) : "";
  }

  // A value by one node; its name.
  std::string add(const std::string& op, const std::vector<std::string>& inputs,
                  const std::string& result = "") {
    onnx::NodeProto& made = *function_.add_node();
    made.set_op_type(op);
    for (const std::string& each : inputs) made.add_input(each);
    return *made.add_output() = result.empty() ? fmt::format("v{}", ++values_) : result;
  }
  onnx::NodeProto& last() { return *function_.mutable_node(function_.node_size() - 1); }
  void last_of_microsoft() {
    import("com.microsoft", 1);
    last().set_domain("com.microsoft");
  }
  // Sets an attribute of the last node.
  void set(const std::string& name, int64_t value) {
    onnx::AttributeProto& made = *last().add_attribute();
    made.set_name(name);
    made.set_type(onnx::AttributeProto::INT);
    made.set_i(value);
  }
  void set(const std::string& name, const Ints& values) {
    onnx::AttributeProto& made = *last().add_attribute();
    made.set_name(name);
    made.set_type(onnx::AttributeProto::INTS);
    for (const int64_t each : values) made.add_ints(each);
  }
  std::string constant(const Ints& values) {
    const std::string name = add("Constant", {});
    set("value_ints", values);
    return name;
  }
  std::string transposed(const std::string& x, const Ints& perm, const std::string& result = "") {
    const std::string name = add("Transpose", {x}, result);
    set("perm", perm);
    return name;
  }
  std::string reshaped(const std::string& x, const Ints& shape) {
    return add("Reshape", {x, constant(shape)});
  }
  // Gives the last node the attributes of the node; what calls the function has none.
  void take_attributes(const std::set<std::string_view>& but = {}) {
    for (const onnx::AttributeProto& each : node_.attribute()) {
      if (!but.contains(each.name())) *last().add_attribute() = each;
    }
  }
  void finish() {
    node_.set_overload(function_.overload());
    node_.clear_attribute();
  }

 private:
  onnx::NodeProto& node_;
  onnx::FunctionProto& function_;
  int values_ = 0;
};

// Of [N, D…, C] as [N, C, D…], and the other way round.
Ints channels_first(int64_t rank) {
  Ints perm{0, rank - 1};
  for (int64_t axis = 1; axis < rank - 1; ++axis) perm.push_back(axis);
  return perm;
}
Ints channels_last(int64_t rank) {
  Ints perm{0};
  for (int64_t axis = 2; axis < rank; ++axis) perm.push_back(axis);
  perm.push_back(1);
  return perm;
}

// The shapes of a graph's initializers and of its values, as far as they are declared.
using Shapes = std::map<std::string, Ints, std::less<>>;

void add_shapes(const onnx::GraphProto& graph, Shapes& shapes) {
  for (const auto* infos : {&graph.input(), &graph.value_info(), &graph.output()}) {
    for (const onnx::ValueInfoProto& info : *infos) {
      if (!info.type().has_tensor_type() || !info.type().tensor_type().has_shape()) continue;
      Ints& shape = shapes[info.name()];
      shape.clear();
      for (const auto& dim : info.type().tensor_type().shape().dim()) {
        shape.push_back(dim.has_dim_value() ? dim.dim_value() : -1);
      }
    }
  }
  for (const onnx::TensorProto& tensor : graph.initializer()) {
    shapes[tensor.name()] = {tensor.dims().begin(), tensor.dims().end()};
  }
}

class Translator {
 public:
  Translator(onnx::ModelProto& model, const Dialect& dialect)
      : model_(model), block_(dialect.block) {
    for (const onnx::OperatorSetIdProto& import : model.opset_import()) {
      opsets_[import.domain()] = import.version();
    }
  }

  void translate(onnx::GraphProto& graph, Shapes shapes) {
    add_shapes(graph, shapes);
    for (onnx::NodeProto& node : *graph.mutable_node()) {
      for (onnx::AttributeProto& each : *node.mutable_attribute()) {
        if (each.has_g()) translate(*each.mutable_g(), shapes);
        for (onnx::GraphProto& inner : *each.mutable_graphs()) translate(inner, shapes);
      }
      if (!node.overload().empty()) continue;
      if (node.domain() == nhwc) last_to_first(node, shapes);
      if (node.domain() == nchwc) blocks_to_channels(node, shapes);
    }
  }

 private:
  std::string next() { return fmt::format("{}", ++count_); }

  static Ints shape_of(const onnx::NodeProto& node, int input, const Shapes& shapes) {
    if (input >= node.input_size()) return {};
    const auto found = shapes.find(node.input(input));
    return found == shapes.end() ? Ints{} : found->second;
  }

  // The rank of the data: declared, or that of the weights, or by the kernel; else of images.
  static int64_t rank_of(const onnx::NodeProto& node, const Shapes& shapes) {
    const int weights = node.op_type().starts_with("QLinearConv") ? 3 : 1;
    for (const int input : {0, weights}) {
      const bool convolves = node.op_type().find("Conv") != std::string::npos;
      if (input != 0 && !convolves) break;
      const size_t rank = shape_of(node, input, shapes).size();
      if (rank >= 3) return static_cast<int64_t>(rank);
    }
    const onnx::AttributeProto* kernel = attribute(node, "kernel_shape");
    return kernel != nullptr && kernel->ints_size() != 0 ? kernel->ints_size() + 2 : 4;
  }

  // com.ms.internal.nhwc: the data's and the result's channels are the last axis; all else is as in
  // ONNX's operator, weights included.
  void last_to_first(onnx::NodeProto& node, const Shapes& shapes) {
    const int64_t rank = rank_of(node, shapes);
    Body body(model_, node, next());
    body.import("", opsets_[std::string()]);
    std::vector<std::string> inputs{body.transposed(Body::input(0), channels_first(rank))};
    for (int i = 1; i < node.input_size(); ++i) inputs.push_back(body.given(i));
    if (node.op_type() == "Resize") reorder_sizes(node, rank, body, inputs);
    const bool fused = attribute(node, "activation") != nullptr;
    if (fused && node.op_type() != "Conv") {
      throw Unsupported("{}: an activation in this operator is not supported", label(node));
    }
    const std::string y = body.add(fused ? "FusedConv" : node.op_type(), inputs);
    if (fused || node.op_type() == "QLinearAveragePool") body.last_of_microsoft();
    body.take_attributes({"channels_last"});
    for (int i = 1; i < node.output_size(); ++i) {
      if (node.op_type() == "MaxPool") {
        throw Unsupported("{}: the indices of a layout's maxima are not supported", label(node));
      }
      body.last().add_output(Body::output(i));
    }
    body.transposed(y, channels_last(rank), Body::output(0));
    body.finish();
  }

  // Resize's scales and sizes follow the data's axes; its regions of interest are not reordered.
  static void reorder_sizes(const onnx::NodeProto& node, int64_t rank, Body& body,
                            std::vector<std::string>& inputs) {
    if (attribute(node, "axes") != nullptr || !body.given(1).empty()) {
      throw Unsupported("{}: axes and roi in this layout are not supported", label(node));
    }
    for (size_t i = 2; i < inputs.size(); ++i) {
      if (inputs[i].empty()) continue;
      inputs[i] = body.add("Gather", {inputs[i], body.constant(channels_first(rank))});
    }
  }

  int64_t block(const onnx::NodeProto& node) const {
    if (block_ != 0) return block_;
    throw InvalidModel(
        "{}: the model does not tell how many channels are a block; --dialect onnxruntime:8 or "
        "onnxruntime:16 does",
        label(node));
  }

  void blocks_to_channels(onnx::NodeProto& node, const Shapes& shapes) {
    Body body(model_, node, next());
    body.import("", opset_of_functions);
    const std::string& op = node.op_type();
    if (op == "Conv") {
      convolution(node, shapes, body);
    } else if (op == "ReorderInput") {
      fill_up(node, body);
    } else if (op == "ReorderOutput") {
      cut_off(node, body);
    } else if (op == "Upsample") {
      upsample(node, body);
    } else if (op == "MaxPool" || op == "AveragePool" || op == "GlobalMaxPool" ||
               op == "GlobalAveragePool") {
      body.add(op, {Body::input(0)}, Body::output(0));
      body.take_attributes();
    } else {
      throw Unsupported("{}: the layout has no such operator", label(node));
    }
    body.finish();
  }

  // X in blocks of channels: the last is filled up with zeros.
  void fill_up(const onnx::NodeProto& node, Body& body) const {
    std::string x = Body::input(0);
    if (integer(node, "channels_last") != 0) x = body.transposed(x, channels_first(4));
    const std::string size = body.constant({block(node)});
    const std::string channels = body.add("Gather", {body.add("Shape", {x}), body.constant({1})});
    const std::string last = body.add("Mod", {channels, size});
    const std::string missing = body.add("Mod", {body.add("Sub", {size, last}), size});
    const std::string pads =
        body.add("Concat", {body.constant({0, 0, 0, 0, 0}), missing, body.constant({0, 0})});
    body.set("axis", int64_t{0});
    body.add("Pad", {x, pads}, Body::output(0));
  }

  static void cut_off(const onnx::NodeProto& node, Body& body) {
    const bool last = integer(node, "channels_last") != 0;
    const std::string y = body.add("Slice",
                                   {Body::input(0), body.constant({0}),
                                    body.constant({integer(node, "channels")}), body.constant({1})},
                                   last ? "" : Body::output(0));
    if (last) body.transposed(y, channels_last(4), Body::output(0));
  }

  static void upsample(const onnx::NodeProto& node, Body& body) {
    const onnx::AttributeProto* scales = attribute(node, "scales");
    if (scales == nullptr || scales->ints_size() != 4) {
      throw InvalidModel("{}: attribute 'scales' has not four numbers", label(node));
    }
    const std::string whole = body.constant({scales->ints().begin(), scales->ints().end()});
    const std::string factors = body.add("Cast", {whole});
    body.set("to", int64_t{onnx::TensorProto::FLOAT});
    body.add("Resize", {Body::input(0), "", factors}, Body::output(0));
    body.take_attributes({"scales"});
  }

  // The weights of [O, I, H, W] in blocks of O, and of I where it is not less than a block and the
  // groups are not single channels: [O/b, I/b, H, W, b of I, b of O].
  void convolution(const onnx::NodeProto& node, const Shapes& shapes, Body& body) const {
    const Ints shape = shape_of(node, 1, shapes);
    if (shape.size() != 4) {
      throw InvalidModel("{}: its weights are not an initializer of rank 4", label(node));
    }
    const int64_t b = block(node), O = shape[0], I = shape[1];
    const bool whole = I < b;
    if (O % b != 0 || (!whole && I % b != 0)) {
      throw InvalidModel("{}: weights {} are not blocks of {} channels", label(node),
                         fmt::format("[{}]", fmt::join(shape, ", ")), b);
    }
    const int64_t inner = whole ? 1 : b;
    const std::string blocks =
        body.reshaped(Body::input(1), {O / b, I / inner, shape[2], shape[3], inner, b});
    const std::string W = body.reshaped(body.transposed(blocks, {0, 5, 1, 4, 2, 3}), shape);
    std::vector<std::string> inputs{Body::input(0), W};
    for (int i = 2; i < node.input_size(); ++i) inputs.push_back(body.given(i));
    const bool fused = attribute(node, "activation") != nullptr || inputs.size() > 3;
    body.add(fused ? "FusedConv" : "Conv", inputs, Body::output(0));
    if (fused) body.last_of_microsoft();
    body.take_attributes();
  }

  onnx::ModelProto& model_;
  std::map<std::string, int64_t> opsets_;
  int64_t block_;
  int count_ = 0;
};

// The block that all weights of the layout fit, if only one of the sizes does; 0 otherwise.
int64_t only_block(const onnx::GraphProto& graph) {
  Shapes shapes;
  add_shapes(graph, shapes);
  std::set<int64_t> fitting(std::begin(block_sizes), std::end(block_sizes));
  for (const onnx::NodeProto& node : graph.node()) {
    if (node.domain() != nchwc || node.op_type() != "Conv" || node.input_size() < 2) continue;
    const auto weights = shapes.find(node.input(1));
    if (weights == shapes.end() || weights->second.size() != 4) continue;
    const Ints& shape = weights->second;
    std::erase_if(fitting, [&](int64_t b) {
      return shape[0] % b != 0 || (shape[1] >= b && shape[1] % b != 0);
    });
  }
  return fitting.size() == 1 ? *fitting.begin() : 0;
}

bool is_written_by_runtime(const onnx::ModelProto& model) {
  if (model.producer_name().find("onnxruntime") != std::string::npos) return true;
  return std::any_of(model.opset_import().begin(), model.opset_import().end(),
                     [](const onnx::OperatorSetIdProto& import) {
                       return import.domain() == nhwc || import.domain() == nchwc;
                     });
}

// A version of the dialect beside ONNX's own; a name that ONNX never had means one thing anywhere.
bool is_other_version(const Node& node) {
  if (node.schema == nullptr || node.schema->dialect.empty()) return false;
  const Schema* newest =
      find_schema(node.domain, node.op_type, std::numeric_limits<int64_t>::max());
  return newest != nullptr && newest->dialect.empty();
}

void refuse_dialect(const Graph& graph) {
  for (const Node& node : graph.nodes) {
    const bool layout = node.domain == nhwc || node.domain == nchwc;
    if (layout || is_other_version(node)) {
      throw InvalidModel(
          "{}: this is an operator of ONNX Runtime, not of ONNX{} (--dialect onnxruntime evaluates "
          "it)",
          label_of(node), layout ? "" : fmt::format(" at opset {}", node.opset));
    }
    each_subgraph(node, [](const Graph& inner) { refuse_dialect(inner); });
  }
}

}  // namespace

Dialect dialect_named(std::string_view text) {
  static const std::map<std::string_view, Dialect> names = {
      {"auto", {Dialect::Of::by_producer}},
      {"onnx", {Dialect::Of::onnx}},
      {"onnxruntime", {Dialect::Of::onnxruntime}},
      {"onnxruntime:8", {Dialect::Of::onnxruntime, 8}},
      {"onnxruntime:16", {Dialect::Of::onnxruntime, 16}}};
  const auto found = names.find(text);
  if (found == names.end()) {
    throw InvalidInput("{} is not one of auto, onnx, onnxruntime, onnxruntime:8, onnxruntime:16",
                       in_quotes(text));
  }
  return found->second;
}

bool admits(const Dialect& dialect, const onnx::ModelProto& model) {
  if (dialect.of == Dialect::Of::onnx) return false;
  return dialect.of != Dialect::Of::by_producer || is_written_by_runtime(model);
}

void translate(onnx::ModelProto& model, const Dialect& dialect) {
  const auto& imports = model.opset_import();
  const bool any = std::any_of(imports.begin(), imports.end(), [](const auto& import) {
    return import.domain() == nhwc || import.domain() == nchwc;
  });
  if (!any) return;
  Dialect known = dialect;
  if (known.block == 0) known.block = only_block(model.graph());
  Translator(model, known).translate(*model.mutable_graph(), {});
}

void refuse_dialect(const BoundModel& model) {
  refuse_dialect(model.graph);
  for (const Function& function : model.functions) refuse_dialect(function.body);
}

}  // namespace etalon
