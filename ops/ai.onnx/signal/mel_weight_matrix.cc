// MelWeightMatrix: output[f, m] = the height at bin f of the m-th of num_mel_bins triangles, whose
// corners are bins at equal steps of mel(f) = 2595 log10(1 + f / 700) from lower_edge_hertz up.
//   17
#include "ops/ai.onnx/signal/mel.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

template <class R>
R power(R base, int64_t exponent) {
  R result = 1;
  for (; exponent > 0; exponent /= 2, base = base * base) {
    if (exponent % 2 == 1) result = result * base;
  }
  return result;
}

// The mel scale is linear in log(700 + f). So the corner i of `steps` is at the frequency f with
//   (700 + f)^steps = (700 + high)^i · (700 + low)^(steps - i).
// It lies in the bin ⌊(dft_length + 1) · f / sample_rate⌋. True if that is at least `bin`: a
// comparison of numbers that are known exactly.
bool reaches(const Mel& of, int64_t corner, int64_t bin) {
  return exactly([&]<class R>() {
    const R parts = double(of.dft_length + 1);
    const R edge = 700 * parts + R(double(bin)) * R(double(of.sample_rate));
    return power(edge, of.steps()) <= power((700 + R(of.high)) * parts, corner) *
                                          power((700 + R(of.low)) * parts, of.steps() - corner);
  });
}

int64_t bin_of(const Mel& of, int64_t corner) {
  const double f = of.frequency(corner), about = of.place(f);
  const bool is_inside = about > -1 && about < double(of.bins() + 1);
  auto bin = is_inside ? static_cast<int64_t>(std::floor(about)) : int64_t{-1};
  if (is_inside) {
    while (!reaches(of, corner, bin)) --bin;
    while (reaches(of, corner, bin + 1)) ++bin;
  }
  if (bin < 0 || bin >= of.bins()) throw InvalidInput("{} Hz is outside the spectrum", f);
  return bin;
}

// The second output, for open/, is the bins of the corners.
Values mel_weight_matrix(const Call& call) {
  const Mel of(call);
  Ints bins = positions({static_cast<size_t>(of.num_mel_bins + 2)});
  for (int64_t& each : bins) each = bin_of(of, each);
  const Tensor output = as_output_datatype(call, [&](DType type) {
    return each_output(type, of.shape, [&]<class R>(size_t f, size_t m) -> R {
      return triangle<R>(static_cast<int64_t>(f), bins(m), bins(m + 1), bins(m + 2));
    });
  });
  return {output, Tensor::of(DType::int64, bins)};
}

const Operator op("MelWeightMatrix", mel_weight_matrix, {17});

}  // namespace
}  // namespace etalon
