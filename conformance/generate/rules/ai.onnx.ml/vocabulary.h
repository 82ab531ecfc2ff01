// Words and numbers that are listed in attributes and occur in inputs.
#pragma once

#include <string>
#include <vector>

#include "conformance/generate/rule.h"

namespace etalon::rules {

// The words that random strings are drawn from, so that some of them are in a list.
const std::vector<std::string>& ml_words();
// Numbers that are different in every numeric type.
const std::vector<int64_t>& ml_integers();
// The same, and numbers that only float types can represent.
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

}  // namespace etalon::rules
