#include "engine/loader/folder.h"

#include <algorithm>
#include <fstream>
#include <set>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"

namespace etalon::folder_test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("The entries of a folder are its names and whether each is a folder") {
  const TemporaryFolder scratch;
  const fs::path& folder = scratch.path();
  fs::create_directory(folder / "inner");
  std::ofstream(folder / ".hidden") << "x";
  std::ofstream(folder / "a file") << "x";
  fs::create_symlink("inner", folder / "to folder");
  fs::create_symlink("a file", folder / "to file");
  fs::create_symlink("nowhere", folder / "dangling");
  fs::create_symlink("endless", folder / "endless");
  const Folder open(folder);
  std::vector<std::string> shown;
  for (const FolderEntry& entry : open.entries()) {
    shown.push_back(entry.name + (entry.is_folder ? "/" : ""));
  }
  std::sort(shown.begin(), shown.end());
  CHECK(!open.problem());
  CHECK(shown == std::vector<std::string>{".hidden", "a file", "dangling", "endless/", "inner/",
                                          "to file", "to folder/"});
}

TEST_CASE("More entries than the system lists at once are all there") {
  const TemporaryFolder scratch;
  constexpr size_t count = 1000;
  for (size_t i = 0; i < count; ++i) {
    std::ofstream(scratch.path() / fmt::format("a file with a long name {}", i)) << "x";
  }
  std::set<std::string> names;
  const Folder open(scratch.path());
  for (const FolderEntry& entry : open.entries()) names.insert(entry.name);
  CHECK(names.size() == count);
  CHECK(!open.problem());
}

TEST_CASE("Entries of what is no folder are a problem with its reason") {
  const TemporaryFolder scratch;
  std::ofstream(scratch.path() / "file") << "x";
  const Folder file(scratch.path() / "file");
  CHECK(file.entries().empty());
  CHECK(file.problem() == std::errc::not_a_directory);
  const Folder absent(scratch.path() / "absent");
  CHECK(absent.entries().empty());
  CHECK(absent.problem() == std::errc::no_such_file_or_directory);
}

TEST_CASE("The sorted names of a folder have hidden files and links and folders too") {
  const TemporaryFolder scratch;
  const fs::path& path = scratch.path();
  std::ofstream(path / "output_0.pb") << "x";
  std::ofstream(path / "input_0.pb") << "x";
  std::ofstream(path / ".hidden") << "x";
  fs::create_directory(path / "inner");
  fs::create_symlink("nowhere", path / "dangling");
  CHECK(Folder(path).sorted_names() ==
        std::vector<std::string>{".hidden", "dangling", "inner", "input_0.pb", "output_0.pb"});
}

}  // namespace
}  // namespace etalon::folder_test
