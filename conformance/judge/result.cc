#include "conformance/judge/result.h"

#include "conformance/common/json.h"

namespace etalon {

std::string id_of(const CaseResult& result) {
  return result.release + "/" + result.suite + "/" + result.name;
}

CaseResult blank_result(const Case& test) {
  CaseResult result;
  result.release = test.release;
  result.suite = test.suite;
  result.name = test.name;
  result.releases = test.releases;
  const std::filesystem::path& place = test.file.empty() ? test.folder : test.file;
  if (!place.empty()) result.path = std::filesystem::absolute(place).lexically_normal().string();
  return result;
}

namespace {

void add_distances(const CaseResult& result, nlohmann::json& json) {
  if (!result.measured) return;
  json["max_ulp"] = result.max_ulp;
  json["max_abs"] = number_to_json(result.max_abs);
  json["max_rel"] = number_to_json(result.max_rel);
}

void read_distances(const nlohmann::json& json, CaseResult& result) {
  const nlohmann::json ulps = json.value("max_ulp", nlohmann::json());
  if (ulps.is_null()) return;
  result.measured = true;
  ulps.get_to(result.max_ulp);
  result.max_abs = number_from_json(json.value("max_abs", nlohmann::json(0.0)));
  result.max_rel = number_from_json(json.value("max_rel", nlohmann::json(0.0)));
}

// Calls visit(name, field) for the fields that are left out where they are empty.
template <class Result, class Visit>
void each_field(Result& result, Visit visit) {
  visit("releases", result.releases);
  visit("path", result.path);
  visit("missing", result.missing);
  visit("where", result.where);
  visit("got", result.got);
  visit("expected", result.expected);
  visit("known", result.known);
  visit("unkept", result.unkept);
  visit("open", result.open);
  visit("refusal", result.refusal);
  visit("erratum", result.erratum);
}

}  // namespace

nlohmann::json to_json(const CaseResult& result) {
  nlohmann::json json = {{"release", result.release},     {"suite", result.suite},
                         {"name", result.name},           {"status", to_string(result.status)},
                         {"operators", result.operators}, {"seconds", result.seconds},
                         {"message", result.message}};
  add_distances(result, json);
  each_field(result, [&](const char* name, const auto& field) {
    if (!field.empty()) json[name] = field;
  });
  if (result.exact) json["exact"] = to_json(*result.exact);
  if (result.rounding) json["rounding"] = to_json(*result.rounding);
  if (result.proof) json["proof"] = to_json(*result.proof);
  if (result.kind != Mismatch::none) json["kind"] = to_string(result.kind);
  if (!result.picture.empty()) json["picture"] = to_json(result.picture);
  add_details(json, result.details);
  return json;
}

CaseResult result_from_json(const nlohmann::json& json) {
  CaseResult result;
  json.at("release").get_to(result.release);
  json.at("suite").get_to(result.suite);
  json.at("name").get_to(result.name);
  result.status = status_named(json.at("status").get<std::string>());
  json.at("operators").get_to(result.operators);
  read_distances(json, result);
  json.at("seconds").get_to(result.seconds);
  json.at("message").get_to(result.message);
  each_field(result, [&]<class Field>(const char* name, Field& field) {
    field = json.value(name, Field());
  });
  if (json.contains("rounding")) {
    result.rounding = rounding_verdict_from_json(json.at("rounding"));
  }
  if (json.contains("exact")) result.exact = exact_error_from_json(json.at("exact"));
  if (json.contains("proof")) result.proof = proof_from_json(json.at("proof"));
  result.details = details_from_json(json);
  if (json.contains("picture")) result.picture = picture_from_json(json.at("picture"));
  for (const Mismatch kind :
       {Mismatch::values, Mismatch::shape, Mismatch::type, Mismatch::count, Mismatch::accepted}) {
    if (json.value("kind", "none") == to_string(kind)) result.kind = kind;
  }
  return result;
}

}  // namespace etalon
