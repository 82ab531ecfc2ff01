// TfIdfVectorizer: Y[ngram_indexes[i]] = how often the pool's i-th n-gram occurs in X, or in each
// row of X: as items that are s + 1 apart, for every s up to max_skip_count (single items: once).
// Only n-grams of min_gram_length to max_gram_length items count. Mode IDF: weights[i] where the
// count is not 0; TFIDF: the count times weights[i].
//   9
#include <map>

#include "engine/numerics/numerics.h"
#include "engine/values/utf8.h"

namespace etalon {
namespace {

// The pool's n-grams, each with its numbers i.
template <class Item>
using Grams = std::map<std::vector<Item>, std::vector<size_t>>;

// ngram_counts[n - 1] is where the n-grams of n items begin in the pool.
template <class Item>
Grams<Item> grams_of(const std::vector<Item>& pool, const Call& call) {
  std::vector<int64_t> begin = call.ints("ngram_counts");
  begin.push_back(static_cast<int64_t>(pool.size()));
  Grams<Item> grams;
  size_t i = 0;
  for (size_t n = 1; n < begin.size(); ++n) {
    const int64_t from = begin[n - 1], to = begin[n];
    if (from < 0 || to < from || to > begin.back() || (to - from) % int64_t(n) != 0) {
      throw InvalidInput("[{}, {}) holds no {}-grams of a pool of {}", from, to, n, pool.size());
    }
    for (auto gram = pool.begin() + from; gram != pool.begin() + to; gram += int64_t(n)) {
      grams[std::vector<Item>(gram, gram + int64_t(n))].push_back(i++);
    }
  }
  if (i != call.ints("ngram_indexes").size()) {
    throw InvalidInput("there are {} n-grams and {} ngram_indexes", i,
                       call.ints("ngram_indexes").size());
  }
  return grams;
}

// How often each of the pool's n-grams occurs in a row.
template <class Item>
std::vector<double> occurrences(std::span<const Item> row, const Grams<Item>& grams,
                                const Call& call) {
  std::vector<double> counts(call.ints("ngram_indexes").size(), 0.0);
  const auto items = static_cast<int64_t>(row.size());
  const int64_t longest = std::min(call.integer("max_gram_length"), items);
  for (int64_t n = std::max<int64_t>(call.integer("min_gram_length"), 1); n <= longest; ++n) {
    const int64_t max_skip_count = n == 1 ? 0 : call.integer("max_skip_count");
    for (int64_t skip = 0; skip <= max_skip_count && (n - 1) * (skip + 1) < items; ++skip) {
      for (int64_t first = 0; first + (n - 1) * (skip + 1) < items; ++first) {
        count_step();
        std::vector<Item> gram;
        for (int64_t k = 0; k < n; ++k) gram.push_back(row[size_t(first + k * (skip + 1))]);
        const auto found = grams.find(gram);
        if (found == grams.end()) continue;
        for (const size_t i : found->second) ++counts[i];
      }
    }
  }
  return counts;
}

void check(const Call& call) {
  const std::string& mode = call.text("mode");
  if (mode != "TF" && mode != "IDF" && mode != "TFIDF")
    throw InvalidInput("mode is {}", in_quotes(mode));
  if (call.has("pool_int64s") == call.has("pool_strings")) {
    throw InvalidInput("either pool_int64s or pool_strings has to be given, and not both");
  }
  const bool strings = call.tensor("X").dtype() == DType::string;
  if (strings != call.has("pool_strings")) throw InvalidInput("X and the pool differ in type");
  const size_t rank = call.tensor("X").rank();
  if (rank != 1 && rank != 2) throw InvalidInput("X is of rank {}", rank);
  for (const int64_t index : call.ints("ngram_indexes")) {
    if (index < 0) throw InvalidInput("ngram_indexes holds {}", index);
  }
  if (call.has("weights") && call.reals("weights").size() != call.ints("ngram_indexes").size()) {
    throw InvalidInput("weights and ngram_indexes differ in length");
  }
}

template <class Item>
Tensor vectorized(const Call& call, const std::vector<Item>& pool) {
  const Tensor& X = call.tensor("X");
  const std::vector<int64_t> ngram_indexes = call.ints("ngram_indexes");
  if (ngram_indexes.empty()) throw InvalidInput("ngram_indexes is empty");
  const int64_t width = *std::max_element(ngram_indexes.begin(), ngram_indexes.end()) + 1;
  Shape shape = X.shape();
  shape.back() = static_cast<size_t>(width);
  Reals Y = full(shape, 0.0);
  const std::string& mode = call.text("mode");
  std::vector<double> weights(ngram_indexes.size(), 1.0);
  if (mode != "TF" && call.has("weights")) weights = call.reals("weights");
  const Grams<Item> grams = grams_of(pool, call);
  const Array<Item> x = X.as<Item>();
  const size_t columns = X.shape().back();
  for (size_t row = 0; row * size_t(width) < Y.size(); ++row) {
    const std::vector<double> counts =
        occurrences(std::span<const Item>(x.data() + row * columns, columns), grams, call);
    for (size_t i = 0; i < counts.size(); ++i) {
      const double times = mode == "IDF" ? std::min(counts[i], 1.0) : counts[i];
      Y.data()[row * size_t(width) + size_t(ngram_indexes[i])] += times * weights[i];
    }
  }
  return Tensor::of(DType::float32, Y);
}

Values tf_idf_vectorizer(const Call& call) {
  check(call);
  return {call.has("pool_strings") ? vectorized(call, call.texts("pool_strings"))
                                   : vectorized(call, call.ints("pool_int64s"))};
}

const Operator op("TfIdfVectorizer", tf_idf_vectorizer, {9});

}  // namespace
}  // namespace etalon
