// ArgMax and ArgMin without an indirect call for each comparison.
#include "ops/ai.onnx/reduction/arg.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/lines.h"

namespace etalon {
namespace {

// The index of the element that no other beats, the first of such elements or the last. NaN beats
// all others.
template <class T, class Beats>
size_t best_of(const Array<T>& x, const Line& line, bool last, Beats beats) {
  const auto wins = [&](T a, T b) { return b == b && (a != a || beats(a, b)); };
  size_t best = 0;
  for (size_t i = 1; i < line.size; ++i) {
    const T challenger = x.data()[line[i]];
    const T champion = x.data()[line[best]];
    if (wins(challenger, champion) || (last && !wins(champion, challenger))) best = i;
  }
  return best;
}

template <class Beats>
std::optional<Values> index_of_best(const Call& call, Beats beats) {
  const Tensor& data = call.tensor("data");
  const size_t axis = arg_axis(call);
  const bool last = arg_ties(call) == Ties::last;
  Shape shape = data.shape();
  shape[axis] = 1;
  Ints reduced = empty_array<int64_t>(shape);
  numeric(data.dtype(), [&]<class T>() {
    const Array<T> x = data.as<T>();
    const Lines lines(data.shape(), axis);
    for (size_t n = 0; n < lines.count(); ++n) {
      reduced.data()[n] = static_cast<int64_t>(best_of(x, lines[n], last, beats));
    }
  });
  return Values{with_keepdims(call, Tensor::of(DType::int64, reduced), {axis})};
}

const Quick op[] = {
    {"ArgMax",
     [](const Call& call) { return index_of_best(call, [](auto a, auto b) { return a > b; }); }},
    {"ArgMin",
     [](const Call& call) { return index_of_best(call, [](auto a, auto b) { return a < b; }); }}};

}  // namespace
}  // namespace etalon
