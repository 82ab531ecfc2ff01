#include "conformance/run/process_limits.h"

#include <sys/wait.h>
#include <unistd.h>

#include <limits>

#include "conformance/tests/catch.h"

namespace etalon::process_limits_test {

#ifndef __SANITIZE_ADDRESS__  // which has a heap of its own
TEST_CASE("The heap of a new process is extended and keeps what is freed", "[.][new process]") {
  constexpr ptrdiff_t bytes = ptrdiff_t{256} << 20;
  const auto* const before = static_cast<const char*>(sbrk(0));
  keep_freed_blocks(std::numeric_limits<uint64_t>::max());
  extend_heap(static_cast<size_t>(bytes));
  const auto* const after = static_cast<const char*>(sbrk(0));
  const std::vector<char> used(static_cast<size_t>(bytes / 2), 7);
  CHECK(used.back() == 7);
  constexpr ptrdiff_t free_before = ptrdiff_t{1} << 20;  // at most, of what the heap had
  CHECK(after - before >= bytes - free_before);
}

// Where memory ran out before, the C library may take new blocks from elsewhere.
TEST_CASE("The heap is extended and keeps what is freed") {
  const pid_t child = fork();
  if (child == 0) {
    execl("/proc/self/exe", "etalon-tests", "[new process]", "--warn", "NoTests", nullptr);
    _exit(1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  CHECK(status == 0);
}
#endif

}  // namespace etalon::process_limits_test
