// The source of a campaign's cases: each number gives one case, which is equal on every machine.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "conformance/generate/graph_case.h"
#include "conformance/generate/operator_cases.h"

namespace etalon {

struct DrawnCase {
  std::string subject;  // what it is a case of: "Conv-11", "patterns: qdq_conv; near misses"
  CaseFiles files;
};

class CaseSource {
 public:
  virtual ~CaseSource() = default;
  // Throws InvalidInput where no valid case is found for this number.
  virtual DrawnCase draw(uint64_t number) const = 0;
};

// The seed of the case of this number in a campaign with this seed.
uint32_t case_seed(uint32_t campaign_seed, uint64_t number);

// The operators in turn, each case with a seed of its own. There is at least one.
std::unique_ptr<CaseSource> operator_source(std::vector<OperatorChoice> operators, uint32_t seed,
                                            Options evaluation);

// Random graphs; the subject names the patterns in each.
std::unique_ptr<CaseSource> graph_source(GraphChoice choice, uint32_t seed, Options evaluation);

}  // namespace etalon
