#include "conformance/generate/case_about.h"

#include <set>

#include "conformance/cases/tolerance.h"
#include "conformance/generate/case_files.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::json;

void add_types(const CaseValues& values, std::set<std::string>& types) {
  for (const auto& [name, value] : values) {
    const bool tensor = value.is_tensor();
    types.insert(tensor ? std::string(etalon::name(value.tensor().dtype()))
                        : to_string(value.type_without_shape()));
  }
}

json points_json(const std::vector<Point>& points) {
  json levels = json::object();
  for (const Point& point : points) levels[point.factor].push_back(point.level);
  return levels;
}

}  // namespace

CaseAbout about_call(const Schema& schema, const onnx::NodeProto& node, const Values& inputs,
                     std::string_view values) {
  CaseAbout about;
  about.domain = schema.domain;
  about.op = schema.name;
  about.version = schema.since_version;
  about.values = values;
  about.points = points_of(schema, node, inputs);
  return about;
}

json to_json(const CaseAbout& about, const CaseFiles& files) {
  std::set<std::string> types;
  for (const CaseFiles::Set& set : files.sets) {
    add_types(set.inputs, types);
    add_types(set.outputs, types);
  }
  const Tolerance usual;
  json document = {
      {"operator", about.op},
      {"domain", about.domain.empty() ? "ai.onnx" : about.domain},
      {"version", about.version},
      {"types", types},
      {"classes", {{"values", about.values}, {"points", points_json(about.points)}}},
      {"tolerance",
       {{"rtol", files.rtol.value_or(usual.rtol)}, {"atol", files.atol.value_or(usual.atol)}}},
      {"open", about.open},
      {"proved", files.error.empty() && files.proof.whole()},
      {"expects", files.error.empty() ? "outputs" : "refusal: " + files.error}};
  if (about.seed) {
    document["seed"] = *about.seed;
    document["number"] = about.number;
  }
  return document;
}

}  // namespace etalon
