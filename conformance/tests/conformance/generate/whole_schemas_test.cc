// Rules draw everything that is in the schemas: a version, an attribute, an optional input or
// output that no rule draws fails here.
#include <algorithm>
#include <map>
#include <set>

#include "conformance/generate/drafts.h"
#include "conformance/generate/rules.h"
#include "conformance/generate/space.h"
#include "conformance/tests/catch.h"

namespace etalon::whole_schemas_test {
namespace {

constexpr int draws = 400;

// What is not drawn, with the reason.
const std::string random = "its outputs are random, so there are no expected ones";
const std::string one_value = "the text admits the default alone";
const std::map<std::string, std::string> exceptions = {
    {"Bernoulli-15", random},
    {"Bernoulli-22", random},
    {"Multinomial-7", random},
    {"Multinomial-22", random},
    {"RandomNormal-1", random},
    {"RandomNormal-22", random},
    {"RandomNormalLike-1", random},
    {"RandomNormalLike-22", random},
    {"RandomUniform-1", random},
    {"RandomUniform-22", random},
    {"RandomUniformLike-1", random},
    {"RandomUniformLike-22", random},
    {"ai.onnx.preview.training.Gradient-1", "Etalon generates no graphs for it"},
    {"Dropout-1 output mask", "without training there is none, and training is random"},
    {"Dropout-6 output mask", "without training there is none, and training is random"},
    {"Dropout-1 is_test absent", random},
    {"Dropout-6 is_test absent", random},
    {"com.microsoft.Irfft-1 normalized", one_value},
    {"com.microsoft.Irfft-1 onesided", one_value},
    {"com.microsoft.Rfft-1 normalized", one_value},
    {"com.microsoft.Rfft-1 onesided", one_value},
    {"com.microsoft.Rfft-1 signal_ndim", one_value},
};

// The points of a version's drafts.
std::set<Point> drawn_points(const Schema& schema) {
  Draw draw(17);
  std::set<Point> points;
  for (int i = 0; i < draws; ++i) {
    try {
      const Draft draft = draft_call(schema, draw);
      for (const Point& point : points_of(schema, draft.call.node, draft.call.inputs)) {
        points.insert(point);
      }
    } catch (const Error& error) {
      if (error.kind() == ErrorKind::InternalError) throw;  // a mistake of the rule
    }
  }
  return points;
}

// Whether an attribute is given, with another value than its default.
bool is_given(const std::set<Point>& points, const std::string& attribute) {
  return std::any_of(points.begin(), points.end(), [&](const Point& point) {
    return point.factor == attribute && point.level != "absent" && point.level != "default";
  });
}

// What of the version no draft has: "Conv-11 pads".
std::vector<std::string> never_drawn(const Schema& schema) {
  const std::set<Point> points = drawn_points(schema);
  std::vector<std::string> missing;
  const auto check = [&](bool drawn, const std::string& what) {
    const std::string text = schema.label() + " " + what;
    if (!drawn && exceptions.count(text) == 0) missing.push_back(text);
  };
  for (const FormalAttribute& attribute : schema.attributes) {
    if (attribute.required) continue;
    check(is_given(points, attribute.name), attribute.name);
    if (!attribute.default_value) continue;
    check(points.count({attribute.name, "absent"}) != 0, attribute.name + " absent");
  }
  for (const auto& [kind, formals, least] :
       {std::tuple{"input ", &schema.inputs, schema.min_inputs},
        std::tuple{"output ", &schema.outputs, schema.min_outputs}}) {
    for (size_t i = 0; i < formals->size(); ++i) {
      const FormalParameter& formal = (*formals)[i];
      const std::string factor = kind + formal.name;
      const bool optional =
          formal.option == FormalParameter::Option::optional ||
          (formal.option == FormalParameter::Option::single && static_cast<int>(i) >= least);
      if (!optional) continue;
      check(points.count({factor, "present"}) != 0, factor);
      check(points.count({factor, "absent"}) != 0, factor + " absent");
    }
  }
  return missing;
}

// The domains whose operators are drawn; of com.microsoft those that are implemented.
bool is_drawn_domain(const Schema& schema) {
  if (schema.domain == "com.microsoft") {
    return find_implementation(schema.domain, schema.name, schema.since_version) != nullptr;
  }
  return schema.domain.empty() || schema.domain == "ai.onnx.ml" ||
         schema.domain == "ai.onnx.preview.training";
}

TEST_CASE("generation rules draw every version in force; attribute; optional input and output",
          "[exhaustive]") {
  std::vector<std::string> missing;
  for (const Schema& schema : all_schemas()) {
    if (!is_drawn_domain(schema) || schema.deprecated || schema.experimental) continue;
    if (all_rules().count(rule_name(schema)) == 0) {
      if (exceptions.count(schema.label()) == 0) missing.push_back(schema.label());
      continue;
    }
    for (const std::string& each : never_drawn(schema)) missing.push_back(each);
  }
  std::string list;
  for (const std::string& each : missing) list += each + "\n";
  INFO(list);
  CHECK(missing.empty());
}

}  // namespace
}  // namespace etalon::whole_schemas_test
