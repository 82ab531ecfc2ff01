#include "conformance/run/process_limits.h"

#include <sys/wait.h>
#include <unistd.h>

#include <limits>

#include "conformance/tests/catch.h"

namespace etalon::process_limits_test {
namespace {

// In a process of its own: whether the heap has grown by so many bytes and may be used.
bool extends_heap(ptrdiff_t bytes) {
  const pid_t child = fork();
  if (child == 0) {
    const auto* const before = static_cast<const char*>(sbrk(0));
    keep_freed_blocks(std::numeric_limits<uint64_t>::max());
    extend_heap(static_cast<size_t>(bytes));
    const auto* const after = static_cast<const char*>(sbrk(0));
    const std::vector<char> used(static_cast<size_t>(bytes / 2), 7);
    _exit(used.back() == 7 && after - before >= bytes ? 0 : 1);
  }
  int status = -1;
  waitpid(child, &status, 0);
  return status == 0;
}

}  // namespace

#ifndef __SANITIZE_ADDRESS__  // which has a heap of its own
TEST_CASE("The heap is extended, and keeps what is freed") {
  CHECK(extends_heap(ptrdiff_t{256} << 20));
}
#endif

}  // namespace etalon::process_limits_test
