// STFT: its frames.
#pragma once

#include "ops/ai.onnx/signal/signal.h"

namespace etalon {

// frame_length, else the window's length, else the signal's.
inline size_t frame_length_of(const Call& call, size_t signal_length) {
  const Tensor* window = call.maybe("window");
  const Tensor* frame_length = call.maybe("frame_length");
  if (window) require_rank("window", *window, 1);
  if (frame_length) require_rank("frame_length", *frame_length, 0);
  const auto otherwise = static_cast<int64_t>(window ? window->size() : signal_length);
  const int64_t length = frame_length ? frame_length->item<int64_t>() : otherwise;
  constexpr auto outside = "the frame length {} is outside [1, {}]";
  if (length < 1) throw InvalidInput(outside, length, signal_length).at("empty");
  if (length > static_cast<int64_t>(signal_length)) {
    throw InvalidInput(outside, length, signal_length);
  }
  if (window && length != otherwise) {
    throw InvalidInput("the window is {} long, the frame {}", otherwise, length);
  }
  return static_cast<size_t>(length);
}

struct Frames {
  // Throws InvalidInput for inputs and attributes that do not fit.
  explicit Frames(const Call& call) {
    const Tensor& signal = call.tensor("signal");
    const bool onesided = is_onesided(call);
    if (signal.rank() != 3 || signal.dim(2) < 1 || signal.dim(2) > 2) {
      throw InvalidInput("signal has the shape {}, not [batch_size, signal_length, 1 or 2]",
                         to_string(signal.shape()));
    }
    if (onesided && signal.dim(2) == 2) {
      throw InvalidInput("a complex signal has no onesided transform");
    }
    require_rank("frame_step", call.tensor("frame_step"), 0);
    const int64_t given = call.tensor("frame_step").item<int64_t>();
    if (given == 0) throw InvalidInput("frame_step is {}", given).at("zero_divisor");
    if (given < 1) throw InvalidInput("frame_step is {}", given);
    step = static_cast<size_t>(given);
    length = frame_length_of(call, signal.dim(1));
    count = (signal.dim(1) - length) / step + 1;
    bins = onesided ? length / 2 + 1 : length;
  }

  size_t step, length, count;
  size_t bins;  // of each transform
};

}  // namespace etalon
