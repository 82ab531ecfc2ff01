#include "conformance/generate/rules.h"

namespace etalon {

namespace {

// How a weight becomes an integer is not specified.
void window(Drafting& call) {
  Draw& draw = call.draw();
  call.narrow("T2", is_float);
  if (draw.chance(0.7)) call.set("output_datatype", static_cast<int64_t>(call.dtype("T2")));
  call.offer_flag("periodic");
  call.add_integers({}, {draw.between(2, 12)});
}

void mel_weight_matrix(Drafting& call) {
  Draw& draw = call.draw();
  call.narrow("T3", is_float);
  if (draw.chance(0.7)) call.set("output_datatype", static_cast<int64_t>(call.dtype("T3")));
  const int64_t sample_rate = 1000 * draw.between(8, 16);
  call.add_integers({}, {draw.between(2, 6)});
  call.add_integers({}, {2 * draw.between(16, 40)});
  call.add_integers({}, {sample_rate});
  call.add_integers({}, {128 * draw.between(0, 4)});
  call.add_integers({}, {128 * draw.between(20, 31)});
}

// Along one axis between the batch and the pairs of real and imaginary parts. Half of the result
// is for real signals, and for the transform forwards.
void dft(Drafting& call) {
  Draw& draw = call.draw();
  Shape shape = draw.shape(3, 4, Empty::never);
  const bool real = draw.chance(0.5);
  shape.back() = real ? 1 : 2;
  const size_t axis = 1 + draw.below(shape.size() - 2);
  const bool onesided = real && draw.chance(0.4);
  if (onesided) {
    call.set("onesided", 1);
  } else {
    call.offer_flag("inverse");
  }
  call.add(shape);
  if (draw.chance(0.4)) {
    call.add_integers({}, {draw.between(1, static_cast<int64_t>(shape[axis]) + 2)});
  } else {
    call.leave_out();
  }
  call.set("axis", static_cast<int64_t>(axis));
  if (call.takes("axis")) call.add_integers({}, {call.written_axis(axis, shape.size())});
}

// The frame's length is that of the window, or given, or both.
void stft(Drafting& call) {
  Draw& draw = call.draw();
  const bool real = draw.chance(0.6);
  const size_t frame = 2 * (1 + draw.below(4));
  const size_t length = frame + draw.below(8);
  if (real) {
    call.offer_flag("onesided");
  } else {
    call.set("onesided", 0);
  }
  call.add({1 + draw.below(2), length, real ? size_t{1} : size_t{2}});
  call.add_integers({}, {draw.between(1, 4)});
  const bool windowed = draw.chance(0.5);
  if (windowed) {
    call.add({frame}, {0, 1});
  } else {
    call.leave_out();
  }
  if (!windowed || draw.chance(0.5)) call.add_integers({}, {static_cast<int64_t>(frame)});
}

}  // namespace

Rules signal_rules() {
  return {{"BlackmanWindow", window},
          {"DFT", dft},
          {"HammingWindow", window},
          {"HannWindow", window},
          {"MelWeightMatrix", mel_weight_matrix},
          {"STFT", stft}};
}

}  // namespace etalon
