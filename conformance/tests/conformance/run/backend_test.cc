#include "conformance/run/backend.h"
#include "engine/values/json.h"

#include <signal.h>

#include "conformance/cases/own_cases.h"
#include "conformance/common/paths.h"
#include "conformance/judge/statistics.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "onnx.pb.h"

namespace etalon::backend_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;

// A backend whose behaviour is determined by the name of the case's folder.
std::string odd_backend(const fs::path& folder) {
  test::write_text(folder / "good.pb", serialize_value(floats({11, 22}), "output_0"));
  test::write_text(folder / "wrong.pb", serialize_value(floats({11, 23}), "output_0"));
  return fmt::format("python3 '{}/conformance/tests/data/odd_backend.py' '{}'", ETALON_SOURCE_DIR,
                     folder.string());
}

void write_cases(const fs::path& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    test::write_add_folder(folder / "cases" / name, {11, 22});
  }
}

struct Seen {
  std::string status;
  std::string message;
};

// The results of `etalon test --backend`, by the name of the case.
std::map<std::string, Seen> test_with(const std::string& backend, const fs::path& folder,
                                      const std::vector<std::string>& words, Outcome& outcome) {
  const std::string report = (folder / "report.json").string();
  std::vector<std::string> line = {
      "test", (folder / "cases").string(), "--backend", backend, "--report", report};
  line.insert(line.end(), words.begin(), words.end());
  outcome = etalon_command(line);
  INFO(outcome.err);
  std::map<std::string, Seen> seen;
  const json document = json::parse(file_text(report));
  CHECK(document.at("backend") == "odd 1.0");
  for (const json& entry : document.at("cases")) {
    seen[entry.at("name")] = {entry.at("status"), entry.at("message")};
  }
  return seen;
}

TEST_CASE("a backend's right and wrong outputs are distinguished") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"good", "wrong"});
  Outcome outcome;
  const auto seen = test_with(odd_backend(folder.path()), folder.path(), {"--jobs", "1"}, outcome);
  CHECK(outcome.code == 1);
  CHECK(seen.at("good").status == "pass");
  CHECK(seen.at("wrong").status == "fail");
  CHECK(has(seen.at("wrong").message, "1 of 2 elements differ, first [1]: got 23, expected 22"));
  CHECK(has(outcome.out, "odd 1.0, judged by etalon"));
}

TEST_CASE("without expected files; a backend is compared with Etalon's own outputs") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"good", "wrong"});
  for (const char* name : {"good", "wrong"}) {
    REQUIRE(fs::remove(folder.path() / "cases" / name / "test_data_set_0/output_0.pb"));
  }
  Outcome outcome;
  const auto seen = test_with(odd_backend(folder.path()), folder.path(), {"--jobs", "1"}, outcome);
  CHECK(seen.at("good").status == "pass");
  CHECK(seen.at("wrong").status == "fail");
  CHECK(has(seen.at("wrong").message, "got 23, expected 22"));
}

TEST_CASE("everything a backend does is its case's outcome and the run continues") {
  const TemporaryFolder folder;
  const std::map<std::string, Seen> expected = {
      {"good1", {"pass", ""}},
      {"abort", {"crash", "killed by signal 6 (Aborted)"}},
      {"error", {"error", "the backend gave no reason"}},
      {"exit", {"crash", "exited with code 7: what(): the runtime gave up"}},
      {"flood", {"error", "the backend's reply is too long: \"xxxx"}},
      {"garbage",
       {"error", "the backend's reply is not a JSON object: \"[W] a runtime's warning\""}},
      {"good2", {"pass", ""}},
      {"invalid", {"invalid", "a bad model"}},
      {"list", {"error", "is not a JSON object"}},
      {"memory", {"crash", "MemoryError"}},
      {"no-tensor", {"error", "the backend wrote an unreadable output"}},
      {"nothing-written", {"fail", "the backend did not write output 'output_0'"}},
      {"other-id", {"error", "the backend's reply does not have the request's id"}},
      {"other-status",
       {"error", "does not have a \"status\" of ok, unsupported, invalid or error"}},
      {"raise", {"crash", "RuntimeError: nobody caught this"}},
      {"remark", {"pass", "constant inputs: axes"}},
      {"remark-7", {"error", "the backend's reply has a \"remark\" that is not a string"}},
      {"stray", {"fail", "the backend did not write output 'output_0'"}},
      {"four", {"error", "the backend wrote 4 outputs where the model declares 1"}},
      {"good3", {"pass", ""}},
      {"unsupported", {"unsupported", "no kernel for Add"}}};
  for (const auto& [name, one] : expected) write_cases(folder.path(), {name});
  for (const char* jobs : {"1", "3"}) {
    Outcome outcome;
    const auto seen = test_with(odd_backend(folder.path()), folder.path(),
                                {"--jobs", jobs, "--backend-memory", "150000000"}, outcome);
    CHECK(outcome.code == 1);
    REQUIRE(seen.size() == expected.size());
    for (const auto& [name, one] : expected) {
      INFO(name << ": " << seen.at(name).message);
      CHECK(seen.at(name).status == one.status);
      CHECK(has(seen.at(name).message, one.message));
    }
  }
}

TEST_CASE("a backend that hangs is ended and the run continues") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"good1", "hang", "good2"});
  Outcome outcome;
  const auto seen = test_with(odd_backend(folder.path()), folder.path(),
                              {"--jobs", "1", "--case-timeout", "3"}, outcome);
  CHECK(seen.at("good1").status == "pass");
  CHECK(seen.at("good2").status == "pass");
  CHECK(seen.at("hang").status == "timeout");
  CHECK(seen.at("hang").message == "no reply after 3 s");
}

TEST_CASE(
    "a backend that takes values in requests is judged by the outputs that follow its reply") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"one", "two"});
  test::write_text(folder.path() / "good.pb", serialize_value(floats({11, 22}), ""));
  const std::map<std::string, Seen> expected = {
      {"good", {"pass", ""}},
      {"two", {"error", "the backend wrote 2 outputs where the model declares 1"}},
      {"none", {"fail", "the backend did not write output"}},
      {"unsaid", {"fail", "the backend did not write output"}},
      {"short", {"crash", "exited with code 0 before it had replied (5 of the "}},
      {"huge", {"error", "\"outputs\" that are not a list of sizes"}},
      {"words", {"error", "\"outputs\" that are not a list of sizes"}},
      {"negative", {"error", "\"outputs\" that are not a list of sizes"}},
      {"more", {"pass", ""}},
      {"garbage", {"error", "the backend wrote an unreadable output"}},
      {"refuses", {"unsupported", "no kernel"}}};
  for (const auto& [deed, seen] : expected) {
    const std::string report = (folder.path() / "report.json").string();
    const Outcome outcome = etalon_command(
        {"test", (folder.path() / "cases").string(), "--jobs", "1", "--report", report, "--backend",
         fmt::format("python3 '{}/conformance/tests/data/inline_backend.py' '{}' {}",
                     ETALON_SOURCE_DIR, folder.path().string(), deed)});
    INFO(deed << outcome.err);
    const json document = json::parse(file_text(report));
    for (const json& entry : document.at("cases")) {
      CHECK(entry.at("status") == seen.status);
      CHECK(has(entry.at("message").get<std::string>(), seen.message));
    }
  }
}

TEST_CASE("a backend that ends or stops within a reply has crashed or is late; wherever that is") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"one", "two"});
  const std::string ended = "killed by signal 11 (Segmentation fault)", late = "no reply after 2 s";
  const std::string some = " (5 of the 14 bytes of output 0 had arrived)";
  const std::string none = " (0 of the 14 bytes of output 0 had arrived)";
  const std::map<std::string, std::array<Seen, 2>> expected = {
      {"line-die", {Seen{"crash", ended}, {"crash", ended}}},
      {"line-drip", {Seen{"timeout", late}, {"timeout", late}}},
      {"bytes-die", {Seen{"crash", ended + some}, {"crash", ended + some}}},
      {"bytes-exit",
       {Seen{"crash", "exited with code 0 before it had replied" + some},
        {"crash", "exited with code 0 before it had replied" + some}}},
      {"bytes-drip", {Seen{"timeout", late}, {"timeout", late}}},
      {"reply-stop", {Seen{"timeout", late + none}, {"timeout", late + none}}},
      // An answer that is whole counts, and what comes after it is not the next case's outcome.
      {"end-die", {Seen{"pass", ""}, {"pass", ""}}},
      {"end-exit", {Seen{"pass", ""}, {"pass", ""}}}};
  for (const auto& [deed, seen] : expected) {
    const std::string report = (folder.path() / "report.json").string();
    const Outcome outcome =
        etalon_command({"test", (folder.path() / "cases").string(), "--jobs", "1", "--report",
                        report, "--case-timeout", "2", "--backend",
                        fmt::format("python3 '{}/conformance/tests/data/stopping_backend.py' {}",
                                    ETALON_SOURCE_DIR, deed)});
    INFO(deed << outcome.err);
    const json cases = json::parse(file_text(report)).at("cases");
    REQUIRE(cases.size() == 2);
    for (size_t i = 0; i < 2; ++i) {
      CHECK(cases[i].at("status") == seen[i].status);
      CHECK(cases[i].at("message").get<std::string>().starts_with(seen[i].message));
    }
  }
}

TEST_CASE("whatever a library does to its process is the outcome of its cases") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"one", "two"});
  const std::map<std::string, Seen> expected = {
      {"throws", {"crash", "killed by signal 6 (Aborted)"}},
      {"exits", {"crash", "exited with code 0 before it had replied: the library called exit()"}},
      {"exits at once", {"crash", "exited with code 0 before it had replied"}},
      {"aborts", {"crash", "killed by signal 6 (Aborted)"}},
      {"status 17", {"error", "etalon_backend_run returned 17, which is not a status"}},
      {"null elements", {"error", "it gave the elements of output 0 at a null pointer"}},
      {"null message", {"error", "it gave the message of output 0 at a null pointer"}},
      {"no version", {"pass", ""}}};
  const std::string report = (folder.path() / "report.json").string();
  const std::string library = std::string("so:") + ETALON_PLANTED;
  const std::vector<std::string> words = {
      "test", (folder.path() / "cases").string(), "--backend", library, "--report", report};
  for (const auto& [deed, seen] : expected) {
    setenv("ETALON_PLANT", deed.c_str(), 1);
    const Outcome outcome = etalon_command(words);
    INFO(deed << outcome.err);
    const json cases = json::parse(file_text(report)).at("cases");
    REQUIRE(cases.size() == 2);
    for (const json& entry : cases) {
      CHECK(entry.at("status") == seen.status);
      CHECK(entry.at("message").get<std::string>().starts_with(seen.message));
    }
  }
  for (const auto& [deed, sentence] : std::map<std::string, std::string>{
           {"no name", "its etalon_backend_name returned a null pointer"},
           {"exits when described", "the library called exit()"},
           {"throws when described", "what(): a reason"}}) {
    setenv("ETALON_PLANT", deed.c_str(), 1);
    test::check_fails(words, 3, sentence);
  }
  unsetenv("ETALON_PLANT");
}

TEST_CASE("--files gives a backend files although it takes values in requests") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"one"});
  test::write_text(folder.path() / "good.pb", serialize_value(floats({11, 22}), ""));
  const auto request = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words = {
        "test", (folder.path() / "cases").string(), "--backend",
        fmt::format("python3 '{}/conformance/tests/data/inline_backend.py' '{}' record",
                    ETALON_SOURCE_DIR, folder.path().string())};
    words.insert(words.end(), more.begin(), more.end());
    etalon_command(words);
    return json::parse(file_text(folder.path() / "request.json"));
  };
  const json by_bytes = request({});
  CHECK(by_bytes.at("model_bytes").get<int>() > 50);
  CHECK(by_bytes.at("inputs").at(0).at("bytes").get<int>() > 8);
  CHECK(!by_bytes.contains("output_folder"));
  const json by_files = request({"--files"});
  CHECK(!by_files.contains("model_bytes"));
  CHECK(by_files.contains("output_folder"));
}

TEST_CASE("a request names the model; the stored inputs and where outputs go") {
  const TemporaryFolder folder;
  write_cases(folder.path(), {"record"});
  Outcome outcome;
  const auto seen = test_with(odd_backend(folder.path()), folder.path(), {}, outcome);
  CHECK(seen.at("record").status == "pass");
  const json request = json::parse(file_text(folder.path() / "request.json"));
  const fs::path home = fs::canonical(folder.path() / "cases/record");
  CHECK(request.at("ask") == "run");
  CHECK(request.at("id").is_number_unsigned());
  CHECK(request.at("model") == (home / "model.onnx").string());
  const std::string stored = (home / "test_data_set_0").string();
  CHECK(request.at("inputs") ==
        json{{{"name", "input_0"}, {"type", "tensor(float)"}, {"file", stored + "/input_0.pb"}},
             {{"name", "input_1"}, {"type", "tensor(float)"}, {"file", stored + "/input_1.pb"}}});
  const std::string outputs = request.at("output_folder");
  CHECK(
      request.at("outputs") ==
      json{{{"name", "output_0"}, {"type", "tensor(float)"}, {"file", outputs + "/output_0.pb"}}});
  CHECK_FALSE(fs::exists(outputs));
}

// Model and values of a case of Add that is not in a file.
struct Add {
  std::string bytes = [] {
    const json document = json::parse(test::add_cases({{"add", {11, 22}}}));
    return own_case_model(document, document.at("cases").at(0)).SerializeAsString();
  }();
  BoundModel model = parse_model(bytes, {});
  Bindings inputs = {{"input_0", floats({1, 2})}, {"input_1", floats({10, 20})}};
};

TEST_CASE("a backend runs a model in memory and says its name") {
  const TemporaryFolder folder;
  const Add add;
  BackendOptions options;
  // The name of the model's temporary folder is not a behaviour, so the backend does not reply.
  options.command = odd_backend(folder.path());
  Backend backend(options);
  CHECK(backend.introduce() == "odd 1.0");
  CHECK(backend.run(add.bytes, add.model, add.inputs, 0.2).status == Status::timeout);
  test::write_text(folder.path() / "good/model.onnx", add.bytes);
  const RuntimeAnswer answer =
      backend.run(folder.path() / "good/model.onnx", add.model, add.inputs);
  REQUIRE(answer.status == Status::pass);
  CHECK(answer.message.empty());
  REQUIRE(answer.outputs.size() == 1);
  CHECK(identical(answer.outputs[0].tensor(), floats({11, 22})));
}

TEST_CASE("a backend's description declares its arithmetic") {
  const TemporaryFolder folder;
  BackendOptions options;
  options.command = odd_backend(folder.path()) + R"( '["tf32", "flush"]')";
  Backend backend(options);
  CHECK(!backend.arithmetic().any());
  backend.introduce();
  CHECK(backend.arithmetic() == arithmetic_named({"tf32", "flush"}));
}

void check_no_start(const std::string& command, const std::string& reason) {
  BackendOptions options;
  options.command = command;
  Backend backend(options);
  try {
    backend.introduce();
    FAIL("started: " << command);
  } catch (const InvalidInput& error) {
    INFO(error.what());
    CHECK(has(error.what(), "does not start: "));
    CHECK(has(error.what(), reason));
  }
}

TEST_CASE("a backend that does not start is reported in a sentence") {
  check_no_start("/no/such/program", "exited with code 127: ");
  check_no_start("true", "exited with code 0");
  check_no_start("kill -11 $$", "killed by signal 11");
  check_no_start("echo welcome; cat", "is not a JSON object: \"welcome\"");
  check_no_start("read r; echo '{\"id\": 1, \"status\": \"ok\"}'; cat", "has no \"name\"");
  check_no_start(
      "read r; echo '{\"id\": 1, \"status\": \"error\", \"message\": \"no licence\"}'; cat",
      "no licence");
  const TemporaryFolder folder;
  check_no_start(odd_backend(folder.path()) + R"( '["fp8"]')", "'fp8' is not an arithmetic");
  write_cases(folder.path(), {"good"});
  const Outcome outcome =
      etalon_command({"test", (folder.path() / "cases").string(), "--backend", "false"});
  CHECK(outcome.code == 3);
  CHECK(has(outcome.err, "etalon: --backend 'false': the backend does not start"));
}

TEST_CASE("a child that ignores the end of its input is ended") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "pid";
  BackendOptions options;
  options.command = fmt::format(
      "echo $$ > '{}'; read r; echo '{{\"id\": 1, \"status\": \"ok\", \"name\": \"deaf\"}}'; "
      "trap '' HUP; while :; do sleep 1; done",
      file.string());
  pid_t child = 0;
  {
    Backend backend(options);
    CHECK(backend.introduce() == "deaf");
    child = std::stoi(file_text(file));
    CHECK(::kill(child, 0) == 0);
  }
  CHECK(::kill(child, 0) != 0);
}

TEST_CASE("what a backend starts ends with it; in a session of its own as well") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "pid";
  BackendOptions options;
  // The grandchild's own parent, the subshell, has ended before the backend answers.
  options.command = fmt::format(
      "read r; (setsid sh -c 'echo $$ > \"{0}\"; exec sleep 600' & ); "
      "while ! [ -s '{0}' ]; do sleep 0.01; done; "
      "echo '{{\"id\": 1, \"status\": \"ok\", \"name\": \"parent\"}}'; cat",
      file.string());
  pid_t grandchild = 0;
  {
    Backend backend(options);
    CHECK(backend.introduce() == "parent");
    grandchild = std::stoi(file_text(file));
    CHECK(::kill(grandchild, 0) == 0);
  }
  CHECK(::kill(grandchild, 0) != 0);
}

TEST_CASE("own cases that expect an error pass when the backend refuses") {
  const TemporaryFolder folder;
  json document = json::parse(test::add_cases({{"bad", {}}, {"open", {}}, {"sum", {11, 22}}}));
  for (const auto& [index, error] : {std::pair(0, "InvalidInput"), std::pair(1, "Unspecified")}) {
    document["cases"][index].erase("outputs");
    document["cases"][index]["error"] = error;
  }
  test::write_text(folder.path() / "cases/Add.json", document.dump());
  const auto backend = [](const std::string& reply) {
    return fmt::format(
        "read r; echo '{{\"id\": 1, \"status\": \"ok\", \"name\": \"odd\", "
        "\"version\": \"1.0\"}}'; n=1; while read r; do n=$((n + 1)); "
        "echo \"{{\\\"id\\\": $n, {}}}\"; done",
        reply);
  };
  Outcome outcome;
  auto seen = test_with(backend("\\\"status\\\": \\\"invalid\\\""), folder.path(), {}, outcome);
  CHECK(has(outcome.err, "1 case left out that concerns only Etalon"));
  REQUIRE(seen.size() == 2);
  CHECK(seen.at("Add: bad").status == "pass");
  CHECK(seen.at("Add: sum").status == "invalid");
  seen = test_with(backend("\\\"status\\\": \\\"ok\\\""), folder.path(), {}, outcome);
  CHECK(seen.at("Add: bad").status == "fail");
  CHECK(seen.at("Add: sum").message == "the backend did not write output 'output_0'");
  seen = test_with(backend("\\\"status\\\": \\\"unsupported\\\""), folder.path(), {}, outcome);
  CHECK(seen.at("Add: bad").status == "unsupported");
  CHECK(outcome.code == 4);
}

TEST_CASE("a refusal that is permitted beside a result is open") {
  const TemporaryFolder folder;
  const json zero = {{"type", "int32"}, {"shape", {1}}, {"data", {0}}};
  const json five = {{"type", "float"}, {"shape", json::array()}, {"data", {5}}};
  const auto write = [&](const std::string& op, json one) {
    one["derivation"] = "data/open_points";
    const json cases = {{"domain", "ai.onnx"}, {"operator", op}, {"cases", json::array({one})}};
    test::write_text(folder.path() / ("cases/" + op + ".json"), cases.dump());
  };
  // Div.integer_zero_divisor: Etalon has a value. ArgMax.rank0: it refuses.
  write("Div", {{"name", "by zero"},
                {"opset", 14},
                {"inputs", json::array({zero, zero})},
                {"outputs", json::array({zero})}});
  write("ArgMax", {{"name", "scalar"},
                   {"opset", 13},
                   {"inputs", json::array({five})},
                   {"error", "InvalidInput"}});
  const auto backend = [](const std::string& status, const std::string& message) {
    return fmt::format(
        "read r; echo '{{\"id\": 1, \"status\": \"ok\", \"name\": \"odd\", "
        "\"version\": \"1.0\"}}'; n=1; while read r; do n=$((n + 1)); "
        "echo \"{{\\\"id\\\": $n, \\\"status\\\": \\\"{}\\\", \\\"message\\\": \\\"{}\\\"}}\"; "
        "done",
        status, message);
  };
  Outcome outcome;
  const auto division = [&](const std::string& status, const std::string& message) {
    const auto seen = test_with(backend(status, message), folder.path(), {}, outcome);
    CHECK(seen.at("ArgMax: scalar").status == "pass");
    return seen.at("Div: by zero");
  };
  const Seen fitting = division("error", "RuntimeError: the divisor is 0");
  CHECK(fitting.status == "open");
  CHECK(fitting.message ==
        "a refusal is permitted by Div.integer_zero_divisor: RuntimeError: the divisor is 0");
  CHECK(division("invalid", "no").status == "open");
  // What a runtime says that refuses everything.
  const Seen blanket = division("error", "RuntimeError: failed");
  CHECK(blanket.status == "error");
  CHECK(blanket.message == "RuntimeError: failed");
  CHECK(division("error", "").status == "error");
  CHECK(division("invalid", "").status == "invalid");
  write("Neg", {{"name", "zero"},
                {"opset", 13},
                {"inputs", json::array({zero})},
                {"outputs", json::array({zero})}});
  CHECK(division("error", "RuntimeError: invalid input").status == "error");
}

TEST_CASE("a seed does not determine another runtime's random numbers") {
  const auto model = [](const json& attributes) {
    const json entry = {{"name", "r"},
                        {"opset", 1},
                        {"attributes", attributes},
                        {"inputs", json::array()},
                        {"outputs", {{{"type", "float"}, {"data", {0, 0}}}}}};
    const json document = {{"domain", "ai.onnx"}, {"operator", "RandomNormal"}, {"cases", {entry}}};
    return parse_model(own_case_model(document, entry).SerializeAsString(), {});
  };
  const Model seeded = model({{"shape", {2}}, {"seed", 1.0}});
  CHECK_FALSE(draws_freely(seeded, {}));
  CHECK(draws(seeded, {}));
  CHECK(draws(model({{"shape", {2}}}), {}));
  CHECK_FALSE(draws(Add().model, {}));
}

}  // namespace
}  // namespace etalon::backend_test
