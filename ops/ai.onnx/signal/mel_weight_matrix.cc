// MelWeightMatrix: output[f, m] = the height at bin f of the m-th of num_mel_bins triangles, whose
// corners are bins at equal steps of mel(f) = 2595 log10(1 + f / 700) from lower_edge_hertz up.
//   17
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

double mel(double hertz) { return 2595 * std::log10(1 + hertz / 700); }
double hertz(double mel) { return 700 * (std::pow(10, mel / 2595) - 1); }

// The bins of num_mel_bins + 2 corners, of which the last lies one step below upper_edge_hertz.
std::vector<int64_t> frequency_bins(int64_t num_mel_bins, int64_t dft_length, int64_t sample_rate,
                                    double lower_edge_hertz, double upper_edge_hertz) {
  const double low = mel(lower_edge_hertz), high = mel(upper_edge_hertz);
  const double mel_step = (high - low) / static_cast<double>(num_mel_bins + 2);
  std::vector<int64_t> bins;
  for (int64_t i = 0; i < num_mel_bins + 2; ++i) {
    const double frequency = hertz(low + static_cast<double>(i) * mel_step);
    const double bin = std::floor(static_cast<double>(dft_length + 1) * frequency /
                                  static_cast<double>(sample_rate));
    if (!(bin >= 0 && bin < static_cast<double>(dft_length / 2 + 1))) {
      throw InvalidInput("{} Hz is outside the spectrum", frequency);
    }
    bins.push_back(static_cast<int64_t>(bin));
  }
  return bins;
}

// From 0 at the left corner to 1 at the peak and to 0 at the right corner.
double triangle(int64_t f, int64_t left, int64_t peak, int64_t right) {
  if (f == peak) return 1;
  if (f < left || f > right) return 0;
  return f < peak ? static_cast<double>(f - left) / static_cast<double>(peak - left)
                  : static_cast<double>(right - f) / static_cast<double>(right - peak);
}

Values mel_weight_matrix(const Call& call) {
  const int64_t num_mel_bins = call.tensor("num_mel_bins").item<int64_t>();
  const int64_t dft_length = call.tensor("dft_length").item<int64_t>();
  const int64_t sample_rate = call.tensor("sample_rate").item<int64_t>();
  if (num_mel_bins < 0 || dft_length < 0 || sample_rate < 1) {
    throw InvalidInput("num_mel_bins is {}, dft_length {}, sample_rate {}", num_mel_bins,
                       dft_length, sample_rate);
  }
  Reals output = empty_array<double>(to_shape({dft_length / 2 + 1, num_mel_bins}));
  const std::vector<int64_t> bins = frequency_bins(num_mel_bins, dft_length, sample_rate,
                                                   call.tensor("lower_edge_hertz").item<double>(),
                                                   call.tensor("upper_edge_hertz").item<double>());
  each_index(output.shape(), [&](const Shape& index) {
    const size_t f = index[0], m = index[1];
    output(f, m) = triangle(static_cast<int64_t>(f), bins[m], bins[m + 1], bins[m + 2]);
  });
  return {as_output_datatype(call, output)};
}

const Operator op("MelWeightMatrix", mel_weight_matrix, {17});

}  // namespace
}  // namespace etalon
