// MelWeightMatrix: a runtime that rounds may find a corner in the bin beside.
#include "engine/numerics/paths.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"
#include "ops/ai.onnx/signal/mel.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

// The bin of a corner, and the one that a runtime may find.
struct Corner {
  int64_t bin, other;
  int64_t either() const { return other != bin && PathScope::answer() ? other : bin; }
};

Corner corner_of(const Mel& of, int64_t corner, int64_t bin) {
  constexpr double single = 0x1p-18;  // of some operations on float32
  const double f = of.frequency(corner);
  const double off = single * double(of.dft_length + 1) * (700 + f) / double(of.sample_rate);
  const auto below = static_cast<int64_t>(std::floor(of.place(f) - off));
  return {bin, below < bin ? below : static_cast<int64_t>(std::floor(of.place(f) + off))};
}

Ints exact_bins(const Call& call) {
  const Setting exact(&Evaluation::rounding, nullptr);
  return evaluate_unmarked(call).at(1).tensor().as<int64_t>();
}

std::optional<Values> by_either_bin(const Call& call) {
  const Ints bins = exact_bins(call);
  const Mel of(call);
  std::vector<Corner> corners;
  for (size_t i = 0; i < bins.size(); ++i) corners.push_back(corner_of(of, int64_t(i), bins(i)));
  return Values{as_output_datatype(call, [&](DType type) {
    return each_output(type, of.shape, [&]<class R>(size_t f, size_t m) -> R {
      return triangle<R>(static_cast<int64_t>(f), corners[m].either(), corners[m + 1].either(),
                         corners[m + 2].either());
    });
  })};
}

const Bounds op("MelWeightMatrix", by_either_bin);

}  // namespace
}  // namespace etalon
