// STFT: output[b, f] = the Fourier transform of signal[b, f · frame_step + n] · window[n],
// n < frame_length, for f < ⌊(signal_length - frame_length) / frame_step⌋ + 1.
//   17
#include "engine/operators/choice.h"
#include "ops/ai.onnx/signal/signal.h"

namespace etalon {
namespace {

// Frame f of signal [batch, length, parts] starts at f · frame_step: [batch, frames, N, parts].
template <class T>
Array<T> frames_of(const Array<T>& signal, size_t frames, size_t frame_step, size_t N) {
  const size_t batch = signal.shape()[0], parts = signal.shape()[2];
  Array<T> result = empty_array<T>({batch, frames, N, parts});
  for (size_t b = 0; b < batch; ++b) {
    for (size_t f = 0; f < frames; ++f) {
      const size_t start = f * frame_step;
      xt::view(result, b, f) = xt::view(signal, b, xt::range(start, start + N));
    }
  }
  return result;
}

// frame_length, else the window's length, else the signal's.
size_t frame_length_of(const Call& call, size_t signal_length) {
  const Tensor* window = call.maybe("window");
  const Tensor* frame_length = call.maybe("frame_length");
  if (window) require_rank("window", *window, 1);
  const auto otherwise = static_cast<int64_t>(window ? window->size() : signal_length);
  const int64_t length = frame_length ? frame_length->item<int64_t>() : otherwise;
  at_point("empty", length < 1);
  if (length < 1 || length > static_cast<int64_t>(signal_length)) {
    throw InvalidInput("the frame length {} is outside [1, {}]", length, signal_length);
  }
  if (window && length != otherwise) {
    throw InvalidInput("the window is {} long, the frame {}", otherwise, length);
  }
  return static_cast<size_t>(length);
}

void check_signal(const Tensor& signal, bool onesided) {
  if (signal.rank() != 3 || signal.dim(2) < 1 || signal.dim(2) > 2) {
    throw InvalidInput("signal has the shape {}, not [batch_size, signal_length, 1 or 2]",
                       to_string(signal.shape()));
  }
  if (onesided && signal.dim(2) == 2) {
    throw InvalidInput("a complex signal has no onesided transform");
  }
}

Values stft(const Call& call) {
  const Tensor& signal = call.tensor("signal");
  const Tensor* window = call.maybe("window");
  const bool onesided = call.flag("onesided");
  check_signal(signal, onesided);
  const int64_t step = call.tensor("frame_step").item<int64_t>();
  at_point("zero_divisor", step == 0);
  if (step < 1) throw InvalidInput("frame_step is {}", step);
  const auto frame_step = static_cast<size_t>(step);
  const size_t batch = signal.dim(0), parts = signal.dim(2);
  const size_t frame_length = frame_length_of(call, signal.dim(1));
  const size_t frames = (signal.dim(1) - frame_length) / frame_step + 1;

  const size_t bins = onesided ? frame_length / 2 + 1 : frame_length;
  const Tensor output = over_elements([&]<class T>() {
    Array<T> framed = frames_of(elements_of<T>(signal), frames, frame_step, frame_length);
    framed.reshape({batch * frames, frame_length, parts});
    const Array<T> weights = window ? elements_of<T>(*window) : Array<T>();
    return fourier<T>(signal.dtype(), framed, window ? &weights : nullptr, {bins});
  });
  return {output.reshaped({batch, frames, bins, 2})};
}

const Operator op("STFT", stft, {17});

}  // namespace
}  // namespace etalon
