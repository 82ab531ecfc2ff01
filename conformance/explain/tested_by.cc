#include "conformance/explain/tested_by.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "conformance/cases/own_cases.h"
#include "conformance/common/json.h"
#include "conformance/explain/example.h"
#include "conformance/explain/schema_text.h"
#include "engine/values/errors.h"

namespace etalon::explain {

using nlohmann::json;

namespace {

// --- Looking at written values.

using Test = std::function<bool(const json& tensor)>;

// True where the test holds of a tensor in the value.
bool any_tensor(const json& written, const Test& test) {
  if (written.is_array()) {
    return std::any_of(written.begin(), written.end(),
                       [&](const json& each) { return any_tensor(each, test); });
  }
  if (!written.is_object()) return false;
  if (written.contains("data") && test(written)) return true;
  for (const char* key : {"items", "value", "values"}) {
    if (written.contains(key) && any_tensor(written.at(key), test)) return true;
  }
  return false;
}

// A number as written, or nothing for strings that are none; complex parts are not looked into.
std::optional<double> number_in(const json& written) {
  try {
    return number_from_json(written);
  } catch (const std::exception&) {
    return std::nullopt;
  }
}

std::string type_in(const json& tensor) {
  std::string type = tensor.value("type", "");
  if (type.starts_with("tensor(")) type = type.substr(7, type.size() - 8);
  return type;
}

bool is_float_type(const std::string& type) {
  return type == "double" || type.starts_with("float") || type == "bfloat16";
}

// A tensor with a number for which the test, which is given the tensor's type, too, holds.
Test any_number(const std::function<bool(double, const std::string&)>& test) {
  return [test](const json& tensor) {
    const std::string type = type_in(tensor);
    const json& data = tensor.at("data");
    const auto holds = [&](const json& each) {
      const std::optional<double> number = number_in(each);
      return number && test(*number, type);
    };
    return data.is_array() ? std::any_of(data.begin(), data.end(), holds) : holds(data);
  };
}

// The same of a tensor of floats.
Test float_element(const std::function<bool(double, const std::string&)>& test) {
  return [any = any_number(test)](const json& tensor) {
    return is_float_type(type_in(tensor)) && any(tensor);
  };
}

// The least normal number of a type; 0 for one whose subnormals are not asked for.
double least_normal(const std::string& type) {
  if (type == "double") return 0x1p-1022;
  if (type == "float" || type == "float32" || type == "bfloat16") return 0x1p-126;
  return type == "float16" ? 0x1p-14 : 0;
}

bool is_least_integer(double number, const std::string& type) {
  static const std::map<std::string, double> least = {
      {"int8", -0x1p7}, {"int16", -0x1p15}, {"int32", -0x1p31}, {"int64", -0x1p63}};
  const auto found = least.find(type);
  return found != least.end() && number == found->second;
}

json shape_of(const json& tensor) {
  if (tensor.contains("shape")) return tensor.at("shape");
  const json& data = tensor.at("data");
  return data.is_array() ? json::array({data.size()}) : json::array();
}

bool is_empty(const json& tensor) {
  const json shape = shape_of(tensor);
  return std::find(shape.begin(), shape.end(), json(0)) != shape.end();
}

bool has_empty_container(const json& written) {
  if (written.is_array()) return std::any_of(written.begin(), written.end(), has_empty_container);
  if (!written.is_object()) return false;
  for (const char* key : {"items", "keys"}) {
    if (written.contains(key) && written.at(key).empty()) return true;
  }
  return written.contains("value") && written.at("value").is_null();
}

// The inputs have a tensor of this kind; or the outputs do, where results are asked about, too.
struct Sign {
  Test test;
  bool outputs = false;
};

// By question.
const std::map<std::string, Sign>& signs() {
  static const std::map<std::string, Sign> all = {
      {"nan", {float_element([](double x, const auto&) { return std::isnan(x); })}},
      {"inf", {float_element([](double x, const auto&) { return std::isinf(x); })}},
      {"negative_zero",
       {float_element([](double x, const auto&) { return x == 0 && std::signbit(x); }), true}},
      {"subnormal",
       {float_element([](double x, const std::string& type) {
          return x != 0 && std::fabs(x) < least_normal(type);
        }),
        true}},
      {"empty", {is_empty}},
      {"rank0", {[](const json& tensor) { return shape_of(tensor).empty(); }}},
      {"batch0", {[](const json& tensor) {
         const json shape = shape_of(tensor);
         return !shape.empty() && shape.front() == 0;
       }}},
      {"int_min", {any_number(is_least_integer)}},
  };
  return all;
}

// --- Reading cases.

std::string message_of(const OwnCall& call) {
  try {
    evaluate({call.schema, call.written});
  } catch (const std::exception& error) {
    return error.what();
  }
  return "";
}

void add_call(OwnCall call, std::vector<OwnCall>& calls) {
  if (call.schema == nullptr) return;
  call.row =
      find_implementation(call.schema->domain, call.schema->name, call.schema->since_version);
  call.error = call.written.value("error", "");
  if (!call.error.empty()) call.refusal = message_of(call);
  calls.push_back(std::move(call));
}

std::vector<OwnCall> read_calls(const Schema& schema) {
  std::vector<OwnCall> calls;
  for (const Case& test : own_cases_of(schema)) {
    json written = test.document->at("cases").at(test.index);
    if (written.contains("xfail")) continue;
    const int64_t opset = written.value("opset", int64_t{newest_opset(schema.domain)});
    const Schema* of = find_schema(schema.domain, schema.name, opset);
    add_call({test.suite + "/" + test.name, of, nullptr, std::move(written), "", "", ""}, calls);
  }
  if (const OperatorPoints* of = open_points().of(schema)) {
    for (const OpenPoint& point : of->points) {
      if (point.example.is_null()) continue;
      json written = point.example;
      if (written.contains("chosen")) written["outputs"] = written.at("chosen");
      const int64_t opset = written.value("opset", int64_t{newest_opset(schema.domain)});
      const Schema* version = find_schema(schema.domain, schema.name, opset);
      add_call({"example of " + point.id, version, nullptr, std::move(written), "", "", point.id},
               calls);
    }
  }
  return calls;
}

void add_types(const std::vector<FormalParameter>& formals, const json& values,
               std::string_view what, const std::string& variable,
               std::vector<std::string>& types) {
  for (size_t i = 0; i < values.size(); ++i) {
    const FormalParameter* formal = parameter_at(formals, i);
    if (formal == nullptr || formal->type != variable || values[i].is_null()) continue;
    types.push_back(to_string(own_value(values, what, i).type()));
  }
}

bool is_there(const json& values, size_t position) {
  return position < values.size() && !values[position].is_null();
}

}  // namespace

bool OwnCall::gives(const std::string& attribute) const {
  return written.contains("attributes") && written.at("attributes").contains(attribute);
}

bool OwnCall::has_input(size_t position) const {
  return is_there(written.value("inputs", json::array()), position);
}

bool OwnCall::has_output(size_t position) const {
  return is_there(written.value("outputs", json::array()), position);
}

std::string OwnCall::text(const std::string& attribute) const {
  if (gives(attribute)) {
    const json& value = written.at("attributes").at(attribute);
    return value.is_string() ? value.get<std::string>() : "";
  }
  const FormalAttribute* formal = schema->attribute(attribute);
  if (formal == nullptr || !formal->default_value) return "";
  const auto* text = std::get_if<std::string>(&formal->default_value->value);
  return text == nullptr ? "" : *text;
}

std::vector<std::string> OwnCall::types_of(const std::string& variable) const {
  std::vector<std::string> types;
  try {
    add_types(schema->inputs, written.value("inputs", json::array()), "input", variable, types);
    add_types(schema->outputs, written.value("outputs", json::array()), "output", variable, types);
  } catch (const Error&) {
    // A case whose value is refused on purpose.
  }
  return types;
}

bool OwnCall::names(const OpenPoint& open) const {
  if (point == open.id) return true;
  const json& declared = written.value("points", json::array());
  return std::find(declared.begin(), declared.end(), json(open.id)) != declared.end();
}

bool OwnCall::meets(const OpenPoint& open) const {
  const bool may_refuse = open.choice.find("refuse") != std::string::npos;
  const bool fits = error.empty() ? !open.choice.starts_with("refuse") : may_refuse;
  return names(open) || (puts(open) && fits);
}

bool OwnCall::puts(const OpenPoint& open) const {
  if (names(open)) return true;
  json inputs = written.value("inputs", json::array());
  if (open.question == "rank0" && open.choice.starts_with("refuse") && inputs.size() > 1) {
    inputs.erase(inputs.begin() + 1, inputs.end());
  }
  if (open.question == "empty_container") return has_empty_container(inputs);
  if (open.question == "absent") {
    for (size_t i = 0; i < schema->inputs.size(); ++i) {
      const bool optional = schema->inputs[i].option == FormalParameter::Option::optional;
      if (optional && !has_input(i)) return true;
    }
    return false;
  }
  const auto sign = signs().find(open.question);
  if (sign == signs().end()) return false;
  return any_tensor(inputs, sign->second.test) ||
         (sign->second.outputs &&
          any_tensor(written.value("outputs", json::array()), sign->second.test));
}

const std::vector<OwnCall>& own_calls(const Schema& schema) {
  static std::map<std::pair<std::string, std::string>, std::vector<OwnCall>> known;
  const auto [found, fresh] = known.try_emplace({schema.domain, schema.name});
  if (fresh) found->second = read_calls(schema);
  return found->second;
}

}  // namespace etalon::explain
