// The sizes of attention.
#pragma once

#include "conformance/generate/rule.h"

namespace etalon::rules {

struct Heads {
  size_t batch, q, kv, q_length, kv_length, width, v_width;
};

Heads draw_heads(Draw& draw);

// [batch, heads, length, width], or packed as [batch, length, heads · width].
Shape laid_out(bool packed, size_t batch, size_t heads, size_t length, size_t width);

}  // namespace etalon::rules
