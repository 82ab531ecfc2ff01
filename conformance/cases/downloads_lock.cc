#include "conformance/cases/downloads_lock.h"

#include <fcntl.h>
#include <sys/file.h>

#include <vector>

#include "conformance/common/paths.h"
#include "engine/values/errors.h"

namespace etalon {

namespace fs = std::filesystem;

DownloadsLock::DownloadsLock(const fs::path& folder, const std::function<void()>& waits)
    : folder_(folder), descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  if (!descriptor_.valid()) {
    throw InvalidInput("{}: {}", folder.string(), system_message(errno));
  }
  if (::flock(descriptor_.get(), LOCK_EX | LOCK_NB) == 0) return;
  if (errno == EWOULDBLOCK) waits();
  while (::flock(descriptor_.get(), LOCK_EX) != 0) {
    if (errno != EINTR) throw InvalidInput("{}: {}", folder.string(), system_message(errno));
  }
}

void DownloadsLock::remove_leftovers() const {
  std::vector<fs::path> leftovers;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    if (TemporaryFolder::is_one(entry.path())) leftovers.push_back(entry.path());
  }
  std::error_code ignored;
  for (const fs::path& leftover : leftovers) fs::remove_all(leftover, ignored);
}

}  // namespace etalon
