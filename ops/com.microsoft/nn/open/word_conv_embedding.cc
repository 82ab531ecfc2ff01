// WordConvEmbedding: words without characters, what 0 among the characters is, and sums that are no
// numbers or have steps that exceed the type, of which the maximum and tanh make anything.
#include "engine/formula.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// For each embedding whether f holds of its word.
template <class F>
Bools of_words(const Opening& open, F f) {
  const Tensor& Sequence = open.call.tensor("Sequence");
  const Ints ids = Sequence.as<int64_t>();
  const size_t width = Sequence.dim(1), filters = open.Y.dim(1);
  Bools holds = full(open.Y.shape(), false);
  for (size_t i = 0; i < holds.size(); ++i) {
    const int64_t* word = ids.data() + i / filters * width;
    holds.data()[i] = f(word, word + width);
  }
  return holds;
}

// The magnitudes Σ |W · C| + |B| of the windows within a word, at most, for each embedding; NaN or
// infinite where an operand is.
Reals magnitudes_of_words(const Opening& open) {
  const Call& call = open.call;
  const Ints ids = call.tensor("Sequence").as<int64_t>();
  const Reader W(call.tensor("W")), B(call.tensor("B")), C(call.tensor("C"));
  const size_t width = ids.shape()[1], window = W.dim(2);
  Reals greatest = full(open.Y.shape(), 0.0);
  for (size_t i = 0; i < greatest.size(); ++i) {
    const size_t n = i / open.Y.dim(1), f = i % open.Y.dim(1);
    const int64_t* word = ids.data() + n * width;
    const size_t length = size_t(std::find(word, word + width, 0) - word);
    for (size_t p = 0; p == 0 || p + window <= length; ++p) {
      double sum = std::fabs(B.at<double>(f));
      for (size_t k = 0; k < window; ++k) {
        for (size_t e = 0; e < C.dim(1); ++e) {
          sum += std::fabs(W.at<double>(f, 0, k, e) * C.at<double>(size_t(word[p + k]), e));
        }
      }
      if (!(sum <= greatest.flat(i))) greatest.flat(i) = sum;
      if (std::isnan(sum)) break;
    }
  }
  return greatest;
}

void open_words(Opening& open) {
  open.Y = either_zero(open.Y, "negative_zero");
  const Reals steps = magnitudes_of_words(open);
  const Bools no_number = !xt::isfinite(steps), exceeding = beyond(open.Y.dtype(), steps) > 0.0;
  open.Y = no_result(open.Y, "no_number", [&] { return no_number; });
  open.Y = no_result(open.Y, "overflow", [&] { return Bools(exceeding && !no_number); });
  open.Y = no_result(open.Y, "no_characters", [&] {
    return of_words(
        open, [](const int64_t* word, const int64_t* end) { return word == end || *word == 0; });
  });
  open.Y = no_result(open.Y, "inner_zero", [&] {
    return of_words(open, [](const int64_t* word, const int64_t* end) {
      const int64_t* zero = std::find(word, end, 0);
      return std::any_of(zero, end, [](int64_t id) { return id != 0; });
    });
  });
}

const Open op("WordConvEmbedding", open_words);

}  // namespace
}  // namespace etalon
