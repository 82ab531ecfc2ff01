#include "conformance/generate/windows.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace etalon {

namespace {

// No stride or length goes beyond: a model that strides further is not drawn for.
constexpr int64_t far = 1 << 20;

const std::set<std::string_view> sliding = {"Conv",   "ConvInteger", "QLinearConv", "MaxPool",
                                            "LpPool", "AveragePool", "FusedConv"};

std::vector<int64_t> integers(const Node& node, const std::string& name) {
  const auto found = node.attributes.find(name);
  if (found == node.attributes.end()) return {};
  const auto* values = std::get_if<std::vector<int64_t>>(&found->second.value);
  return values == nullptr ? std::vector<int64_t>{} : *values;
}

int64_t at_or_one(const std::vector<int64_t>& values, size_t axis) {
  return axis < values.size() ? std::clamp<int64_t>(values[axis], 1, far) : 1;
}

const Tensor* initializer(const Graph& graph, const Node& node, size_t input) {
  if (input >= node.inputs.size()) return nullptr;
  const auto found = graph.initializers.find(node.inputs[input]);
  return found != graph.initializers.end() && found->second.is_tensor() ? &found->second.tensor()
                                                                        : nullptr;
}

// The kernel's extents: the attribute's, or those of the weights.
std::vector<int64_t> kernel_of(const Graph& graph, const Node& node) {
  std::vector<int64_t> kernel = integers(node, "kernel_shape");
  const Tensor* weights = initializer(graph, node, node.op_type == "QLinearConv" ? 3 : 1);
  if (!kernel.empty() || weights == nullptr || weights->rank() < 3) return kernel;
  const Shape& shape = weights->shape();
  return {shape.begin() + 2, shape.end()};
}

// The number of an initializer that is one integer.
std::optional<int64_t> number(const Graph& graph, const Node& node, size_t input) {
  const Tensor* tensor = initializer(graph, node, input);
  if (tensor == nullptr || tensor->size() != 1 || !is_integer(tensor->dtype())) return std::nullopt;
  return std::clamp<int64_t>(static_cast<int64_t>(tensor->as<double>().flat(0)), 1, far);
}

Window then(int64_t stride, int64_t width, int64_t pads, const Window& next) {
  return {std::min(stride * next.stride, far),
          std::clamp<int64_t>(stride * (next.least - 1) + width - pads, 1, far)};
}

// What the node adds to the windows over its result; nothing for a node that slides none.
std::optional<Window> over(const Graph& graph, const Node& node, const Window& next) {
  if (node.op_type == "STFT") {
    const auto step = number(graph, node, 1);
    const Tensor* window = initializer(graph, node, 2);
    const auto width = window != nullptr ? std::optional(static_cast<int64_t>(window->size()))
                                         : number(graph, node, 3);
    return then(step.value_or(1), width.value_or(1), 0, next);
  }
  if (node.op_type == "SpaceToDepth") {
    const auto found = node.attributes.find("blocksize");
    const auto* size =
        found == node.attributes.end() ? nullptr : std::get_if<int64_t>(&found->second.value);
    const int64_t block = size == nullptr ? 1 : std::clamp<int64_t>(*size, 1, far);
    return then(block, block, 0, next);
  }
  if (!sliding.contains(node.op_type)) return std::nullopt;
  const std::vector<int64_t> kernel = kernel_of(graph, node);
  const std::vector<int64_t> strides = integers(node, "strides");
  const std::vector<int64_t> dilations = integers(node, "dilations");
  const std::vector<int64_t> pads = integers(node, "pads");
  Window widest = next;
  for (size_t axis = 0; axis < kernel.size(); ++axis) {
    const int64_t width = std::min(
        (std::clamp<int64_t>(kernel[axis], 1, far) - 1) * at_or_one(dilations, axis) + 1, far);
    const int64_t padding = pads.size() == 2 * kernel.size()
                                ? std::clamp<int64_t>(pads[axis], 0, far) +
                                      std::clamp<int64_t>(pads[axis + kernel.size()], 0, far)
                                : 0;
    const Window here = then(at_or_one(strides, axis), width, padding, next);
    widest = {std::max(widest.stride, here.stride), std::max(widest.least, here.least)};
  }
  return widest;
}

}  // namespace

std::map<std::string, Window> windows_of(const Graph& graph) {
  std::map<std::string, Window> windows;
  for (auto node = graph.nodes.rbegin(); node != graph.nodes.rend(); ++node) {
    std::optional<Window> next;
    for (const std::string& output : node->outputs) {
      const auto found = windows.find(output);
      if (found == windows.end()) continue;
      if (!next || found->second.stride > next->stride) next = found->second;
    }
    if (const auto here = over(graph, *node, next.value_or(Window{}))) next = here;
    if (!next || node->op_type == "Shape" || node->inputs.empty()) continue;
    // Beside a window's data stand weights; elsewhere any input may lead to the result.
    const size_t count = sliding.contains(node->op_type) ? 1 : node->inputs.size();
    for (size_t i = 0; i < count; ++i) {
      Window& window = windows[node->inputs[i]];
      window = {std::max(window.stride, next->stride), std::max(window.least, next->least)};
    }
  }
  windows.erase("");
  return windows;
}

}  // namespace etalon
