// DFT: its signals, and the length of the transform.
#pragma once

#include "ops/ai.onnx/signal/signal.h"

namespace etalon {

struct Dft {
  // Throws InvalidInput for inputs and attributes that do not fit.
  explicit Dft(const Call& call);
  // An output [rows, bins, parts] as the operator has it: the bins along the axis.
  Tensor in_place(const Tensor& output) const;

  bool onesided, inverse;
  Tensor signals;  // [rows, entries, 1 or 2]: real, or real and imaginary parts
  size_t N;        // of the transform
  size_t bins;     // of the output
  size_t parts;    // of a bin; 1 leaves out the imaginary part
 private:
  Shape moved_;               // input's, with the axis beside the parts
  std::vector<size_t> perm_;  // the axes so moved; its own inverse
};

// input's shape is […, signal, …, parts].
inline size_t signal_axis(const Call& call) {
  const Tensor& input = call.tensor("input");
  const size_t rank = input.rank();
  if (rank < 2 || input.dim(rank - 1) < 1 || input.dim(rank - 1) > 2) {
    throw InvalidInput("input has the shape {}, whose last axis is not of size 1 or 2",
                       to_string(input.shape()));
  }
  const int64_t axis =
      call.since_version() < 20 ? call.integer("axis") : scalar_input<int64_t>(call, "axis", -2);
  const size_t index = axis_index(axis, rank);
  if (index == rank - 1)
    throw InvalidInput("axis {} is the axis of the real and imaginary parts", axis);
  return index;
}

// dft_length, or else what keeps a signal of so many entries.
inline size_t transform_length(const Call& call, size_t entries) {
  const auto length = static_cast<int64_t>(entries);
  const bool of_spectrum = is_onesided(call) && call.flag("inverse");
  const auto N = scalar_input<int64_t>(call, "dft_length", of_spectrum ? 2 * (length - 1) : length);
  if (N < 1) throw InvalidInput("the length of the transform is {}", N).at("empty");
  return element_count({static_cast<size_t>(N)});
}

inline Dft::Dft(const Call& call) : onesided(is_onesided(call)), inverse(call.flag("inverse")) {
  const Tensor& input = call.tensor("input");
  const size_t rank = input.rank(), axis = signal_axis(call);
  if (onesided && (input.dim(rank - 1) == 2) != inverse) {
    throw InvalidInput("onesided needs a real signal, or for the inverse a complex spectrum");
  }
  N = transform_length(call, input.dim(axis));
  bins = onesided && !inverse ? N / 2 + 1 : N;
  parts = onesided && inverse ? 1 : 2;
  perm_ = all_axes(rank);
  std::swap(perm_[axis], perm_[rank - 2]);
  const Tensor moved = transposed(input, perm_);
  moved_ = moved.shape();
  const auto [rows, rest] = split_at(moved_, rank - 2);
  signals = moved.reshaped({rows, moved_[rank - 2], moved_[rank - 1]});
  moved_[rank - 2] = bins;
  moved_[rank - 1] = parts;
}

inline Tensor Dft::in_place(const Tensor& output) const {
  return transposed(output.reshaped(moved_), perm_);
}

}  // namespace etalon
