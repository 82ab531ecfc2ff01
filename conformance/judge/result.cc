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

std::string_view word_of(const CaseResult& result) {
  // A known failure of another kind than a fail.
  if (result.status == Status::xfail && result.kind == Mismatch::none) return "refused";
  return word_of(result.status, result.judged ? std::optional(result.judged->grade) : std::nullopt);
}

std::string_view word_of(Status status, std::optional<Grade> judged) {
  switch (status) {
    case Status::unsupported:
      return to_string(Status::unsupported);
    case Status::invalid:
    case Status::error:
    case Status::crash:
    case Status::timeout:
      return "refused";
    case Status::open:
    case Status::statistical:
      return to_string(Grade::open);
    case Status::pass:
    case Status::xpass:
      return to_string(judged.value_or(Grade::same));
    case Status::erratum:
      return to_string(judged.value_or(Grade::unknown));
    case Status::xfail:
    case Status::fail:
      break;
  }
  return to_string(judged.value_or(Grade::wrong));
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
  read_field(json, "max_ulp", result.max_ulp);
  const nlohmann::json zero = 0.0;
  const auto number = [&](const char* key) {
    return naming(in_quotes(key), [&] { return number_from_json(json.value(key, zero)); });
  };
  result.max_abs = number("max_abs");
  result.max_rel = number("max_rel");
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
  visit("loaded", result.loaded);
  visit("loads_unknown", result.loads_unknown);
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
  if (result.judged) json["judged"] = to_json(*result.judged);
  if (result.proof) json["proof"] = to_json(*result.proof);
  if (result.kind != Mismatch::none) json["kind"] = to_string(result.kind);
  if (!result.picture.empty()) json["picture"] = to_json(result.picture);
  add_details(json, result.details);
  return json;
}

CaseResult result_from_json(const nlohmann::json& json) {
  CaseResult result;
  read_field(json, "release", result.release);
  read_field(json, "suite", result.suite);
  read_field(json, "name", result.name);
  result.status = status_named(field<std::string>(json, "status"));
  read_field(json, "operators", result.operators);
  read_distances(json, result);
  read_field(json, "seconds", result.seconds);
  read_field(json, "message", result.message);
  each_field(result, [&]<class Field>(const char* name, Field& field) {
    field = field_or(json, name, Field());
  });
  const auto part = [&](const char* key, auto read) {
    return naming(in_quotes(key), [&] { return read(json.at(key)); });
  };
  for (const char* key : {"rounding", "judged"}) {  // reports had the former
    if (json.contains(key)) result.judged = part(key, verdict_from_json);
  }
  if (json.contains("exact")) result.exact = part("exact", exact_error_from_json);
  if (json.contains("proof")) result.proof = part("proof", proof_from_json);
  result.details = details_from_json(json);
  if (json.contains("picture")) result.picture = part("picture", picture_from_json);
  const auto written = field_or<std::string>(json, "kind", "none");
  for (const Mismatch kind :
       {Mismatch::values, Mismatch::shape, Mismatch::type, Mismatch::count, Mismatch::accepted}) {
    if (written == to_string(kind)) result.kind = kind;
  }
  return result;
}

}  // namespace etalon
