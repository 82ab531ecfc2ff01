// EmbedLayerNormalization and QEmbedLayerNormalization, with the variance also as the mean of the
// squares less the square of the mean.
#include "ops/com.microsoft/nn/embed_layer_normalization.h"
#include "engine/operators/rooms.h"
#include "ops/ai.onnx/nn/bounds/deviation.h"

namespace etalon {
namespace {

std::vector<Tensor> bounded(const Embeddings& of, double epsilon, DType T) {
  return by_sets(of.word, {2}, {T, T},
                 [&]<class R>(const Array<R>& word, const Sets& sets) -> Arrays<R> {
                   const Array<R> S = of.sum(word, sets), mean = mean_over(S);
                   const Array<R> scaled =
                       (S - mean) / either_deviation(S, mean, epsilon) * sets.elements<R>(of.gamma);
                   return {Array<R>(scaled + sets.elements<R>(of.beta)), S};
                 });
}

std::optional<Values> bounded_embed(const Call& call) {
  const Embeddings of(call, tables_of_embed(call));
  const std::vector<Tensor> outputs = bounded(of, call.real("epsilon"), of.word.dtype());
  return Values{outputs[0], evaluate_formula(call)[1], outputs[1]};
}

std::optional<Values> bounded_qembed(const Call& call) {
  const Embeddings of(call, tables_of_qembed(call));
  const std::vector<Tensor> outputs = bounded(of, call.real("epsilon"), DType::float32);
  return Values{outputs[0], evaluate_formula(call)[1]};
}

const Bounds op("EmbedLayerNormalization", bounded_embed);
const Bounds quantized("QEmbedLayerNormalization", bounded_qembed);

}  // namespace
}  // namespace etalon
