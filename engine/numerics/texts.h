// Tensors of strings, and other work done element by element while the budgets are checked.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/numerics/numerics.h"
#include "engine/values/texts.h"

namespace etalon {

// A list that is charged to the memory budget.
template <class T>
using Charged = std::vector<T, BudgetAllocator<T>>;

// True where f holds for a string of X. f takes about as long as reading the string.
template <class F>
Tensor holds_of_texts(const Tensor& X, F f) {
  constexpr uint64_t work_per_call = 10 * work_per_step;
  Bools holds = empty_array<bool>(X.shape());
  bool* to = holds.data();
  for (const std::string& text : X.slots<std::string>()) {
    count_work(work_per_call + work_per_byte * text.size());
    *to++ = f(text);
  }
  return Tensor::of(DType::boolean, holds);
}

// Sorts places by less(i, j), each call of which counts as work.
template <class Less>
void sort_places(Naturals& places, Less less) {
  std::sort(places.begin(), places.end(), [&](size_t i, size_t j) {
    count_work(work_per_step);
    return less(i, j);
  });
}

// The strings f(0), f(1), … as a tensor, which are charged to the memory budget as they come.
template <class F>
Tensor texts_of(const Shape& shape, F f) {
  Tensor texts = Tensor::unwritten(DType::string, shape);
  {
    TextCharge charge;
    size_t i = 0;
    for (std::string& text : texts.mutable_slots<std::string>()) charge.add(text = f(i++));
  }
  texts.charge_texts();
  return texts;
}

// The elements of X in row-major order as T: strings without a copy, as long as X exists.
template <class T>
auto elements_as(const Tensor& X) {
  if constexpr (std::is_same_v<T, std::string>) {
    return X.slots<std::string>();
  } else {
    return X.as<T>();
  }
}

// True where the strings of A and B are equal; A and B broadcast.
Tensor equal_texts(const Tensor& A, const Tensor& B);

}  // namespace etalon
