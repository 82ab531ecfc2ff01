// TfIdfVectorizer's pool of n-grams.
#pragma once

#include <map>
#include <vector>

#include "engine/operators/operator.h"

namespace etalon {

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

}  // namespace etalon
