// MelWeightMatrix: its inputs, and where corners lie.
#pragma once

#include "engine/formula.h"
#include "engine/operators/input_shapes.h"
#include "engine/operators/output_type.h"

namespace etalon {

struct Mel {
  // Throws InvalidInput for invalid inputs.
  explicit Mel(const Call& call)
      : num_mel_bins(scalar_input<int64_t>(call, "num_mel_bins")),
        dft_length(scalar_input<int64_t>(call, "dft_length")),
        sample_rate(scalar_input<int64_t>(call, "sample_rate")),
        low(scalar_input<double>(call, "lower_edge_hertz")),
        high(scalar_input<double>(call, "upper_edge_hertz")) {
    if (num_mel_bins < 0 || dft_length < 0 || sample_rate < 1) {
      throw InvalidInput("num_mel_bins is {}, dft_length {}, sample_rate {}", num_mel_bins,
                         dft_length, sample_rate);
    }
    if (high < low) {
      throw InvalidInput("upper_edge_hertz {} is below lower_edge_hertz {}", high, low);
    }
    shape = to_shape({dft_length / 2 + 1, num_mel_bins});
    element_count(shape);
  }

  // The steps of mel from low to high; the last corner lies one step below upper_edge_hertz.
  int64_t steps() const { return num_mel_bins + 2; }
  int64_t bins() const { return dft_length / 2 + 1; }
  // About the frequency of a corner, and where among the bins a frequency is.
  double frequency(int64_t corner) const {
    const double share = double(corner) / double(steps());
    return (700 + low) * real::pow((700 + high) / (700 + low), share) - 700;
  }
  double place(double hertz) const { return double(dft_length + 1) * hertz / double(sample_rate); }

  int64_t num_mel_bins, dft_length, sample_rate;
  double low, high;  // Hz
  Shape shape;       // of the output: [bins, num_mel_bins]
};

// From 0 at the left corner to 1 at the peak and to 0 at the right corner.
template <class R>
R triangle(int64_t f, int64_t left, int64_t peak, int64_t right) {
  if (f == peak) return 1;
  if (f < left || f > right) return 0;
  return f < peak ? R(double(f - left)) / R(double(peak - left))
                  : R(double(right - f)) / R(double(right - peak));
}

}  // namespace etalon
