#include "conformance/run/bus_error.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>

#include "conformance/tests/engine/loader/loading.h"

namespace etalon::bus_error_test {

TEST_CASE("A mapped file that becomes shorter ends the process with a sentence and exit code 3") {
  const TemporaryFolder folder;
  const auto file = write_in(folder, "data", std::string(1 << 16, 'x'));
  const auto words = folder.path() / "words";
  const pid_t child = fork();
  if (child == 0) {
    dup2(open(words.c_str(), O_WRONLY | O_CREAT, S_IRUSR), STDERR_FILENO);
    const BusErrorSentence sentence;
    const int data = open(file.c_str(), O_RDONLY);
    void* pages = mmap(nullptr, 1 << 16, PROT_READ, MAP_PRIVATE, data, 0);
    if (pages == MAP_FAILED || truncate(file.c_str(), 10) != 0) _exit(1);
    const volatile char* bytes = static_cast<const char*>(pages);
    _exit(bytes[1 << 15] == 'x' ? 4 : 5);
  }
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 3);
  CHECK(file_text(words) ==
        "etalon: a model or a file of its external data became shorter while it was in use\n");
}

}  // namespace etalon::bus_error_test
