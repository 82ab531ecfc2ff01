// DynamicTimeWarping: paths that cost the same, or as much as sums of floats can tell.
#include "ops/com.microsoft/signal/dynamic_time_warping.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// Whether at a point of the path the two least costs that lead there are the same.
bool has_rival(const Reals& cost, const Ints& path) {
  const Reals least = least_costs(cost);
  const Reals reach = least_costs(Reals(xt::abs(cost)));
  for (size_t t = 1; t < path.shape()[1]; ++t) {
    const auto r = size_t(path(0, t)), c = size_t(path(1, t));
    if (r == 0 || c == 0) continue;
    std::vector<double> from = {least(r, c - 1), least(r - 1, c), least(r - 1, c - 1)};
    std::sort(from.begin(), from.end());
    const double steps = double(r + c + 1), error = steps * 0x1p-23 * std::fabs(reach(r, c));
    if (!(from[1] - from[0] > error)) return true;
  }
  return false;
}

void open_path(Opening& open) {
  const Reals cost = cost_matrix(open.call).as<double>();
  open.Y = any_shape(open.Y, "ties", has_rival(cost, open.Y.as<int64_t>()));
  open.Y = any_shape(open.Y, "nonfinite", !xt::all(Bools(xt::isfinite(cost))));
}

const Open op("DynamicTimeWarping", open_path);

}  // namespace
}  // namespace etalon
