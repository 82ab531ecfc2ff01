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

// Input 1 or 2, a weight or bias of that shape, row-major; otherwise its neutral value.
Reals parameter(const Arguments& args, size_t index, const Shape& shape, double neutral) {
  const Tensor* given = args.maybe(index);
  if (!given) return full(shape, neutral);
  require_shape(fmt::format("input {}", index), *given, shape);
  return args.floats(index).as<double>();
}

// Each row of input as [rows, columns] less its mean, divided by √(variance + eps), the variance
// being Σ(x − mean)² / columns; then times the weight plus the bias that place(row, column) names.
// ONNX's operators round in between, and their epsilon is a float32.
template <class Place>
Tensor normalized(const Arguments& args, const Shape& rows, const Reals& weight, const Reals& bias,
                  Place place) {
  const Tensor& input = args.floats(0);
  const double eps = args.real("eps", 1e-5);
  const auto f = [&]<class R>(const Array<R>& x, size_t first) -> std::vector<Array<R>> {
    Array<R> y = standardized(x, {1}, eps).values;
    for (size_t i = 0; i < y.size(); ++i) {
      const size_t p = place(first + i / rows[1], i % rows[1]);
      y.data()[i] = y.data()[i] * weight.data()[p] + bias.data()[p];
    }
    return {y};
  };
  return by_lines(input.reshaped(rows), {input.dtype()}, f)[0].reshaped(input.shape());
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
  const size_t channels = C / groups;  // of a group
  return {normalized(args, {N * groups, channels * positions}, parameter(args, 1, {C}, 1),
                     parameter(args, 2, {C}, 0), [&](size_t row, size_t column) {
                       return row % groups * channels + column / positions;
                     })};
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
  const Split split = split_at(input.shape(), input.rank() - rank);
  return {normalized(args, {split.before, split.after}, parameter(args, 1, normalized_shape, 1),
                     parameter(args, 2, normalized_shape, 0),
                     [](size_t, size_t column) { return column; })};
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
