// TopK.
#include "engine/operators/choice.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

void rank_0_or_none(const Call& call) {
  at_point("rank0", call.tensor("X").rank() == 0);
  const Tensor* K = call.since_version() < 10 ? nullptr : &call.tensor("K");
  at_point("k_zero", K && K->size() == 1 && K->item<int64_t>() == 0);
}

// A line's places of NaN, and those of its numbers in the order that is asked for.
struct Order {
  std::vector<int64_t> nans, numbers;
};
Order order_of(const Reals& x, const Line& line, bool largest) {
  Order order;
  for (size_t i = 0; i < line.size; ++i) {
    (std::isnan(x.data()[line[i]]) ? order.nans : order.numbers).push_back(int64_t(i));
  }
  std::stable_sort(order.numbers.begin(), order.numbers.end(), [&](int64_t i, int64_t j) {
    const double a = x.data()[line[size_t(i)]], b = x.data()[line[size_t(j)]];
    return largest ? a > b : a < b;
  });
  return order;
}

// The places in their lines that each of the k elements along the axis may be from. NaNs may stand
// anywhere among the numbers, which keep their order if it is asked for.
Candidates with_nan_anywhere(const Call& call, size_t axis, size_t k, bool sorted) {
  const Tensor& X = call.tensor("X");
  const Reals x = X.as<double>();
  const bool largest = call.since_version() < 11 || call.flag("largest");
  Shape shape = X.shape();
  shape[axis] = k;
  const Lines lines(X.shape(), axis), outputs(shape, axis);
  Candidates candidates;
  for (size_t n = 0; n < outputs.count(); ++n) {
    const auto [nans, numbers] = order_of(x, lines[n], largest);
    if (nans.empty()) continue;
    for (size_t j = 0; j < k; ++j) {
      const size_t first = !sorted || j < nans.size() ? 0 : j - nans.size();
      const size_t end = std::min(numbers.size(), sorted ? j + 1 : k);
      std::vector<int64_t>& places = candidates[outputs[n][j]];
      places = nans;
      for (size_t i = first; i < end; ++i) places.push_back(numbers[i]);
    }
  }
  return candidates;
}

// The same as places in X.
Candidates in_whole(Candidates candidates, const Shape& X, const Shape& output, size_t axis) {
  const Lines lines(X, axis), outputs(output, axis);
  for (size_t n = 0; n < outputs.count(); ++n) {
    for (size_t j = 0; j < outputs[n].size; ++j) {
      const auto found = candidates.find(outputs[n][j]);
      if (found == candidates.end()) continue;
      for (int64_t& place : found->second) place = int64_t(lines[n][size_t(place)]);
    }
  }
  return candidates;
}

// Without `sorted` the order is open, and so is what NaN is greater than.
void top_k(Opening& open) {
  const Tensor& X = open.call.tensor("X");
  const size_t axis = axis_index(open.call.integer("axis"), X.rank());
  const bool sorted = open.call.since_version() < 11 || open.call.flag("sorted");
  for (size_t i = 0; i < open.output_count(); ++i) {
    Tensor& output = open.output(i);
    if (!sorted) output = any_order(output, "unsorted", axis);
    if (!is_float(X.dtype())) continue;
    const Tensor from = i == 0 ? X : Tensor::of(DType::int64, positions({X.dim(axis)}));
    output = any_of(output, "nan", from, [&] {
      const Candidates places = with_nan_anywhere(open.call, axis, output.dim(axis), sorted);
      return i == 0 ? in_whole(places, X.shape(), output.shape(), axis) : places;
    });
  }
}

const Open op("TopK", rank_0_or_none, top_k);

}  // namespace
}  // namespace etalon
