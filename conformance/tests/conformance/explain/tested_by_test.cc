// Own cases and the atlas say the same of what is required.
#include "conformance/explain/tested_by.h"

#include <cmath>

#include "conformance/cases/open_points.h"
#include "conformance/common/json.h"
#include "conformance/explain/example.h"
#include "conformance/judge/refusals.h"
#include "conformance/tests/catch.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/json.h"

namespace etalon::tested_by_test {

using namespace etalon::explain;
using nlohmann::json;

namespace {

// An ordinary number in place of one that a question of the vocabulary asks about.
json ordinary(const json& number) {
  if (number.is_array()) return number;
  try {
    const double value = number_from_json(number);
    const bool is_subnormal = value != 0 && std::fabs(value) < 0x1p-14;
    const bool is_usual = std::isfinite(value) && value > -0x1p7 && !is_subnormal;
    return is_usual && !(value == 0 && std::signbit(value)) ? number : json(1);
  } catch (const std::exception&) {
    return number;  // a string
  }
}

// A tensor that has five elements where it has none, and one along an axis where it has rank 0.
void fill(json& tensor) {
  size_t count = 1;
  for (json& size : tensor.at("shape")) {
    if (size == 0) size = 5;
    count *= size.get<size_t>();
  }
  if (tensor.at("shape").empty()) tensor["shape"] = {1};
  if (tensor.at("data").empty()) {
    const bool is_text = tensor.at("type") == "string";
    tensor["data"] = json::array();
    for (size_t i = 0; i < count; ++i) tensor["data"].push_back(is_text ? json("a") : json(1));
  }
}

// The values with nothing in them that a question asks about.
json ordinary_values(json values, const std::string& question) {
  const bool of_shapes = question == "empty" || question == "batch0" || question == "rank0";
  if (values.is_array()) {
    for (json& each : values) each = ordinary_values(each, question);
  }
  if (!values.is_object() || !values.contains("data") || !values.contains("shape")) return values;
  if (of_shapes) {
    fill(values);
  } else if (values.at("data").is_array()) {
    for (json& each : values.at("data")) each = ordinary(each);
  }
  return values;
}

bool is_refused(const Schema& schema, const json& written) {
  try {
    evaluate({&schema, written});
  } catch (const Error&) {
    return true;
  }
  return false;
}

// True where an open point that permits a refusal explains the case's error.
bool is_open(const OwnCall& call) {
  const ChoiceScope scope(Recording::on);
  is_refused(*call.schema, call.written);
  return !refusable(scope.met()).empty();
}

// How a case contradicts the answer that the atlas requires; "" where it does not. An error that
// stays when the question is not put has another reason.
std::string contradiction(const OwnCall& call, const OpenPoint& point) {
  if (point.status != PointStatus::required || !call.puts(point)) return "";
  if (call.error.empty()) {
    return point.choice.starts_with("refuse") ? "the atlas has a refusal, and the case outputs"
                                              : "";
  }
  if (point.choice.find("refuse") != std::string::npos || is_open(call)) return "";
  json other = call.written;
  other["inputs"] = ordinary_values(call.written.value("inputs", json::array()), point.question);
  if (!call.names(point) && is_refused(*call.schema, other)) return "";
  return "the atlas has a result, and the case an error";
}

OwnCall call_of(const char* op, const json& inputs, const std::string& error) {
  OwnCall call;
  call.schema = find_schema("", op, 13);
  call.written = {{"opset", 13}, {"inputs", inputs}};
  call.error = error;
  return call;
}

OpenPoint required_point(const std::string& question, const std::string& choice) {
  OpenPoint point;
  point.id = "Made." + question;
  point.question = question;
  point.choice = choice;
  return point;
}

}  // namespace

TEST_CASE("no own case contradicts a point that the atlas says is required") {
  for (const OperatorPoints& of : open_points().operators) {
    if (of.points.empty() || !answers_questions(of.domain)) continue;
    const Schema* schema = find_schema(of.domain, of.op, of.points[0].versions[0]);
    for (const OwnCall& call : own_calls(*schema)) {
      for (const OpenPoint& point : of.points) {
        if (!concerns(point, *call.schema)) continue;
        INFO(call.name << ", " << point.id << ": " << point.choice);
        CHECK(contradiction(call, point) == "");
      }
    }
  }
}

TEST_CASE("a case contradicts a required point by its error or by its outputs") {
  const json none = {{"type", "float"}, {"shape", {0}}, {"data", json::array()}};
  const json three = {{"type", "float"}, {"shape", {3}}, {"data", {1, 2, 3}}};
  OpenPoint empty = required_point("empty", "no elements");
  CHECK(contradiction(call_of("Add", {none, none}, ""), empty) == "");
  CHECK(contradiction(call_of("Add", {none, none}, "InvalidInput"), empty) ==
        "the atlas has a result, and the case an error");
  // It is refused because the shapes do not broadcast, which five elements do not either.
  CHECK(contradiction(call_of("Add", {none, three}, "InvalidInput"), empty) == "");
  OwnCall named = call_of("Add", {none, three}, "InvalidInput");
  named.written["points"] = {"Made.empty"};
  CHECK(contradiction(named, empty) == "the atlas has a result, and the case an error");
  empty.choice = "refused";
  CHECK(contradiction(call_of("Add", {none, none}, "InvalidInput"), empty) == "");
  CHECK(contradiction(call_of("Add", {none, none}, ""), empty) ==
        "the atlas has a refusal, and the case outputs");
}

TEST_CASE("a scalar beside the first input does not put the question of a refused rank 0") {
  const json x = {{"type", "float"}, {"shape", {2}}, {"data", {1, 2}}};
  const json axis = {{"type", "int64"}, {"shape", json::array()}, {"data", {0}}};
  const OpenPoint rank0 = required_point("rank0", "refused: no axis is there");
  CHECK_FALSE(call_of("CumSum", {x, axis}, "").meets(rank0));
  CHECK(call_of("CumSum", {axis, axis}, "InvalidInput").meets(rank0));
  CHECK_FALSE(call_of("CumSum", {axis, axis}, "").meets(rank0));
}

}  // namespace etalon::tested_by_test
