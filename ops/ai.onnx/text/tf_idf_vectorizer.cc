// TfIdfVectorizer: the pool's n-grams counted in X, or in each row of X:
//
//   Y[ngram_indexes[i]] = count of the pool's i-th n-gram, of min_gram_length to max_gram_length
//
// in mode TF; in mode TFIDF the count times weights[i], in mode IDF weights[i] where it is not 0.
// An n-gram occurs where X has its items s + 1 apart, for every s from 0 to max_skip_count; a
// single item is counted once.
//   9
#include "ops/ai.onnx/text/tf_idf_vectorizer.h"
#include "engine/formula.h"

namespace etalon {
namespace {

// Calls visit(gram) for all n items of the row that are `distance` apart.
template <class Item, class Visit>
void each_gram(std::span<const Item> row, int64_t n, int64_t distance, Visit visit) {
  const auto items = static_cast<int64_t>(row.size());
  for (int64_t first = 0; first + (n - 1) * distance < items; ++first) {
    count_step();
    std::vector<Item> gram;
    for (int64_t k = 0; k < n; ++k) gram.push_back(row[size_t(first + k * distance)]);
    visit(gram);
  }
}

// How often each of the pool's n-grams occurs in a row.
template <class Item>
std::vector<double> occurrences(std::span<const Item> row, const Grams<Item>& grams,
                                const Call& call) {
  std::vector<double> counts(call.ints("ngram_indexes").size(), 0.0);
  const auto items = static_cast<int64_t>(row.size());
  const int64_t shortest = std::max<int64_t>(call.integer("min_gram_length"), 1);
  const int64_t longest = std::min(call.integer("max_gram_length"), items);
  for (int64_t n = shortest; n <= longest; ++n) {
    const int64_t max_skip_count = n == 1 ? 0 : call.integer("max_skip_count");
    for (int64_t s = 0; s <= max_skip_count && (n - 1) * (s + 1) < items; ++s) {
      each_gram(row, n, s + 1, [&](const std::vector<Item>& gram) {
        const auto found = grams.find(gram);
        if (found == grams.end()) return;
        for (const size_t i : found->second) ++counts[i];
      });
    }
  }
  return counts;
}

enum class Mode { TF, IDF, TFIDF };

// What a count adds to Y.
double weighted(double count, Mode mode, double weight) {
  if (mode == Mode::TF) return count;
  return (mode == Mode::IDF ? std::min(count, 1.0) : count) * weight;
}

template <class Item>
Tensor vectorized(const Call& call, const std::vector<Item>& pool) {
  const Tensor& X = call.tensor("X");
  const Mode mode =
      call.choice<Mode>("mode", {{"TF", Mode::TF}, {"IDF", Mode::IDF}, {"TFIDF", Mode::TFIDF}});
  const std::vector<int64_t> ngram_indexes = call.ints("ngram_indexes");
  const std::vector<double> weights =
      call.has("weights") ? call.reals("weights") : std::vector<double>(ngram_indexes.size(), 1.0);
  const Grams<Item> grams = grams_of(pool, call);
  const size_t rows = X.rank() == 1 ? 1 : X.dim(0);
  const size_t columns = X.shape().back();
  const int64_t last = *std::max_element(ngram_indexes.begin(), ngram_indexes.end());
  Shape shape = X.shape();
  shape.back() = static_cast<size_t>(last) + 1;
  Reals Y = full({rows, shape.back()}, 0.0);
  const Array<Item> x = X.as<Item>();
  for (size_t row = 0; row < rows; ++row) {
    const std::span<const Item> items(x.data() + row * columns, columns);
    const std::vector<double> counts = occurrences(items, grams, call);
    for (size_t i = 0; i < counts.size(); ++i) {
      Y(row, ngram_indexes[i]) += weighted(counts[i], mode, weights[i]);
    }
  }
  return Tensor::decided(DType::float32, Y).reshaped(shape);
}

void check(const Call& call) {
  if (call.has("pool_int64s") == call.has("pool_strings")) {
    throw InvalidInput("either pool_int64s or pool_strings has to be given, and not both");
  }
  const Tensor& X = call.tensor("X");
  if ((X.dtype() == DType::string) != call.has("pool_strings")) {
    throw InvalidInput("X and the pool differ in type");
  }
  if (X.rank() == 0) throw InvalidInput("X has rank 0, not 1 or 2").at("rank0");
  if (X.rank() > 2) throw InvalidInput("X has rank {}, not 1 or 2", X.rank());
  const std::vector<int64_t> ngram_indexes = call.ints("ngram_indexes");
  if (ngram_indexes.empty()) throw InvalidInput("ngram_indexes is empty");
  for (const int64_t index : ngram_indexes) {
    if (index < 0) throw InvalidInput("ngram_indexes holds {}", index);
  }
  if (call.has("weights") && call.reals("weights").size() != ngram_indexes.size()) {
    throw InvalidInput("weights and ngram_indexes differ in length");
  }
}

Values tf_idf_vectorizer(const Call& call) {
  check(call);
  return {call.has("pool_strings") ? vectorized(call, call.texts("pool_strings"))
                                   : vectorized(call, call.ints("pool_int64s"))};
}

const Operator op("TfIdfVectorizer", tf_idf_vectorizer, {9});

}  // namespace
}  // namespace etalon
