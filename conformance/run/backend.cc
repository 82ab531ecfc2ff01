#include "conformance/run/backend.h"

#include <algorithm>

#include "conformance/cases/cases.h"
#include "conformance/cases/declared_bits.h"
#include "conformance/common/file_names.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/run/backend_process.h"
#include "conformance/run/library_host.h"
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
  for (const char* key : {"message", "remark"}) {
    if (!reply.value(key, json("")).is_string()) {
      return fmt::format("has a \"{}\" that is not a string", key);
    }
  }
  const json files = reply.value("files", json::array());
  const auto is_text = [](const json& file) { return file.is_string(); };
  const bool texts = files.is_array() && std::all_of(files.begin(), files.end(), is_text);
  return texts ? "" : "has \"files\" that are not a list of strings";
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

// The outputs that `read` gives, or what is wrong with them.
RuntimeAnswer checked_outputs(const Model& model, const std::function<Values()>& read) {
  RuntimeAnswer answer;
  const auto& formals = model.graph.outputs;
  try {
    answer.outputs = read();
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

// Larger models and inputs are given in files, which need not be read at once.
constexpr size_t most_inline = size_t{64} << 20;
constexpr uint64_t most_reply_bytes = uint64_t{1} << 31;

// A model that may have external data needs its folder: the key of that has this word.
bool may_have_external_data(std::string_view model_bytes) {
  return model_bytes.find("location") != std::string_view::npos;
}

// The values of a request, one after the other, and what its line says of them.
struct InlineRequest {
  json inputs = json::array();
  json outputs = json::array();
  std::string bytes;
};

InlineRequest inline_request(std::string model_bytes, const Model& model, const Bindings& inputs,
                             const Backend::StoredInputs& stored) {
  InlineRequest request;
  request.bytes = std::move(model_bytes);
  for (const ValueInfo& formal : in_order(model, inputs)) {
    const auto found = stored.find(formal.name);
    const std::string value = found != stored.end()
                                  ? file_text(found->second)
                                  : serialize_value(inputs.find(formal.name)->second, formal.name);
    request.inputs.push_back(
        {{"name", formal.name}, {"type", to_string(formal.type)}, {"bytes", value.size()}});
    request.bytes += value;
  }
  for (const ValueInfo& output : model.graph.outputs) {
    request.outputs.push_back({{"name", output.name}, {"type", to_string(output.type)}});
  }
  return request;
}

Values parsed_outputs(const std::vector<std::string>& blocks,
                      const std::vector<ValueInfo>& formals) {
  Values values;
  for (size_t i = 0; i < blocks.size(); ++i) {
    const Type type = i < formals.size() ? formals[i].type : Type();
    values.push_back(parse_value(blocks[i], type, {}));
  }
  return values;
}

// The sizes that a reply gives; nothing where it gives others than numbers of bytes, or too many.
std::optional<std::vector<size_t>> sizes_in(const json& reply) {
  std::vector<size_t> sizes;
  uint64_t sum = 0;
  const json listed = reply.value("outputs", json::array());
  if (!listed.is_array()) return std::nullopt;
  for (const json& size : listed) {
    if (!size.is_number_unsigned() || size.get<uint64_t>() > most_reply_bytes) return std::nullopt;
    sum += size.get<uint64_t>();
    if (sum > most_reply_bytes) return std::nullopt;
    sizes.push_back(size.get<size_t>());
  }
  return sizes;
}

}  // namespace

// The result of one request: the backend's reply, or why there is none.
struct Backend::Reply {
  Status status = Status::pass;
  std::string message;
  json body;
  std::vector<std::string> blocks = {};  // outputs that follow the line
  double seconds = 0;
  bool asked = true;  // false: the child had ended before it took the request
};

Backend::Backend(BackendOptions options) : options_(std::move(options)) {
  constexpr std::string_view python = "python:";
  if (!options_.command.starts_with(python)) return;
  const std::string words = options_.command.substr(python.size());
  const size_t end = std::min(words.find(' '), words.size());
  options_.command = fmt::format("{} {} {}{}", shell_word(python_program()),
                                 shell_word(script("backends/python_backend_adapter.py").string()),
                                 shell_word(words.substr(0, end)), words.substr(end));
}

Backend::~Backend() = default;

// Ends a child that breaks the protocol, and says in the reply how.
void Backend::give_up(Reply& reply, const std::string& fault) {
  child_->end_report(after(longest_kill));
  child_.reset();
  reply.status = Status::error;
  reply.message = fault;
}

// Ends a child that has ended its output, or is late. `how_far` it had come is said, too.
void Backend::end_by(LineProcess::Outcome outcome, double timeout, const std::string& how_far,
                     Reply& reply) {
  const bool is_gone = outcome == LineProcess::Outcome::gone;
  reply.status = is_gone ? Status::crash : Status::timeout;
  reply.message = child_->end_report(after(longest_kill));
  reply.asked = child_->took_request();
  child_.reset();
  if (!is_gone) reply.message = fmt::format("no reply after {:.3g} s", timeout);
  reply.message = one_line(reply.message + how_far);
}

Backend::Reply Backend::ask(json request, double timeout, std::string_view bytes) {
  const bool is_new = answers_ == 0;
  Reply reply = ask_child(request, timeout, bytes);
  // That a child ends after its last answer is not the outcome of this request.
  if (is_new || reply.status != Status::crash || reply.asked) return reply;
  Reply started = start();
  return started.status == Status::pass ? ask_child(std::move(request), timeout, bytes) : started;
}

Backend::Reply Backend::ask_child(json request, double timeout, std::string_view bytes) {
  const uint64_t id = ++requests_;
  request["id"] = id;
  const Clock::time_point begin = Clock::now();
  const Clock::time_point deadline = after(timeout);
  const LineProcess::Reading reading = child_->exchange(json_text(request), bytes, deadline);
  Reply reply;
  reply.seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  switch (reading.outcome) {
    case LineProcess::Outcome::gone:
    case LineProcess::Outcome::late:
      end_by(reading.outcome, timeout, "", reply);
      return reply;
    case LineProcess::Outcome::flood:
      give_up(reply, "the backend's reply is too long: " + quoted(reading.text));
      return reply;
    case LineProcess::Outcome::line:
      break;
  }
  reply.body = try_parse_json(reading.text);
  if (const std::string fault = fault_of(reply.body, id); !fault.empty()) {
    give_up(reply, fmt::format("the backend's reply {}: {}", fault, quoted(reading.text)));
    return reply;
  }
  ++answers_;
  note_files(reply);
  reply.status = status_of_reply(reply.body.at("status"));
  reply.message = one_line(reply.body.value("message", ""));
  if (reply.status != Status::pass || !request.contains("model_bytes")) return reply;
  receive_outputs(reply, deadline, timeout);
  return reply;
}

// Receives the outputs that follow a reply, or says in it why they do not arrive.
void Backend::receive_outputs(Reply& reply, Clock::time_point deadline, double timeout) {
  const auto sizes = sizes_in(reply.body);
  if (!sizes) {
    return give_up(reply, "the backend's reply has \"outputs\" that are not a list of sizes");
  }
  for (const size_t size : *sizes) {
    LineProcess::Reading reading = child_->receive_bytes(size, deadline);
    if (reading.outcome != LineProcess::Outcome::line) {
      const std::string how_far = fmt::format(" ({} of the {} bytes of output {} had arrived)",
                                              reading.text.size(), size, reply.blocks.size());
      return end_by(reading.outcome, timeout, how_far, reply);
    }
    reply.blocks.push_back(std::move(reading.text));
  }
}

// ------------------------------------------------------------------------------- loaded files

void Backend::note_files(const Reply& reply) {
  const auto files = reply.body.find("files");
  if (files == reply.body.end()) return;
  if (!said_) said_.emplace();
  for (const json& file : *files) said_->push_back(file.get<std::string>());
}

// A path within a file, as of a module in a zip archive, is that file.
void Backend::add_loaded(const std::string& file) {
  std::error_code problem;
  fs::path there = fs::path(file).lexically_normal();
  while (!fs::exists(there, problem) && there.has_relative_path()) there = there.parent_path();
  std::string& digest = loaded_.files[there.string()];
  if (digest.empty()) digest = digest_of_file(there.string());
  if (!digest.empty()) return;
  loaded_.files.erase(there.string());
  if (loaded_.unknown.empty()) loaded_.unknown = fmt::format("{} cannot be read", file);
}

std::optional<LoadedFiles> Backend::loaded() {
  if (!child_) return std::nullopt;
  const MappedFiles mapped = child_->mapped_files(said_.has_value());
  for (const std::string& file : mapped.files) add_loaded(file);
  if (loaded_.unknown.empty()) loaded_.unknown = mapped.unknown;
  if (!said_) return loaded_;
  for (const std::string& file : *said_) add_loaded(file);
  said_->clear();
  return loaded_;
}

// Starts a child unless there is one that can answer. The reply says why it does not start.
Backend::Reply Backend::start() {
  if (child_ && child_->has_stray_output()) child_.reset();
  if (child_) return {};
  answers_ = 0;
  said_.reset();
  loaded_ = {};
  if (const std::string library = library_of(options_.command); !library.empty()) {
    child_ = std::make_unique<LineProcess>([&] { serve_library(library); }, options_.max_memory);
  } else {
    child_ = std::make_unique<LineProcess>(options_.command, options_.max_memory);
  }
  Reply reply = ask({{"ask", "describe"}, {"protocol", protocol}}, options_.timeout);
  const auto word = [&](const char* key) {
    const json text = reply.body.is_object() ? reply.body.value(key, json()) : json();
    return text.is_string() ? one_line(text.get<std::string>(), 100) : "";
  };
  if (reply.status == Status::pass && word("name").empty()) {
    give_up(reply, "the reply to \"describe\" has no \"name\"");
  }
  if (reply.status == Status::pass) {
    try {
      arithmetic_ = arithmetic_named(reply.body.value("arithmetic", std::vector<std::string>()));
    } catch (const std::exception& problem) {
      give_up(reply,
              fmt::format("\"arithmetic\" of the description: {}", one_line(problem.what(), 200)));
    }
  }
  takes_bytes_ = reply.status == Status::pass && !options_.files &&
                 reply.body.value("inline", json()) == json(true);
  const json lines = reply.body.is_object() ? reply.body.value("repro", json()) : json();
  repro_ = lines.is_string() ? lines.get<std::string>() : "";
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

// Nothing where the child does not take such a model and inputs in a request.
std::optional<RuntimeAnswer> Backend::run_inline(std::string model_bytes, const Model& model,
                                                 const Bindings& inputs, const StoredInputs& stored,
                                                 double timeout) {
  if (may_have_external_data(model_bytes)) return std::nullopt;
  const size_t size = model_bytes.size();
  const InlineRequest request = inline_request(std::move(model_bytes), model, inputs, stored);
  const Reply reply = ask({{"ask", "run"},
                           {"model_bytes", size},
                           {"inputs", request.inputs},
                           {"outputs", request.outputs}},
                          timeout, request.bytes);
  return answer_of(reply, model, [&] { return parsed_outputs(reply.blocks, model.graph.outputs); });
}

namespace {

// Whether the files together are small enough to be given in a request.
bool are_small(const fs::path& model, const Backend::StoredInputs& stored) {
  uint64_t sum = fs::file_size(model);
  for (const auto& [name, file] : stored) sum += fs::file_size(file);
  return sum <= most_inline;
}

uint64_t bytes_of(const Value& value) {
  if (!value.is_tensor()) return 0;
  return uint64_t{value.tensor().size()} * slot_bytes(value.tensor().dtype());
}

bool are_small(const std::string& model, const Bindings& inputs) {
  uint64_t sum = model.size();
  for (const auto& [name, value] : inputs) sum += bytes_of(value);
  return sum <= most_inline;
}

}  // namespace

// The answer that a reply gives: the outputs that `read` gives, if it is none of a refusal.
RuntimeAnswer Backend::answer_of(const Reply& reply, const Model& model,
                                 const std::function<Values()>& read) {
  RuntimeAnswer answer;
  if (reply.status == Status::pass) {
    answer = checked_outputs(model, read);
  } else {
    answer.status = reply.status;
    answer.message = reply.message.empty() ? "the backend gave no reason" : reply.message;
  }
  const auto remark = reply.body.find("remark");
  if (remark != reply.body.end() && remark->is_string())
    answer.remark = one_line(remark->get<std::string>());
  answer.seconds = reply.seconds;
  return answer;
}

RuntimeAnswer Backend::run(const fs::path& file, const Model& model, const Bindings& inputs,
                           const StoredInputs& stored, std::optional<double> timeout) {
  const Reply started = start();
  if (started.status != Status::pass) return answer_of(started, model, {});
  const double limit = timeout.value_or(options_.timeout);
  if (takes_bytes_ && are_small(file, stored)) {
    if (auto answer = run_inline(file_text(file), model, inputs, stored, limit)) return *answer;
  }
  const TemporaryFolder folder(options_.scratch);
  const fs::path outputs = folder.path() / "outputs";
  fs::create_directory(outputs);
  const Reply reply = ask({{"ask", "run"},
                           {"model", fs::absolute(file).string()},
                           {"inputs", input_entries(model, inputs, stored, folder.path())},
                           {"outputs", output_entries(model, outputs)},
                           {"output_folder", fs::absolute(outputs).string()}},
                          limit);
  return answer_of(reply, model,
                   [&] { return numbered_values(outputs, "output", model.graph.outputs); });
}

RuntimeAnswer Backend::run(const std::string& model_bytes, const Model& model,
                           const Bindings& inputs, std::optional<double> timeout) {
  const Reply started = start();
  if (started.status != Status::pass) return answer_of(started, model, {});
  if (takes_bytes_ && are_small(model_bytes, inputs)) {
    const double limit = timeout.value_or(options_.timeout);
    if (auto answer = run_inline(model_bytes, model, inputs, {}, limit)) return *answer;
  }
  const TemporaryFolder folder(options_.scratch);
  const fs::path file = folder.path() / "model.onnx";
  write_file(file, model_bytes);
  return run(file, model, inputs, {}, timeout);
}

}  // namespace etalon
