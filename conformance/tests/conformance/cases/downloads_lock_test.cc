#include "conformance/cases/corpus.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>

#include "conformance/tests/conformance/support.h"
#include "conformance/tests/engine/loader/loading.h"

namespace etalon::downloads_lock_test {
namespace {

namespace fs = std::filesystem;

// A folder of downloads; the temporary one around it has a lock of its own.
class Downloads {
 public:
  Downloads() { fs::create_directory(path()); }
  fs::path path() const { return around_.path() / "downloads"; }

 private:
  const TemporaryFolder around_;
};

TEST_CASE("A second fetch waits until the first is done") {
  const Downloads folder;
  std::optional<DownloadsLock> first;
  first.emplace(folder.path(), [] { FAIL("nobody else has the lock"); });
  std::atomic<bool> waiting = false, locked = false;
  std::thread second([&] {
    const DownloadsLock lock(folder.path(), [&] { waiting = true; });
    locked = true;
  });
  while (!waiting) std::this_thread::yield();
  CHECK_FALSE(locked);
  first.reset();
  second.join();
  CHECK(locked);
}

TEST_CASE("The lock of a killed fetch is free and what it left is removed") {
  const Downloads folder;
  const pid_t child = fork();
  if (child == 0) {
    const DownloadsLock lock(folder.path(), [] {});
    new TemporaryFolder(folder.path());
    raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  test::write_text(folder.path() / "1.2.2/.corpus.json", "{}");
  test::write_text(folder.path() / ".etalon-no-folder", "");
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 3);
  const DownloadsLock lock(folder.path(), [] { FAIL("a dead process has no lock"); });
  lock.remove_leftovers();
  CHECK(std::distance(fs::directory_iterator(folder.path()), {}) == 2);
  CHECK(fs::exists(folder.path() / "1.2.2/.corpus.json"));
}

TEST_CASE("A folder that does not exist cannot be locked") {
  CHECK(test::refusal([] { DownloadsLock("/nonexistent/folder", [] {}); }) ==
        "InvalidInput: /nonexistent/folder: No such file or directory");
}

}  // namespace
}  // namespace etalon::downloads_lock_test
