// TfIdfVectorizer.
#include "engine/numerics/numerics.h"
#include "engine/operators/choice.h"
#include "ops/ai.onnx/text/tf_idf_vectorizer.h"

namespace etalon {
namespace {

// Of equal n-grams in the pool, one may count alone.
template <class Item>
Bools repeated(const Call& call, const std::vector<Item>& pool, size_t columns) {
  const std::vector<int64_t> ngram_indexes = call.ints("ngram_indexes");
  Bools repeated = full({columns}, false);
  for (const auto& [gram, numbers] : grams_of(pool, call)) {
    if (numbers.size() < 2) continue;
    for (const size_t i : numbers) repeated(static_cast<size_t>(ngram_indexes[i])) = true;
  }
  return repeated;
}

void tf_idf_vectorizer(Opening& open) {
  const Call& call = open.call;
  const auto where = [&] {
    const size_t columns = open.Y.shape().back();
    return broadcast_array(call.has("pool_strings")
                               ? repeated(call, call.texts("pool_strings"), columns)
                               : repeated(call, call.ints("pool_int64s"), columns),
                           open.Y.shape());
  };
  const auto none = [] { return scalar(DType::float32, 0.0); };
  open.Y = choice(open.Y, "duplicates", where, "each", {{"one", none}});
}

const Open op("TfIdfVectorizer", tf_idf_vectorizer);

}  // namespace
}  // namespace etalon
