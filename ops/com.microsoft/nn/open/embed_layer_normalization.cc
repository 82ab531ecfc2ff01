// EmbedLayerNormalization and QEmbedLayerNormalization: what the normalizations leave open, and
// what the mask's index is.
#include "ops/com.microsoft/nn/embed_layer_normalization.h"
#include "ops/ai.onnx/nn/open/standardized.h"

namespace etalon {
namespace {

// “position of first 0 in mask, or number of words”: one number where ones come first, then zeros.
Bools odd_masks(const Call& call) {
  const Tensor *mask = call.maybe("mask"), &ids = call.tensor("input_ids");
  Bools odd = full({ids.dim(0)}, !mask);
  if (!mask) return odd;
  const Ints values = mask->as<int64_t>();
  for (size_t b = 0; b < ids.dim(0); ++b) {
    for (size_t s = 0; s < ids.dim(1); ++s) {
      const int64_t value = values(b, s), before = s == 0 ? 1 : values(b, s - 1);
      if (value != 0 && (value != 1 || before != 1)) odd(b) = true;
    }
  }
  return odd;
}

void open_normalized(Opening& open, const Embeddings& of, DType T, const char* index) {
  const Call& call = open.call;
  const Tensor S = by_sets(of.word, {2}, {DType::float64},
                           [&]<class R>(const Array<R>& word, const Sets& sets) -> Arrays<R> {
                             return {of.sum(word, sets)};
                           })[0];
  open.Y = open_standardized(open.Y, S, {2}, call.real("epsilon"), T);
  if (!call.wants(index)) return;
  open.output(1) = no_result(open.output(1), "mask_index", [&] { return odd_masks(call); });
}

void open_embed(Opening& open) {
  const Call& call = open.call;
  const Embeddings of(call, tables_of_embed(call));
  open_normalized(open, of, of.word.dtype(), "mask_index");
  const bool without_ids = call.maybe("segment_embedding") && !call.maybe("segment_ids");
  for (const size_t i : {0, 2}) {
    open.output(i) = no_result(open.output(i), "segment_ids",
                               [&] { return full(open.output(i).shape(), without_ids); });
  }
}

void open_qembed(Opening& open) {
  const Embeddings of(open.call, tables_of_qembed(open.call));
  open_normalized(open, of, DType::float32, "mask_index_out");
}

const Open op("EmbedLayerNormalization", open_embed);
const Open quantized("QEmbedLayerNormalization", open_qembed);

}  // namespace
}  // namespace etalon
