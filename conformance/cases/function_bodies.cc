#include "conformance/cases/function_bodies.h"

#include <map>

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/values/errors.h"

namespace etalon {

using nlohmann::json;

namespace {

using BodiesByLabel = std::map<std::string, FunctionBody>;

FunctionBody body_from(const json& written) {
  FunctionBody body{written.at("opset"), written.value("of", ""), {}, written.at("body")};
  if (body.of.empty()) return body;
  body.node =
      FunctionBody::OfNode{written.at("attributes"), written.at("inputs"), written.at("outputs")};
  return body;
}

BodiesByLabel read_bodies(const std::filesystem::path& file) {
  BodiesByLabel bodies;
  if (!std::filesystem::exists(file)) return bodies;
  const json document = read_json(file);
  naming(file.string(), [&] {
    for (const auto& [label, written] : document.items()) bodies[label] = body_from(written);
  });
  return bodies;
}

const BodiesByLabel& all_bodies() {
  static const BodiesByLabel bodies = read_bodies(data_folder() / "function_bodies.json");
  return bodies;
}

}  // namespace

const FunctionBody* function_body(const std::string& label) {
  const auto found = all_bodies().find(label);
  return found == all_bodies().end() ? nullptr : &found->second;
}

std::vector<std::string> labels_with_bodies() {
  std::vector<std::string> labels;
  for (const auto& [label, body] : all_bodies()) labels.push_back(label);
  return labels;
}

}  // namespace etalon
