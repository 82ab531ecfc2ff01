// WordConvEmbedding: Y[n, f] = tanh(max_p (B[f] + Σ_k Σ_e W[f, 0, k, e] · C[Sequence[n, p + k],
// e])), where p runs over the windows within word n, which ends before its first character 0; a
// word that is shorter than the window has the one at its beginning, and one without characters
// gives 0.
//   1
// “Applies convolution to word from left to right with window equal to conv_window_size and stride
// to 1”: the maximum, tanh, and where a word ends that 0 is behind, are measured of
// onnxruntime 1.32.0.
#include "engine/formula.h"

namespace etalon {
namespace {

struct Words {
  explicit Words(const Call& call) : ids(call.tensor("Sequence").as<int64_t>()) {
    const Tensor &W = call.tensor("W"), &C = call.tensor("C");
    require_rank("Sequence", call.tensor("Sequence"), 2);
    require_rank("C", C, 2);
    require_shape("W", W, {any_size, 1, any_size, C.dim(1)});
    require_shape("B", call.tensor("B"), {W.dim(0)});
    count = ids.shape()[0];
    width = ids.shape()[1];
    window = W.dim(2);
    if (window > width) throw InvalidInput("a window of {} exceeds words of {}", window, width);
    const auto require = [&](std::string_view attribute, size_t size) {
      const int64_t given = call.integer(attribute, int64_t(size));
      if (given != int64_t(size)) throw InvalidInput("{} is {}, not {}", attribute, given, size);
    };
    require("embedding_size", W.dim(0));
    require("conv_window_size", window);
    require("char_embedding_size", C.dim(1));
    for (const int64_t id : ids) {
      if (id >= 0 && id < int64_t(C.dim(0))) continue;
      throw InvalidInput("character {} is outside [0, {}]", id, int64_t(C.dim(0)) - 1).at("index");
    }
  }
  size_t character(size_t n, size_t p) const { return size_t(ids(n, p)); }
  size_t length(size_t n) const {
    const int64_t* word = ids.data() + n * width;
    return size_t(std::find(word, word + width, 0) - word);
  }

  Ints ids;  // [count, width]
  size_t count, width, window;
};

Values word_conv_embedding(const Call& call) {
  const Words words(call);
  const Reader W(call.tensor("W")), B(call.tensor("B")), C(call.tensor("C"));
  const size_t filters = W.dim(0), E = C.dim(1);
  const auto element = [&]<class R>(size_t n, size_t f) -> R {
    const size_t length = words.length(n);
    if (length == 0) return R(0);
    R greatest(-infinity);
    for (size_t p = 0; p == 0 || p + words.window <= length; ++p) {
      Sum<R> sum;
      sum.add(B.at<R>(f));
      for (size_t k = 0; k < words.window; ++k) {
        const size_t character = words.character(n, p + k);
        for (size_t e = 0; e < E; ++e) sum.add(W.at<R>(f, 0, k, e) * C.at<R>(character, e));
      }
      greatest = maximum(greatest, sum.result());
    }
    return real::tanh(greatest);
  };
  return {each_output(call.tensor("W").dtype(), {words.count, filters}, element)};
}

const Operator op("WordConvEmbedding", word_conv_embedding, {1}, "com.microsoft");

}  // namespace
}  // namespace etalon
