// The sizes of attention.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct Heads {
  size_t batch, q, kv, q_length, kv_length, width, v_width;
};

inline Heads draw_heads(Draw& draw) {
  const size_t kv = 1 + draw.below(2);
  return {1 + draw.below(2), kv * (1 + draw.below(2)), kv,
          1 + draw.below(3), 1 + draw.below(4),        2 * (1 + draw.below(2)),
          1 + draw.below(3)};
}

// [batch, heads, length, width], or packed as [batch, length, heads · width].
inline Shape laid_out(bool packed, size_t batch, size_t heads, size_t length, size_t width) {
  if (packed) return {batch, length, heads * width};
  return {batch, heads, length, width};
}

}  // namespace etalon::rules
