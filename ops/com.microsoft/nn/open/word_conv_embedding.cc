// WordConvEmbedding: words without characters, and what 0 among the characters is.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// For each embedding whether f holds of its word.
template <class F>
Bools of_words(const Opening& open, F f) {
  const Tensor& Sequence = open.call.tensor("Sequence");
  const Ints ids = Sequence.as<int64_t>();
  const size_t width = Sequence.dim(1), filters = open.Y.dim(1);
  Bools holds = full(open.Y.shape(), false);
  for (size_t i = 0; i < holds.size(); ++i) {
    const int64_t* word = ids.data() + i / filters * width;
    holds.data()[i] = f(word, word + width);
  }
  return holds;
}

void open_words(Opening& open) {
  open.Y = anything(open.Y, "no_characters", [&] {
    return of_words(
        open, [](const int64_t* word, const int64_t* end) { return word == end || *word == 0; });
  });
  open.Y = anything(open.Y, "inner_zero", [&] {
    return of_words(open, [](const int64_t* word, const int64_t* end) {
      const int64_t* zero = std::find(word, end, 0);
      return std::any_of(zero, end, [](int64_t id) { return id != 0; });
    });
  });
}

const Open op("WordConvEmbedding", open_words);

}  // namespace
}  // namespace etalon
