#include "conformance/common/paths.h"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>

#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "engine/values/errors.h"

namespace etalon::paths_test {
namespace {

namespace fs = std::filesystem;
using test::write_text;

// Sets an environment variable for as long as it exists; nullptr unsets it.
class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    if (const char* old = std::getenv(name)) old_ = old;
    set(value);
  }
  ~Variable() { set(old_ ? old_->c_str() : nullptr); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  void set(const char* value) const {
    value == nullptr ? unsetenv(name_) : setenv(name_, value, 1);
  }
  const char* name_;
  std::optional<std::string> old_;
};

TEST_CASE("an installed program's home is share/etalon of its own prefix") {
  const TemporaryFolder folder;
  write_text(folder.path() / "prefix/share/etalon/data/corpora.json", "{}");
  fs::create_directories(folder.path() / "prefix/bin");
  const std::optional<Home> home = home_of(folder.path() / "prefix/bin");
  REQUIRE(home);
  CHECK(home->installed);
  CHECK(home->folder == folder.path() / "prefix/share/etalon");
  fs::rename(folder.path() / "prefix", folder.path() / "moved");
  CHECK(home_of(folder.path() / "moved/bin")->folder == folder.path() / "moved/share/etalon");
}

TEST_CASE("a built program's home is the source tree above it or the one that a link names") {
  const TemporaryFolder folder;
  const fs::path tree = fs::canonical(folder.path()) / "tree";
  write_text(tree / "data/corpora.json", "{}");
  CHECK_FALSE(home_of(tree / "build/release"));  // some data folder, not a source tree
  write_text(tree / "CMakeLists.txt", "");
  const std::optional<Home> home = home_of(tree / "build/release");
  REQUIRE(home);
  CHECK_FALSE(home->installed);
  CHECK(home->folder == tree);
  fs::create_directories(folder.path() / "elsewhere");
  CHECK_FALSE(home_of(folder.path() / "elsewhere"));
  fs::create_directory_symlink(tree, folder.path() / "elsewhere/source");
  CHECK(home_of(folder.path() / "elsewhere")->folder == tree);
}

TEST_CASE("a program in an unknown folder has no home") {
  CHECK_FALSE(home_of(""));
  CHECK_FALSE(home_of("/"));
  CHECK_FALSE(home_of("/nowhere/bin"));
}

TEST_CASE("the cache folder is the one of XDG; by default in the home folder") {
  const Variable user("HOME", "/home/someone");
  {
    const Variable cache("XDG_CACHE_HOME", "/caches");
    CHECK(cache_folder() == "/caches/etalon");
  }
  for (const char* ignored : {"", "relative/caches", static_cast<const char*>(nullptr)}) {
    const Variable cache("XDG_CACHE_HOME", ignored);
    CHECK(cache_folder() == "/home/someone/.cache/etalon");
    const Variable nobody("HOME", nullptr);
    CHECK(cache_folder().empty());
  }
}

TEST_CASE("ETALON_DATA decides over data and downloads and must be a folder") {
  const TemporaryFolder folder;
  {
    const Variable data("ETALON_DATA", folder.path().c_str());
    CHECK(data_folder() == folder.path());
    CHECK(downloads_folder() == folder.path() / "downloads");
  }
  const Variable data("ETALON_DATA", "/nowhere/data");
  CHECK_THROWS_AS(data_folder(), InvalidInput);
}

// A child process that makes a temporary folder in `parent` and then waits to be killed.
pid_t holder_of_folder_in(const fs::path& parent) {
  const pid_t child = fork();
  if (child == 0) {
    const TemporaryFolder folder(parent);
    write_text(folder.path() / "inner/file", "x");
    write_text(parent / "made", "");
    for (;;) pause();
  }
  while (!fs::exists(parent / "made")) usleep(1000);
  fs::remove(parent / "made");
  return child;
}

TEST_CASE("the temporary folder of a killed process is removed by the next one") {
  const TemporaryFolder folder;
  const pid_t killed = holder_of_folder_in(folder.path());
  kill(killed, SIGKILL);
  waitpid(killed, nullptr, 0);
  CHECK_FALSE(fs::is_empty(folder.path()));
  const pid_t alive = holder_of_folder_in(folder.path());
  const auto count = [&] {
    return std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator());
  };
  CHECK(count() == 1);
  {
    const TemporaryFolder other(folder.path());
    CHECK(count() == 2);  // that of a process that lives stays
  }
  kill(alive, SIGKILL);
  waitpid(alive, nullptr, 0);
}

TEST_CASE("a script that does not exist is named") {
  CHECK(fs::exists(script("fetch_package.py")));
  CHECK_THROWS_AS(script("frobnicate.py"), InvalidInput);
}

TEST_CASE("temporary folders are made in TMPDIR or in /tmp where it is empty") {
  const TemporaryFolder folder;
  {
    const Variable place("TMPDIR", "");
    CHECK(TemporaryFolder().path().parent_path() == "/tmp");
  }
  {
    const Variable place("TMPDIR", folder.path().c_str());
    CHECK(TemporaryFolder().path().parent_path() == folder.path());
  }
  const std::string missing = folder.path() / "missing";
  const Variable place("TMPDIR", missing.c_str());
  CHECK_THROWS_WITH(TemporaryFolder(),
                    "TMPDIR: '" + missing + "' is not a folder: No such file or directory");
}

}  // namespace
}  // namespace etalon::paths_test
