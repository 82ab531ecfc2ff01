// Patterns of convolutions, products and quantization.
#include <cmath>

#include "conformance/generate/graph_moves.h"
#include "conformance/generate/graph_patterns.h"

namespace etalon {

namespace {

// A convolution of an image: 3×3 with padding, 1×1, or depthwise.
std::string convolution(GraphDraft& g, const std::string& x,
                        const std::string& given_weights = "") {
  const size_t channels = g.shape(x)[1];
  const bool small = g.draw().chance(0.3);
  const bool depthwise = given_weights.empty() && g.draw().chance(0.2);
  const size_t side = small ? 1 : 3;
  const size_t filters = depthwise ? channels : 1 + g.draw().below(4);
  const Shape shape = {filters, depthwise ? 1 : channels, side, side};
  const std::string w = given_weights.empty() ? g.reals(shape, -1, 1) : given_weights;
  const auto pad = static_cast<int64_t>(g.shape(w).back() / 2);
  Names inputs = {x, w};
  if (g.draw().chance(0.6)) inputs.push_back(g.reals({g.shape(w)[0]}));
  return g.add("Conv", inputs,
               {{"pads", Integers{pad, pad, pad, pad}},
                {"group", static_cast<int64_t>(depthwise ? channels : 1)}});
}

std::string relu_or_near(GraphDraft& g, const std::string& x) {
  if (g.miss()) return g.add("LeakyRelu", {x}, {{"alpha", 0.125}});
  return g.add("Relu", {x});
}

// The shape that scales channels: [C, 1, 1], or, missed, [W].
Shape for_channels(GraphDraft& g, const std::string& x) {
  if (g.miss()) return {g.shape(x)[3]};
  const size_t channels = g.shape(x)[1];
  return g.draw().chance(0.5) ? Shape{1, channels, 1, 1} : Shape{channels, 1, 1};
}

std::string batch_normalization(GraphDraft& g, const std::string& x) {
  const size_t channels = g.shape(x)[1];
  const double epsilon = g.draw().pick<double>({1e-5, 1e-3, 0.1});
  return g.add("BatchNormalization",
               {x, g.reals({channels}), g.reals({channels}), g.reals({channels}),
                g.reals({channels}, 0.25, 4)},
               {{"epsilon", epsilon}});
}

std::string conv_batchnorm_relu(GraphDraft& g) {
  std::string y = convolution(g, image(g));
  if (g.miss()) y = transpose(g, y, {0, 2, 3, 1});
  if (g.draw().chance(0.7)) {
    y = batch_normalization(g, y);
  } else {
    y = g.add("Mul", {y, g.reals(for_channels(g, y), 0.5, 2)});
    y = g.add("Add", {y, g.reals(for_channels(g, y))});
  }
  return g.draw().chance(0.8) ? relu_or_near(g, y) : y;
}

std::string batchnorm_conv(GraphDraft& g) {
  return convolution(g, batch_normalization(g, image(g)));
}

std::string conv_add_relu(GraphDraft& g) {
  const std::string y = convolution(g, image(g));
  const std::string other =
      g.draw().chance(0.5) ? g.some_like(g.shape(y)) : g.reals(for_channels(g, y));
  const bool swapped = g.draw().chance(0.3);
  return relu_or_near(g, g.add("Add", swapped ? Names{other, y} : Names{y, other}));
}

std::string pad_conv(GraphDraft& g) {
  const std::string x = image(g);
  const int64_t more = g.draw().between(0, 1);
  Integers pads = {0, 0, 1, more, 0, 0, 1, 1};
  if (g.miss()) pads[1] = 1;
  const double value = g.miss() ? 1 : 0;
  const std::string mode = g.miss() ? "reflect" : "constant";
  if (mode == "reflect") pads[1] = 0;
  Names inputs = {x, g.integers(pads)};
  if (mode == "constant") inputs.push_back(g.scalar(value));
  return convolution(g, g.add("Pad", inputs, {{"mode", mode}}));
}

std::string pool_flatten_gemm(GraphDraft& g) {
  const std::string x = convolution(g, image(g));
  const std::string pooled =
      g.add(g.draw().chance(0.7) ? "GlobalAveragePool" : "GlobalMaxPool", {x});
  const std::string flat = g.add("Flatten", {pooled}, {{"axis", 1}});
  const size_t columns = 1 + g.draw().below(4);
  return g.add("Gemm", {flat, g.reals({columns, g.shape(flat)[1]}), g.reals({columns})},
               {{"transB", 1}});
}

std::string relu_pool(GraphDraft& g) {
  const std::string x = convolution(g, image(g));
  const std::string y = g.miss() ? g.add("Neg", {x}) : g.add("Relu", {x});
  return g.add(g.miss() ? "AveragePool" : "MaxPool", {y}, {{"kernel_shape", Integers{2, 2}}});
}

// Weights that are folded: computed from constants by a node or two.
std::string computed_weights(GraphDraft& g, const Shape& shape) {
  const std::string w = g.reals(shape, -1, 1);
  switch (g.draw().below(4)) {
    case 0:
      return g.add("Mul", {w, g.scalar(g.draw().pick<double>({2, 0.5, 3}))});
    case 1:
      return cast(g, cast(g, w, DType::float16), g.base());
    case 2:
      return g.add("Add", {w, g.reals({shape.back()}, -0.5, 0.5)});
    default:
      return reshape(g, reshape(g, w, {-1}), to_ints(shape));
  }
}

std::string folded_weights(GraphDraft& g) {
  if (g.draw().chance(0.4)) {
    const std::string x = image(g);
    const size_t filters = 1 + g.draw().below(3);
    return convolution(g, x, computed_weights(g, {filters, g.shape(x)[1], 3, 3}));
  }
  const std::string x = matrix(g);
  const size_t columns = 1 + g.draw().below(4);
  return g.add("MatMul", {x, computed_weights(g, {g.shape(x)[1], columns})});
}

std::string product(GraphDraft& g, const std::string& x, size_t columns) {
  return g.add("MatMul", {x, g.reals({g.shape(x).back(), columns}, -1, 1)});
}

std::string gemm(GraphDraft& g) {
  const std::string x = g.miss() ? tokens(g) : matrix(g);
  const size_t columns = 1 + g.draw().below(5);
  const std::string y = product(g, x, columns);
  Shape bias = {columns};
  if (g.draw().chance(0.3)) bias = {1, columns};
  if (g.miss()) bias = {g.shape(y)[g.rank(y) - 2], 1};
  if (g.miss(0.05)) bias = {};
  const std::string b = g.reals(bias);
  return g.add("Add", g.draw().chance(0.3) ? Names{b, y} : Names{y, b});
}

std::string transpose_matmul(GraphDraft& g) {
  const std::string x = g.draw().chance(0.5) ? matrix(g) : tokens(g);
  Integers perm = g.rank(x) == 2 ? Integers{1, 0} : Integers{0, 2, 1};
  if (g.rank(x) == 3 && g.miss()) perm = {1, 0, 2};
  const std::string turned = transpose(g, x, perm);
  if (g.draw().chance(0.5)) return product(g, turned, 1 + g.draw().below(4));
  Shape left = g.shape(turned);
  left[left.size() - 1] = left[left.size() - 2];
  left[left.size() - 2] = 1 + g.draw().below(3);
  return g.add("MatMul", {g.some_like(left), turned});
}

std::string matmul_scale(GraphDraft& g) {
  const std::string x = matrix(g);
  const std::string scale = g.scalar(g.draw().pick<double>({0.5, 0.3, 4}));
  if (g.draw().chance(0.5)) return product(g, g.add("Mul", {x, scale}), 3);
  const std::string y = product(g, x, 3);
  const std::string by = g.miss() ? g.reals({g.shape(y)[0], 1}) : scale;
  return g.add(g.draw().chance(0.5) ? "Mul" : "Div", {y, by == scale ? scale : g.add("Exp", {by})});
}

std::string matmul_add_gelu(GraphDraft& g) {
  const std::string x = g.draw().chance(0.5) ? matrix(g) : tokens(g);
  const size_t columns = 1 + g.draw().below(4);
  const std::string y = g.add("Add", {product(g, x, columns), g.reals({columns})});
  return g.draw().chance(0.7) ? gelu_erf(g, y) : gelu_tanh(g, y);
}

// Constants in 8 bits and the node that gives their real values.
std::string dequantized_weights(GraphDraft& g, const Shape& shape, int axis) {
  const DType type = g.draw().chance(0.7) ? DType::int8 : DType::uint8;
  const bool each = axis >= 0 && g.draw().chance(0.5);
  const size_t length = each ? shape[static_cast<size_t>(axis)] : 1;
  const Shape of_scale = each ? Shape{length} : Shape{};
  const Range numbers = type == DType::int8 ? Range{-127, 127} : Range{0, 255};
  const std::string w = g.constant(random_tensor(g.draw(), type, shape, numbers));
  const std::string scale = g.constant(random_tensor(g.draw(), g.base(), of_scale, {0.01, 0.02}));
  const bool moved = type == DType::uint8 || g.miss();
  const Range points = moved ? Range{1, 20} : Range{0, 0};
  const std::string zero = g.constant(random_tensor(g.draw(), type, of_scale, points));
  NodeAttributes attributes;
  if (each) attributes.emplace_back("axis", axis);
  return g.add("DequantizeLinear", {w, scale, zero}, attributes);
}

std::string qdq_conv(GraphDraft& g) {
  const std::string x = quantized(g, image(g));
  const size_t channels = g.shape(x)[1];
  const size_t filters = 1 + g.draw().below(3);
  const int axis = g.miss() ? 1 : 0;
  const std::string w = dequantized_weights(g, {filters, channels, 3, 3}, axis);
  std::string y = convolution(g, x, w);
  if (g.draw().chance(0.5)) y = relu_or_near(g, y);
  return g.draw().chance(0.85) ? quantized(g, y) : y;
}

std::string qdq_matmul(GraphDraft& g) {
  const std::string x = quantized(g, g.draw().chance(0.6) ? matrix(g) : tokens(g));
  const size_t columns = 1 + g.draw().below(4);
  const std::string w = dequantized_weights(g, {g.shape(x).back(), columns}, g.miss() ? 0 : 1);
  std::string y = g.add("MatMul", {x, w});
  if (g.draw().chance(0.4)) y = g.add("Add", {y, g.reals({columns})});
  return g.draw().chance(0.85) ? quantized(g, y) : y;
}

std::string qdq_gemm(GraphDraft& g) {
  const std::string x = quantized(g, matrix(g));
  const size_t columns = 1 + g.draw().below(4);
  const std::string w = dequantized_weights(g, {columns, g.shape(x)[1]}, 0);
  const std::string bias = g.reals({columns});
  return quantized(g, g.add("Gemm", {x, w, bias}, {{"transB", 1}}));
}

std::string qdq_elementwise(GraphDraft& g) {
  const std::string a = quantized(g, g.some(1, 4));
  const std::string b = quantized(g, g.some_like(g.shape(a)));
  const std::string op = g.draw().pick<std::string>({"Add", "Mul", "Sub", "Max"});
  return quantized(g, g.add(op, {a, b}));
}

// The same pair of nodes again, or with another scale.
std::string qdq_chain(GraphDraft& g) {
  std::string y = quantized(g, g.some(1, 4));
  if (g.draw().chance(0.5)) y = reshape(g, y, {-1});
  return quantized(g, y);
}

}  // namespace

const std::vector<GraphPattern> linear_patterns = {
    {"conv_batchnorm_relu", conv_batchnorm_relu},
    {"batchnorm_conv", batchnorm_conv},
    {"conv_add_relu", conv_add_relu},
    {"pad_conv", pad_conv},
    {"pool_flatten_gemm", pool_flatten_gemm},
    {"relu_pool", relu_pool},
    {"folded_weights", folded_weights},
    {"gemm", gemm},
    {"transpose_matmul", transpose_matmul},
    {"matmul_scale", matmul_scale},
    {"matmul_add_gelu", matmul_add_gelu},
    {"qdq_conv", qdq_conv},
    {"qdq_matmul", qdq_matmul},
    {"qdq_gemm", qdq_gemm},
    {"qdq_elementwise", qdq_elementwise},
    {"qdq_chain", qdq_chain},
};

}  // namespace etalon
