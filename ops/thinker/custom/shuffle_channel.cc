// ShuffleChannel: of C channels along `axis` in G = num_group groups, output channel j·G + i is
// input channel i·(C/G) + j.
//   1   num_group, which models also call groups; axis 1 (NCHW) or 3 (NHWC)
#include "engine/formula.h"
#include "ops/thinker/thinker.h"

namespace etalon::thinker {
namespace {

Values shuffle_channel(const Call& call) {
  const Tensor& X = call.tensor("X");
  const int64_t axis = call.integer("axis");
  if ((axis != 1 && axis != 3) || axis >= static_cast<int64_t>(X.rank())) {
    throw InvalidInput("axis is {}, not 1 or 3 within X's shape {}", axis, to_string(X.shape()));
  }
  const std::string_view num_group = spelling(call, "num_group", "groups");
  const int64_t groups = num_group.empty() ? 1 : call.integer(num_group);
  const size_t C = X.dim(static_cast<size_t>(axis));
  if (groups < 1 || C % static_cast<size_t>(groups) != 0) {
    throw InvalidInput("num_group is {}, which does not divide {} channels", groups, C);
  }
  const auto G = static_cast<size_t>(groups);
  std::vector<size_t> from;
  for (size_t j = 0; j < C / G; ++j) {
    for (size_t i = 0; i < G; ++i) from.push_back(i * (C / G) + j);
  }
  return {pick(X, static_cast<size_t>(axis), from)};
}

const Operator op("ShuffleChannel", shuffle_channel, {1}, "thinker");

}  // namespace
}  // namespace etalon::thinker
