// Every open point of the atlas has its mark in the operator's code.
#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "conformance/cases/open_points.h"
#include "conformance/cases/own_cases.h"
#include "conformance/common/json_values.h"
#include "conformance/judge/open.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/cases/open_examples.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/operators/choice_scope.h"
#include "engine/values/side.h"
#include "onnx.pb.h"

namespace etalon::open_marks_test {
namespace {

using nlohmann::json;

struct Evaluation {
  Values outputs;  // none where the operator refuses
  std::set<std::string> met;
};

// Of a point's example, with marks.
Evaluation evaluated(const OperatorPoints& of, const json& example) {
  Evaluation result;
  const ChoiceScope scope(Recording::on);
  try {
    result.outputs = test::outputs_of_example(of, example);
  } catch (const Error&) {
  }
  const std::vector<std::string> ids = scope.met();
  result.met = {ids.begin(), ids.end()};
  return result;
}

std::set<std::string> met(const OperatorPoints& of, const json& example) {
  return evaluated(of, example).met;
}

// What the marks of a point permit, over all elements of the outputs.
struct Permitted {
  bool anything = false;
  bool order = false;
  bool interval = false;
  std::vector<double> numbers;
  size_t most_values = 0;  // of one element

  bool has(double number) const {
    return std::any_of(numbers.begin(), numbers.end(), [&](double each) {
      return (std::isnan(each) && std::isnan(number)) ||
             (std::signbit(each) == std::signbit(number) &&
              (each == number || std::fabs(each - number) < 1e-7 * std::fabs(number)));
    });
  }
};

void add(Permitted& permitted, const OpenMark& mark, const std::string& point) {
  if (mark.point != point) return;
  permitted.anything |= mark.permits == Permits::undefined;
  permitted.order |= mark.permits == Permits::order;
  permitted.interval |= mark.permits == Permits::interval;
  if (mark.permits != Permits::values && mark.permits != Permits::interval) return;
  permitted.most_values = std::max(permitted.most_values, mark.values.size());
  if (mark.values.dtype() == DType::string) return;
  for (const double value : mark.values.as<double>()) permitted.numbers.push_back(value);
}

Permitted permitted(const Values& outputs, const std::string& point) {
  Permitted result;
  for (const Value& output : outputs) {
    if (!output.is_tensor() || !output.tensor().side()) continue;
    const Side& side = *output.tensor().side();
    if (side.whole != 0) add(result, side.marks->at(size_t(side.whole - 1)), point);
    if (!side.open) continue;
    for (const int32_t mark : side.open->slots<int32_t>()) {
      if (mark != 0) add(result, side.marks->at(size_t(mark - 1)), point);
    }
  }
  return result;
}

// True if each list of outputs in the atlas is taken for an open result, at the point alone.
bool settles_all(const Values& outputs, const std::string& point, const json& lists) {
  return std::all_of(lists.begin(), lists.end(), [&](const json& list) {
    size_t uses = 0;
    for (size_t i = 0; i < list.size(); ++i) {
      const Value got = value_from_json(list[i]);
      const Settled settled = settle(got, outputs.at(i), outputs.at(i), {});
      if (!identical(settled.value.tensor(), outputs[i].tensor())) return false;
      for (const OpenUse& use : settled.open) uses += use.point == point ? 1 : 1000;
    }
    return uses > 0 && uses < 1000;
  });
}

// True if the marks permit what the atlas says.
bool agree(const Permitted& marks, const json& permits) {
  const std::string rule = permits.at("rule");
  if (rule == "result_or_error" || marks.anything) return true;
  if (rule == "any" || rule == "any_or_error") return false;
  if (rule == "any_order_of_equals") return marks.order;
  if (rule == "either_zero") return marks.has(0.0) && marks.has(-0.0);
  if (rule == "nan_or_number") return marks.has(NAN) && marks.most_values > 1;
  if (rule == "limit_or_nan") return marks.has(NAN) && marks.has(permits.at("limit"));
  if (rule == "step_or_exact") return marks.has(NAN) && marks.has(INFINITY);
  const bool between = rule.starts_with("between");
  if (between || rule.starts_with("values")) {
    const json values = permits.value("values", json::array());
    if (between && !marks.interval) return false;
    return std::all_of(values.begin(), values.end(), [&](const json& value) {
      if (!value.is_string()) return marks.has(value);
      return marks.has(value == "nan" ? NAN : value == "-inf" ? -INFINITY : INFINITY);
    });
  }
  return marks.most_values > 1;
}

TEST_CASE("every point that an operator marks is written down and open in that version") {
  std::map<std::string, const OpenPoint*> written;
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) written[point.id] = &point;
  }
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.example.is_null()) continue;
      const Schema* schema = find_schema(of.domain, of.op, point.example.at("opset"));
      for (const std::string& id : met(of, point.example)) {
        INFO(point.id << " meets " << id);
        REQUIRE(written.contains(id));
        CHECK(written[id]->status != PointStatus::required);
        CHECK(concerns(*written[id], *schema));
      }
    }
  }
}

// Points whose elements another point marks.
const std::map<std::string, std::string> unmarked = {
    {"Mul.int_min", "Mul.integer_overflow"},
    {"Pow.int_min", "Pow.integer_overflow"},
    {"ReduceL1.int_min", "ReduceL1.integer_overflow"},
    {"ReduceSumSquare.int_min", "ReduceSumSquare.integer_overflow"},
    {"Sub.int_min", "Sub.integer_overflow"},
};

TEST_CASE("the example of every open point meets it and its marks permit what the atlas says") {
  for (const OperatorPoints& of : open_points().operators) {
    for (const OpenPoint& point : of.points) {
      if (point.status == PointStatus::required) continue;
      INFO(point.id);
      const Evaluation evaluation = evaluated(of, point.example);
      CHECK(evaluation.met.contains(point.id));
      if (point.permits.at("rule") == "one_of") {
        CHECK(settles_all(evaluation.outputs, point.id, point.permits.at("outputs")));
        continue;
      }
      const bool has_elements = std::any_of(
          evaluation.outputs.begin(), evaluation.outputs.end(),
          [](const Value& output) { return output.is_tensor() && output.tensor().size() > 0; });
      if (!has_elements || unmarked.contains(point.id)) continue;
      INFO(point.permits.dump());
      CHECK(agree(permitted(evaluation.outputs, point.id), point.permits));
    }
  }
}

}  // namespace
}  // namespace etalon::open_marks_test
