#include "ops/thinker/thinker.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/numerics/convolution.h"
#include "engine/numerics/numerics.h"
#include "engine/operators/delegate.h"

namespace etalon::thinker {
namespace {

bool given(const Call& call, std::string_view attribute) {
  return call.schema().attribute(attribute) && call.has(attribute);
}

// A scale under the mode of platform_quant or quant_type.
double in_force(const Call& call, double scale, std::string_view name) {
  const std::string_view mode = spelling(call, "platform_quant", "quant_type");
  const std::string word = mode.empty() ? "normal_quant" : call.text(mode);
  if (word == "normal_quant" || word == "qmax_quant" || word == "luna_quant") {
    if (scale > 0 && std::isfinite(scale)) return scale;
    throw InvalidInput("{} is {}, not a positive number", name, scale);
  }
  const double exponent = std::trunc(scale);
  if (exponent >= 0 && exponent <= 30) return std::ldexp(1.0, static_cast<int>(exponent));
  throw InvalidInput("{} is {}, which {} '{}' takes for an exponent of 0 to 30", name, scale, mode,
                     word);
}

// The axes of X with the second one at the end, or the last one second.
std::vector<size_t> moved(size_t rank, size_t from, size_t to) {
  std::vector<size_t> perm = all_axes(rank);
  perm.erase(perm.begin() + static_cast<std::ptrdiff_t>(from));
  perm.insert(perm.begin() + static_cast<std::ptrdiff_t>(to), from);
  return perm;
}

// A piecewise-linear curve of numbers in Q11 to numbers in Q15: piece i serves |x| up to
// bands[i + 1], and is (slope · x) / 2^shift + offset.
struct Curve {
  std::array<int64_t, 17> bands;
  std::array<int64_t, 16> slopes;
  std::array<int64_t, 16> offsets;
  std::array<int, 4> shifts;  // of pieces 0 …, 5 …, 9 …, 13 …

  size_t piece(int64_t magnitude) const {
    const auto above = std::lower_bound(bands.begin() + 1, bands.end() - 1, magnitude);
    return static_cast<size_t>(above - bands.begin()) - 1;
  }
  int shift(size_t piece) const {
    return shifts[static_cast<size_t>(piece >= 5) + static_cast<size_t>(piece >= 9) +
                  static_cast<size_t>(piece >= 13)];
  }
};

constexpr Curve sigmoid_curve{{0, 971, 1699, 2347, 2974, 3614, 4291, 5026, 5861, 6831, 7864, 8987,
                               10375, 11594, 13168, 14730, 32768},
                              {32316, 29471, 25891, 22068, 18225, 29057, 22206, 16113, 10881, 27353,
                               16611, 9242, 4618, 20670, 8610, 693},
                              {16384, 16721, 17464, 18559, 19954, 21585, 23380, 25249, 27121, 28807,
                               30096, 31107, 31839, 32199, 32502, 32724},
                              {13, 14, 16, 19}};

constexpr Curve tanh_curve{{0, 512, 888, 1226, 1558, 1899, 2264, 2670, 3146, 3734, 4297, 4761, 5466,
                            6151, 7193, 8093, 32768},
                           {32266, 29154, 25374, 21309, 17272, 26886, 19904, 13765, 8599, 19497,
                            12047, 7324, 3373, 26820, 5531, 337},
                           {0, 778, 2417, 4851, 7922, 11474, 15334, 19335, 23303, 26699, 28653,
                            30026, 31344, 31981, 32565, 32725},
                           {11, 12, 14, 18}};

// ⌊y / 2^8 + ½⌋ within int8: Q15 to Q7.
int64_t q7(int64_t y) { return std::clamp<int64_t>((y + 128) >> 8, -128, 127); }

}  // namespace

double round_half_up(double v) {
  const double below = std::floor(v);
  return v - below >= 0.5 ? below + 1 : below;
}

Reals rounded(const Reals& values, double numerator, double denominator) {
  Reals result = values * numerator / denominator;
  for (double& value : result) value = round_half_up(value);
  return result;
}

Tensor saturated(DType type, const Reals& values) {
  const auto least = static_cast<double>(lowest(type));
  const auto most = static_cast<double>(highest(type));
  Ints whole = empty_array<int64_t>(values.shape());
  for (size_t i = 0; i < values.size(); ++i) {
    const double v = round_half_up(values.data()[i]);
    whole.data()[i] = v != v ? 0 : static_cast<int64_t>(std::clamp(v, least, most));
  }
  return Tensor::of(type, whole);
}

Tensor rescaled(const Reals& accumulator, double numerator, double denominator) {
  return sat8(accumulator * numerator / denominator);
}

Tensor dequantized(const Reals& accumulator, double denominator) {
  const Reals values = accumulator / denominator;
  return Tensor::of(DType::float32, values);
}

double scale_attribute(const Call& call, std::string_view attribute) {
  return in_force(call, call.real(attribute), attribute);
}

double scale_input(const Call& call, std::string_view input) {
  const Tensor& scale = call.tensor(input);
  if (scale.size() != 1) {
    throw InvalidInput("{} has the shape {} where one scale is needed", input,
                       to_string(scale.shape()));
  }
  return in_force(call, scale.as<double>().data()[0], input);
}

void check_data_bits(const Call& call) {
  const int64_t bits = call.integer("data_bits");
  if (bits != 8) throw InvalidInput("data_bits is {}; only 8 has a meaning", bits);
}

Tensor at_output_scale(const Call& call, const Reals& accumulator, double scale) {
  const bool bits = given(call, "o_bits");
  if (!bits && !given(call, "scale_o")) return dequantized(accumulator, scale);
  if (bits && call.integer("o_bits") != 8) {
    throw Unspecified("o_bits is {}; only int8 results have a rule", call.integer("o_bits"));
  }
  return rescaled(accumulator, scale_attribute(call, "scale_o"), scale);
}

std::string_view spelling(const Call& call, std::string_view one, std::string_view other) {
  if (!given(call, other)) return given(call, one) ? one : std::string_view();
  if (given(call, one)) {
    throw InvalidInput("attributes {} and {} are two spellings of one, and both are given", one,
                       other);
  }
  return other;
}

std::vector<int64_t> replicated(const Call& call, std::string_view one, std::string_view other,
                                size_t axes) {
  const std::string_view name = spelling(call, one, other);
  if (name.empty()) return {};
  std::vector<int64_t> values = call.ints(name);
  if (values.size() == 1) return std::vector<int64_t>(axes, values[0]);
  if (values.size() == axes) return values;
  throw InvalidInput("{} has {} values where 1 or {} are needed", name, values.size(), axes);
}

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

Attributes window_attributes(const Call& call, size_t axes) {
  Attributes attributes;
  const auto add = [&](const char* name, std::vector<int64_t> values) {
    if (!values.empty()) attributes[name] = attribute_of(name, std::move(values));
  };
  const auto add_integer = [&](const char* name, std::string_view own) {
    if (given(call, own)) attributes[name] = attribute_of(name, call.integer(own));
  };
  if (given(call, "auto_pad") && call.text("auto_pad") != "NOTSET") {
    throw InvalidInput("auto_pad is '{}'; only NOTSET has a meaning", call.text("auto_pad"));
  }
  add("kernel_shape", replicated(call, "kernel", "kernel_shape", axes));
  add("strides", replicated(call, "stride", "strides", axes));
  add("dilations", replicated(call, "dilation", "dilations", axes));
  add("pads", pads_of(call, axes));
  add_integer("ceil_mode", spelling(call, "ceil", "ceil_mode"));
  add_integer("group", "group");
  return attributes;
}

bool channels_last(const Call& call) {
  if (!given(call, "layout")) return false;
  const std::string& layout = call.text("layout");
  if (layout == "NHWC") return true;
  if (layout == "NCHW") return false;
  throw InvalidInput("layout is '{}', neither NCHW nor NHWC", layout);
}

Tensor channels_moved_first(const Tensor& X) {
  return X.rank() < 3 ? X : transposed(X, moved(X.rank(), X.rank() - 1, 1));
}

Tensor channels_moved_last(const Tensor& X) {
  return X.rank() < 3 ? X : transposed(X, moved(X.rank(), 1, X.rank() - 1));
}

Tensor to_onnx_layout(const Call& call, const Tensor& X) {
  return channels_last(call) ? channels_moved_first(X) : X;
}

Tensor from_onnx_layout(const Call& call, const Tensor& Y) {
  return channels_last(call) ? channels_moved_last(Y) : Y;
}

Tensor transposed_weights(const Call& call, const Tensor& W, size_t group) {
  if (!channels_last(call)) return W;
  if (W.rank() < 3 || group == 0 || W.dim(0) % group != 0) {
    throw InvalidInput("the weights of shape {} do not fall into {} groups", to_string(W.shape()),
                       group);
  }
  // [group, M/group, k…, C/group] → [group, C/group, M/group, k…] → [C, M/group, k…]
  Shape parts = W.shape();
  parts[0] /= group;
  parts.insert(parts.begin(), group);
  const Tensor turned = transposed(W.reshaped(parts), moved(parts.size(), parts.size() - 1, 1));
  Shape shape(turned.shape().begin() + 1, turned.shape().end());
  shape[0] *= group;
  return turned.reshaped(shape);
}

Reals convolved(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B) {
  const Tensor x = to_onnx_layout(call, X);
  const Tensor w = to_onnx_layout(call, W);
  const Delegate conv(call, "Conv", 11, {}, window_attributes(call, spatial_shape(x, "X").size()));
  const Window window = convolution_window(conv.call(), x, w);
  return convolve(x, w, B, window, size_t(conv.call().integer("group")));
}

Reals convolved_transposed(const Call& call, const Tensor& X, const Tensor& W, const Tensor* B) {
  if (given(call, "output_shape")) throw Unsupported("attribute output_shape has no rule");
  const Tensor x = to_onnx_layout(call, X);
  const size_t axes = spatial_shape(x, "X").size();
  Attributes attributes = window_attributes(call, axes);
  const std::vector<int64_t> extra = replicated(call, "output_padding", "", axes);
  if (!extra.empty()) attributes["output_padding"] = attribute_of("output_padding", extra);
  const int64_t group = call.integer("group");
  if (group < 1) throw InvalidInput("group is {}", group);
  const auto wide = [](const Tensor& part) {  // so that sums stay exact
    return Value(Tensor::of(DType::float64, part.as<double>()));
  };
  const Tensor w = transposed_weights(call, W, size_t(group));
  return delegate(call, "ConvTranspose", 11,
                  {{"X", wide(x)}, {"W", wide(w)}, {"B", B ? wide(*B) : Value()}},
                  std::move(attributes))
      .at(0)
      .tensor()
      .as<double>();
}

int64_t sigmoid7(int64_t x) {
  const Curve& c = sigmoid_curve;
  x = std::clamp<int64_t>(x, -32768, 32767);
  const size_t i = c.piece(std::abs(x));
  const int64_t offset = x < 0 ? 32768 - c.offsets[i] : c.offsets[i];
  return q7(std::min<int64_t>(32767, ((c.slopes[i] * x) >> c.shift(i)) + offset));
}

int64_t tanh7(int64_t x) {
  const Curve& c = tanh_curve;
  x = std::clamp<int64_t>(x, -32767, 32767);
  const size_t i = c.piece(std::abs(x));
  const int64_t offset = x < 0 ? -c.offsets[i] : c.offsets[i];
  return q7(std::clamp<int64_t>(((c.slopes[i] * x) >> c.shift(i)) + offset, -32768, 32767));
}

}  // namespace etalon::thinker
