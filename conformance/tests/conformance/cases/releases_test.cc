#include "conformance/cases/releases.h"

#include "conformance/cases/cases.h"
#include "conformance/cases/corpus.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::releases_test {
namespace {

namespace fs = std::filesystem;
using test::write_add_folder;
using test::write_text;

TEST_CASE("releases are ordered by their numbers") {
  CHECK(earlier_release("1.9.0", "1.10.0"));
  CHECK(earlier_release("1.10.0", "1.10.1"));
  CHECK_FALSE(earlier_release("1.10.0", "1.9.0"));
  CHECK_FALSE(earlier_release("1.9.0", "1.9.0"));
  CHECK(earlier_release("own", "1.1.2"));
  CHECK(earlier_release("local", "own"));
}

TEST_CASE("a weekly package comes after the last release and before the next") {
  const std::vector<std::string> order = {"own", "1.23.2", "1.24.0.dev20261019",
                                          "1.24.0.dev20261026", "1.24.0"};
  for (size_t i = 0; i < order.size(); ++i) {
    for (size_t j = 0; j < order.size(); ++j) {
      INFO(order[i] << " " << order[j]);
      CHECK(earlier_release(order[i], order[j]) == (i < j));
    }
  }
}

// A folder of downloads with a weekly package of this version, which has one case.
void write_weekly(const fs::path& downloads, const std::string& version) {
  write_add_folder(downloads / version / "node/test_a", {11, 22});
  write_text(downloads / version / ".corpus.json",
             R"({"weekly": true, "release": ")" + version +
                 R"(", "file": "w.whl", "sha256": "0", "suites": {"node": 1}, "cases": 1})");
}

TEST_CASE("weekly is the newest weekly package that is fetched and all does not have it") {
  const TemporaryFolder folder;
  setenv("ETALON_DATA", folder.path().c_str(), 1);
  write_text(folder.path() / "corpora.json", R"({"default": "1.0.0", "corpora": []})");
  CHECK(find_corpus(read_manifest(), "weekly") == nullptr);
  const fs::path downloads = downloads_folder();
  write_weekly(downloads, "1.24.0.dev20261026");
  write_weekly(downloads, "1.24.0.dev20261019");
  write_weekly(downloads, "1.24.0.dev20261102");
  write_text(downloads / "1.24.0.dev20261102/.corpus.json", "{");  // no longer readable
  const Manifest manifest = read_manifest();
  CHECK(manifest.upcoming.size() == 2);
  const Corpus* newest = find_corpus(manifest, "weekly");
  REQUIRE(newest != nullptr);
  CHECK(newest->release == "1.24.0.dev20261026");
  CHECK(find_corpus(manifest, "1.24.0.dev20261019") == &manifest.upcoming.front());
  REQUIRE(corpus_cases(*newest).size() == 1);
  CHECK(corpus_cases(*newest)[0].id() == "1.24.0.dev20261026/node/test_a");
  CHECK(all_official_cases(manifest).empty());
  unsetenv("ETALON_DATA");
}

TEST_CASE("a span names the first and the last release") {
  CHECK(release_span({}) == "");
  CHECK(release_span({"1.4.0"}) == "1.4.0");
  CHECK(release_span({"1.4.0", "1.4.1", "1.5.0"}) == "1.4.0…1.5.0");
}

// The cases of a folder with their identities.
std::vector<Case> identified(const fs::path& folder) {
  std::vector<Case> cases = discover(folder);
  for (Case& test : cases) test.identity = identity_of(test);
  return cases;
}

TEST_CASE("a case with the same bytes in several releases is one case of the newest") {
  const TemporaryFolder folder;
  for (const char* release : {"1.9.0", "1.10.0", "1.8.0"}) {
    write_add_folder(folder.path() / release / "node/test_a", {11, 22});
  }
  write_add_folder(folder.path() / "1.9.0/node/test_b", {11, 22});
  const std::vector<Case> cases = unite(identified(folder.path()));
  REQUIRE(cases.size() == 2);
  CHECK(cases[0].id() == "1.9.0/node/test_b");
  CHECK(cases[1].id() == "1.10.0/node/test_a");
  CHECK(cases[1].releases == std::vector<std::string>{"1.8.0", "1.9.0", "1.10.0"});
  CHECK(cases[0].releases == std::vector<std::string>{"1.9.0"});
}

TEST_CASE("another model or another data set makes another case") {
  const TemporaryFolder folder;
  write_add_folder(folder.path() / "1.1/node/test_a", {11, 22});
  write_add_folder(folder.path() / "1.2/node/test_a", {11, 23});
  write_add_folder(folder.path() / "1.3/node/test_a", {11, 22});
  fs::copy(folder.path() / "1.3/node/test_a/test_data_set_0",
           folder.path() / "1.3/node/test_a/test_data_set_1");
  CHECK(unite(identified(folder.path())).size() == 3);
}

TEST_CASE("files other than model and data sets do not change a case's identity") {
  const TemporaryFolder folder;
  write_add_folder(folder.path(), {11, 22});
  const Case test = discover(folder.path()).at(0);
  const std::string before = identity_of(test);
  CHECK(before.size() == 64);
  write_text(folder.path() / "data.json", "{}");
  CHECK(identity_of(test) == before);
  write_text(folder.path() / "test_data_set_0/input_2.pb", "");
  CHECK(identity_of(test) != before);
}

TEST_CASE("cases without identity are never united") {
  const TemporaryFolder folder;
  const std::vector<Case> cases =
      test::discover_add_cases(folder.path(), {{"same", {11, 22}}, {"same", {11, 22}}});
  CHECK(unite(cases).size() == 2);
}

TEST_CASE("materialized cases belong to their release") {
  const TemporaryFolder folder;
  setenv("ETALON_DATA", folder.path().c_str(), 1);
  Corpus corpus{"9.9", "none", "", 0, "", {{"simple", 1}}, 1, ""};
  CHECK_FALSE(is_here(corpus));
  write_add_folder(materialized_folder(corpus) / "node/test_a", {11, 22});
  CHECK(is_here(corpus));
  CHECK_FALSE(is_fetched(corpus));
  for (int round = 0; round < 2; ++round) {  // read from the folder, then from the cached list
    const std::vector<Case> cases = corpus_cases(corpus);
    REQUIRE(cases.size() == 1);
    CHECK(cases[0].id() == "9.9/node/test_a");
    CHECK(cases[0].identity == identity_of(cases[0]));
  }
  unsetenv("ETALON_DATA");
}

}  // namespace
}  // namespace etalon::releases_test
