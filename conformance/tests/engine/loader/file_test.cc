#include "engine/loader/file.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "engine/values/errors.h"

namespace etalon::file_test {
namespace {

// Bytes of which no two neighbours are equal.
std::string bytes(size_t count) {
  std::string text(count, 0);
  for (size_t i = 0; i < count; ++i) text[i] = char(i % 251);
  return text;
}

TEST_CASE("A file is read as it is whatever its size") {
  const TemporaryFolder scratch;
  const std::string file = scratch.path() / "file";
  for (const size_t size : {0, 1, 511, 512, 513, 4096, 8191, 8192, 8193, 12288, 100'000}) {
    write_file(file, bytes(size));
    const Contents contents = read_file(file);
    CHECK(std::string(contents.begin(), contents.end()) == bytes(size));
  }
}

TEST_CASE("A small file is read at once if it certainly ends within the space") {
  const TemporaryFolder scratch;
  const std::string file = scratch.path() / "file";
  std::string space(2000, 0);
  const auto read = [&](const std::string& path) {
    return read_if_small(FileDescriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK)), space);
  };
  for (const size_t size : {1, 511, 513, 1999}) {
    write_file(file, bytes(size));
    CHECK(read(file) == size);
    CHECK(space.substr(0, size) == bytes(size));
  }
  for (const size_t size : {0, 512, 1024, 2000, 2001}) {
    write_file(file, bytes(size));
    CHECK(read(file) == 0);
  }
  CHECK(read(scratch.path()) == 0);
  CHECK(read(scratch.path() / "missing") == 0);
}

TEST_CASE("A fifo that holds bytes is not read") {
  const TemporaryFolder scratch;
  const std::string pipe = scratch.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR) == 0);
  const FileDescriptor both(::open(pipe.c_str(), O_RDWR | O_CLOEXEC));
  REQUIRE(::write(both.get(), "bytes", 5) == 5);
  CHECK_THROWS_WITH(read_file(pipe), "cannot read '" + pipe + "': not a regular file");
  char byte = 0;
  CHECK(::read(both.get(), &byte, 1) == 1);
  CHECK(byte == 'b');
}

TEST_CASE("The reason why a file cannot be opened is told") {
  const TemporaryFolder scratch;
  const std::string missing = scratch.path() / "missing";
  CHECK_THROWS_WITH(read_file(missing), "cannot read '" + missing + "': No such file or directory");
}

TEST_CASE("Only a regular file is opened for writing; a link to one too") {
  const TemporaryFolder scratch;
  const std::string pipe = scratch.path() / "pipe", file = scratch.path() / "file";
  REQUIRE(::mkfifo(pipe.c_str(), S_IRUSR | S_IWUSR) == 0);
  std::filesystem::create_symlink("/dev/full", scratch.path() / "device");
  std::filesystem::create_symlink(file, scratch.path() / "link");
  for (const std::string& other : {pipe, (scratch.path() / "device").string(), std::string("/")}) {
    CHECK_THROWS_AS(open_regular(other, O_RDWR | O_CREAT | O_APPEND), InvalidInput);
  }
  CHECK_THROWS_WITH(open_regular(pipe, O_RDONLY), "cannot read '" + pipe + "': not a regular file");
  write_all(open_regular(scratch.path() / "link", O_WRONLY | O_CREAT | O_APPEND), "one", file);
  write_all(open_regular(file, O_WRONLY | O_APPEND), " two", file);
  const Contents contents = read_file(file);
  CHECK(std::string(contents.begin(), contents.end()) == "one two");
}

TEST_CASE("A draft that is not finished changes nothing and leaves nothing") {
  const TemporaryFolder scratch;
  const std::string file = scratch.path() / "file";
  write_file(file, "before");
  {
    FileDraft draft(file);
    draft.write("after");
  }
  CHECK(read_file(file).size() == 6);
  CHECK(std::distance(std::filesystem::directory_iterator(scratch.path()), {}) == 1);
  FileDraft draft(file);
  draft.write("aft");
  draft.write("er");
  draft.finish();
  CHECK(read_file(file).size() == 5);
}

}  // namespace
}  // namespace etalon::file_test
