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

// For each sequence the number of ones in its mask.
Tensor mask_index(const Call& call) {
  const Tensor &ids = call.tensor("input_ids"), *mask = call.maybe("mask");
  if (!mask) return Tensor::zeros(DType::int32, {ids.dim(0)});
  require_shape("mask", *mask, ids.shape());
  const Ints ones = xt::where(xt::equal(mask->as<int64_t>(), 1), int64_t{1}, int64_t{0});
  return Tensor::of(DType::int32, squeezed(sum_over(ones, {1}), {1}));
}

Values embed_layer_normalization(const Call& call) {
  const Embeddings of(call);
  const double epsilon = call.real("epsilon");
  const DType T = of.word.dtype();
  const std::vector<Tensor> outputs = by_sets(
      of.word, {2}, {T, T}, [&]<class R>(const Array<R>& word, const Sets& sets) -> Arrays<R> {
        const Array<R> S = of.sum(word, sets);
        const Array<R> D = S - mean_over(S);
        const Array<R> std_dev = real::sqrt(mean_over(real::square(D)) + epsilon);
        const Array<R> scaled = D / std_dev * sets.elements<R>(of.gamma);
        return {Array<R>(scaled + sets.elements<R>(of.beta)), S};
      });
  return {outputs[0], mask_index(call), outputs[1]};
}

const Operator op("EmbedLayerNormalization", embed_layer_normalization, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
