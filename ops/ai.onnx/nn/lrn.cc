// LRN: Y = X / (bias + alpha / size · square_sum)^beta, where square_sum is Σ X² over the channels
// from c − ⌊(size − 1) / 2⌋ to c + ⌈(size − 1) / 2⌉, as far as there are such.
//   1, 13     13: bfloat16
#include "engine/numerics/carriers.h"
#include "engine/operators/choice.h"
#include "engine/values/limits.h"

namespace etalon {
namespace {

constexpr uint64_t view_cost = 64 * work_per_step;  // to add one view to another

// Of x [N, C, positions].
template <class R>
Array<R> square_sum(const Array<R>& x, int64_t size) {
  const auto C = int64_t(x.shape()[1]);
  const Array<R> squared = real::square(x);
  Array<R> sum = full(x.shape(), R(0));
  for (size_t n = 0; n < x.shape()[0]; ++n) {
    for (int64_t c = 0; c < C; ++c) {
      count_step();
      const int64_t first = std::max<int64_t>(0, c - (size - 1) / 2);
      const int64_t last = std::min(C - 1, c + size / 2);
      count_work((view_cost + work_per_step * x.shape()[2]) * uint64_t(last - first + 1));
      for (int64_t i = first; i <= last; ++i) xt::view(sum, n, c) += xt::view(squared, n, i);
    }
  }
  return sum;
}

Values lrn(const Call& call) {
  const Tensor& X = call.tensor("X");
  require_rank_from("X", X, 2);
  const int64_t size = call.integer("size");
  if (size < 1) throw InvalidInput("size is {}, less than 1", size);
  const double alpha = call.real("alpha"), beta = call.real("beta"), bias = call.real("bias");
  const Shape channels{X.dim(0), X.dim(1), split_at(X.shape(), 2).after};
  const Tensor Y = over_reals(X.dtype(), [&]<class R>() {
    const Array<R> x = elements_of<R>(X.reshaped(channels));
    const Array<R> base = bias + alpha / R(double(size)) * square_sum(x, size);
    const Array<R> divisor =
        by_element(base, [&](const R& value) { return real::pow(value, R(beta)); });
    return rounded(X.dtype(), Array<R>(x / divisor), X.shape());
  });
  if (!choices_wanted()) return {Y};
  Reals squares = square_sum(X.reshaped(channels).as<double>(), size);
  squares.reshape(X.shape());
  const Tensor open = divisor_or_exact(Y, "overflow", [&] { return squares; });
  return {anything(open, "zero_divisor",
                   [&] { return Bools(xt::equal(bias + alpha / double(size) * squares, 0.0)); })};
}

const Operator op("LRN", lrn, {1, 13});

}  // namespace
}  // namespace etalon
