#include "conformance/run/kept_results.h"

#include <fcntl.h>

#include <algorithm>
#include <fstream>
#include <set>
#include <sstream>

#include "conformance/cases/checksum.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/common/system.h"
#include "conformance/common/usage_error.h"
#include "engine/values/errors.h"
#include "engine/values/utf8.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

std::string digest_of(const Case& test) {
  Checksum sum;
  sum.add(test.id() + '\0');
  if (test.form == Case::Form::own) {
    sum.add(test.document->dump());
    sum.add(std::to_string(test.index));
  } else {
    sum.add(test.identity.empty() ? identity_of(test) : test.identity);
  }
  return sum.text();
}

// "DIGEST RESULT", where a result is a JSON text in one line.
constexpr size_t digest_size = 64;

// Files and folders that exist, each file once, in the order of their paths.
std::set<fs::path> files_at(const std::vector<fs::path>& places) {
  std::set<fs::path> files;
  std::error_code problem;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, problem)) files.insert(fs::canonical(place));
    if (!fs::is_directory(place, problem)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(place, problem)) {
      if (entry.is_regular_file(problem)) files.insert(fs::canonical(entry.path()));
    }
  }
  return files;
}

// The program and those of its libraries that are of this project, with the data that judge.
std::vector<fs::path> places_of_etalon() {
  std::vector<fs::path> places = {"/proc/self/exe", data_folder() / "errata.json",
                                  data_folder() / "errata_contents.json",
                                  data_folder() / "open_points"};
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    const size_t path = line.find('/');
    if (path == std::string::npos || line.find("libetalon", path) == std::string::npos) continue;
    places.emplace_back(line.substr(path));
  }
  return places;
}

// What the words of a command name, such as a script that starts the backend and ends.
std::vector<fs::path> places_of_command(std::string command) {
  std::replace_if(
      command.begin(), command.end(), [](char c) { return c == '\'' || c == '"'; }, ' ');
  std::vector<fs::path> places;
  std::istringstream words(command);
  for (std::string word; words >> word;) {
    std::error_code problem;
    if (fs::is_regular_file(word, problem)) places.emplace_back(word);
  }
  return places;
}

// The variables that say where programs, libraries and modules are found.
std::string places_of_environment() {
  std::string text;
  for (const char* name : {"PATH", "LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME"}) {
    if (const char* value = std::getenv(name)) text += fmt::format("{}={}\n", name, value);
  }
  return text;
}

}  // namespace

std::string circumstance_of(const std::string& runtime, const std::string& command,
                            const std::vector<std::string>& options, const FileDigests& loaded) {
  std::string text = "runtime " + runtime + "\nmachine " + machine_text() + "\n";
  text += "command " + command + "\n";
  for (const std::string& option : options) text += "option " + option + "\n";
  text += fmt::format("folder {}\n{}", fs::current_path().string(), places_of_environment());
  for (const auto& [file, digest] : loaded) text += fmt::format("loaded {} {}\n", file, digest);
  std::vector<fs::path> places = places_of_etalon();
  const std::vector<fs::path> named = places_of_command(command);
  places.insert(places.end(), named.begin(), named.end());
  for (const fs::path& file : files_at(places)) {
    text += fmt::format("file {} {}\n", file.string(), sha256(file));
  }
  return text;
}

KeptResults::KeptResults(const fs::path& folder, const std::string& circumstance,
                         const std::optional<FileDigests>& loaded)
    : loaded_(loaded) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem)
    problem_ = fmt::format("results are not kept: {}: {}", folder.string(), problem.message());
  if (fs::exists(folder, problem) && !fs::is_directory(folder, problem)) {
    throw UsageError(fmt::format("--cache {}: it is not a folder", printable(folder.string())));
  }
  Checksum sum;
  sum.add(circumstance);
  file_ = folder / (sum.text().substr(0, 32) + ".txt");
  if (!problem_.empty()) return;
  try {
    descriptor_ = open_regular(file_, O_RDWR | O_CREAT | O_APPEND);
    read();
  } catch (const Error& refusal) {
    problem_ = fmt::format("results are not kept: {}", refusal.what());
  }
}

void KeptResults::read() {
  const std::string text = file_text(file_);
  size_t begin = 0;
  for (size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const bool is_whole = line.size() > digest_size && line[digest_size] == ' ';
    if (!is_whole) continue;
    lines_.emplace(line.substr(0, digest_size), line.substr(digest_size + 1));
  }
  if (begin != text.size()) write_all(descriptor_, "\n", file_);  // after a line that was cut off
}

std::optional<CaseResult> KeptResults::find(const Case& test) const {
  if (lines_.empty() || !test.problem.empty()) return std::nullopt;
  std::optional<CaseResult> found;  // the last one that is kept
  const auto [begin, end] = lines_.equal_range(digest_of(test));
  for (auto line = begin; line != end; ++line) {
    try {
      CaseResult result = result_from_json(parse_json(line->second));
      if (loaded_ && !is_current(result.loaded)) continue;
      found = std::move(result);
    } catch (const std::exception&) {
      continue;  // garbage is as if it were not there
    }
  }
  return found;
}

// True if each file of a list has the content that it had.
bool KeptResults::is_current(const std::string& list) const {
  const auto known = current_.find(list);
  if (known != current_.end()) return known->second;
  bool& current = current_[list] = false;
  const auto line = lines_.find(list);
  if (line == lines_.end()) return false;
  const auto files = parse_json(line->second).get<FileDigests>();
  return current = std::all_of(files.begin(), files.end(), [](const auto& file) {
           return digest_of_file(file.first) == file.second;
         });
}

std::string KeptResults::list_of(const FileDigests& loaded) const {
  FileDigests others;  // than those of the circumstance
  for (const auto& [file, digest] : loaded) {
    const auto known = loaded_->find(file);
    if (known == loaded_->end() || known->second != digest) others.emplace(file, digest);
  }
  return json_text(nlohmann::json(others));
}

std::string KeptResults::keep_list(const std::string& list) {
  Checksum sum;
  sum.add(list);
  std::string digest = sum.text();
  if (lines_.find(digest) != lines_.end()) return digest;
  append(digest, list);
  lines_.emplace(digest, list);
  return digest;
}

void KeptResults::keep(const Case& test, const CaseResult& result) {
  if (!problem_.empty() || result.status == Status::timeout || !test.problem.empty()) return;
  if (loaded_ && result.loaded.empty()) return;
  nlohmann::json written = to_json(result);
  if (loaded_) written["loaded"] = keep_list(result.loaded);
  append(digest_of(test), json_text(written));
}

void KeptResults::append(const std::string& digest, const std::string& text) {
  try {
    write_all(descriptor_, digest + " " + text + "\n", file_);
  } catch (const Error& refusal) {
    problem_ = fmt::format("results are no longer kept: {}", refusal.what());
  }
}

}  // namespace etalon
