#include "conformance/campaign/case_source.h"

#include <utility>

namespace etalon {

namespace {

class OperatorSource : public CaseSource {
 public:
  OperatorSource(std::vector<OperatorChoice> operators, uint32_t seed, Options evaluation)
      : operators_(std::move(operators)), seed_(seed), evaluation_(std::move(evaluation)) {}

  DrawnCase draw(uint64_t number) const override {
    Draw draw(case_seed(seed_, number));
    OperatorCase drawn = draw_case(operators_[number % operators_.size()], draw, evaluation_);
    return {drawn.schema->label(), std::move(drawn.files)};
  }

 private:
  std::vector<OperatorChoice> operators_;
  uint32_t seed_;
  Options evaluation_;
};

class GraphSource : public CaseSource {
 public:
  GraphSource(GraphChoice choice, uint32_t seed, Options evaluation)
      : choice_(std::move(choice)), seed_(seed), evaluation_(std::move(evaluation)) {}

  DrawnCase draw(uint64_t number) const override {
    Draw draw(case_seed(seed_, number));
    CaseFiles files = draw_graph_case(draw, choice_, evaluation_);
    onnx::ModelProto model;
    model.ParseFromString(files.model);
    return {model.doc_string(), std::move(files)};
  }

 private:
  GraphChoice choice_;
  uint32_t seed_;
  Options evaluation_;
};

}  // namespace

// SplitMix64's finalizer (Steele, Lea, Flood: Fast splittable pseudorandom number generators,
// 2014).
uint32_t case_seed(uint32_t campaign_seed, uint64_t number) {
  uint64_t z = (uint64_t{campaign_seed} << 32) + (number + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<uint32_t>(z ^ (z >> 31));
}

std::unique_ptr<CaseSource> operator_source(std::vector<OperatorChoice> operators, uint32_t seed,
                                            Options evaluation) {
  return std::make_unique<OperatorSource>(std::move(operators), seed, std::move(evaluation));
}

std::unique_ptr<CaseSource> graph_source(GraphChoice choice, uint32_t seed, Options evaluation) {
  return std::make_unique<GraphSource>(std::move(choice), seed, std::move(evaluation));
}

}  // namespace etalon
