// Where Etalon finds what it ships with: data/ (cases, manifests, downloads) and scripts/.
#pragma once

#include <filesystem>
#include <string>

namespace etalon {

// The data folder: the environment variable ETALON_DATA if set; else data/ of the source tree this
// was built from; else data/ of the installation. Throws InvalidInput when there is none.
std::filesystem::path data_folder();
// The folder of fetched corpora: data_folder()/downloads.
std::filesystem::path downloads_folder();
// The project's own cases: data_folder()/cases.
std::filesystem::path own_cases_folder();
// A file of scripts/, searched for like the data. Throws InvalidInput when it does not exist.
std::filesystem::path script(const std::string& name);

// A file's bytes. Throws InvalidInput, naming the file, when it cannot be read.
std::string file_text(const std::filesystem::path& file);

// An empty folder that the destructor removes with its contents.
class TemporaryFolder {
 public:
  // Made within `parent`; by default, the system's folder for temporary files.
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  // True for a folder named like a temporary folder.
  static bool is_one(const std::filesystem::path& folder);

 private:
  std::filesystem::path path_;
};

}  // namespace etalon
