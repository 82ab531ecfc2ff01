#include "conformance/cases/archive.h"

#include "conformance/cases/checksum.h"
#include "conformance/cases/corpus.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/npy.h"
#include "engine/values/errors.h"

namespace etalon::archive_test {
namespace {

namespace fs = std::filesystem;
using test::write_tar;
using test::write_text;

bool everything(const std::string&) { return true; }
std::string same(const std::string& name) { return name; }

size_t file_count(const fs::path& folder) {
  size_t count = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    count += entry.is_directory() ? 0 : 1;
  }
  return count;
}

TEST_CASE("an archive's arrays are read by name; within the memory budget") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.npz";
  write_tar(file, {{"x.npy", format_npy(test::floats({1, 2}))},
                   {"note.txt", "not an array"},
                   {"y.npy", format_npy(Tensor::zeros(DType::float64, {100'000}))}});
  const NamedTensors arrays = read_npz(file);
  REQUIRE(arrays.size() == 2);
  CHECK(arrays[0].first == "x");
  CHECK(identical(arrays[0].second, test::floats({1, 2})));
  CHECK(arrays[1].first == "y");
  const std::string told = test::refusal_within(test::memory_of(100'000), [&] { read_npz(file); });
  INFO(told);
  CHECK(told.starts_with("LimitExceeded: " + file.string() + ", array y: "));
  CHECK(told.find("more bytes on top of") != std::string::npos);
}

TEST_CASE("an array of any name is read; its name never becomes a path") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.npz";
  write_tar(file, {{"/gru/Y.npy", format_npy(test::floats({1}))},
                   {"../b.npy", format_npy(test::floats({2}))}});
  const NamedTensors arrays = read_npz(file);
  REQUIRE(arrays.size() == 2);
  CHECK(arrays[0].first == "/gru/Y");
  CHECK(arrays[1].first == "../b");
}

TEST_CASE("the time limit ends an array that is being unpacked") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.npz";
  write_tar(file, {{"x.npy", "not an array"}});  // which is noticed later
  Limits late;
  late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
  CHECK(test::refusal_within(late, [&] { read_npz(file); }) ==
        "LimitExceeded: " + file.string() + ", array x: the time limit is exceeded");
}

TEST_CASE("regular files are extracted beneath the folder") {
  const TemporaryFolder folder;
  write_tar(folder.path() / "a.tar", {{"x/1", "one"}, {"x/y/2", ""}, {"z", "three"}});
  extract(
      folder.path() / "a.tar", folder.path() / "out",
      [](const std::string& name) { return name != "z"; }, same);
  CHECK(file_text(folder.path() / "out/x/1") == "one");
  CHECK(file_count(folder.path() / "out") == 2);
}

TEST_CASE("unsafe entries are refused and nothing leaves the folder") {
  const TemporaryFolder folder;
  const fs::path archive = folder.path() / "inner/a.tar";
  fs::create_directories(folder.path() / "inner/out");
  const std::vector<std::pair<std::string, std::string>> bad = {{"../escaped", "x"},
                                                                {"a/../../escaped", "x"},
                                                                {"link", "->../../escaped"},
                                                                {"hard", "=>/etc/passwd"},
                                                                {"a\\b", "x"}};
  for (const auto& entry : bad) {
    INFO(entry.first);
    write_tar(archive, {entry});
    CHECK_THROWS_AS(extract(archive, folder.path() / "inner/out", everything, same), InvalidInput);
    CHECK_FALSE(fs::exists(folder.path() / "escaped"));
    CHECK_FALSE(fs::exists(folder.path() / "inner/escaped"));
    CHECK(file_count(folder.path() / "inner/out") == 0);
  }
}

TEST_CASE("an entry that is not wanted is skipped even if it is unsafe") {
  const TemporaryFolder folder;
  write_tar(folder.path() / "a.tar", {{"../escaped", "x"}, {"link", "->/"}, {"data/1", "one"}});
  extract(
      folder.path() / "a.tar", folder.path() / "out",
      [](const std::string& name) { return name.starts_with("data/"); }, same);
  CHECK(file_count(folder.path() / "out") == 1);
}

TEST_CASE("archives past the limits are refused") {
  const TemporaryFolder folder;
  write_tar(folder.path() / "a.tar", {{"1", std::string(600, 'x')}, {"2", std::string(600, 'x')}});
  const auto run = [&](const ArchiveLimits& limits) {
    extract(folder.path() / "a.tar", folder.path() / "out", everything, same, limits);
  };
  CHECK_THROWS_AS(run({1, 5000}), LimitExceeded);
  CHECK_THROWS_AS(run({10, 1000}), LimitExceeded);
  CHECK_NOTHROW(run({2, 1200}));
}

TEST_CASE("a file that is not an archive is refused") {
  const TemporaryFolder folder;
  write_text(folder.path() / "a.tar", "this is no archive at all");
  CHECK_THROWS_AS(extract(folder.path() / "a.tar", folder.path() / "out", everything, same),
                  InvalidInput);
  CHECK_THROWS_AS(extract(folder.path() / "b.tar", folder.path() / "out", everything, same),
                  InvalidInput);
}

// The library has no words for this one.
TEST_CASE("an archive that ends after an entry's header is refused") {
  const TemporaryFolder folder;
  const fs::path file = folder.path() / "a.npz";
  write_text(file, "PK\x03\x04" + std::string(26, '\0'));
  CHECK_THROWS_AS(read_npz(file), InvalidInput);
}

TEST_CASE("SHA-256 is that of the standard's examples") {
  const TemporaryFolder folder;
  write_text(folder.path() / "abc", "abc");
  CHECK(sha256(folder.path() / "abc") ==
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  write_text(folder.path() / "empty", "");
  CHECK(sha256(folder.path() / "empty") ==
        "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  CHECK_THROWS_AS(sha256(folder.path() / "missing"), InvalidInput);
}

// While it exists, ETALON_DATA is a temporary data folder.
class DataFolder {
 public:
  DataFolder() { setenv("ETALON_DATA", folder_.path().c_str(), 1); }
  ~DataFolder() { unsetenv("ETALON_DATA"); }
  const fs::path& path() const { return folder_.path(); }

 private:
  TemporaryFolder folder_;
};

TEST_CASE("a corpus is unpacked when checksum and counts are right and only then") {
  const DataFolder data;
  test::write_add_folder(data.path() / "case", {11, 22});
  const fs::path package = data.path() / "package.tar";
  const std::string model = file_text(data.path() / "case/model.onnx");
  write_tar(package, {{"p/data/node/test_a/model.onnx", model},
                      {"p/data/evil/x", "x"},
                      {"p/other.py", "x"},
                      {"p/data/README", "x"}});
  Corpus corpus{"0.1", "package.tar", sha256(package), 0, "p/data", {{"node", 1}}, 1, ""};
  Corpus forged = corpus;
  forged.sha256[0] = forged.sha256[0] == '0' ? '1' : '0';
  CHECK_THROWS_AS(unpack(forged, package), InvalidInput);
  Corpus larger = corpus;
  larger.suites["node"] = 2;
  CHECK_THROWS_AS(unpack(larger, package), InvalidInput);
  CHECK_FALSE(fs::exists(data.path() / "downloads/0.1"));
  CHECK_FALSE(is_fetched(corpus));
  unpack(corpus, package);
  CHECK(is_fetched(corpus));
  CHECK_FALSE(is_fetched(larger = forged));
  CHECK(corpus_cases(corpus).size() == 1);
  CHECK_FALSE(fs::exists(data.path() / "downloads/0.1/evil"));
  CHECK(file_count(data.path() / "downloads") == 3);  // the model, the marker, the list of cases
}

TEST_CASE("a list of cases that leads out of its folder is as if it were not there") {
  const DataFolder data;
  const fs::path folder = data.path() / "downloads/0.1";
  test::write_add_folder(folder / "node/test_a", {11, 22});
  test::write_add_folder(data.path() / "payload", {11, 22});
  write_text(folder / ".corpus.json", R"({"sha256": "0"})");
  const Corpus corpus{"0.1", "package.tar", "0", 0, "p", {{"node", 1}}, 1, ""};
  for (const char* list :
       {R"([["..", "payload", "", []]])", R"([["../..", "payload", "", []]])",
        R"([["node", "/etc", "", []]])",
        R"([["node", "test_a", "", [["../../payload", ["input_0.pb"]]]]])",
        R"([["node", "test_a", "", [["test_data_set_0", ["../input_0.pb"]]]]])"}) {
    INFO(list);
    write_text(folder / ".cases.json", list);
    const std::vector<Case> cases = corpus_cases(corpus);
    REQUIRE(cases.size() == 1);
    CHECK(cases[0].folder == folder / "node/test_a");
    CHECK(cases[0].data_sets.at(0).name == "test_data_set_0");
    CHECK(cases[0].data_sets.at(0).files.at(0) == "input_0.pb");
  }
  write_text(data.path() / "corpora.json", R"({"default": "..", "corpora": [{"release": "..",
             "file": null}]})");
  CHECK(test::refusal([&] {
          read_manifest(data.path() / "corpora.json");
        }).ends_with("the name '..' contains '..'"));
}

TEST_CASE("the manifest names releases and with and without data") {
  const Manifest manifest = read_manifest();
  const Corpus* corpus = find_corpus(manifest, manifest.default_release);
  REQUIRE(corpus != nullptr);
  CHECK(corpus->release == "1.22.0");
  CHECK(corpus->cases == 1905);
  CHECK(corpus->sha256.size() == 64);
  CHECK(find_corpus(manifest, "0.0.0") == nullptr);
  const Corpus* none = find_corpus(manifest, "1.0.0");
  REQUIRE(none != nullptr);
  CHECK_THROWS_AS(fetch(*none, [](const std::string&) {}), InvalidInput);
}

}  // namespace
}  // namespace etalon::archive_test
