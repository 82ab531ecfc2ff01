// ATen's functions that normalize.
#include "ops/ai.onnx/nn/normalization.h"
#include "ops/experimental/aten/aten.h"

namespace etalon::aten {
namespace {

// ONNX's operator along dim.
Function along_dim(std::string_view onnx) {
  return [=](const Arguments& args) {
    return args.onnx(onnx, {args.floats(0)}, {attribute_of("axis", args.integer("dim"))});
  };
}

// Input 1 or 2, a weight or bias of that shape; otherwise its neutral value.
Tensor parameter(const Arguments& args, size_t index, const Shape& shape, double neutral) {
  const Tensor* given = args.maybe(index);
  if (!given) return broadcast_to(scalar(args.floats(0).dtype(), neutral), shape);
  require_shape(fmt::format("input {}", index), *given, shape);
  return args.floats(index);
}

// x less its mean over the axes, divided by √(variance + eps), the variance being Σ(x − mean)² /
// count; then times the weight plus the bias. ONNX's operators round in between, and their epsilon
// is a float32.
Tensor normalized(const Arguments& args, const Tensor& input, const std::vector<size_t>& axes,
                  const Tensor& weight, const Tensor& bias) {
  const double eps = args.real("eps", 1e-5);
  return by_sets(input, axes, [&]<class R>(const Array<R>& x, const Sets& sets) -> Array<R> {
    const Array<R> D = x - mean_over(x);
    const Array<R> deviation = real::sqrt(mean_over(real::square(D)) + eps);
    return D / deviation * sets.elements<R>(weight) + sets.elements<R>(bias);
  });
}

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
  const Shape channels{groups, C / groups, 1};
  const Tensor weight = parameter(args, 1, {C}, 1).reshaped(channels);
  const Tensor bias = parameter(args, 2, {C}, 0).reshaped(channels);
  const Tensor x = input.reshaped({N, groups, C / groups, positions});
  return {normalized(args, x, {2, 3}, weight, bias).reshaped(input.shape())};
}

// Over the last axes, which are of normalized_shape, as are weight and bias.
Values layer_norm(const Arguments& args) {
  const Tensor& input = args.floats(0);
  const Shape normalized_shape = to_shape(args.ints("normalized_shape"));
  const size_t rank = normalized_shape.size();
  if (rank > input.rank() ||
      !std::equal(normalized_shape.rbegin(), normalized_shape.rend(), input.shape().rbegin())) {
    throw InvalidInput("the input's shape {} does not end in {}", to_string(input.shape()),
                       to_string(normalized_shape));
  }
  return {normalized(args, input, axes_from(input.rank() - rank, input.rank()),
                     parameter(args, 1, normalized_shape, 1),
                     parameter(args, 2, normalized_shape, 0))};
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
