// The lock of the folder of fetched corpora.
#pragma once

#include <filesystem>
#include <functional>

#include "engine/loader/file.h"

namespace etalon {

// While it exists, no other process has this lock of the folder. The system unlocks it when the
// process ends, in whatever way.
class DownloadsLock {
 public:
  // Waits for the lock; calls `waits` first if another process has it. Throws InvalidInput for a
  // folder that cannot be locked.
  DownloadsLock(const std::filesystem::path& folder, const std::function<void()>& waits);

  // Removes the temporary folders that killed processes have left in the folder.
  void remove_leftovers() const;

 private:
  std::filesystem::path folder_;
  FileDescriptor descriptor_;
};

}  // namespace etalon
