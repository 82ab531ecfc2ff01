// Keys that stand more than once in a list.
#pragma once

#include <map>

#include "engine/operators/choice.h"
#include "ops/ai.onnx.ml/preprocessing/preprocessing.h"

namespace etalon {

// For each element of X all places where it stands among the keys, where these are more than one.
inline Candidates repeated_places(const Tensor& X, const Tensor& keys, Match match) {
  Candidates candidates;
  const auto find = [&]<class T>() {
    std::map<std::decay_t<decltype(key_of(T(), match))>, std::vector<int64_t>> all;
    const Array<T> names = keys.as<T>(), x = X.as<T>();
    for (size_t i = 0; i < names.size(); ++i) {
      all[key_of(names.data()[i], match)].push_back(int64_t(i));
    }
    for (size_t i = 0; i < x.size(); ++i) {
      const auto found = all.find(key_of(x.data()[i], match));
      if (found != all.end() && found->second.size() > 1) candidates[i] = found->second;
    }
  };
  X.dtype() == DType::string ? find.operator()<std::string>() : numeric(X.dtype(), find);
  return candidates;
}

}  // namespace etalon
