// TopK.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

void rank_0_or_none(const Call& call) {
  at_point("rank0", call.tensor("X").rank() == 0);
  const Tensor* K = call.since_version() < 10 ? nullptr : &call.tensor("K");
  at_point("k_zero", K && K->size() == 1 && K->item<int64_t>() == 0);
}

// Without `sorted` the order is open, and so is what NaN is greater than.
void top_k(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const size_t axis = axis_index(open.call.integer("axis"), X.rank());
  const bool sorted = open.call.since_version() < 11 || open.call.flag("sorted");
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& output = open.output(i);
    if (!sorted) output = any_order(output, "unsorted", axis);
    output = no_result(output, "nan", [&] {
      const Ints count = sum_over(Ints(xt::cast<int64_t>(nans(X))), {axis});
      return Bools(xt::broadcast(xt::greater(count, int64_t{0}), output.shape()));
    });
  }
}

const Open op("TopK", rank_0_or_none, top_k);

}  // namespace
}  // namespace etalon
