// QLinearAdd and its kind.
#pragma once

#include "conformance/generate/common_rules.h"

namespace etalon::rules {

// A tensor of 8-bit integers, with its scale and zero point, which may be left out.
inline void add_quantized(Drafting& call, const Shape& shape) {
  call.add(shape);
  call.add({}, scales);
  call.add_if(!call.draw().chance(0.1), [&] { call.add(Shape{}); });
}

// A scale and a zero point; the last zero point of a call may be left out.
inline void add_quantization(Drafting& call) {
  call.add({}, scales);
  call.add(Shape{});
}
inline void add_last_quantization(Drafting& call) {
  call.add({}, scales);
  if (call.draw().chance(0.8)) call.add(Shape{});
}

// A and B that broadcast; the last zero point is sometimes left out.
inline void qlinear_pair(Drafting& call) {
  for (const Shape& shape : shapes_together(call.draw(), 2)) add_quantized(call, shape);
  add_last_quantization(call);
}

}  // namespace etalon::rules
