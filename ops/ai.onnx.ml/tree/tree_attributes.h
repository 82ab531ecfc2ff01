// The attributes that the tree ensembles share: read and checked. Each function throws
// InvalidModel, naming the attribute, for what does not fit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ops/ai.onnx.ml/scores.h"
#include "ops/ai.onnx.ml/tree/forest.h"

namespace etalon {

// Throws InvalidInput where X [N, F] does not fit the forest, InvalidModel where there are no
// trees.
void check_samples(const Forest& forest, const Tensor& X);

// Attribute n_targets.
size_t target_count(const Call& call);
// Attribute aggregate_function as a word.
Aggregate aggregate_function(const Call& call);
// One base value a target, or [0] where none are given.
Reals base_values_of(const std::vector<double>& base_values, size_t targets);

// An attribute of floats, or of doubles in its form `…_as_tensor`, which version 3 added.
std::vector<double> reals_or_tensor(const Call& call, const std::string& name);
std::vector<double> reals_of(std::string_view name, const Tensor& tensor);
// An index below `count`.
size_t index_below(std::string_view name, int64_t value, size_t count);
template <class List>
void want_length(std::string_view name, const List& list, size_t length) {
  if (list.size() != length) {
    throw InvalidModel("{} has {} elements where {} are needed", name, list.size(), length);
  }
}
// Of nodes_hitrates, which may be left out or empty, and which nothing is computed from: only that
// there is one a node.
void check_hitrates(const Call& call, size_t nodes);
// An attribute that numbers the `count` values of an enum from 0.
template <class Enum>
Enum numbered(const Call& call, std::string_view attribute, size_t count) {
  return static_cast<Enum>(index_below(attribute, call.integer(attribute), count));
}

// The most features that a tensor's dimensions allow; fewer where addresses have 32 bits.
inline constexpr size_t max_features = size_t{1} << (sizeof(size_t) > 4 ? 48 : 27);

}  // namespace etalon
