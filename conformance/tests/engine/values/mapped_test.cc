#include "engine/values/mapped.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/tests/engine/loader/loading.h"
#include "engine/loader/file.h"

namespace etalon::mapped_test {
namespace {

// What a child process finds that goes on when a mapped file becomes shorter: 0 if all is well.
int child_finds(const std::filesystem::path& file) {
  survive_shorter_files();
  const FileDescriptor data(open(file.c_str(), O_RDONLY));
  auto bytes = map_file(data.get(), 0, 1 << 16);
  if (bytes == nullptr || truncate(file.c_str(), 10) != 0) return 1;
  if (bytes.get()[0] != std::byte{'x'}) return 2;
  require_whole_files();
  if (bytes.get()[1 << 15] != std::byte{0}) return 3;
  if (refusal(require_whole_files) !=
      "InvalidInput: a model or a file of its external data became shorter while it was in use") {
    return 4;
  }
  bytes.reset();
  require_whole_files();
  return 0;
}

TEST_CASE("a process can survive mapped files that become shorter and knows of it") {
  const TemporaryFolder folder;
  const auto file = write_in(folder, "data", std::string(1 << 16, 'x'));
  const pid_t child = fork();
  if (child == 0) _exit(child_finds(file));
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace
}  // namespace etalon::mapped_test
