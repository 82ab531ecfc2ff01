// The operands of EmbedLayerNormalization and QEmbedLayerNormalization.
#pragma once

#include "engine/formula.h"

namespace etalon {

// What the ids are looked up in, and the normalization's parameters.
struct EmbeddingTables {
  Tensor word, position;
  std::optional<Tensor> segment;
  Tensor gamma, beta;
  const Tensor* position_ids;  // nullptr: 0, 1, …
};
EmbeddingTables tables_of_embed(const Call& call);
// Dequantized: (q − zero_point) · scale.
EmbeddingTables tables_of_qembed(const Call& call);

// The rows of the embeddings, each [batch_size, sequence_length, hidden_size]. Throws InvalidInput
// for shapes that do not fit and rows that are not there.
struct Embeddings {
  Embeddings(const Call& call, const EmbeddingTables& tables);

  // word + position + segment, of a block of sets.
  template <class R>
  Array<R> sum(const Array<R>& x, const Sets& sets) const {
    const Array<R> both = x + sets.elements<R>(position);
    return segment ? Array<R>(both + sets.elements<R>(*segment)) : both;
  }

  Tensor word, position;
  std::optional<Tensor> segment;
  Tensor gamma, beta;
};

// (S − mean) / √(variance + epsilon) · gamma + beta, and S, of type T.
std::vector<Tensor> normalized(const Embeddings& of, double epsilon, DType T);
// For each sequence the number of ones in its mask.
Tensor mask_index(const Call& call);

}  // namespace etalon
