// ATen's functions that normalize.
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

// ONNX's operator along dim.
Function along_dim(std::string_view onnx) {
  return [=](const Arguments& args) {
    return args.onnx(onnx, {args.floats(0)}, {attribute_of("axis", args.integer("dim"))});
  };
}

// Each row less its mean, divided by √(variance + eps); the variance is Σ(x − mean)² / columns.
// ONNX's operators round in between, and their epsilon is a float32.
Reals standardized(const Reals& rows, double eps) {
  const Reals difference = rows - mean_over(rows, {1});
  const Reals squared = difference * difference;
  const Reals variance = mean_over(squared, {1});
  return difference / xt::sqrt(variance + eps);
}

// Input 1 or 2, a weight or bias of that shape; otherwise its neutral value.
Reals parameter(const Arguments& args, size_t index, const Shape& shape, double neutral) {
  const Tensor* given = args.maybe(index);
  if (!given) return full(shape, neutral);
  require_shape(fmt::format("input {}", index), *given, shape);
  return args.floats(index).as<double>();
}

constexpr double default_eps = 1e-5;

// Over the channels of each of num_groups parts and all positions; weight and bias by channel.
Values group_norm(const Arguments& args) {
  const Tensor& input = args.floats(0);
  require_rank_from("input", input, 2);
  const size_t N = input.dim(0), C = input.dim(1);
  const size_t positions = split_at(input.shape(), 2).after;
  const int64_t num_groups = args.integer("num_groups");
  const auto groups = static_cast<size_t>(num_groups);
  if (num_groups < 1 || C % groups != 0) {
    throw InvalidInput("num_groups {} does not divide {} channels", num_groups, C);
  }
  const Reals rows = input.reshaped({N * groups, C / groups * positions}).as<double>();
  Reals x = standardized(rows, args.real("eps", default_eps));
  x.reshape({N, C, positions});
  const Reals weight = along(parameter(args, 1, {C}, 1), 1, 3);
  const Reals bias = along(parameter(args, 2, {C}, 0), 1, 3);
  return {Tensor::of(input.dtype(), x * weight + bias).reshaped(input.shape())};
}

// Over the last axes, which are of normalized_shape, as are weight and bias.
Values layer_norm(const Arguments& args) {
  const Tensor& input = args.floats(0);
  const Shape normalized = to_shape(args.ints("normalized_shape"));
  const size_t rank = normalized.size();
  if (rank > input.rank() ||
      !std::equal(normalized.rbegin(), normalized.rend(), input.shape().rbegin())) {
    throw InvalidInput("the input's shape {} does not end in {}", to_string(input.shape()),
                       to_string(normalized));
  }
  const Split split = split_at(input.shape(), input.rank() - rank);
  const Reals rows = input.reshaped({split.before, split.after}).as<double>();
  Reals x = standardized(rows, args.real("eps", default_eps));
  x.reshape(input.shape());
  const Reals weight = parameter(args, 1, normalized, 1), bias = parameter(args, 2, normalized, 0);
  return {Tensor::of(input.dtype(), x * weight + bias)};
}

}  // namespace

const Functions& normalizations() {
  static const Functions functions{
      {"group_norm", group_norm},
      {"layer_norm", layer_norm},
      {"log_softmax", along_dim("LogSoftmax")},
      {"softmax", along_dim("Softmax")},
  };
  return functions;
}

}  // namespace etalon::aten
