#include "conformance/cases/mdf_cases.h"

#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/system.h"
#include "engine/mdf/function.h"
#include "engine/numerics/random.h"
#include "engine/values/json.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

// Turns what is wrong with an entry into InvalidInput with the case's name.
template <class F>
auto reading_entry(const Case& test, F&& f) {
  try {
    return f(test.function->at("cases").at(test.index));
  } catch (const ordered_json::exception& problem) {
    throw InvalidInput("case {}: {}", test.id(), json_sentence(problem));
  }
}

struct MdfCall {
  mdf::List positional;
  mdf::Dictionary named;
  int64_t opset = mdf::default_onnx_opset;
  uint32_t seed = default_seed;
};

MdfCall read_call(const ordered_json& entry) {
  MdfCall call;
  for (const ordered_json& value : entry.value("positional", ordered_json::array())) {
    call.positional.push_back(mdf::from_json(value));
  }
  const ordered_json named = entry.value("args", ordered_json::object());
  for (const auto& [name, value] : named.items()) call.named.set(name, mdf::from_json(value));
  call.opset = entry.value("opset", call.opset);
  call.seed = entry.value("seed", call.seed);
  return call;
}

ErrorKind kind_named(const std::string& name) {
  for (int kind = 0; kind < static_cast<int>(ErrorKind::InternalError); ++kind) {
    if (to_string(static_cast<ErrorKind>(kind)) == name) return static_cast<ErrorKind>(kind);
  }
  return ErrorKind::InternalError;
}

// As `etalon-mdf case` answers (conformance/mdf/case.h).
mdf::Value run_model(const Case& test) {
  const TemporaryFolder folder;
  const std::string file = folder.path() / "answer.json";
  const int code = run_program(
      {mdf_program().string(), "case", test.file.string(), std::to_string(test.index), file});
  if (code != 0) throw InternalError("etalon-mdf ended with exit code {}", code);
  const ordered_json answer = parse_ordered_json(file_text(file));
  if (answer.contains("value")) return mdf::from_json(answer.at("value"));
  const std::string sentence = answer.at("sentence");
  if (!answer.contains("error")) throw InvalidInput("case {}: {}", test.id(), sentence);
  throw Error(kind_named(answer.at("error")), sentence);
}

}  // namespace

bool is_mdf_model(const Case& test) {
  return test.function && test.function->at("function") == "model";
}

ordered_json mdf_expected(const ordered_json& entry) {
  ordered_json expected = entry.value("output", ordered_json::object());
  if (entry.contains("executed")) expected["executed"] = entry.at("executed");
  return expected;
}

std::filesystem::path mdf_program() {
  const std::filesystem::path program = program_file("etalon-mdf");
  if (program.empty()) throw Unsupported("{}", no_mdf_program);
  return program;
}

std::string mdf_case_label(const Case& test) {
  return "mdf." + test.function->at("function").get<std::string>();
}

mdf::Value call_mdf_case(const Case& test) {
  if (is_mdf_model(test)) return run_model(test);
  const MdfCall call = reading_entry(test, read_call);
  RandomStream random(call.seed);
  const std::string function = test.function->at("function");
  return mdf::call_function(function, call.positional, call.named, {call.opset, &random});
}

mdf::Value mdf_case_output(const Case& test) {
  return reading_entry(test, [&](const ordered_json& entry) {
    return mdf::from_json(is_mdf_model(test) ? mdf_expected(entry) : entry.at("output"));
  });
}

}  // namespace etalon
