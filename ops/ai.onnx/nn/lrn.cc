// LRN: Y = X / (bias + alpha / size · square_sum)^beta, where square_sum is Σ X² over the channels
// from c − ⌊(size − 1) / 2⌋ to c + ⌈(size − 1) / 2⌉, as far as there are such.
//   1, 13     13: bfloat16
#include "engine/formula.h"

namespace etalon {
namespace {

Values lrn(const Call& call) {
  require_rank_from("X", call.tensor("X"), 2);
  const Reader X(by_channels(call.tensor("X")));
  const int64_t size = call.integer("size");
  if (size < 1) throw InvalidInput("size is {}, less than 1", size);
  const double alpha = call.real("alpha"), beta = call.real("beta"), bias = call.real("bias");
  const int64_t C = int64_t(X.dim(1));
  const auto element = [&]<class R>(size_t n, size_t channel, size_t position) -> R {
    const int64_t c = int64_t(channel);
    const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
    const int64_t last = std::min(C - 1, c + size / 2);
    Sum<R> square_sum;
    for (int64_t i = first; i <= last; ++i) {
      const R x = X.at<R>(n, i, position);
      square_sum.add(x * x);
    }
    const R base = bias + alpha / R(double(size)) * square_sum.result();
    return X.at<R>(n, channel, position) / real::pow(base, R(beta));
  };
  const Tensor Y = each_output(call.tensor("X").dtype(), X.shape(), element);
  return {Y.reshaped(call.tensor("X").shape())};
}

const Operator op("LRN", lrn, {1, 13});

}  // namespace
}  // namespace etalon
