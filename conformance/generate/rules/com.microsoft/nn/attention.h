// Attention, QAttention and MultiHeadAttention.
#pragma once

#include "conformance/generate/rules/ai.onnx/nn/heads.h"

namespace etalon::rules {

// Zeros and ones, each `keys` of which begin with 1: no query is without a key.
inline void add_mask(Drafting& call, const Shape& shape) {
  std::vector<int64_t> kept(element_count(shape));
  for (size_t i = 0; i < kept.size(); ++i) {
    kept[i] = i % shape.back() == 0 || call.draw().chance(0.6);
  }
  call.add_integers(shape, kept);
}

// Of the keys of each batch entry some are kept: by lengths, by number, or for each query.
inline void add_key_mask(Drafting& call, size_t batch, size_t queries, size_t keys) {
  Draw& draw = call.draw();
  if (draw.chance(0.2)) call.set("mask_filter_value", -1000000.0);
  const size_t kind = draw.below(3);
  if (kind == 0) {
    call.add({batch}, {1, static_cast<double>(keys)});
  } else if (kind == 1) {
    add_mask(call, {batch, keys});
  } else {
    add_mask(call, {batch, queries, keys});
  }
}

// What nothing describes, and calls are refused for.
inline void offer_undescribed(Drafting& call) {
  if (call.draw().chance(0.02)) call.set("do_rotary", 1);
  if (call.draw().chance(0.02)) call.set("past_present_share_buffer", 1);
}

// Which beam each of `tokens` is from: a single beam, or two where the batch is even.
inline void add_beams(Drafting& call, size_t batch, size_t tokens) {
  const size_t beams = batch % 2 == 0 ? 2 : 1;
  call.add({batch / beams, beams, tokens}, {0, static_cast<double>(beams) - 1});
}

inline void add_attention_bias(Drafting& call, const Shape& scores) {
  Shape shape = scores;
  for (const size_t axis : {0, 1}) {
    if (call.draw().chance(0.4)) shape[axis] = 1;
  }
  call.add_data(shape, {-2, 2});
}

}  // namespace etalon::rules
