// Where Etalon finds what it ships with: data/ (cases, manifests, errata) and scripts/.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/loader/file.h"
#include "engine/loader/leftovers.h"

namespace etalon {

// The folder that contains data/ and scripts/.
struct Home {
  std::filesystem::path folder;
  bool installed = false;  // else it is a source tree
};

// The home of a program in this folder, found from there alone: share/etalon of the installation
// that the folder is part of; else the source tree above the folder; else the source tree that the
// link "source" in the folder names, which a build outside the source tree has.
std::optional<Home> home_of(const std::filesystem::path& program_folder);

// The data folder: the environment variable ETALON_DATA if set; else data/ of the running program's
// home. Throws InvalidInput when there is none.
std::filesystem::path data_folder();
// The folder of fetched corpora, which need not exist: downloads/ in the folder that ETALON_DATA
// names; else, for an installed program, downloads/ in the user's cache_folder(); else
// data_folder()/downloads.
std::filesystem::path downloads_folder();
// $XDG_CACHE_HOME/etalon, or $HOME/.cache/etalon; empty when neither is an absolute path.
std::filesystem::path cache_folder();
// The project's own cases: data_folder()/cases.
std::filesystem::path own_cases_folder();
// The folder that contains engine/ and ops/ as source code: the home, or "source" in that of an
// installation. Empty when there is no home; it need not exist.
std::filesystem::path sources_folder();
// Makes this folder the home, as of an installation: for a program that is not Etalon's own.
void set_home(const std::filesystem::path& folder);
// One of Etalon's programs: in the running program's folder, in the installation that is the home,
// or in PATH. Empty when it is in none of them.
std::filesystem::path program_file(const std::string& name);
// A file of the home's scripts/. Throws InvalidInput when it does not exist.
std::filesystem::path script(const std::string& name);
// The Python that runs scripts: the environment variable ETALON_PYTHON if set, else python3. The
// command of the Python package sets it.
std::string python_program();

// The folder for temporary files: TMPDIR, or /tmp where that is not set or empty. Throws
// InvalidInput where TMPDIR is not a folder.
std::filesystem::path temporary_parent();

// Where symbolic links lead, whether there is a file or not: what is to be written there replaces
// the file, not the link.
std::filesystem::path end_of_links(std::filesystem::path file);

// A file's bytes. Throws InvalidInput, naming the file, when it cannot be read.
std::string file_text(const std::filesystem::path& file);

// An empty folder that the destructor removes with its contents. A signal that ends the program
// removes it too (conformance/common/signals.h). What a process leaves that is killed is removed by
// the next one that makes a temporary folder in the same parent: a lock on the folder shows that
// its process lives.
class TemporaryFolder {
 public:
  // Made within `parent`; by default, temporary_parent(). Throws InvalidInput, naming the folder.
  explicit TemporaryFolder(const std::filesystem::path& parent = {});
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return folder_.path(); }
  // True for a folder named like a temporary folder.
  static bool is_one(const std::filesystem::path& folder);

 private:
  struct Locked {
    std::filesystem::path path;
    FileDescriptor lock;
  };
  static Locked fresh(const std::filesystem::path& parent);
  static void remove_abandoned(const std::filesystem::path& parent);
  TemporaryFolder(const std::filesystem::path& parent, const Together& together);
  explicit TemporaryFolder(Locked made);

  FileDescriptor lock_;
  Leftover folder_;
};

}  // namespace etalon
