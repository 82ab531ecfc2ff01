// The operands of EmbedLayerNormalization.
#pragma once

#include "engine/formula.h"

namespace etalon {

// The rows of the embeddings, each [batch_size, sequence_length, hidden_size]. Throws InvalidInput
// for shapes that do not fit and rows that are not there.
struct Embeddings {
  explicit Embeddings(const Call& call);

  // word + position + segment, of a block of sets.
  template <class R>
  Array<R> sum(const Array<R>& x, const Sets& sets) const {
    const Array<R> both = x + sets.elements<R>(position);
    return segment ? Array<R>(both + sets.elements<R>(*segment)) : both;
  }

  Tensor word, position;
  std::optional<Tensor> segment;
  const Tensor &gamma, &beta;
};

}  // namespace etalon
