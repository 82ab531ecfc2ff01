// What the tests of generation share: folders to write cases to, and what lies in them.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "conformance/common/paths.h"
#include "engine/values/tensor.h"

namespace etalon::test {

// Every file beneath a folder, by its path within.
std::map<std::string, std::string> files_in(const std::filesystem::path& folder);
std::vector<std::string> names_in(const std::filesystem::path& folder);

// A folder to work in, with paths as the command line takes them.
struct Workshop {
  TemporaryFolder folder;
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  // What lies here, hidden things included.
  std::set<std::string> names() const;
};

// The tensor in a file.
Tensor written(const std::string& file);

}  // namespace etalon::test
