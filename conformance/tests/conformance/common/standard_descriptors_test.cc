#include "conformance/common/system.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "conformance/common/paths.h"
#include "conformance/run/backend.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/serialization.h"

namespace etalon::standard_descriptors_test {
namespace {

namespace fs = std::filesystem;

// The exit code of a process that has no standard descriptors and does `work`.
template <class Work>
int code_without(Work work) {
  const pid_t child = fork();
  if (child == 0) {
    close_range(STDIN_FILENO, STDERR_FILENO, 0);
    _exit(work());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

TEST_CASE("closed standard descriptors are occupied and cannot be used") {
  CHECK(code_without([] {
          occupy_standard_descriptors();
          char byte = 0;
          const bool unusable =
              ::read(STDIN_FILENO, &byte, 1) < 0 && ::write(STDOUT_FILENO, &byte, 1) < 0;
          return unusable && ::open("/dev/null", O_RDONLY) > STDERR_FILENO ? 0 : 1;
        }) == 0);
}

TEST_CASE("a descriptor that is not a standard one stays what it is") {
  FileDescriptor file(::open("/dev/null", O_RDONLY));
  const int number = file.get();
  REQUIRE(number > STDERR_FILENO);
  CHECK(above_standard(std::move(file)).get() == number);
}

TEST_CASE("cases pass in a process that has no standard descriptors") {
  const TemporaryFolder folder;
  test::write_add_folder(folder.path() / "cases/sum", {11, 22});
  for (const char* jobs : {"1", "2"}) {
    CHECK(code_without([&] {
            return test::etalon_command(
                       {"test", (folder.path() / "cases").string(), "--jobs", jobs})
                .code;
          }) == 0);
  }
}

TEST_CASE("a backend answers a process that has no standard descriptors") {
  const TemporaryFolder folder;
  test::write_add_folder(folder.path() / "cases/good", {11, 22});
  test::write_text(folder.path() / "good.pb", serialize_value(test::floats({11, 22}), "output_0"));
  const std::string backend = fmt::format("python3 '{}/conformance/tests/data/odd_backend.py' '{}'",
                                          ETALON_SOURCE_DIR, folder.path().string());
  CHECK(code_without([&] {
          return test::etalon_command(
                     {"test", (folder.path() / "cases").string(), "--backend", backend})
              .code;
        }) == 0);
}

}  // namespace
}  // namespace etalon::standard_descriptors_test
