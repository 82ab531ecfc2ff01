// Words and numbers to be listed in attributes and found in inputs.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// What random texts are drawn from, so that some of them are among a list's words.
const std::vector<std::string>& ml_words();
// Numbers that every numeric type tells apart.
const std::vector<int64_t>& ml_integers();
// The same, and what only floats hold.
const std::vector<double>& ml_reals();

// Some of the items, at least one, in random order.
template <class T>
std::vector<T> some_in_any_order(Draw& draw, std::vector<T> items) {
  draw.shuffle(items);
  items.resize(1 + draw.below(items.size()));
  return items;
}

template <class T>
std::vector<T> any_of_these(Draw& draw, size_t count, const std::vector<T>& choices) {
  std::vector<T> items(count);
  for (T& item : items) item = draw.pick(choices);
  return items;
}

Tensor tensor_of_words(const Shape& shape, const std::vector<std::string>& words);
Tensor tensor_of_integers(DType type, const Shape& shape, const std::vector<int64_t>& integers);

}  // namespace etalon::rules
