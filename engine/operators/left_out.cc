#include "engine/operators/left_out.h"

#include <map>

namespace etalon {

std::string_view why_left_out(const Schema& schema) {
  constexpr std::string_view loop =
      "a loop that generates text by models in its attributes, and the text does not say in which "
      "order it takes its steps";
  static const std::map<std::string_view, std::string_view> reasons = {
      {"BeamSearch", loop},
      {"EPContext", "a compiled part of a model, in the form of one execution provider"},
      {"GreedySearch", loop},
      {"Sampling", loop},
      {"WhisperBeamSearch", loop},
  };
  const auto found = reasons.find(schema.name);
  return schema.domain == "com.microsoft" && found != reasons.end() ? found->second : "";
}

}  // namespace etalon
