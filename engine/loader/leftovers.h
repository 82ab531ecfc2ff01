// Temporary files and folders, which must not be left behind when a signal ends the program.
#pragma once

#include <filesystem>
#include <mutex>

namespace etalon {

// While it exists, remove_leftovers() removes this file or folder.
class Leftover {
 public:
  explicit Leftover(std::filesystem::path path);
  ~Leftover();
  Leftover(const Leftover&) = delete;
  Leftover& operator=(const Leftover&) = delete;

  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

// While it exists, remove_leftovers() waits: for a few steps of which either all are done or none.
class Together {
 public:
  Together();

 private:
  std::unique_lock<std::recursive_mutex> lock_;
};

// Removes a folder with its content, into which a process that is just ending may still write.
void remove_folder(const std::filesystem::path& folder);

// Removes what is registered. From then on, a thread that registers anything waits for ever: the
// caller must end the process.
void remove_leftovers();

}  // namespace etalon
