// WordConvEmbedding: words without characters, what 0 among the characters is, and sums that are
// NaN or infinite or have steps that exceed the type, with what the maximum and tanh make of them.
#include "engine/formula.h"
#include "engine/operators/choice.h"

namespace etalon {
namespace {

// The windows of a word, of so many characters, for one filter.
class Windows {
 public:
  Windows(const Call& call, size_t word)
      : ids_(call.tensor("Sequence").as<int64_t>()),
        W_(call.tensor("W")),
        B_(call.tensor("B")),
        C_(call.tensor("C")),
        word_(ids_.data() + word * ids_.shape()[1]) {}

  size_t width() const { return ids_.shape()[1]; }
  const int64_t* begin() const { return word_; }
  const int64_t* end() const { return word_ + width(); }
  size_t length() const { return size_t(std::find(begin(), end(), 0) - begin()); }

  enum class Terms { all, without_zeros, magnitudes };
  double sum(size_t filter, size_t first, Terms terms) const {
    const auto b = B_.at<double>(filter);
    double sum = terms == Terms::magnitudes ? std::fabs(b) : b;
    for (size_t k = 0; k < W_.dim(2); ++k) {
      for (size_t e = 0; e < C_.dim(1); ++e) {
        const auto w = W_.at<double>(filter, 0, k, e);
        const auto c = C_.at<double>(size_t(word_[first + k]), e);
        if (terms == Terms::without_zeros && (w == 0 || c == 0)) continue;
        sum += terms == Terms::magnitudes ? std::fabs(w * c) : w * c;
      }
    }
    return sum;
  }
  // The greatest sum of the windows that count; −∞ where none does.
  template <class F>
  double greatest(size_t filter, size_t length, Terms terms, F counts) const {
    double result = -infinity;
    for (size_t p = 0; p == 0 || p + W_.dim(2) <= length; ++p) {
      const double window = sum(filter, p, terms);
      if (counts(p, window) && !(window <= result)) result = window;
      if (std::isnan(result)) break;
    }
    return result;
  }
  double embedding(size_t filter, size_t length) const {
    return real::tanh(greatest(filter, length, Terms::all, any_window));
  }
  static bool any_window(size_t, double) { return true; }
  static bool is_number(size_t, double sum) { return !std::isnan(sum); }

 private:
  Ints ids_;
  Reader W_, B_, C_;
  const int64_t* word_;
};

using Terms = Windows::Terms;

// f(windows, filter) for each embedding.
template <class T, class F>
Array<T> of_words(const Opening& open, F f) {
  Array<T> result = empty_array<T>(open.Y.shape());
  for (size_t n = 0; n < open.Y.dim(0); ++n) {
    const Windows windows(open.call, n);
    for (size_t filter = 0; filter < open.Y.dim(1); ++filter)
      result(n, filter) = f(windows, filter);
  }
  return result;
}

// An option with f(windows, filter), a number, for each embedding.
template <class F>
Option option(const Opening& open, std::string_view name, F f) {
  return {name, [&open, f] { return Tensor::decided(open.Y.dtype(), of_words<double>(open, f)); }};
}
Option constant(const Opening& open, std::string_view name, double value) {
  return {name, [type = open.Y.dtype(), value] { return scalar(type, value); }};
}

// The greatest step of a word's windows; NaN or infinite where an operand is.
double greatest_step(const Windows& word, size_t filter) {
  return word.greatest(filter, word.length(), Terms::magnitudes, Windows::any_window);
}

bool exceeds(DType type, double step) {
  return std::isfinite(step) && std::isinf(round_to(type, step));
}

// Products of 0 may be left out, and NaN among windows; the others may be infinite or NaN.
void open_no_number(Opening& open) {
  const auto without = [](Terms terms, auto counts) {
    return [terms, counts](const Windows& word, size_t filter) {
      return real::tanh(word.greatest(filter, word.length(), terms, counts));
    };
  };
  const auto where = [&] {
    return of_words<bool>(open, [](const Windows& word, size_t filter) {
      return !std::isfinite(greatest_step(word, filter));
    });
  };
  open.Y =
      choice(open.Y, "no_number", where, "formula",
             {constant(open, "nan", std::nan("")), constant(open, "infinity", 1),
              constant(open, "minus_infinity", -1),
              option(open, "without_zeros", without(Terms::without_zeros, Windows::any_window)),
              option(open, "without_nan", without(Terms::all, Windows::is_number)),
              option(open, "without_either", without(Terms::without_zeros, Windows::is_number))});
}

// A window with such a step may be infinite or NaN, which the maximum takes or leaves out.
void open_overflow(Opening& open) {
  const DType type = open.Y.dtype();
  const auto where = [&] {
    return of_words<bool>(open, [type](const Windows& word, size_t filter) {
      return exceeds(type, greatest_step(word, filter));
    });
  };
  const auto others = [type](const Windows& word, size_t filter) {
    const auto fits = [&](size_t p, double) {
      return !exceeds(type, word.sum(filter, p, Terms::magnitudes));
    };
    return real::tanh(word.greatest(filter, word.length(), Terms::all, fits));
  };
  open.Y = choice(open.Y, "overflow", where, "exact",
                  {constant(open, "nan", std::nan("")), constant(open, "infinity", 1),
                   constant(open, "minus_infinity", -1), option(open, "left_out", others)});
}

// Where a word ends: at its first 0, or 0 is a character; or after as many places as others.
void open_ends(Opening& open) {
  const auto all = [](const Windows& word, size_t filter) {
    return word.embedding(filter, word.width());
  };
  const auto is_empty = [](const Windows& word, size_t) { return word.length() == 0; };
  open.Y =
      choice(open.Y, "no_characters", [&] { return of_words<bool>(open, is_empty); }, "zero",
             {option(open, "first_window",
                     [](const Windows& word, size_t filter) { return word.embedding(filter, 0); }),
              option(open, "all_windows", all)});
  const auto characters = [](const Windows& word) {
    return size_t(std::count_if(word.begin(), word.end(), [](int64_t id) { return id != 0; }));
  };
  const auto last = [](const Windows& word) {
    const int64_t* end = word.end();
    while (end != word.begin() && end[-1] == 0) --end;
    return size_t(end - word.begin());
  };
  open.Y = choice(open.Y, "inner_zero",
                  [&] {
                    return of_words<bool>(open, [&](const Windows& word, size_t) {
                      return last(word) > word.length();
                    });
                  },
                  "end",
                  {option(open, "character",
                          [&](const Windows& word, size_t filter) {
                            return word.embedding(filter, last(word));
                          }),
                   option(open, "counted",
                          [&](const Windows& word, size_t filter) {
                            return word.embedding(filter, characters(word));
                          }),
                   option(open, "all", all)});
}

void open_words(Opening& open) {
  open.Y = either_zero(open.Y, "negative_zero");
  open_no_number(open);
  open_overflow(open);
  open_ends(open);
}

const Open op("WordConvEmbedding", open_words);

}  // namespace
}  // namespace etalon
