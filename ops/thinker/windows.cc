#include "ops/thinker/windows.h"

#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/values/evaluation.h"
#include "engine/values/rounding.h"

namespace etalon::thinker {
namespace {

// pad | pads as ONNX's pads, begins then ends: one value replicates, one an axis serves both ends.
std::vector<int64_t> pads_of(const Call& call, size_t axes) {
  const std::string_view name = spelling(call, "pad", "pads");
  if (name.empty()) return {};
  std::vector<int64_t> values = call.ints(name);
  if (values.size() == 2 * axes) return values;
  if (values.size() == 1) return std::vector<int64_t>(2 * axes, values[0]);
  if (values.size() != axes) {
    throw InvalidInput("{} has {} values where 1, {} or {} are needed", name, values.size(), axes,
                       2 * axes);
  }
  values.insert(values.end(), values.begin(), values.begin() + static_cast<std::ptrdiff_t>(axes));
  return values;
}

bool channels_last(const Call& call) {
  return given(call, "layout") && call.choice<bool>("layout", {{"NCHW", false}, {"NHWC", true}});
}

// X's axes in order, but with axis `from` moved to place `to`.
Tensor with_axis_moved(const Tensor& X, size_t from, size_t to) {
  std::vector<size_t> perm = all_axes(X.rank());
  perm.erase(perm.begin() + static_cast<std::ptrdiff_t>(from));
  perm.insert(perm.begin() + static_cast<std::ptrdiff_t>(to), from);
  return transposed(X, perm);
}

size_t groups(const Call& call) {
  const int64_t group = call.integer("group");
  if (group < 1) throw InvalidInput("group is {}, not 1 or more", group);
  return static_cast<size_t>(group);
}

}  // namespace

std::vector<int64_t> replicated(const Call& call, std::string_view one, std::string_view other,
                                size_t axes) {
  const std::string_view name = spelling(call, one, other);
  if (name.empty()) return {};
  std::vector<int64_t> values = call.ints(name);
  if (values.size() == 1) return std::vector<int64_t>(axes, values[0]);
  if (values.size() == axes) return values;
  throw InvalidInput("{} has {} values where 1 or {} are needed", name, values.size(), axes);
}

Attributes window_attributes(const Call& call, size_t axes) {
  Attributes attributes;
  const auto add = [&](const char* name, const std::vector<int64_t>& values) {
    if (!values.empty()) attributes[name] = attribute_of(name, values);
  };
  const auto add_integer = [&](const char* name, std::string_view own) {
    if (given(call, own)) attributes[name] = attribute_of(name, call.integer(own));
  };
  if (given(call, "auto_pad") && call.text("auto_pad") != "NOTSET") {
    throw InvalidInput("auto_pad is '{}'; it must be NOTSET", call.text("auto_pad"));
  }
  add("kernel_shape", replicated(call, "kernel", "kernel_shape", axes));
  add("strides", replicated(call, "stride", "strides", axes));
  add("dilations", replicated(call, "dilation", "dilations", axes));
  add("pads", pads_of(call, axes));
  add_integer("ceil_mode", spelling(call, "ceil", "ceil_mode"));
  add_integer("group", "group");
  return attributes;
}

Attributes pool_attributes(const Call& call) {
  for (const int64_t dilation : replicated(call, "dilation", "dilations", 2)) {
    if (dilation != 1) throw InvalidInput("dilation is {}; a pool has only 1", dilation);
  }
  Attributes attributes = window_attributes(call, 2);
  attributes.erase("dilations");
  attributes.try_emplace("kernel_shape", attribute_of("kernel_shape", std::vector<int64_t>{1, 1}));
  return attributes;
}

Tensor to_onnx_layout(const Call& call, const Tensor& X) {
  return channels_last(call) && X.rank() > 2 ? with_axis_moved(X, X.rank() - 1, 1) : X;
}

Tensor from_onnx_layout(const Call& call, const Tensor& Y) {
  return channels_last(call) && Y.rank() > 2 ? with_axis_moved(Y, 1, Y.rank() - 1) : Y;
}

Tensor transposed_weights(const Call& call, const Tensor& W) {
  const size_t group = groups(call);
  if (!channels_last(call)) return W;
  if (W.rank() < 3 || W.dim(0) % group != 0) {
    throw InvalidInput("the weights of shape {} do not fall into {} groups", to_string(W.shape()),
                       group);
  }
  // [group, M/group, k…, C/group] → [group, C/group, M/group, k…] → [C, M/group, k…]
  Shape parts = W.shape();
  parts[0] /= group;
  parts.insert(parts.begin(), group);
  const Tensor moved = with_axis_moved(W.reshaped(parts), parts.size() - 1, 1);
  Shape shape(moved.shape().begin() + 1, moved.shape().end());
  shape[0] *= group;
  return moved.reshaped(shape);
}

Reals convolved(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B) {
  const Tensor x = to_onnx_layout(call, X);
  const Tensor w = to_onnx_layout(call, W);
  const Delegate conv(call, "Conv", 11, {}, window_attributes(call, spatial_shape(x, "X").size()));
  const Window window = convolution_window(conv.call(), x, w);
  const Reals product =
      convolve(x.as<double>(), w.as<double>(), window, size_t(conv.call().integer("group")));
  return filled_by_channel(product.shape(), B) + product;
}

Reals convolved_transposed(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B) {
  if (given(call, "output_shape")) throw Unsupported("attribute output_shape is not supported");
  const Tensor x = to_onnx_layout(call, X);
  const size_t axes = spatial_shape(x, "X").size();
  Attributes attributes = window_attributes(call, axes);
  const std::vector<int64_t> padding = replicated(call, "output_padding", "", axes);
  if (!padding.empty()) attributes["output_padding"] = attribute_of("output_padding", padding);
  const auto wide = [](const Tensor& part) {  // so that sums stay exact
    return Value(Tensor::decided(DType::float64, part.as<double>()));
  };
  const NamedValues inputs{
      {"X", wide(x)}, {"W", wide(transposed_weights(call, W))}, {"B", B ? wide(*B) : Value()}};
  const Setting exact(&Evaluation::rounding, nullptr);
  return delegate(call, "ConvTranspose", 11, inputs, attributes).at(0).tensor().as<double>();
}

}  // namespace etalon::thinker
