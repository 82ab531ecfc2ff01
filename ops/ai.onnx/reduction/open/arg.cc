// ArgMax and ArgMin.
#include "ops/ai.onnx/reduction/arg.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

void data_of_rank_0(const Call& call) { at_point("rank0", call.tensor("data").rank() == 0); }

// The indices along the axis of all elements of each line that tie with the one found: equal ones,
// or only zeros of both signs.
Candidates ties(const Tensor& data, size_t axis, const Ints& found, bool zeros) {
  Candidates candidates;
  numeric(data.dtype(), [&]<class T>() {
    const Array<T> x = data.as<T>();
    const Lines lines(data.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      const T best = x.data()[lines[n][static_cast<size_t>(found.data()[n])]];
      std::vector<int64_t> equal;
      for (size_t i = 0; i < lines[n].size; ++i) {
        if (x.data()[lines[n][i]] == best) equal.push_back(static_cast<int64_t>(i));
      }
      if (equal.size() > 1 && (!zeros || best == T{0})) candidates[n] = equal;
    }
  });
  return candidates;
}

// What is open about the indices found: where a line holds NaN, where elements tie.
void indices(Opening& open) {
  const Tensor& data = open.call.tensor("data");
  const bool any_tie = open.call.since_version() < 12;
  if (!any_tie && !is_float(data.dtype())) return;
  const size_t axis = arg_axis(open.call);
  const Tensor all = Tensor::of(DType::int64, positions({data.dim(axis)}));
  open.Y = any_of(open.Y, any_tie ? "ties_1" : "negative_zero", all,
                  [&] { return ties(data, axis, open.Y.as<int64_t>(), !any_tie); });
  open.Y = no_result(open.Y, "nan", [&] {
    Ints count = sum_over(Ints(xt::cast<int64_t>(nans(data))), {axis});
    count.reshape(open.Y.shape());
    return Bools(xt::greater(count, int64_t{0}));
  });
}

const Open op[] = {{"ArgMax", data_of_rank_0, indices}, {"ArgMin", data_of_rank_0, indices}};

}  // namespace
}  // namespace etalon
