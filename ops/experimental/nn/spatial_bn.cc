// SpatialBN: Y = (X − mean) / √(var + epsilon) · scale + bias, by channel of X [N, C, H, W].
//   1         experimental. With is_test, mean and var are the inputs. Without, they are those of X
//             over N, H and W (var = Σ(x − mean)² / count), and further outputs are
//             mean = mean input · momentum + mean · (1 − momentum), var likewise,
//             saved_mean = mean, saved_var = 1 / √(var + epsilon), as Caffe2 has it
#include "ops/ai.onnx/nn/normalization.h"

namespace etalon {
namespace {

// The parameters and X's elements over a carrier: [1, C, 1] and [N, C, H · W].
template <class R>
struct Operands {
  explicit Operands(const Call& call) : X(elements_of<R>(by_positions(call.tensor("X")))) {
    const size_t C = X.shape()[1];
    const auto parameter = [&](std::string_view name) {
      return elements_of<R>(by_channel(call.tensor(name), name, C));
    };
    scale = parameter("scale");
    bias = parameter("bias");
    mean = parameter("mean");
    var = parameter("var");
  }
  static Tensor by_positions(const Tensor& X) {
    if (X.rank() != 4) throw InvalidInput("X has rank {}, not 4: [N, C, H, W]", X.rank());
    return X.reshaped({X.dim(0), X.dim(1), X.dim(2) * X.dim(3)});
  }

  Array<R> X, scale, bias, mean, var;
};

template <class R>
Values tested(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Operands<R> in(call);
  const Array<R> deviation = real::sqrt(in.var + call.real("epsilon"));
  const Array<R> Y = (in.X - in.mean) / deviation * in.scale + in.bias;
  return {rounded(X.dtype(), Y, X.shape())};
}

template <class R>
Values trained(const Call& call) {
  const Tensor& X = call.tensor("X");
  const Operands<R> in(call);
  const double momentum = call.real("momentum");
  const auto [values, mean, var, deviation] = standardized(in.X, {0, 2}, call.real("epsilon"));
  const auto statistic = [&](const Array<R>& s) { return rounded(X.dtype(), s, {X.dim(1)}); };
  const Array<R> Y = values * in.scale + in.bias;
  return {rounded(X.dtype(), Y, X.shape()),
          statistic(in.mean * momentum + mean * (1 - R(momentum))),
          statistic(in.var * momentum + var * (1 - R(momentum))), statistic(mean),
          statistic(1 / deviation)};
}

Values spatial_bn(const Call& call) {
  const bool is_test = call.flag("is_test");
  if (is_test && call.output_count() > 1) {
    throw InvalidInput("is_test is 1, and more than Y is wanted");
  }
  return over_reals(call.tensor("X").dtype(),
                    [&]<class R>() { return is_test ? tested<R>(call) : trained<R>(call); });
}

const Operator op("SpatialBN", spatial_bn, {1});

}  // namespace
}  // namespace etalon
