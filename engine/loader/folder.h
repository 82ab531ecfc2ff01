// An open folder: the names in it, and its files without the path to them.
#pragma once

#include <dirent.h>

#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "engine/loader/file.h"

namespace etalon {

struct FolderEntry {
  std::string name;
  bool is_folder;  // or a link to one, or to what the system refuses to show
};

// Names alone are listed in half the time that paths take, and a file is opened faster from here
// than from the root.
class Folder {
 public:
  explicit Folder(std::filesystem::path path);

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path path_of(const std::string& name) const {
    return path_.native() + '/' + name;
  }
  // All but "." and "..", in the system's order; those read so far where there is a problem.
  const std::vector<FolderEntry>& entries() const { return entries_; }
  // Why the folder cannot be read.
  std::error_code problem() const { return problem_; }
  // As read_file(path_of(name)).
  Contents read(const std::string& name) const;

 private:
  struct Closing {
    void operator()(DIR* open) const { ::closedir(open); }
  };

  std::filesystem::path path_;
  std::unique_ptr<DIR, Closing> open_;
  std::vector<FolderEntry> entries_;
  std::error_code problem_;
};

}  // namespace etalon
