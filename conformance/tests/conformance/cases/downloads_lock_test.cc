#include "conformance/cases/downloads_lock.h"

#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <optional>
#include <thread>

#include "conformance/tests/engine/loader/loading.h"

namespace etalon::downloads_lock_test {
namespace {

namespace fs = std::filesystem;

TEST_CASE("A second fetch waits until the first is done") {
  const TemporaryFolder folder;
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

TEST_CASE("The lock of a killed fetch is free, and what it left is removed") {
  const TemporaryFolder folder;
  const pid_t child = fork();
  if (child == 0) {
    const DownloadsLock lock(folder.path(), [] {});
    new TemporaryFolder(folder.path());
    raise(SIGKILL);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  write_in(folder, "1.2.2/.corpus.json", "{}");
  write_in(folder, ".etalon-no-folder", "");
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
