#include "ops/com.microsoft/nn/embed_layer_normalization.h"

namespace etalon {
namespace {

// Row ids[b, s] of an embedding for each token; ids of one sequence are those of all.
Tensor rows_of(std::string_view name, const Tensor& embedding, const std::vector<int64_t>& ids,
               const Shape& tokens) {
  const auto rows = int64_t(embedding.dim(0));
  std::vector<size_t> read;
  for (size_t i = 0; i < tokens[0] * tokens[1]; ++i) {
    const int64_t id = ids[i % ids.size()];
    if (id < 0 || id >= rows) {
      throw InvalidInput("{} has no row {}", name, id).at("index");
    }
    read.push_back(size_t(id));
  }
  return pick(embedding, 0, read).reshaped({tokens[0], tokens[1], embedding.dim(1)});
}

// An operand of QEmbedLayerNormalization, by the names of q, its scale and its zero point.
Tensor dequantized(const Call& call, const std::string& q, const std::string& name) {
  const Tensor *scale = call.maybe(name + "_scale"), *zero = call.maybe(name + "_zero_point");
  if (!scale || !zero) throw InvalidInput("{} needs a scale and a zero point", name);
  if (scale->size() != 1 || zero->size() != 1) {
    throw InvalidInput("the scale and the zero point of {} must be single numbers", name);
  }
  return each(DType::float64, *call.maybe(q), zero->reshaped({}), scale->reshaped({}),
              [](const auto& number, const auto& from, const auto& by) {
                return (number - from) * by;  // exact
              });
}

}  // namespace

EmbeddingTables tables_of_embed(const Call& call) {
  EmbeddingTables tables{
      call.tensor("word_embedding"), call.tensor("position_embedding"), {}, call.tensor("gamma"),
      call.tensor("beta"),           call.maybe("position_ids")};
  if (const Tensor* segment = call.maybe("segment_embedding")) tables.segment = *segment;
  return tables;
}

EmbeddingTables tables_of_qembed(const Call& call) {
  EmbeddingTables tables{dequantized(call, "word_embedding_quant", "word_embedding"),
                         dequantized(call, "position_embedding_quant", "position_embedding"),
                         {},
                         dequantized(call, "gamma_quant", "gamma"),
                         dequantized(call, "beta_quant", "beta"),
                         nullptr};
  const bool segmented = call.maybe("segment_ids") != nullptr;
  for (const char* other :
       {"segment_embedding", "segment_embedding_scale", "segment_embedding_zero_point"}) {
    if ((call.maybe(other) != nullptr) != segmented) {
      throw InvalidInput("segment_ids and {} must both be there, or neither", other);
    }
  }
  if (segmented) tables.segment = dequantized(call, "segment_embedding", "segment_embedding");
  return tables;
}

Embeddings::Embeddings(const Call& call, const EmbeddingTables& tables)
    : gamma(tables.gamma), beta(tables.beta) {
  const Tensor &input_ids = call.tensor("input_ids"), *position_ids = tables.position_ids;
  require_rank("input_ids", input_ids, 2);
  const Shape tokens = input_ids.shape();
  const size_t hidden_size = split_at(gamma.shape(), 0).after;
  require_shape("gamma", gamma, {hidden_size});
  require_shape("beta", beta, {hidden_size});
  const auto embedded = [&](const char* name, const Tensor& embedding,
                            const std::vector<int64_t>& ids) {
    require_shape(name, embedding, {any_size, hidden_size});
    return rows_of(name, embedding, ids, tokens);
  };
  word = embedded("word_embedding", tables.word, input_ids.ints());
  std::vector<int64_t> positions(tokens[1]);
  std::iota(positions.begin(), positions.end(), 0);
  if (position_ids) {
    if (position_ids->shape() != Shape{1, tokens[1]}) {
      require_shape("position_ids", *position_ids, tokens);
    }
    positions = position_ids->ints();
  }
  position = embedded("position_embedding", tables.position, positions);
  const Tensor* segment_ids = call.maybe("segment_ids");
  if (segment_ids && !tables.segment) throw InvalidInput("segment_ids need segment_embedding");
  if (!tables.segment) return;
  if (segment_ids) require_shape("segment_ids", *segment_ids, tokens);
  segment = embedded("segment_embedding", *tables.segment,
                     segment_ids ? segment_ids->ints() : std::vector<int64_t>(1, 0));
}

std::vector<Tensor> normalized(const Embeddings& of, double epsilon, DType T) {
  return by_sets(of.word, {2}, {T, T},
                 [&]<class R>(const Array<R>& word, const Sets& sets) -> Arrays<R> {
                   const Array<R> S = of.sum(word, sets);
                   const Array<R> D = S - mean_over(S);
                   const Array<R> std_dev = real::sqrt(mean_over(real::square(D)) + epsilon);
                   const Array<R> scaled = D / std_dev * sets.elements<R>(of.gamma);
                   return {Array<R>(scaled + sets.elements<R>(of.beta)), S};
                 });
}

Tensor mask_index(const Call& call) {
  const Tensor &ids = call.tensor("input_ids"), *mask = call.maybe("mask");
  if (!mask) return Tensor::zeros(DType::int32, {ids.dim(0)});
  require_shape("mask", *mask, ids.shape());
  const Ints ones = xt::where(xt::equal(mask->as<int64_t>(), 1), int64_t{1}, int64_t{0});
  return Tensor::of(DType::int32, squeezed(sum_over(ones, {1}), {1}));
}

}  // namespace etalon
