#include "conformance/run/library_host.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <deque>
#include <optional>
#include <vector>

#include "conformance/common/json.h"
#include "conformance/run/etalon_backend.h"
#include "engine/loader/serialization.h"
#include "engine/values/errors.h"
#include "onnx.pb.h"

namespace etalon {

using nlohmann::json;

namespace {

struct BackendLibrary {
  int (*interface)() = nullptr;
  const char* (*name)() = nullptr;
  const char* (*version)() = nullptr;
  int (*run)(const EtalonCall*) = nullptr;
  std::string problem;  // why it cannot be used; else empty
};

BackendLibrary opened_library(const std::string& file) {
  constexpr int known_interface = 1;
  BackendLibrary library;
  // Without a slash, the system would look for it among its own libraries.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    library.problem = dlerror();
    return library;
  }
  const auto find = [&](auto& function, const char* symbol, bool required) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(handle, symbol));
    if (function == nullptr && required && library.problem.empty()) {
      library.problem = fmt::format("{} does not export {}", file, symbol);
    }
  };
  find(library.interface, "etalon_backend_interface", true);
  find(library.name, "etalon_backend_name", true);
  find(library.version, "etalon_backend_version", false);
  find(library.run, "etalon_backend_run", true);
  if (library.problem.empty() && library.interface() != known_interface) {
    library.problem = fmt::format("{} has interface {}; this Etalon knows {}", file,
                                  library.interface(), known_interface);
  }
  return library;
}

// What the library gives for one call.
struct Given {
  std::vector<std::optional<std::string>> outputs;  // serialized
  std::string sentence;
  std::string fault = {};  // what is wrong with how it gave an output
};

// False, with the fault noted, for bytes that cannot be read.
bool can_read(Given& given, const char* what, size_t output, const void* bytes, size_t size) {
  constexpr size_t most_bytes = size_t{1} << 31;
  if (bytes == nullptr && size != 0) {
    given.fault = fmt::format("it gave the {} of output {} at a null pointer", what, output);
  } else if (size > most_bytes) {
    given.fault = fmt::format("it gave {} bytes as the {} of output {}", size, what, output);
  }
  return given.fault.empty();
}

void give_bytes(void* sink, size_t output, const void* message, size_t size) {
  Given& given = *static_cast<Given*>(sink);
  constexpr size_t most_outputs = 1 << 16;
  if (output >= most_outputs || !can_read(given, "message", output, message, size)) return;
  if (output >= given.outputs.size()) given.outputs.resize(output + 1);
  std::string& kept = given.outputs[output].emplace();
  if (size != 0) kept.assign(static_cast<const char*>(message), size);
}

void give_elements(void* sink, size_t output, int32_t data_type, size_t rank, const int64_t* dims,
                   const void* elements, size_t size) {
  Given& given = *static_cast<Given*>(sink);
  if (!can_read(given, "dims", output, dims, rank) ||
      !can_read(given, "elements", output, elements, size)) {
    return;
  }
  onnx::TensorProto proto;
  proto.set_data_type(data_type);
  for (size_t i = 0; i < rank; ++i) proto.add_dims(dims[i]);
  if (size != 0) proto.set_raw_data(elements, size);
  const std::string message = proto.SerializeAsString();
  give_bytes(sink, output, message.data(), message.size());
}

void keep_sentence(void* sink, const char* sentence) {
  static_cast<Given*>(sink)->sentence = sentence == nullptr ? "" : sentence;
}

// An input with all that its fields point to.
struct HostedInput {
  std::string name, type, message;
  onnx::TensorProto proto = {};
  std::vector<int64_t> dims = {};
  std::string elements = {};
  bool plain = false;

  void read_elements() {
    if (!type.starts_with("tensor(") || type == "tensor(string)") return;
    if (!proto.ParseFromString(message)) return;
    dims.assign(proto.dims().begin(), proto.dims().end());
    elements = proto.has_raw_data()
                   ? proto.raw_data()
                   : format_raw(parse_value(message, type_named(type), {}).tensor());
    plain = true;
  }
  EtalonInput view() const {
    static const char none = 0;
    const char* data = elements.empty() ? &none : elements.data();
    return {name.c_str(), type.c_str(), message.data(),         message.size(), proto.data_type(),
            dims.size(),  dims.data(),  plain ? data : nullptr, elements.size()};
  }
};

bool is_status(int status) { return status >= etalon_status_ok && status <= etalon_status_error; }

const char* word_of(int status) {
  static constexpr const char* words[] = {"ok", "unsupported", "invalid", "error"};
  return is_status(status) ? words[status] : "error";
}

class LibraryHost {
 public:
  explicit LibraryHost(const std::string& file) {
    // The library's own output must not be taken for a reply.
    requests_ = fdopen(dup(STDIN_FILENO), "rb");
    replies_ = fdopen(dup(STDOUT_FILENO), "wb");
    dup2(STDERR_FILENO, STDOUT_FILENO);
    const int nothing = open("/dev/null", O_RDONLY);
    dup2(nothing, STDIN_FILENO);
    on_exit(end_at_once, nullptr);
    library_ = opened_library(file);
  }

  // The library may call exit(), which must not run what the process that it was forked from would
  // do at its own end.
  static void end_at_once(int code, void*) {
    constexpr std::string_view sentence = "the library called exit()\n";
    if (write(STDERR_FILENO, sentence.data(), sentence.size()) < 0) _exit(code);
    _exit(code);
  }

  void serve() {
    for (std::string line; read_line(line);) {
      const json request = json::parse(line);
      if (request.at("ask") == "describe") {
        send(described(request), {});
      } else {
        run(request);
      }
    }
  }

 private:
  bool read_line(std::string& line) {
    line.clear();
    for (int c = 0; (c = std::getc(requests_)) != EOF;) {
      if (c == '\n') return true;
      line += static_cast<char>(c);
    }
    return false;
  }

  std::string read_bytes(size_t size) {
    std::string bytes(size, '\0');
    bytes.resize(std::fread(bytes.data(), 1, size, requests_));
    return bytes;
  }

  void send(const json& reply, const std::vector<std::string>& blocks) {
    const std::string line = reply.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
    std::fwrite(line.data(), 1, line.size(), replies_);
    for (const std::string& block : blocks) std::fwrite(block.data(), 1, block.size(), replies_);
    std::fflush(replies_);
  }

  json described(const json& request) const {
    const char* name = library_.problem.empty() ? library_.name() : nullptr;
    if (name == nullptr) {
      const std::string why = library_.problem.empty()
                                  ? "its etalon_backend_name returned a null pointer"
                                  : library_.problem;
      return {{"id", request.at("id")}, {"status", "error"}, {"message", why}};
    }
    json reply = {{"id", request.at("id")}, {"status", "ok"}, {"name", name}, {"inline", true}};
    const char* version = library_.version == nullptr ? nullptr : library_.version();
    if (version != nullptr) reply["version"] = version;
    return reply;
  }

  void run(const json& request) {
    if (!request.contains("model_bytes")) {
      const std::string why = "a library cannot take large models or models with external data";
      return send({{"id", request.at("id")}, {"status", "unsupported"}, {"message", why}}, {});
    }
    const std::string model = read_bytes(request.at("model_bytes").get<size_t>());
    std::deque<HostedInput> inputs;
    std::vector<EtalonInput> views;
    for (const json& entry : request.at("inputs")) {
      inputs.push_back({entry.at("name").get<std::string>(), entry.at("type").get<std::string>(),
                        read_bytes(entry.at("bytes").get<size_t>())});
      inputs.back().read_elements();
      views.push_back(inputs.back().view());
    }
    std::deque<std::string> texts;
    std::vector<EtalonOutput> outputs;
    const auto kept = [&](const json& text) {
      return texts.emplace_back(text.get<std::string>()).c_str();
    };
    for (const json& entry : request.at("outputs")) {
      outputs.push_back({kept(entry.at("name")), kept(entry.at("type"))});
    }
    Given given;
    const EtalonCall call = {model.data(),   model.size(),   views.size(),  views.data(),
                             outputs.size(), outputs.data(), give_elements, give_bytes,
                             keep_sentence,  &given};
    answer(request, library_.run(&call), given);
  }

  // Outputs after one that is left out are not sent: the first that is missing is what matters.
  void answer(const json& request, int status, const Given& given) {
    json reply = {{"id", request.at("id")}, {"status", word_of(status)}};
    if (!given.sentence.empty()) reply["message"] = given.sentence;
    if (!is_status(status)) {
      reply["message"] =
          fmt::format("etalon_backend_run returned {}, which is not a status", status);
    }
    if (status == etalon_status_ok && !given.fault.empty()) {
      reply.update({{"status", "error"}, {"message", given.fault}});
      return send(reply, {});
    }
    std::vector<std::string> blocks;
    if (status == etalon_status_ok) {
      json sizes = json::array();
      for (const auto& output : given.outputs) {
        if (!output) break;
        sizes.push_back(output->size());
        blocks.push_back(*output);
      }
      reply["outputs"] = sizes;
    }
    send(reply, blocks);
  }

  std::FILE* requests_ = nullptr;
  std::FILE* replies_ = nullptr;
  BackendLibrary library_;
};

}  // namespace

std::string library_of(const std::string& command) {
  constexpr std::string_view prefix = "so:";
  return command.starts_with(prefix) ? command.substr(prefix.size()) : "";
}

void serve_library(const std::string& file) { LibraryHost(file).serve(); }

}  // namespace etalon
