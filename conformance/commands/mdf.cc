// etalon mdf: the standard functions and models of the ModECI Model Description Format.
#include <fmt/format.h>
#include <re2/re2.h>

#include <CLI/CLI.hpp>
#include <limits>
#include <memory>
#include <optional>

#include "conformance/commands/commands.h"
#include "conformance/common/near.h"
#include "engine/mdf/document.h"
#include "engine/mdf/function.h"
#include "engine/numerics/random.h"
#include "engine/values/json.h"

namespace etalon {

namespace {

using nlohmann::ordered_json;

struct CallOptions {
  std::vector<std::string> words;  // the function's name, then its arguments
  std::string format = "text";
  int64_t opset = mdf::default_onnx_opset;
  uint32_t seed = default_seed;
};

// JSON, or "nan", "inf", "-inf"; any other word is a string.
mdf::Value value_of(const std::string& argument, const std::string& text) {
  try {
    return mdf::from_json(mdf::parse_json(text));
  } catch (const InvalidInput& problem) {
    throw InvalidInput("argument {}: {}", argument, problem.what());
  } catch (const InvalidModel& problem) {
    const bool meant_as_json = text.find_first_of("[{\"") == 0;
    if (meant_as_json) throw UsageError(fmt::format("argument {}: {}", argument, problem.what()));
  }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (text == "nan") return mdf::Value::number(std::numeric_limits<double>::quiet_NaN());
  if (text == "inf" || text == "-inf")
    return mdf::Value::number(text == "inf" ? infinity : -infinity);
  return text;
}

struct WrittenArguments {
  mdf::List positional;
  mdf::Dictionary named;
};

// NAME=VALUE or VALUE; names are those of variables, so that JSON is never taken for one.
WrittenArguments read_arguments(const std::vector<std::string>& words) {
  static const re2::RE2 named(R"((?s)([A-Za-z_][A-Za-z0-9_]*)=(.*))");
  WrittenArguments arguments;
  for (size_t i = 1; i < words.size(); ++i) {
    std::string name;
    std::string text;
    if (!re2::RE2::FullMatch(words[i], named, &name, &text)) {
      arguments.positional.push_back(value_of(std::to_string(i), words[i]));
    } else if (arguments.named.find(name) != nullptr) {
      throw UsageError(fmt::format("argument '{}' is given twice", name));
    } else {
      arguments.named.set(name, value_of("'" + name + "'", text));
    }
  }
  return arguments;
}

int call(const CallOptions& options, Session& session) {
  if (options.words.empty()) throw UsageError("mdf call needs a function, such as linear");
  const std::string& function = options.words.front();
  if (!mdf::find_function(function, options.opset)) {
    std::vector<std::string> known;
    for (const mdf::FunctionInfo& each : mdf::all_functions()) known.push_back(each.name);
    throw UsageError(fmt::format("there is no MDF function {}{} (see: etalon ops)", function,
                                 did_you_mean(function, known)));
  }
  const WrittenArguments arguments = read_arguments(options.words);
  RandomStream random(options.seed);
  const mdf::Value value =
      mdf::call_function(function, arguments.positional, arguments.named, {options.opset, &random});
  if (options.format == "json") {
    const ordered_json document = {{"function", function}, {"value", mdf::to_typed_json(value)}};
    session.out << document.dump(-1, ' ', false, ordered_json::error_handler_t::replace) << "\n";
  } else {
    session.out << mdf::to_text(value) << "\n";
  }
  return exit_ok;
}

void add_call_command(CLI::App& mdf, Session& session) {
  CLI::App& command = *mdf.add_subcommand("call", "Call a standard function");
  const auto options = std::make_shared<CallOptions>();
  command.add_option("--format", options->format, "text (default), or json, which shows types")
      ->check(CLI::IsMember({"text", "json"}));
  command.add_option("--opset", options->opset, "The ONNX opset of onnx:: functions (13)");
  command.add_option("--seed", options->seed, "Of what is drawn at random");
  // Not positional options of the library's, which would take -1 for an option.
  command.allow_extras();
  command.footer(
      "FUNCTION [NAME=VALUE | VALUE]...\n"
      "A VALUE is JSON: 1, 1.5, [[1, 2], [3, 4]], {\"ISA\": \"number\"},\n"
      "{\"type\": \"uint8\", \"shape\": [2], \"data\": [1, 2]}; another word is a string.\n"
      "  etalon mdf call linear variable0=1 slope=2 intercept=3");
  command.callback([options, &command, &session] {
    options->words = command.remaining();
    session.action = [options, &session] { return call(*options, session); };
  });
}

}  // namespace

void add_mdf_command(CLI::App& app, Session& session) {
  CLI::App& mdf = *app.add_subcommand("mdf", "Call functions and run models of ModECI's MDF");
  mdf.require_subcommand(1);
  add_call_command(mdf, session);
  add_mdf_run(mdf, session);
}

}  // namespace etalon
