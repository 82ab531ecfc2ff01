// GroupNorm and SkipGroupNorm: groups of channels, and their formula.
#pragma once

#include "engine/formula.h"
#include "ops/ai.onnx/math/activations.h"

namespace etalon {

// X's channel axis, the last one with channels_last and else the second, as two axes: the groups,
// and the channels of a group. Throws InvalidInput for shapes and attributes that do not fit.
struct ChannelGroups {
  explicit ChannelGroups(const Call& call)
      : channels_last(call.flag("channels_last")), X(call.tensor("X")) {
    require_rank("X", X, 4);
    const size_t C = X.dim(channels_last ? 3 : 1);
    const int64_t count = call.integer("groups");
    if (count < 1 || C % size_t(count) != 0) {
      throw InvalidInput("{} groups do not divide {} channels", count, C);
    }
    require_shape("gamma", call.tensor("gamma"), {C});
    require_shape("beta", call.tensor("beta"), {C});
    groups = size_t(count);
    channels = C;
    axes = channels_last ? std::vector<size_t>{1, 2, 4} : std::vector<size_t>{2, 3, 4};
  }

  // A tensor whose four axes are X's, or 1.
  Tensor grouped(const Tensor& of_four) const {
    const Shape& s = of_four.shape();
    const size_t of_group = channels / groups;
    return of_four.reshaped(channels_last ? Shape{s[0], s[1], s[2], groups, of_group}
                                          : Shape{s[0], groups, of_group, s[2], s[3]});
  }
  // One value for each channel [C], or for each of each instance [N, C].
  Tensor by_channel(const Tensor& values) const {
    const size_t N = values.rank() == 2 ? values.dim(0) : 1;
    return grouped(
        values.reshaped(channels_last ? Shape{N, 1, 1, channels} : Shape{N, channels, 1, 1}));
  }

  bool channels_last;
  const Tensor& X;
  size_t groups = 0, channels = 0;
  std::vector<size_t> axes;  // those of a group
};

// Whether SiLU comes last.
inline bool ends_in_silu(const Call& call) {
  const int64_t activation = call.integer("activation");
  if (activation != 0 && activation != 1) throw InvalidInput("activation is {}", activation);
  return activation == 1;
}

// Y and S = X + the addends, which broadcast to the groups of X; deviation(S, mean) is √(variance +
// epsilon).
template <class F>
std::vector<Tensor> group_norm(const Call& call, const ChannelGroups& of,
                               const std::vector<Tensor>& addends, F deviation) {
  const Tensor gamma = of.by_channel(call.tensor("gamma")),
               beta = of.by_channel(call.tensor("beta"));
  const bool silu = ends_in_silu(call);
  const DType T = of.X.dtype();
  const std::vector<Tensor> outputs = by_sets(
      of.grouped(of.X), of.axes, {T, T},
      [&]<class R>(const Array<R>& x, const Sets& sets) -> Arrays<R> {
        Array<R> S = x;
        for (const Tensor& addend : addends) S = Array<R>(S + sets.elements<R>(addend));
        const Array<R> mean = mean_over(S);
        Array<R> y =
            (S - mean) / deviation(S, mean) * sets.elements<R>(gamma) + sets.elements<R>(beta);
        if (silu) {
          y = by_element(y, [](const R& each) { return R(each * activation::sigmoid(each)); });
        }
        return {y, S};
      });
  return {outputs[0].reshaped(of.X.shape()), outputs[1].reshaped(of.X.shape())};
}

// √(mean of (S − mean)² + epsilon).
inline auto standard_deviation(double epsilon) {
  return [epsilon]<class R>(const Array<R>& S, const Array<R>& mean) -> Array<R> {
    return real::sqrt(mean_over(real::square(Array<R>(S - mean))) + epsilon);
  };
}

// What SkipGroupNorm adds to X: skip of X's shape, or one value for each channel of each instance;
// and bias.
inline std::vector<Tensor> skip_and_bias(const Call& call, const ChannelGroups& of) {
  const Tensor& skip = call.tensor("skip");
  const Shape& X = of.X.shape();
  const size_t N = X[0], C = of.channels;
  const Shape for_image = of.channels_last ? Shape{N, 1, 1, C} : Shape{N, C, 1, 1};
  std::vector<Tensor> addends;
  if (skip.shape() == Shape{N, C} || skip.shape() == for_image) {
    addends.push_back(of.by_channel(skip.reshaped({N, C})));
  } else {
    require_shape("skip", skip, X);
    addends.push_back(of.grouped(skip));
  }
  if (const Tensor* bias = call.maybe("bias")) {
    require_shape("bias", *bias, {C});
    addends.push_back(of.by_channel(*bias));
  }
  return addends;
}

}  // namespace etalon
