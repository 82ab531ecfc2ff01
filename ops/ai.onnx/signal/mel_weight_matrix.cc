// MelWeightMatrix: output[f, m] = the height at bin f of the m-th of num_mel_bins triangles, whose
// corners are bins at equal steps of mel(f) = 2595 log10(1 + f / 700) from lower_edge_hertz up.
//   17
#include "engine/numerics/paths.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

struct Spectrum {
  double low, high;  // Hz
  int64_t steps;     // of mel from low to high
  int64_t dft_length, sample_rate;
};

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
template <class R>
bool reaches(const Spectrum& of, int64_t corner, int64_t bin) {
  const R parts = double(of.dft_length + 1);
  const R edge = 700 * parts + R(double(bin)) * R(double(of.sample_rate));
  return power(edge, of.steps) <= power((700 + R(of.high)) * parts, corner) *
                                      power((700 + R(of.low)) * parts, of.steps - corner);
}

// A bin, and the one that a runtime may find which rounds.
struct Corner {
  int64_t bin, other;
};

Corner corner_of(const Spectrum& of, int64_t corner) {
  const double share = double(corner) / double(of.steps);
  const double f = (700 + of.low) * real::pow((700 + of.high) / (700 + of.low), share) - 700;
  const double about = double(of.dft_length + 1) * f / double(of.sample_rate);
  const auto bins = static_cast<double>(of.dft_length / 2 + 1);
  if (!(about > -1 && about < bins + 1)) throw InvalidInput("{} Hz is outside the spectrum", f);
  auto bin = static_cast<int64_t>(std::floor(about));
  const RoundingScope exact(nullptr);
  const auto reached = [&](int64_t n) {
    return over_reals(DType::float64, [&]<class R>() { return reaches<R>(of, corner, n); });
  };
  while (!reached(bin)) --bin;
  while (reached(bin + 1)) ++bin;
  if (bin < 0 || double(bin) >= bins) throw InvalidInput("{} Hz is outside the spectrum", f);
  constexpr double single = 0x1p-18;  // of some operations on float32
  const double off = single * double(of.dft_length + 1) * (700 + f) / double(of.sample_rate);
  const auto below = static_cast<int64_t>(std::floor(about - off));
  return {bin, below < bin ? below : static_cast<int64_t>(std::floor(about + off))};
}

// The bin; when rounding is to be taken into account, either bin.
int64_t either_bin(const Corner& corner) {
  const bool other = current_rounding() && corner.other != corner.bin && PathScope::answer();
  return other ? corner.other : corner.bin;
}

// From 0 at the left corner to 1 at the peak and to 0 at the right corner.
template <class R>
R triangle(int64_t f, int64_t left, int64_t peak, int64_t right) {
  if (f == peak) return 1;
  if (f < left || f > right) return 0;
  return f < peak ? R(double(f - left)) / R(double(peak - left))
                  : R(double(right - f)) / R(double(right - peak));
}

Values mel_weight_matrix(const Call& call) {
  const int64_t num_mel_bins = call.tensor("num_mel_bins").item<int64_t>();
  const int64_t dft_length = call.tensor("dft_length").item<int64_t>();
  const int64_t sample_rate = call.tensor("sample_rate").item<int64_t>();
  if (num_mel_bins < 0 || dft_length < 0 || sample_rate < 1) {
    throw InvalidInput("num_mel_bins is {}, dft_length {}, sample_rate {}", num_mel_bins,
                       dft_length, sample_rate);
  }
  const double low = call.tensor("lower_edge_hertz").item<double>();
  const double high = call.tensor("upper_edge_hertz").item<double>();
  at_point("nan", std::isnan(low) || std::isnan(high));
  at_point("inf", std::isinf(low) || std::isinf(high));
  const Shape shape = to_shape({dft_length / 2 + 1, num_mel_bins});
  element_count(shape);
  // The last corner lies one step below upper_edge_hertz.
  const Spectrum spectrum{low, high, num_mel_bins + 2, dft_length, sample_rate};
  std::vector<Corner> corners;
  for (int64_t i = 0; i < num_mel_bins + 2; ++i) corners.push_back(corner_of(spectrum, i));
  const Tensor output = as_output_datatype(call, [&]<class R>() {
    Array<R> output = empty_array<R>(shape);
    each_index(shape, [&](const Shape& index) {
      const size_t f = index[0], m = index[1];
      output(f, m) = over_paths([&]() -> R {
        return triangle<R>(static_cast<int64_t>(f), either_bin(corners[m]),
                           either_bin(corners[m + 1]), either_bin(corners[m + 2]));
      });
    });
    return output;
  });
  // A triangle without width on one side divides by 0 there.
  return {anything(output, "zero_divisor", [&] {
    const Ints m = coordinate(shape, 1);
    return by_element(m, [&](int64_t i) {
      const auto at = static_cast<size_t>(i);
      const int64_t peak = corners[at + 1].bin;
      return corners[at].bin == peak || peak == corners[at + 2].bin;
    });
  })};
}

const Operator op("MelWeightMatrix", mel_weight_matrix, {17});

}  // namespace
}  // namespace etalon
