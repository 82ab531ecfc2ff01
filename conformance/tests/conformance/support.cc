#include "conformance/tests/conformance/support.h"

#include <archive.h>
#include <archive_entry.h>

#include <fstream>
#include <sstream>

#include "conformance/cases/own_cases.h"
#include "conformance/commands/commands.h"
#include "conformance/tests/catch.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::test {

namespace fs = std::filesystem;
using nlohmann::json;

Tensor reals(DType type, const std::vector<double>& values) {
  Reals array = empty_array<double>({values.size()});
  std::copy(values.begin(), values.end(), array.begin());
  return Tensor::of(type, array);
}

Tensor floats(const std::vector<double>& values) { return reals(DType::float32, values); }

void write_text(const fs::path& file, const std::string& text) {
  fs::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << text;
}

std::string add_cases(const std::vector<std::pair<std::string, std::vector<double>>>& cases) {
  json list = json::array();
  for (const auto& [name, sum] : cases) {
    list.push_back({{"name", name},
                    {"opset", 14},
                    {"inputs",
                     {{{"type", "float"}, {"shape", {2}}, {"data", {1, 2}}},
                      {{"type", "float"}, {"shape", {2}}, {"data", {10, 20}}}}},
                    {"outputs", {{{"type", "float"}, {"data", sum}}}}});
  }
  return json{{"domain", "ai.onnx"}, {"operator", "Add"}, {"cases", list}}.dump();
}

std::vector<Case> discover_add_cases(
    const fs::path& folder, const std::vector<std::pair<std::string, std::vector<double>>>& cases) {
  write_text(folder / "Add.json", add_cases(cases));
  return discover(folder / "Add.json");
}

void write_add_folder(const fs::path& folder, const std::vector<double>& sum) {
  const json document = json::parse(add_cases({{"add", sum}}));
  write_text(folder / "model.onnx",
             own_case_model(document, document.at("cases").at(0)).SerializeAsString());
  const fs::path set = folder / "test_data_set_0";
  write_text(set / "input_0.pb", serialize_value(floats({1, 2}), "input_0"));
  write_text(set / "input_1.pb", serialize_value(floats({10, 20}), "input_1"));
  write_text(set / "output_0.pb", serialize_value(floats(sum), "output_0"));
}

void write_tar(const fs::path& file,
               const std::vector<std::pair<std::string, std::string>>& entries) {
  struct archive* writer = archive_write_new();
  archive_write_set_format_pax_restricted(writer);
  archive_write_open_filename(writer, file.c_str());
  for (const auto& [name, content] : entries) {
    struct archive_entry* entry = archive_entry_new();
    archive_entry_set_pathname(entry, name.c_str());
    archive_entry_set_perm(entry, 0644);
    archive_entry_set_filetype(entry, AE_IFREG);
    const bool symbolic = content.starts_with("->");
    const bool link = symbolic || content.starts_with("=>");
    if (symbolic) archive_entry_set_filetype(entry, AE_IFLNK);
    if (symbolic) archive_entry_set_symlink(entry, content.substr(2).c_str());
    if (link && !symbolic) archive_entry_set_hardlink(entry, content.substr(2).c_str());
    archive_entry_set_size(entry, link ? 0 : static_cast<la_int64_t>(content.size()));
    archive_write_header(writer, entry);
    if (!link) archive_write_data(writer, content.data(), content.size());
    archive_entry_free(entry);
  }
  archive_write_close(writer);
  archive_write_free(writer);
}

Outcome etalon_command(const std::vector<std::string>& words) {
  std::ostringstream out;
  std::ostringstream err;
  const int code = run_command_line(words, out, err);
  return {code, out.str(), err.str()};
}

void check_fails(const std::vector<std::string>& words, int code, const std::string& part) {
  const Outcome outcome = etalon_command(words);
  INFO(fmt::format("{}", fmt::join(words, " ")));
  INFO(outcome.err);
  CHECK(outcome.code == code);
  CHECK(outcome.err.starts_with("etalon: "));
  CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
  CHECK(outcome.err.find(part) != std::string::npos);
}

}  // namespace etalon::test
