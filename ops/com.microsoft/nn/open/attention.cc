// Attention and QAttention.
#include "ops/com.microsoft/nn/open/attention.h"

namespace etalon {
namespace {

void open_attention(Opening& open) {
  const Call& call = open.call;
  const Attending of = operands_of_attention(call);
  open.Y = OpenAttention(call, of, "mask_index", call.maybe("attention_bias")).output(open.Y);
}

// The text has “Attention mask index with shape (batch_size)” alone.
void open_qattention(Opening& open) {
  const Attending of = operands_of_quantized_attention(open.call);
  open.Y = OpenAttention(open.call, of, "mask_index", nullptr).output(open.Y);
  const Tensor* mask_index = open.call.maybe("mask_index");
  open.Y = anything(open.Y, "mask_shape", [&] {
    return full(open.Y.shape(), mask_index && mask_index->shape() != Shape{of.Q.dim(0)});
  });
}

const Open op[] = {{"Attention", open_attention}, {"QAttention", open_qattention}};

}  // namespace
}  // namespace etalon
