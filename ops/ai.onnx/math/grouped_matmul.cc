// GroupedMatMul: output[m, i] = input[m] @ weights[g] + bias[g] with g = group_indices[m, i]: each
// row times the matrices of the groups that are selected for it.
//   29
#include "engine/formula.h"

namespace etalon {
namespace {

void require_shapes(const Call& call, size_t M, size_t K, size_t G, size_t N) {
  const auto require = [&](std::string_view name, const Shape& wanted, bool fits) {
    if (fits) return;
    throw InvalidInput("{} has the shape {}; it must be {}", name,
                       to_string(call.tensor(name).shape()), to_string(wanted));
  };
  require("weights", {G, K, N}, call.tensor("weights").dim(1) == K);
  const size_t S = call.tensor("group_indices").dim(1);
  require("group_indices", {M, S}, call.tensor("group_indices").dim(0) == M);
  const Tensor* bias = call.maybe("bias");
  require("bias", {G, N}, !bias || bias->shape() == Shape{G, N});
}

Values grouped_matmul(const Call& call) {
  require_rank("input", call.tensor("input"), 2);
  require_rank("weights", call.tensor("weights"), 3);
  require_rank("group_indices", call.tensor("group_indices"), 2);
  const Reader input(call.tensor("input")), weights(call.tensor("weights"));
  const Reader bias(call.maybe("bias"));
  const Ints group_indices = call.tensor("group_indices").as<int64_t>();
  const size_t M = input.dim(0), K = input.dim(1), G = weights.dim(0), N = weights.dim(2);
  require_shapes(call, M, K, G, N);
  for (const int64_t g : group_indices) {
    if (g >= 0 && size_t(g) < G) continue;
    throw InvalidInput("group index {} is outside [0, {})", g, G).at("index");
  }
  const Shape shape = {M, call.tensor("group_indices").dim(1), N};
  const auto element = [&]<class R>(size_t m, size_t i, size_t n) -> R {
    const auto g = size_t(group_indices(m, i));
    Sum<R> sum;
    for (size_t k = 0; k < K; ++k) sum.add(input.at<R>(m, k) * weights.at<R>(g, k, n));
    if (bias) sum.add(bias.at<R>(g, n));
    return sum.result();
  };
  return {each_output(call.tensor("input").dtype(), shape, element)};
}

const Operator op("GroupedMatMul", grouped_matmul, {29});

}  // namespace
}  // namespace etalon
