#include "conformance/generate/graph_mix.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <string_view>

#include "conformance/common/json.h"

extern const char etalon_operator_mix[], etalon_operator_mix_end[];

namespace etalon {

namespace {

using Shares = std::map<std::string, uint64_t>;

Shares shares_of(const char* key) {
  return parse_json({etalon_operator_mix, etalon_operator_mix_end}).at(key).get<Shares>();
}

uint64_t share_in(const Shares& shares, const std::string& name) {
  const auto found = shares.find(name);
  return found == shares.end() ? 0 : found->second;
}

// The float types that most of a graph's values can have, and the least share of each.
struct Base {
  DType type;
  uint64_t least;
};
constexpr Base bases[] = {{DType::float32, 0},
                          {DType::float16, 40'000},
                          {DType::float64, 10'000},
                          {DType::bfloat16, 10'000}};

}  // namespace

uint64_t operator_share(const std::string& op) {
  static const Shares shares = shares_of("operators");
  return share_in(shares, op);
}

uint64_t type_share(DType type) {
  static const Shares shares = shares_of("types");
  return share_in(shares, std::string(name(type)));
}

size_t weighted(Draw& draw, const std::vector<uint64_t>& weights) {
  uint64_t at = draw.below(std::accumulate(weights.begin(), weights.end(), uint64_t{0}));
  size_t index = 0;
  while (at >= weights[index]) at -= weights[index++];
  return index;
}

const std::string& operator_by_share(Draw& draw, const std::vector<std::string>& operators) {
  std::vector<uint64_t> weights;
  for (const std::string& op : operators) {
    weights.push_back(std::max(operator_share(op), least_operator_share));
  }
  return operators[weighted(draw, weights)];
}

DType type_by_share(Draw& draw, const std::vector<DType>& types, DType base) {
  const bool data = std::find(types.begin(), types.end(), base) != types.end();
  std::vector<uint64_t> weights;
  for (const DType type : types) {
    uint64_t share = is_float(type) ? 0 : type_share(type);
    if (data && (type == DType::int8 || type == DType::uint8)) share = 0;
    if (type == base) {
      for (const Base& each : bases) share += type_share(each.type);
    }
    weights.push_back(std::max(share, least_type_share));
  }
  return types[weighted(draw, weights)];
}

DType base_type_by_share(Draw& draw) {
  std::vector<uint64_t> weights;
  for (const Base& base : bases) weights.push_back(std::max(type_share(base.type), base.least));
  return bases[weighted(draw, weights)].type;
}

}  // namespace etalon
