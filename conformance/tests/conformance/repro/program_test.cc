#include "conformance/repro/program.h"

#include <algorithm>
#include <limits>

#include "conformance/common/json.h"
#include "conformance/common/json_values.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/utf8.h"

namespace etalon::program_test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::floats;

// Texts that mean something to Python, a shell, a file system or a terminal.
std::vector<std::string> hostile() {
  return {"\"\"\"\";open(\"PWNED\",\"w\");'''#",
          "'''\nopen('PWNED','w')\n'''",
          "\\",
          "\\\"\"\"\nopen('PWNED','w')\n#",
          "\n\nopen('PWNED', 'w')\n",
          "\r\x0copen('PWNED', 'w')",
          "$(touch PWNED)`touch PWNED`; touch PWNED",
          "../../PWNED",
          "/PWNED",
          "{open('PWNED','w')}%s{0}",
          "\x1b[31m\x1b]0;PWNED\x07\xc2\x9b"
          "31m\xe2\x80\xae",
          std::string("a\0b", 3),
          "__import__('os').system('touch PWNED')"};
}

CaseFiles copy_of(const std::string& in, const std::string& out, const Value& x) {
  test::SmallModel small(13);
  small.input(in, x).node("Identity", {in}, {out}).output(out);
  CaseFiles files;
  files.model = small.bytes();
  files.sets.push_back({{{in, x}}, {{out, x}}});
  return files;
}

Repro repro_of(const CaseFiles& files, const std::string& lines = "got = list(inputs.values())\n") {
  return {files, "title", {}, lines, "", {}};
}

// What is in a folder, by name.
std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    names.push_back(entry.path().lexically_relative(folder).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

TEST_CASE("no name becomes the text of a program; a path or an escape") {
  for (const std::string& name : hostile()) {
    INFO(printable(name));
    const TemporaryFolder scratch;
    const fs::path folder = scratch.path() / "a/case";
    fs::create_directories(folder);
    const CaseFiles files = copy_of(name, name + "!", floats({1, 2}));
    Repro repro = repro_of(files);
    repro.title = name;
    repro.remarks = {name, name};
    write_repro(folder, repro);
    CHECK(file_text(folder / "repro.py") == repro_program());
    CHECK(file_text(folder / "runtime.py") == repro.lines);
    const std::string text = file_text(folder / "repro.json");
    CHECK(printable_lines(text) == text);
    const json document = json::parse(text);
    CHECK(document.at("title") == printable(name));
    CHECK(document.at("inputs").at(0).at("name") == name);
    CHECK(document.at("outputs").at(0).at("name") == name + "!");
    CHECK(names_in(scratch.path()) == std::vector<std::string>{"a", "a/case", "a/case/repro.json",
                                                               "a/case/repro.py",
                                                               "a/case/runtime.py"});
  }
}

TEST_CASE("a case's command stands in its data alone; without absolute paths") {
  const TemporaryFolder folder;
  const CaseFiles files = copy_of("x", "y", floats({1}));
  const fs::path here = fs::current_path();
  const auto written = [&](const std::string& command) {
    Repro repro = repro_of(files, "");
    repro.command = command;
    write_repro(folder.path(), repro);
    CHECK(file_text(folder.path() / "repro.py") == repro_program());
    return json::parse(file_text(folder.path() / "repro.json")).at("command").get<std::string>();
  };
  CHECK(written("python3 adapter.py --a b/c") == "python3 adapter.py --a b/c");
  CHECK(written("/home/me/V/bin/python '/home/me/adapter.py' --out=/tmp/x") ==
        "python 'adapter.py' --out=x");
  CHECK(written((here / "build/mine").string() + " " + (here / "a.py").string()) ==
        "build/mine ./a.py");
  CHECK(written("so:/home/me/libmine.so") == "so:libmine.so");
  CHECK(written("PATH=/a/b:/c/d \"/e/f\";g") == "PATH=b:d \"f\";g");
  CHECK(written("\"\"\"\n'''; $(touch PWNED)") == "\"\"\"\n'''; $(touch PWNED)");
}

TEST_CASE("repro.json has a key or a value in a line and reads back to the same values") {
  constexpr double inf = std::numeric_limits<double>::infinity();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  Sequence sequence{Type::tensor(DType::int8), {}};
  sequence.items.push_back(Tensor::of(DType::int8, Ints({-3})));
  const Array<std::string> texts = {std::string("a\"b"), std::string("\xC3\xA4\n")};
  const CaseValues values = {
      {"plain", floats({1, -0.5, 1e30, -0.0, inf, -inf, nan})},
      {"half", Tensor::of(DType::float16, scalar_array(0.25))},
      {"bool", Tensor::of(DType::boolean, Bools({true, false})).reshaped({2, 1})},
      {"long", Tensor::of(DType::uint64, Naturals({~uint64_t{0}}))},
      {"complex", Tensor::of(DType::complex64, full<std::complex<double>>({1}, {1, -inf}))},
      {"text", Tensor::of(DType::string, texts)},
      {"none", Tensor::of(DType::int8, empty_array<int64_t>({0, 2}))},
      {"list", sequence},
      {"optional", Optional{Type::tensor(DType::float32), nullptr}},
      {"map",
       Map{Tensor::of(DType::int64, Ints({3})), {floats({1})}, Type::tensor(DType::float32)}},
      {"large", Tensor::zeros(DType::float32, {65})}};
  const TemporaryFolder scratch;
  const fs::path folder = scratch.path() / "case";
  fs::create_directories(folder);
  CaseFiles files = copy_of("x", "y", floats({1}));
  files.sets = {{values, values}};
  Repro repro = repro_of(files);
  repro.remarks = {"One.", "Two:\n  “three”"};
  write_repro(folder, repro);
  const std::string text = file_text(folder / "repro.json");
  CHECK(
      text.starts_with("{\n \"title\": \"title\",\n \"remarks\": [\n  \"One.\",\n  \"Two:\",\n"
                       "  \"  “three”\"\n ],\n \"command\": null,\n \"rtol\": 0.001,\n"
                       " \"atol\": 1e-07,\n \"inputs\": [\n"
                       "  {\"name\":\"plain\",\"type\":\"float\",\"shape\":[7],\"data\":"));
  const json document = json::parse(text);
  for (size_t i = 0; i + 1 < values.size(); ++i) {
    json entry = document.at("inputs").at(i);
    INFO(entry.dump());
    CHECK(entry.at("name") == values[i].first);
    entry.erase("name");
    CHECK(value_to_json(value_from_json(entry)) == value_to_json(values[i].second));
  }
  CHECK(document.at("inputs").at(10) ==
        json({{"name", "large"}, {"type", "tensor(float)"}, {"file", "input_10.npy"}}));
}

TEST_CASE("what NumPy or JSON do not have stays in the case's files") {
  const TemporaryFolder folder;
  const Array<std::string> bytes = {std::string("\xff")};
  for (const Tensor& tensor :
       {Tensor::of(DType::bfloat16, scalar_array(0.5)), Tensor::of(DType::string, bytes)}) {
    write_repro(folder.path(), repro_of(copy_of("x", "y", tensor)));
    const json document = json::parse(file_text(folder.path() / "repro.json"));
    CHECK(document.at("inputs").at(0).at("file") == "test_data_set_0/input_0.pb");
  }
}

}  // namespace
}  // namespace etalon::program_test
