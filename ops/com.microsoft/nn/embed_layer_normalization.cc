// EmbedLayerNormalization: output = (S − mean) / √(variance + epsilon) · gamma + beta over the last
// axis, where S, embedding_sum, is word_embedding[input_ids] + position_embedding[position_ids] +
// segment_embedding[segment_ids]; position_ids are 0, 1, … where they are left out.
//   1
// The text has the sum, and that “mask index (that is position of first 0 in mask, or number of
// words) will be calculated”. Measured of onnxruntime 1.32.0: mask_index is the number of ones in
// mask, 0 without one; segments are all 0 where segment_ids alone are left out; mask_index_type
// changes nothing.
#include "ops/com.microsoft/nn/embed_layer_normalization.h"

namespace etalon {
namespace {

Values embed_layer_normalization(const Call& call) {
  const Embeddings of(call, tables_of_embed(call));
  const std::vector<Tensor> outputs = normalized(of, call.real("epsilon"), of.word.dtype());
  return {outputs[0], mask_index(call), outputs[1]};
}

const Operator op("EmbedLayerNormalization", embed_layer_normalization, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
