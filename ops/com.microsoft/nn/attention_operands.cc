#include "ops/com.microsoft/nn/attention.h"

namespace etalon {
namespace {

// The keys from `begin` to before `end` of each batch entry.
Bools key_ranges(const std::vector<int64_t>& begin, const std::vector<int64_t>& end, size_t keys) {
  Bools kept = full({end.size(), 1, 1, keys}, false);
  for (size_t b = 0; b < end.size(); ++b) {
    for (size_t j = 0; j < keys; ++j) {
      kept(b, 0, 0, j) = begin[b] <= int64_t(j) && int64_t(j) < end[b];
    }
  }
  return kept;
}

// attention_bias, or 0. Throws InvalidInput for a shape that does not fit.
Tensor fitting_bias(const Tensor* attention_bias, const Shape& scores) {
  if (!attention_bias) return Tensor::zeros(score_type, {});
  const Tensor& bias = *attention_bias;
  require_rank("attention_bias", bias, 4);
  require_shape(
      "attention_bias", bias,
      {bias.dim(0) == 1 ? 1 : scores[0], bias.dim(1) == 1 ? 1 : scores[1], scores[2], scores[3]});
  return bias;
}

}  // namespace

Tensor split_heads(std::string_view input, const Tensor& X, int64_t num_heads) {
  require_rank(input, X, 3);
  if (num_heads < 1 || X.dim(2) % size_t(num_heads) != 0) {
    throw InvalidInput("{} heads do not divide {} of the shape {}", num_heads, input,
                       to_string(X.shape()));
  }
  const size_t heads = size_t(num_heads), size = X.dim(2) / heads;
  return transposed(X.reshaped({X.dim(0), X.dim(1), heads, size}), {0, 2, 1, 3});
}

Tensor cache_rows(const Tensor& X, size_t rows, const RowOf& from) {
  const size_t batch = X.dim(0), heads = X.dim(1), size = X.dim(3);
  Ints at = empty_array<int64_t>({batch, heads, rows, size});
  for (size_t b = 0; b < batch; ++b) {
    for (size_t r = 0; r < rows; ++r) {
      const int64_t row = from(b, r);
      for (size_t h = 0; h < heads; ++h) {
        for (size_t i = 0; i < size; ++i) {
          const size_t first = (b * heads + h) * X.dim(2) * size;
          at(b, h, r, i) = row < 0 ? -1 : int64_t(first + size_t(row) * size + i);
        }
      }
    }
  }
  return take(X, at);
}

void put_after_past(Attending& of, const Tensor* past_key, const Tensor* past_value,
                    const Tensor* past_sequence_length) {
  if (!past_key != !past_value) {
    throw InvalidInput("past_key and past_value are used together or not at all");
  }
  of.present_key = of.K;
  of.present_value = of.V;
  if (!past_key) return;
  require_rank("past_key", *past_key, 4);
  const size_t capacity = past_key->dim(2), added = of.K.dim(2);
  require_shape("past_key", *past_key, {of.K.dim(0), of.K.dim(1), capacity, of.K.dim(3)});
  require_shape("past_value", *past_value, {of.V.dim(0), of.V.dim(1), capacity, of.V.dim(3)});
  const int64_t past =
      past_sequence_length ? past_sequence_length->item<int64_t>() : int64_t(capacity);
  const size_t rows = past_sequence_length ? capacity : capacity + added;
  const int64_t total = past + int64_t(added);
  if (past < 0 || total > int64_t(rows)) {
    throw InvalidInput("{} earlier and {} new tokens do not fit a buffer of {}", past, added, rows);
  }
  const auto present = [&](const Tensor& earlier, const Tensor& X) {
    return cache_rows(concat({earlier, X}, 2), rows, [&](size_t, size_t r) {
      const auto row = int64_t(r);
      return row < past || row >= total ? row : int64_t(capacity) + row - past;
    });
  };
  const Tensor key = present(*past_key, of.K), value = present(*past_value, of.V);
  of.past = size_t(past);
  of.present_key = key;
  of.present_value = value;
  of.K = slice(key, 2, 0, size_t(total));
  of.V = slice(value, 2, 0, size_t(total));
}

Bools kept_keys(const Call& call, std::string_view mask, const Attending& of) {
  const Tensor* given = call.maybe(mask);
  if (!given) return full({1, 1, 1, 1}, true);
  const size_t batch = of.Q.dim(0), queries = of.Q.dim(2), keys = of.K.dim(2);
  if (given->rank() == 1) {
    const std::vector<int64_t> values = given->ints();
    const std::vector<int64_t> end(values.begin(),
                                   values.begin() + int64_t(std::min(batch, values.size())));
    std::vector<int64_t> begin(batch, 0);
    const bool begins = mask == "mask_index" && values.size() == 2 * batch;
    if (begins) begin.assign(values.begin() + int64_t(batch), values.end());
    if (!begins && values.size() != 3 * batch + 2) require_shape(mask, *given, {batch});
    return key_ranges(begin, end, keys);
  }
  if (given->rank() == 4)
    throw Unspecified("the text does not say what a {} of rank 4 means", mask);
  const bool by_query = given->rank() == 3;
  require_shape(mask, *given, by_query ? Shape{batch, queries, keys} : Shape{batch, keys});
  const Shape shape{batch, 1, by_query ? queries : 1, keys};
  return Bools(given->reshaped(shape).as<int64_t>() > 0);
}

Reals mask_of(const Call& call, std::string_view mask, const Attending& of) {
  const Bools kept = kept_keys(call, mask, of);
  const Reals added = xt::where(kept, 0.0, call.real("mask_filter_value", -10000));
  if (!of.unidirectional) return added;
  const Shape one{1, 1, of.Q.dim(2), of.K.dim(2)};
  const Ints p = coordinate(one, 2) + int64_t(of.past), j = coordinate(one, 3);
  return xt::where(Bools(j <= p), added, added - infinity);
}

AttentionBias::AttentionBias(const Tensor* attention_bias, const Shape& scores)
    : scores_(scores),
      bias_(fitting_bias(attention_bias, scores)),
      by_score_(bias_.shape(), scores) {}

Scale scale_of(const Call& call, const Tensor& Q) {
  Scale scale(call, Q);
  if (scale.given == 0) scale.given.reset();
  return scale;
}

MaskedScore::MaskedScore(const Call& call, std::string_view mask_input,
                         const Tensor* attention_bias, const Attending& of)
    : scale(scale_of(call, of.Q)),
      mask(mask_of(call, mask_input, of)),
      by_score(mask.shape(), of.scores()),
      bias(attention_bias, of.scores()) {}

}  // namespace etalon
