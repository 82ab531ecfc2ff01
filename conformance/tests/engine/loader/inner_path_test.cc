#include "engine/loader/inner_path.h"

#include <sys/stat.h>

#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"

namespace etalon::inner_path_test {
namespace {

namespace fs = std::filesystem;
using test::has;
using test::refusal;
using test::write_text;

std::string bytes(const Contents& contents) { return {contents.begin(), contents.end()}; }

TEST_CASE("a path that comes out of a file is relative and plain") {
  for (const char* text : {"a", "a/b", "a.b/..c", "a/b..", "...", "a b", "\x1b[31m", "-rf", "~",
                           "$(id)", "caf\xc3\xa9", ":a", "ab:c"}) {
    INFO(text);
    CHECK(is_inner_path(text));
    CHECK(InnerPath(text, "it").text() == text);
  }
  const auto expect = [](const std::string& text, const std::string& why) {
    CHECK_FALSE(is_inner_path(text));
    const std::string told = refusal([&] { InnerPath(text, "the path of a case"); });
    INFO(told);
    CHECK(told.starts_with("InvalidInput: the path of a case '"));
    CHECK(told.ends_with("' " + why));
  };
  expect("", "is empty");
  for (const char* text : {"/", "/a", "//a/b"}) expect(text, "is absolute");
  for (const char* text : {"..", "../a", "a/../b", "a/..", "a/../../b"}) {
    expect(text, "contains '..'");
  }
  for (const char* text : {".", "./a", "a/.", "a/./b", "a//b", "a/"}) {
    expect(text, "has a part that is empty or '.'");
  }
  for (const char* text : {"a\\b", "..\\a", "\\\\server"}) expect(text, "contains a backslash");
  for (const char* text : {"C:a", "c:/a"}) expect(text, "begins with a drive letter");
  expect(std::string("a\0b", 3), "contains a NUL");
  expect(std::string("\0", 1), "contains a NUL");
}

// A folder with inside/file, a file beside it, and links of every kind.
class Place {
 public:
  Place() {
    write_text(folder / "inside/file", "inner");
    write_text(scratch_.path() / "secret/file", "secret");
    fs::create_symlink("inside/file", folder / "to_file");
    fs::create_symlink("../secret/file", folder / "out");
    fs::create_directory_symlink("../secret", folder / "up");
    fs::create_directory_symlink("inside", folder / "side");
    fs::create_symlink("nothing", folder / "dangling");
    mkfifo((folder / "pipe").c_str(), 0600);
  }
  std::string read(const std::string& path) const {
    return bytes(InnerPath(path, "it").read(folder));
  }

 private:
  TemporaryFolder scratch_;

 public:
  const fs::path folder = scratch_.path() / "folder";
};

TEST_CASE("an inner path reads regular files of its folder; through no link") {
  const Place place;
  CHECK(place.read("inside/file") == "inner");
  for (const char* path : {"to_file", "out", "up/file", "side/file", "dangling"}) {
    const std::string told = refusal([&] { place.read(path); });
    INFO(told);
    CHECK(
        told.ends_with(std::string(path) + "' cannot be read: its path contains a symbolic link"));
    CHECK(has(refusal([&] { InnerPath(path, "it").in(place.folder); }), "is a symbolic link"));
  }
  CHECK(has(refusal([&] { place.read("inside"); }), "not a regular file"));
  CHECK(has(refusal([&] { place.read("pipe"); }), "not a regular file"));
  CHECK(has(refusal([&] { place.read("missing"); }), "No such file"));
  CHECK(InnerPath("inside/new/file", "it").in(place.folder) == place.folder / "inside/new/file");
  // The folder itself may be behind a link: its reader knows it.
  fs::create_directory_symlink(place.folder, place.folder / "self");
  CHECK(bytes(InnerPath("inside/file", "it").read(place.folder / "self")) == "inner");
}

TEST_CASE("a folder is copied as it is or refused for a link or a pipe") {
  const Place place;
  const TemporaryFolder to;
  write_text(place.folder / "inside/deep/er/file", "more");
  copy_inner(InnerPath("inside", "it"), place.folder, to.path() / "new");
  CHECK(file_text(to.path() / "new/inside/file") == "inner");
  CHECK(file_text(to.path() / "new/inside/deep/er/file") == "more");
  for (const char* path : {"side", "up", "out", "pipe"}) {
    CHECK_FALSE(
        refusal([&] { copy_inner(InnerPath(path, "it"), place.folder, to.path()); }).empty());
    CHECK_FALSE(fs::exists(to.path() / path));
  }
  // What is in the way where it is copied to is no way out either.
  fs::create_directory_symlink(place.folder, to.path() / "inside");
  CHECK(has(refusal([&] { copy_inner(InnerPath("inside/file", "it"), place.folder, to.path()); }),
            "is a symbolic link"));
}

TEST_CASE("links anywhere in a folder are refused") {
  const TemporaryFolder folder;
  write_text(folder.path() / "a/b/file", "");
  CHECK(refusal([&] { refuse_links(folder.path()); }).empty());
  fs::create_symlink("file", folder.path() / "a/b/link");
  CHECK(has(refusal([&] { refuse_links(folder.path()); }), "a/b/link' is a symbolic link"));
  fs::remove(folder.path() / "a/b/link");
  mkfifo((folder.path() / "a/pipe").c_str(), 0600);
  CHECK(has(refusal([&] { refuse_links(folder.path()); }), "a/pipe' is neither"));
}

}  // namespace
}  // namespace etalon::inner_path_test
