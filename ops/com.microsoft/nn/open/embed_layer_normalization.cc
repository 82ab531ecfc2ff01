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

// The place of the first 0 in each mask, which is the number of words without one; or the number of
// words.
Tensor places_in_mask(const Call& call, bool first_zero) {
  const Tensor *mask = call.maybe("mask"), &ids = call.tensor("input_ids");
  Ints places = full({ids.dim(0)}, int64_t(ids.dim(1)));
  for (size_t b = 0; first_zero && mask && b < ids.dim(0); ++b) {
    const Ints values = mask->as<int64_t>();
    for (size_t s = ids.dim(1); s-- > 0;) {
      if (values(b, s) == 0) places(b) = int64_t(s);
    }
  }
  return Tensor::of(DType::int32, places);
}

void open_normalized(Opening& open, const Embeddings& of, DType T, const char* index) {
  const Call& call = open.call;
  const Tensor S = by_sets(of.word, {2}, {DType::float64},
                           [&]<class R>(const Array<R>& word, const Sets& sets) -> Arrays<R> {
                             return {of.sum(word, sets)};
                           })[0];
  open.Y = open_standardized(open.Y, S, {2}, call.real("epsilon"), T);
  if (!call.wants(index)) return;
  open.output(1) = choice(open.output(1), "mask_index", [&] { return odd_masks(call); }, "ones",
                          {{"first_zero", [&] { return places_in_mask(call, true); }},
                           {"words", [&] { return places_in_mask(call, false); }}});
}

void open_embed(Opening& open) {
  const Call& call = open.call;
  const Embeddings of(call, tables_of_embed(call));
  open_normalized(open, of, of.word.dtype(), "mask_index");
  if (!call.maybe("segment_embedding") || call.maybe("segment_ids")) return;
  const Values without = open.all_again({{"segment_embedding", Value()}});
  for (const size_t i : {0, 2}) {
    if (i == 2 && !call.wants("embedding_sum")) continue;
    open.output(i) = either_of(open.output(i), "segment_ids", "first", "none",
                               [&] { return without.at(i).tensor(); });
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
