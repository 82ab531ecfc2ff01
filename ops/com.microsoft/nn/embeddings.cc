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

}  // namespace

Embeddings::Embeddings(const Call& call) : gamma(call.tensor("gamma")), beta(call.tensor("beta")) {
  const Tensor &input_ids = call.tensor("input_ids"), *position_ids = call.maybe("position_ids");
  require_rank("input_ids", input_ids, 2);
  const Shape tokens = input_ids.shape();
  const size_t hidden_size = split_at(gamma.shape(), 0).after;
  for (const std::string_view parameter : {"gamma", "beta"}) {
    require_shape(parameter, call.tensor(parameter), {hidden_size});
  }
  const auto embedded = [&](const std::string& name, const std::vector<int64_t>& ids) {
    const Tensor& embedding = call.tensor(name);
    require_shape(name, embedding, {any_size, hidden_size});
    return rows_of(name, embedding, ids, tokens);
  };
  word = embedded("word_embedding", input_ids.ints());
  std::vector<int64_t> positions(tokens[1]);
  std::iota(positions.begin(), positions.end(), 0);
  if (position_ids) {
    if (position_ids->shape() != Shape{1, tokens[1]}) {
      require_shape("position_ids", *position_ids, tokens);
    }
    positions = position_ids->ints();
  }
  position = embedded("position_embedding", positions);
  const Tensor *segment_ids = call.maybe("segment_ids"), *table = call.maybe("segment_embedding");
  if (segment_ids && !table) throw InvalidInput("segment_ids need segment_embedding");
  if (!table) return;
  if (segment_ids) require_shape("segment_ids", *segment_ids, tokens);
  segment =
      embedded("segment_embedding", segment_ids ? segment_ids->ints() : std::vector<int64_t>(1, 0));
}

}  // namespace etalon
