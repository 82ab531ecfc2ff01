#include "conformance/common/folder_entries.h"

#include <algorithm>
#include <fstream>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"

namespace etalon::folder_entries_test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("The entries of a folder are its names, and whether each is a folder") {
  const TemporaryFolder scratch;
  const fs::path& folder = scratch.path();
  fs::create_directory(folder / "inner");
  std::ofstream(folder / ".hidden") << "x";
  std::ofstream(folder / "a file") << "x";
  fs::create_symlink("inner", folder / "to folder");
  fs::create_symlink("a file", folder / "to file");
  fs::create_symlink("nowhere", folder / "dangling");
  fs::create_symlink("endless", folder / "endless");
  std::error_code problem;
  std::vector<std::string> shown;
  for (const FolderEntry& entry : entries_of(folder, problem)) {
    shown.push_back(entry.name + (entry.is_folder ? "/" : ""));
  }
  std::sort(shown.begin(), shown.end());
  CHECK(!problem);
  CHECK(shown == std::vector<std::string>{".hidden", "a file", "dangling", "endless/", "inner/",
                                          "to file", "to folder/"});
}

TEST_CASE("Entries of what is no folder are a problem with its reason") {
  const TemporaryFolder scratch;
  std::ofstream(scratch.path() / "file") << "x";
  std::error_code problem;
  CHECK(entries_of(scratch.path() / "file", problem).empty());
  CHECK(problem == std::errc::not_a_directory);
  CHECK(entries_of(scratch.path() / "absent", problem).empty());
  CHECK(problem == std::errc::no_such_file_or_directory);
  CHECK(entries_of(scratch.path(), problem).size() == 1);
  CHECK(!problem);
}

}  // namespace
}  // namespace etalon::folder_entries_test
