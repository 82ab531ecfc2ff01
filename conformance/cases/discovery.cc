#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <set>
#include <tuple>
#include <unordered_map>

#include "conformance/cases/cases.h"
#include "conformance/cases/own_cases.h"
#include "conformance/cases/releases.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "engine/loader/folder.h"

namespace etalon {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

bool by_place(const Case& a, const Case& b) {
  if (a.release != b.release) return earlier_release(a.release, b.release);
  return std::tie(a.suite, a.name) < std::tie(b.suite, b.name);
}

// Lists mostly come in order.
void sort_by_place(std::vector<Case>& cases) {
  if (!std::is_sorted(cases.begin(), cases.end(), by_place)) {
    std::stable_sort(cases.begin(), cases.end(), by_place);
  }
}

bool is_own_document(const json& document) {
  return document.is_object() && (document.contains("operator") || document.contains("function")) &&
         document.contains("cases") && document.at("cases").is_array();
}

void name_own_case(Case& test, const std::string& subject) {
  const json& entry = test.document->at("cases").at(test.index);
  try {
    test.name = subject + ": " + entry.at("name").get<std::string>();
    check_own_case(*test.document, entry);
  } catch (const InvalidInput& problem) {
    test.problem = problem.what();
  } catch (const json::exception& problem) {
    test.name = fmt::format("{}: case {}", subject, test.index);
    test.problem = json_sentence(problem);
  }
}

std::vector<Case> cases_of_file(const fs::path& file, std::shared_ptr<const json> document,
                                const std::string& release) {
  try {
    check_own_file(*document);
    const bool of_function = document->contains("function");
    const std::string subject = document->at(of_function ? "function" : "operator");
    Case pattern;
    pattern.form = Case::Form::own;
    pattern.release = release.empty() ? own_release : release;
    pattern.suite = document->at("domain").get<std::string>();
    pattern.folder = file.parent_path();
    pattern.file = file;
    pattern.document = document;
    if (of_function) {
      pattern.function =
          std::make_shared<const nlohmann::ordered_json>(parse_ordered_json(file_text(file)));
    }
    std::vector<Case> cases(document->at("cases").size(), pattern);
    for (size_t i = 0; i < cases.size(); ++i) {
      cases[i].index = i;
      name_own_case(cases[i], subject);
    }
    return cases;
  } catch (const json::exception& problem) {
    throw InvalidInput("{}: {}", file.string(), json_sentence(problem));
  } catch (Error& problem) {
    problem.locate(file.string());
    throw;
  }
}

// The cases of a file of own cases; nothing for JSON of another purpose.
std::optional<std::vector<Case>> own_file(const fs::path& file, const std::string& release) {
  const auto document = std::make_shared<const json>(read_json(file));
  if (!is_own_document(*document)) return std::nullopt;
  return cases_of_file(file, document, release);
}

constexpr std::string_view data_set_prefix = "test_data_set_";

bool is_data_set(const FolderEntry& entry) {
  return entry.is_folder && entry.name.starts_with(data_set_prefix);
}

bool contains(const Folder& folder, std::string_view name) {
  return std::any_of(folder.entries().begin(), folder.entries().end(),
                     [&](const FolderEntry& entry) { return entry.name == name; });
}

// The folders test_data_set_N, by number.
std::vector<DataSetFolder> data_sets_in(const Folder& folder) {
  std::vector<DataSetFolder> sets;
  for (const FolderEntry& entry : folder.entries()) {
    if (!is_data_set(entry)) continue;
    sets.push_back({entry.name, Folder(folder.path_of(entry.name)).sorted_names()});
  }
  const auto number = [](const std::string& name) {
    return std::strtoull(name.c_str() + data_set_prefix.size(), nullptr, 10);
  };
  std::sort(sets.begin(), sets.end(), [&](const DataSetFolder& a, const DataSetFolder& b) {
    return std::tuple(number(a.name), a.name) < std::tuple(number(b.name), b.name);
  });
  return sets;
}

// A link to nothing is a model that cannot be read, not a folder without a model.
std::optional<Case::Form> form_of(const Folder& folder) {
  if (contains(folder, "model.onnx")) return Case::Form::folder;
  if (!contains(folder, "data.json") || !fs::exists(folder.path_of("data.json"))) {
    return std::nullopt;  // or a link to nothing
  }
  const json data = read_json(folder.path_of("data.json"));
  if (!data.is_object() || !data.contains("url")) return std::nullopt;
  const json& url = data.at("url");
  if (!url.is_string() || !url.get<std::string>().starts_with(light_prefix)) return std::nullopt;
  return Case::Form::light;
}

// Of a folder, whatever the path to it: its device and its number there.
using FolderNumber = std::pair<dev_t, ino_t>;

FolderNumber number_of(const fs::path& folder) {
  struct stat status {};
  if (::stat(folder.c_str(), &status) != 0) {
    throw fs::filesystem_error("", folder, {errno, std::generic_category()});
  }
  return {status.st_dev, status.st_ino};
}

// True for what the kernel shows of itself as files, such as /proc: no cases, and without end.
bool is_of_kernel(const fs::path& folder) {
  constexpr std::array kernels = {PROC_SUPER_MAGIC,   SYSFS_MAGIC,      DEBUGFS_MAGIC,
                                  TRACEFS_MAGIC,      SECURITYFS_MAGIC, CGROUP_SUPER_MAGIC,
                                  CGROUP2_SUPER_MAGIC};
  struct statfs status {};
  return ::statfs(folder.c_str(), &status) == 0 &&
         std::find(kernels.begin(), kernels.end(), status.f_type) != kernels.end();
}

// The cases beneath a folder. Whatever cannot be read there becomes a case with a problem.
class Tree {
 public:
  // `root` is canonical.
  Tree(fs::path root, std::string release) : root_(std::move(root)), release_(std::move(release)) {}

  std::vector<Case> cases() {
    add_folder(root_);
    return std::move(cases_);
  }

 private:
  void add_folder(const fs::path& path) {
    guarded(path, [&] {
      if (is_of_kernel(path)) return;
      if (!visited_.insert(number_of(path)).second) return;
      for (const FolderEntry& entry : inside(path)) {
        if (!entry.name.starts_with('.')) add(path / entry.name, entry.is_folder);
      }
    });
  }

  // What a folder contains, by name; nothing of a case, which is added. The folder is open no
  // longer, however deep the tree below it.
  std::vector<FolderEntry> inside(const fs::path& path) {
    const Folder folder(path);
    if (const std::error_code problem = folder.problem()) {
      throw fs::filesystem_error("", path, problem);
    }
    if (const auto form = form_of(folder)) {
      cases_.push_back(placed(path, *form));
      cases_.back().data_sets = data_sets_in(folder);
      return {};
    }
    std::vector<FolderEntry> entries = folder.entries();
    std::sort(entries.begin(), entries.end(),
              [](const FolderEntry& a, const FolderEntry& b) { return a.name < b.name; });
    const auto data_set = std::find_if(entries.begin(), entries.end(), is_data_set);
    if (data_set != entries.end()) {
      throw InvalidInput("{} has {}, but no model.onnx", path.string(), data_set->name);
    }
    return entries;
  }

  void add(const fs::path& path, bool is_folder) {
    guarded(path, [&] {
      if (is_folder) return add_folder(path);
      if (path.extension() != ".json") return;
      if (auto found = own_file(path, release_)) {
        std::move(found->begin(), found->end(), std::back_inserter(cases_));
      }
    });
  }

  template <class Action>
  void guarded(const fs::path& path, Action action) {
    try {
      action();
    } catch (const fs::filesystem_error& problem) {
      add_problem(path, "cannot read " + path.string() + ": " + problem.code().message());
    } catch (const Error& problem) {
      add_problem(path, problem.what());
    }
  }

  void add_problem(const fs::path& path, const std::string& problem) {
    cases_.push_back(placed(path, Case::Form::folder));
    cases_.back().problem = problem;
  }

  // Release and suite by the place beneath the root: [release/]suite/name.
  Case placed(const fs::path& path, Case::Form form) const {
    std::vector<std::string> parts;
    for (const fs::path& part : path.lexically_relative(root_)) {
      if (part != ".") parts.push_back(part.string());
    }
    const size_t n = parts.size();
    Case test;
    test.form = form;
    test.folder = path;
    test.release = !release_.empty() ? release_
                   : n >= 3          ? parts[n - 3]
                                     : std::string(local_release);
    test.suite = form == Case::Form::light ? "light"
                 : n >= 2                  ? parts[n - 2]
                 : n == 1                  ? root_.filename().string()
                                           : root_.parent_path().filename().string();
    test.name = n >= 1 ? parts[n - 1] : root_.filename().string();
    return test;
  }

  fs::path root_;
  std::string release_;
  std::set<FolderNumber> visited_;  // so that links to folders end
  std::vector<Case> cases_;
};

}  // namespace

std::vector<Case> discover(const fs::path& path, const std::string& release) {
  std::vector<Case> cases;
  if (fs::is_directory(path)) {
    if (is_of_kernel(path)) {
      throw InvalidInput("{}: this is a view of the system, not a folder of cases", path.string());
    }
    cases = Tree(fs::canonical(path), release).cases();
  } else if (fs::is_regular_file(path) && path.extension() == ".json") {
    auto found = own_file(path, release);
    if (!found) {
      throw InvalidInput(
          "{}: contains no cases (expected an object with \"operator\" and \"cases\")",
          path.string());
    }
    cases = std::move(*found);
  } else {
    throw InvalidInput("{}: {}", path.string(),
                       fs::exists(path) ? "neither a folder of cases nor a .json file of cases"
                                        : "no such file or folder");
  }
  sort_by_place(cases);
  return cases;
}

std::vector<Case> own_cases() {
  const fs::path folder = own_cases_folder();
  return fs::is_directory(folder) ? discover(folder) : std::vector<Case>{};
}

std::vector<Case> unite(std::vector<Case> cases) {
  sort_by_place(cases);
  std::unordered_map<std::string, size_t> places;
  std::vector<Case> united;
  for (Case& test : cases) {
    const std::string key = test.suite + "/" + test.name + "/" + test.identity;
    const auto [place, first] = places.emplace(key, united.size());
    if (test.identity.empty() || first) {
      test.releases = {test.release};
      united.push_back(std::move(test));
      continue;
    }
    Case& known = united[place->second];
    if (known.release == test.release) continue;
    test.releases = std::move(known.releases);
    test.releases.push_back(test.release);
    known = std::move(test);
  }
  sort_by_place(united);
  return united;
}

}  // namespace etalon
