#include "conformance/run/backend.h"

#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/run/backend_process.h"
#include "conformance/run/process_end.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

using Clock = LineProcess::Clock;

constexpr int protocol = 1;
constexpr double longest_kill = 1;  // seconds that a child has to end after it closed its output

Clock::time_point after(double seconds) {
  return Clock::now() +
         std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

std::string dump(const json& message) {
  return message.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string quoted(const std::string& text) {
  constexpr size_t shown = 120;
  return "\"" + one_line(text, shown) + "\"";
}

// What is wrong with a reply; empty when it is correct.
std::string fault_of(const json& reply, uint64_t id) {
  if (reply.is_discarded() || !reply.is_object()) return "is not a JSON object";
  if (reply.value("id", json()) != json(id)) {
    return fmt::format("does not have the request's id {}", id);
  }
  const json status = reply.value("status", json());
  if (status != "ok" && status != "unsupported" && status != "invalid" && status != "error") {
    return "does not have a \"status\" of ok, unsupported, invalid or error";
  }
  return reply.value("message", json("")).is_string() ? ""
                                                      : "has a \"message\" that is not a string";
}

Status status_of_reply(const std::string& word) {
  if (word == "ok") return Status::pass;
  if (word == "unsupported") return Status::unsupported;
  return word == "invalid" ? Status::invalid : Status::error;
}

json file_entry(const std::string& name, const std::string& type, const fs::path& file) {
  return {{"name", name}, {"type", type}, {"file", fs::absolute(file).string()}};
}

// The model's inputs that have a value, in the model's order, then bindings of other names.
std::vector<ValueInfo> in_order(const Model& model, const Bindings& inputs) {
  std::vector<ValueInfo> formals;
  for (const ValueInfo& formal : model.graph.inputs) {
    if (inputs.count(formal.name) != 0) formals.push_back(formal);
  }
  for (const auto& [name, value] : inputs) {
    const auto same = [&name = name](const ValueInfo& formal) { return formal.name == name; };
    if (std::none_of(formals.begin(), formals.end(), same)) formals.push_back({name, value.type()});
  }
  return formals;
}

json input_entries(const Model& model, const Bindings& inputs, const Backend::StoredInputs& stored,
                   const fs::path& folder) {
  json entries = json::array();
  for (const ValueInfo& formal : in_order(model, inputs)) {
    fs::path file = folder / fmt::format("input_{}.pb", entries.size());
    if (const auto found = stored.find(formal.name); found != stored.end()) {
      file = found->second;
    } else {
      write_value(file, inputs.find(formal.name)->second, formal.name);
    }
    entries.push_back(file_entry(formal.name, to_string(formal.type), file));
  }
  return entries;
}

json output_entries(const Model& model, const fs::path& folder) {
  json entries = json::array();
  for (const ValueInfo& output : model.graph.outputs) {
    const fs::path file = folder / fmt::format("output_{}.pb", entries.size());
    entries.push_back(file_entry(output.name, to_string(output.type), file));
  }
  return entries;
}

// The outputs that were written, or what is wrong with them.
RuntimeAnswer read_outputs(const Model& model, const fs::path& folder) {
  RuntimeAnswer answer;
  const auto& formals = model.graph.outputs;
  try {
    answer.outputs = numbered_values(folder, "output", formals);
  } catch (const Error& error) {
    answer.status = Status::error;
    answer.message = fmt::format("the backend wrote an unreadable output: {}", error.what());
    return answer;
  }
  if (answer.outputs.size() > formals.size()) {
    answer.status = Status::error;
    answer.message = fmt::format("the backend wrote {} outputs where the model declares {}",
                                 answer.outputs.size(), formals.size());
    return answer;
  }
  for (size_t i = 0; i < answer.outputs.size(); ++i) {
    answer.outputs[i] = with_declared_bits(std::move(answer.outputs[i]), formals[i].type);
  }
  if (answer.outputs.size() == formals.size()) return answer;
  answer.status = Status::fail;
  answer.message = fmt::format("the backend did not write output {}",
                               in_quotes(formals[answer.outputs.size()].name));
  return answer;
}

}  // namespace

// The result of one request: the backend's reply, or why there is none.
struct Backend::Reply {
  Status status = Status::pass;
  std::string message;
  json body;
  double seconds = 0;
};

Backend::Backend(BackendOptions options) : options_(std::move(options)) {
  constexpr std::string_view python = "python:";
  if (!options_.command.starts_with(python)) return;
  options_.command = fmt::format("{} {} {}", shell_word(python_program()),
                                 shell_word(script("backends/python_backend_adapter.py").string()),
                                 shell_word(options_.command.substr(python.size())));
}

Backend::~Backend() = default;

// Ends the child. Returns `fallback` or, if that is empty, how the child ended.
std::string Backend::give_up(const std::string& fallback) {
  const std::string report = child_->end_report(after(longest_kill));
  child_.reset();
  return fallback.empty() ? report : fallback;
}

Backend::Reply Backend::ask(json request, double timeout) {
  const uint64_t id = ++requests_;
  request["id"] = id;
  const Clock::time_point begin = Clock::now();
  const LineProcess::Reading reading = child_->exchange(dump(request), after(timeout));
  Reply reply;
  reply.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  switch (reading.outcome) {
    case LineProcess::Outcome::gone:
      reply.status = Status::crash;
      reply.message = one_line(give_up(""));
      return reply;
    case LineProcess::Outcome::late:
      reply.status = Status::timeout;
      reply.message = give_up(fmt::format("no reply after {:.3g} s", timeout));
      return reply;
    case LineProcess::Outcome::flood:
      reply.status = Status::error;
      reply.message = give_up("the backend's reply is too long: " + quoted(reading.text));
      return reply;
    case LineProcess::Outcome::line:
      break;
  }
  reply.body = try_parse_json(reading.text);
  if (const std::string fault = fault_of(reply.body, id); !fault.empty()) {
    reply.status = Status::error;
    reply.message = give_up(fmt::format("the backend's reply {}: {}", fault, quoted(reading.text)));
    return reply;
  }
  reply.status = status_of_reply(reply.body.at("status"));
  reply.message = one_line(reply.body.value("message", ""));
  return reply;
}

// Starts a child unless there is one that can answer. The reply says why it does not start.
Backend::Reply Backend::start() {
  if (child_ && child_->has_stray_output()) child_.reset();
  if (child_) return {};
  child_ = std::make_unique<LineProcess>(options_.command, options_.max_memory);
  Reply reply = ask({{"ask", "describe"}, {"protocol", protocol}}, options_.timeout);
  const auto word = [&](const char* key) {
    const json text = reply.body.is_object() ? reply.body.value(key, json()) : json();
    return text.is_string() ? one_line(text.get<std::string>(), 100) : "";
  };
  if (reply.status == Status::pass && word("name").empty()) {
    reply.status = Status::error;
    reply.message = give_up("the reply to \"describe\" has no \"name\"");
  }
  name_ = word("name") + (word("version").empty() ? "" : " " + word("version"));
  if (reply.status != Status::pass) {
    child_.reset();
    reply.message = "the backend does not start: " + reply.message;
  }
  return reply;
}

std::string Backend::introduce() {
  const Reply reply = start();
  if (reply.status != Status::pass) {
    throw InvalidInput("--backend '{}': {}", options_.command, reply.message);
  }
  return name_;
}

RuntimeAnswer Backend::run(const fs::path& file, const Model& model, const Bindings& inputs,
                           const StoredInputs& stored, std::optional<double> timeout) {
  RuntimeAnswer answer;
  Reply reply = start();
  if (reply.status == Status::pass) {
    const TemporaryFolder folder(options_.scratch);
    const fs::path outputs = folder.path() / "outputs";
    fs::create_directory(outputs);
    reply = ask({{"ask", "run"},
                 {"model", fs::absolute(file).string()},
                 {"inputs", input_entries(model, inputs, stored, folder.path())},
                 {"outputs", output_entries(model, outputs)},
                 {"output_folder", fs::absolute(outputs).string()}},
                timeout.value_or(options_.timeout));
    if (reply.status == Status::pass) answer = read_outputs(model, outputs);
  }
  answer.seconds = reply.seconds;
  if (reply.status == Status::pass) return answer;
  answer.status = reply.status;
  answer.message = reply.message.empty() ? "the backend gave no reason" : reply.message;
  return answer;
}

RuntimeAnswer Backend::run(const std::string& model_bytes, const Model& model,
                           const Bindings& inputs, std::optional<double> timeout) {
  const TemporaryFolder folder(options_.scratch);
  const fs::path file = folder.path() / "model.onnx";
  write_file(file, model_bytes);
  return run(file, model, inputs, {}, timeout);
}

}  // namespace etalon
