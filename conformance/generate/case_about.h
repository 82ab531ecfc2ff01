// What a drawn case is about: the content of case.json.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/generate/space.h"

namespace etalon {

struct CaseAbout {
  std::string domain;  // "ai.onnx" in the file for ""
  std::string op;
  int version = 0;
  std::string values;             // the class that its values were drawn from (values.h)
  std::vector<Point> points;      // of the schema's space (space.h)
  std::vector<std::string> open;  // the ids of the open points that it meets
  // With these it is drawn again: the seed, and how many cases were drawn with it before.
  std::optional<uint32_t> seed;
  size_t number = 0;
};

CaseAbout about_call(const Schema& schema, const onnx::NodeProto& node, const Values& inputs,
                     std::string_view values);

struct CaseFiles;
// {"operator", "domain", "version", "types", "classes": {"values", "points"}, "seed", "number",
//  "tolerance": {"rtol", "atol"}, "open", "proved", "expects"}
nlohmann::json to_json(const CaseAbout& about, const CaseFiles& files);

}  // namespace etalon
