// DictVectorizer: Y[i] = X[vocabulary[i]]; 0 or "" for what is not among X's keys.
//   1
#include <unordered_map>
#include <unordered_set>

#include "ops/ai.onnx.ml/map/map.h"

namespace etalon {
namespace {

// For each word of the vocabulary, its place among the keys, else -1. All keys must be words.
template <class K>
Ints places_of_words(const std::vector<K>& vocabulary, const Array<K>& keys) {
  const std::unordered_set<K> words(vocabulary.begin(), vocabulary.end());
  std::unordered_map<K, int64_t> place;
  for (const K& key : keys) {
    if (!words.contains(key)) throw InvalidInput("key {} is not in the vocabulary", key);
    place.emplace(key, int64_t(place.size()));
  }
  Ints at = empty_array<int64_t>({vocabulary.size()});
  for (size_t i = 0; i < vocabulary.size(); ++i) {
    const auto found = place.find(vocabulary[i]);
    at(i) = found == place.end() ? -1 : found->second;
  }
  return at;
}

Values dict_vectorizer(const Call& call) {
  const Map& X = call.value("X").map();
  const std::vector<int64_t> integers = call.ints("int64_vocabulary");
  const std::vector<std::string> strings = call.texts("string_vocabulary");
  const bool by_text = X.keys.dtype() == DType::string;
  if (integers.empty() == strings.empty() || (by_text ? strings.empty() : integers.empty())) {
    throw InvalidInput(
        "X's keys are of type {}, for which there are {} words in int64_vocabulary and {} in "
        "string_vocabulary",
        name(X.keys.dtype()), integers.size(), strings.size());
  }
  const Ints at = by_text ? places_of_words(strings, X.keys.as<std::string>())
                          : places_of_words(integers, X.keys.as<int64_t>());
  return {take(values_of(X), at)};
}

const Operator op("DictVectorizer", dict_vectorizer, {1}, "ai.onnx.ml");

}  // namespace
}  // namespace etalon
