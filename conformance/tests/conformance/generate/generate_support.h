// Shared by the tests of generation: folders for cases, and lists of the files in them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/common/paths.h"
#include "engine/values/tensor.h"

namespace etalon::test {

// The content of every file in a folder and its subfolders, by its path in the folder.
std::map<std::string, std::string> files_in(const std::filesystem::path& folder);
std::vector<std::string> names_in(const std::filesystem::path& folder);

// A temporary folder, with paths in the form of command-line arguments.
struct Workshop {
  TemporaryFolder folder;
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  // The names of all entries, hidden ones included.
  std::set<std::string> names() const;
};

// The tensor in a file.
Tensor written(const std::string& file);

}  // namespace etalon::test
