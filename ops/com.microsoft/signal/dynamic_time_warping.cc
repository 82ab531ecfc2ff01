// DynamicTimeWarping: output[:, t] = the points of a path from (0, 0) to (M − 1, N − 1) with the
// least sum of input[r, c], whose steps go to (r + 1, c), (r + 1, c + 1) or (r, c + 1).
//   1
// Of paths with the same cost the text names none. Here, from the end back, the one that comes from
// (r, c − 1), else from (r − 1, c). onnxruntime 1.32.0 takes (r, c − 1), too, where (r − 1, c) and
// (r − 1, c − 1) are equal and less: a path that is not the least.
#include "ops/com.microsoft/signal/dynamic_time_warping.h"

namespace etalon {
namespace {

using Path = std::vector<int64_t>;  // rows, then columns, from the end back

template <class R>
Path cheapest(const Array<R>& least) {
  size_t r = least.shape()[0] - 1, c = least.shape()[1] - 1;
  Path rows{int64_t(r)}, columns{int64_t(c)};
  while (r + c > 0) {
    const bool aside = r == 0 || (c > 0 && least(r, c - 1) <= least(r - 1, c) &&
                                  least(r, c - 1) <= least(r - 1, c - 1));
    const bool above = !aside && (c == 0 || least(r - 1, c) <= least(r - 1, c - 1));
    if (!aside) --r;
    if (!above) --c;
    rows.push_back(int64_t(r));
    columns.push_back(int64_t(c));
  }
  rows.insert(rows.end(), columns.begin(), columns.end());
  return rows;
}

Values dynamic_time_warping(const Call& call) {
  const Tensor cost = cost_matrix(call);
  const Path back = exactly([&]<class R>() { return cheapest(least_costs(elements_of<R>(cost))); });
  const size_t length = back.size() / 2;
  Ints output = empty_array<int64_t>({2, length});
  for (size_t t = 0; t < length; ++t) {
    output(0, t) = back[length - 1 - t];
    output(1, t) = back[2 * length - 1 - t];
  }
  return {Tensor::of(DType::int32, output)};
}

const Operator op("DynamicTimeWarping", dynamic_time_warping, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
