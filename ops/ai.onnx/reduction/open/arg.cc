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

// The indices of all elements of each line with NaN than which none is better: of the NaNs, and of
// the best number, the first or the last, or where that is open any.
Candidates unordered(const Tensor& data, size_t axis, bool least, std::optional<Ties> ties) {
  const Reals x = data.as<double>();
  const Lines lines(data.shape(), axis);
  Candidates candidates;
  for (size_t n = 0; n < lines.count(); ++n) {
    std::vector<int64_t> nan, best;
    for (size_t i = 0; i < lines[n].size; ++i) {
      const double value = x.data()[lines[n][i]];
      if (std::isnan(value)) {
        nan.push_back(int64_t(i));
        continue;
      }
      const double so_far = best.empty() ? value : x.data()[lines[n][size_t(best.front())]];
      if (best.empty() || value == so_far) {
        best.push_back(int64_t(i));
      } else if (least ? value < so_far : value > so_far) {
        best = {int64_t(i)};
      }
    }
    if (nan.empty()) continue;
    if (ties && !best.empty()) best = {*ties == Ties::last ? best.back() : best.front()};
    nan.insert(nan.end(), best.begin(), best.end());
    candidates[n] = nan;
  }
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
  if (!is_float(data.dtype())) return;
  const bool least = open.call.schema().name == "ArgMin";
  const auto ties_of = any_tie ? std::nullopt : std::optional(arg_ties(open.call));
  open.Y = any_of(open.Y, "nan", all, [&] { return unordered(data, axis, least, ties_of); });
}

const Open op[] = {{"ArgMax", data_of_rank_0, indices}, {"ArgMin", data_of_rank_0, indices}};

}  // namespace
}  // namespace etalon
