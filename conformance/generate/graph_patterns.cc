#include "conformance/generate/graph_patterns.h"

#include <fmt/format.h>

namespace etalon {

namespace {

std::vector<GraphPattern> all_of(const std::vector<const std::vector<GraphPattern>*>& parts) {
  std::vector<GraphPattern> all;
  for (const std::vector<GraphPattern>* part : parts) {
    all.insert(all.end(), part->begin(), part->end());
  }
  return all;
}

std::string of_rank(GraphDraft& g, const Shape& drawn, size_t least_length) {
  const std::string found = g.draw().chance(0.2) ? "" : g.find([&](const Tensor& tensor) {
    if (tensor.dtype() != g.base() || tensor.rank() != drawn.size()) return false;
    for (size_t i = 2; i < tensor.rank(); ++i) {
      if (tensor.dim(i) < least_length) return false;
    }
    return true;
  });
  return found.empty() ? g.input(random_tensor(g.draw(), g.base(), drawn, {-3, 3})) : found;
}

}  // namespace

const std::vector<GraphPattern>& graph_patterns() {
  static const std::vector<GraphPattern> all =
      all_of({&linear_patterns, &normalization_patterns, &movement_patterns, &body_patterns});
  return all;
}

std::string graph_pattern_names() {
  std::string names;
  for (const GraphPattern& pattern : graph_patterns()) {
    names += names.empty() ? pattern.name : fmt::format(", {}", pattern.name);
  }
  return names;
}

std::string image(GraphDraft& g) {
  const size_t samples = 1 + g.draw().below(2);
  const size_t channels = 1 + g.draw().below(4);
  const size_t height = 3 + g.draw().below(4);
  const size_t width = 3 + g.draw().below(4);
  return of_rank(g, {samples, channels, height, width}, 3);
}

std::string tokens(GraphDraft& g) {
  const size_t samples = 1 + g.draw().below(2);
  const size_t length = 1 + g.draw().below(4);
  const size_t width = 2 * (1 + g.draw().below(4));
  return of_rank(g, {samples, length, width}, 2);
}

std::string matrix(GraphDraft& g) {
  const size_t rows = 1 + g.draw().below(5);
  const size_t columns = 1 + g.draw().below(5);
  return of_rank(g, {rows, columns}, 0);
}

}  // namespace etalon
