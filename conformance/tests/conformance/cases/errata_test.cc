#include "conformance/cases/errata.h"
#include "engine/values/json.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "conformance/cases/cases.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/serialization.h"
#include "engine/operators/schema.h"

namespace etalon::errata_test {
namespace {

using nlohmann::json;
using test::write_text;

json entry() {
  return {{"id", "a"},
          {"operator", "Add"},
          {"domain", "ai.onnx"},
          {"versions", {7}},
          {"from", "1.9.0"},
          {"to", "1.10.0"},
          {"cases", {"node/test_add"}},
          {"expected", "one thing"},
          {"specification", "another"},
          {"follow", "specification"},
          {"why", "it says so"},
          {"proof", "1 + 1 = 2"}};
}

const std::string known(64, 'a');
const std::string other_known(64, 'b');

std::vector<Erratum> read(const json& written) {
  const TemporaryFolder folder;
  const json digests = {known.substr(0, 16), other_known.substr(0, 16)};
  write_text(folder.path() / "errata.json", json{{"errata", {written}}}.dump());
  write_text(folder.path() / "errata_contents.json",
             json{{"contents", {{"a", {{"node/test_add", digests}}}}}}.dump());
  return read_errata(folder.path() / "errata.json");
}

TEST_CASE("an erratum covers the releases from one to another or those it lists") {
  const Erratum range = read(entry()).at(0);
  for (const char* release : {"1.9.0", "1.9.1", "1.10.0"}) CHECK(range.covers(release));
  for (const char* release : {"1.2.0", "1.8.1", "1.10.1", "1.22.0", "local"}) {
    CHECK_FALSE(range.covers(release));
  }
  CHECK(range.release_text() == "1.9.0…1.10.0");
  json listed = entry();
  listed["releases"] = {"1.5.0", "1.7.0"};
  CHECK(read(listed).at(0).covers("1.7.0"));
  CHECK_FALSE(read(listed).at(0).covers("1.6.0"));
}

TEST_CASE("an erratum belongs to contents") {
  const std::vector<Erratum> list = read(entry());
  CHECK(erratum_of(list, known) == &list[0]);
  CHECK(erratum_of(list, other_known) == &list[0]);
  CHECK(erratum_of(list, known.substr(0, 16) + std::string(48, 'c')) == &list[0]);
  CHECK(erratum_of(list, std::string(64, 'c')) == nullptr);
  CHECK(erratum_of(list, known.substr(0, 15)) == nullptr);
  CHECK(erratum_of(list, "") == nullptr);
}

TEST_CASE("an erratum without a list of contents is refused") {
  const TemporaryFolder folder;
  const auto refusal = [&] {
    try {
      read_errata(folder.path() / "errata.json");
    } catch (const InvalidInput& problem) {
      return std::string(problem.what());
    }
    return std::string();
  };
  write_text(folder.path() / "errata.json", json{{"errata", {entry()}}}.dump());
  CHECK(refusal().find("errata_contents.json") != std::string::npos);
  write_text(folder.path() / "errata_contents.json", R"({"contents": {"b": {}}})");
  CHECK(refusal().find("errata_contents.json: ") != std::string::npos);
  write_text(folder.path() / "errata_contents.json",
             R"({"contents": {"a": {"node/test_add": 1}}})");
  CHECK(refusal().find("errata_contents.json: ") != std::string::npos);
}

TEST_CASE("an entry that follows the data has contents only to be lenient") {
  json written = entry();
  written["follow"] = "data";
  CHECK(read(written).at(0).contents.empty());
  written["lenient"] = true;
  CHECK(read(written).at(0).lenient);
  CHECK(read(written).at(0).contents.size() == 2);
}

TEST_CASE("the differences of a release are the entries with as_of that cover it") {
  json written = entry();
  CHECK(differences_of(read(written), "1.9.0").empty());
  written["as_of"] = true;
  CHECK(differences_of(read(written), "1.9.0") == Differences{"a"});
  CHECK(differences_of(read(written), "1.8.0").empty());
}

TEST_CASE("an erratum that is applied as a difference excuses nothing") {
  const std::vector<Erratum> list = read(entry());
  CHECK(erratum_of(list, known, {"a"}) == nullptr);
}

// LpNormalization of zeros: NaN through release 1.20.1, zeros from 1.21.0.
struct ZeroNorm {
  TemporaryFolder folder;
  std::string model = (folder.path() / "model.onnx").string();
  std::string x = (folder.path() / "x.pb").string();

  ZeroNorm() {
    const Tensor zeros = test::floats({0, 0});
    write_value(x, zeros, "x");
    write_text(model, test::SmallModel(22)
                          .input("x", zeros)
                          .node("LpNormalization", {"x"}, {"y"})
                          .output("y")
                          .bytes());
  }
};

TEST_CASE("etalon run --as-of evaluates like the release") {
  const ZeroNorm files;
  const auto run = [&](const std::string& release) {
    return test::etalon_command(
        {"run", files.model, "--input", "x=" + files.x, "--as-of", release});
  };
  CHECK(run("1.21.0").out.find("nan") == std::string::npos);
  CHECK(run("1.20.1").out.find("nan") != std::string::npos);
  CHECK(run("0.0.0").code == 2);
  CHECK(run("0.0.0").err ==
        "etalon: --as-of 0.0.0: no such release; did you mean 1.0.0? (see: etalon corpus list)\n");
}

TEST_CASE("etalon check --as-of judges like the release") {
  const ZeroNorm files;
  const auto check = [&](const std::string& release) {
    return test::etalon_command({"check", files.model, "--input", "x=" + files.x, "--output",
                                 "y=" + files.x, "--as-of", release});
  };
  CHECK(check("1.21.0").code == 0);  // zeros are right
  CHECK(check("1.20.1").code == 1);  // NaN was
  CHECK(check("0.0.0").code == 2);
}

TEST_CASE("etalon generate --as-of writes the release's expectations") {
  const ZeroNorm files;
  const auto expected = [&](const std::string& release) {
    const auto out = files.folder.path() / release;
    const auto done = test::etalon_command({"generate", files.model, "--input", "x=" + files.x,
                                            "--out", out.string(), "--as-of", release});
    REQUIRE(done.code == 0);
    const Value y = read_value(out / "test_data_set_0/output_0.pb", {});
    return y.tensor().as<double>()(0);
  };
  CHECK(expected("1.21.0") == 0);
  CHECK(std::isnan(expected("1.20.1")));
}

TEST_CASE("an entry that follows the data excuses nothing") {
  json written = entry();
  written["follow"] = "data";
  CHECK(erratum_of(read(written), known) == nullptr);
}

TEST_CASE("an erratum excuses its own outcome and outputs only") {
  json written = entry();
  const Erratum any = read(written).at(0);
  CHECK(excuses(any, Status::fail, {"y", "z"}));
  CHECK_FALSE(excuses(any, Status::pass, {}));
  CHECK_FALSE(excuses(any, Status::invalid, {}));
  CHECK_FALSE(excuses(any, Status::error, {}));
  written["outputs"] = {"y"};
  CHECK(excuses(read(written).at(0), Status::fail, {"y"}));
  CHECK_FALSE(excuses(read(written).at(0), Status::fail, {"y", "z"}));
  written["outcome"] = "invalid";
  CHECK(excuses(read(written).at(0), Status::invalid, {}));
  CHECK_FALSE(excuses(read(written).at(0), Status::fail, {"y"}));
}

TEST_CASE("an incomplete or invalid entry is refused with its name") {
  for (const char* field : {"operator", "domain", "versions", "cases", "expected", "specification",
                            "follow", "why", "proof"}) {
    json written = entry();
    written.erase(field);
    INFO(field);
    std::string sentence;
    try {
      read(written);
    } catch (const std::exception& error) {
      sentence = error.what();
    }
    CHECK(sentence.find("erratum a") != std::string::npos);
  }
  json written = entry();
  written["follow"] = "nobody";
  CHECK_THROWS_AS(read(written), InvalidInput);
  written = entry();
  written["outcome"] = "crash";
  CHECK_THROWS_AS(read(written), InvalidInput);
}

TEST_CASE("the project's errata name operators and versions that exist each once") {
  std::set<std::string> ids;
  for (const Erratum& erratum : errata()) {
    INFO(erratum.id);
    CHECK(ids.insert(erratum.id).second);
    CHECK_FALSE(erratum.cases.empty());
    CHECK_FALSE(erratum.proof.empty());
    for (const int version : erratum.versions) {
      const Schema* schema = find_schema(erratum.domain, erratum.op, version);
      REQUIRE(schema != nullptr);
      CHECK(schema->since_version == version);
    }
  }
  CHECK(ids.count("roialign-max") == 1);
}

TEST_CASE("explain shows an operator's errata") {
  const test::Outcome outcome = test::etalon_command({"explain", "RoiAlign-16"});
  CHECK(outcome.code == 0);
  CHECK(outcome.out.find("erratum roialign-max") != std::string::npos);
  CHECK(test::etalon_command({"explain", "Abs"}).out.find("erratum") == std::string::npos);
}

}  // namespace
}  // namespace etalon::errata_test
