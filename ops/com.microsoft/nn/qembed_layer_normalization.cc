// QEmbedLayerNormalization: EmbedLayerNormalization of word_embedding, position_embedding,
// segment_embedding, gamma and beta that are (q − zero_point) · scale each; position_ids are 0, 1,
// …
//   1
// The text has the sum, the normalization, and that segment_ids, segment_embedding, its scale and
// zero point “must either all be provided or all be omitted”. Measured of onnxruntime 1.32.0: a
// scale is a single number; mask_index_out is the number of ones in mask, 0 without one.
#include "ops/com.microsoft/nn/embed_layer_normalization.h"

namespace etalon {
namespace {

Values qembed_layer_normalization(const Call& call) {
  const Embeddings of(call, tables_of_qembed(call));
  const DType T = call.tensor("word_embedding_scale").dtype();
  return {normalized(of, call.real("epsilon"), T)[0], mask_index(call)};
}

const Operator op("QEmbedLayerNormalization", qembed_layer_normalization, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
