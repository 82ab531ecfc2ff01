// A folder: the names in it.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace etalon {

struct FolderEntry {
  std::string name;
  bool is_folder;  // or a link to one, or to what the system refuses to show
};

// Names alone are listed in half the time that paths take.
class Folder {
 public:
  explicit Folder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path path_of(const std::string& name) const {
    return path_.native() + '/' + name;
  }
  // All but "." and "..", in the system's order; those read so far where there is a problem.
  const std::vector<FolderEntry>& entries() const { return entries_; }
  std::vector<std::string> sorted_names() const;
  // Why the folder cannot be read.
  std::error_code problem() const { return problem_; }

 private:
  std::filesystem::path path_;
  std::vector<FolderEntry> entries_;
  std::error_code problem_;
};

}  // namespace etalon
