#include "conformance/generate/graph_pairs.h"

#include <set>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/values/json.h"
#include "onnx.pb.h"

namespace etalon::graph_pairs_test {
namespace {

using test::check_fails;
using test::etalon_command;
using test::files_in;
using test::names_in;
using test::Workshop;

TEST_CASE("pairs of every kind: both models give the same outputs") {
  for (const std::string kind : {"body", "upgrade", "folding"}) {
    INFO(kind);
    Draw draw(2);
    std::set<std::string> of;
    for (int i = 0; i < 8; ++i) {
      const GraphPair pair = draw_pair(draw, kind);
      of.insert(pair.of);
      CHECK(pair.kind == kind);
      CHECK(pair.before != pair.after);
      const BoundModel after = parse_model(pair.after);
      const Values outputs =
          evaluate(after, Bindings(pair.set.inputs.begin(), pair.set.inputs.end()));
      REQUIRE(outputs.size() == pair.set.outputs.size());
      bool same = true;
      for (size_t k = 0; k < outputs.size(); ++k) {
        same &= serialize_value(outputs[k], "") == serialize_value(pair.set.outputs[k].second, "");
      }
      CHECK(same == pair.same_digits);
      if (kind != "body") CHECK(same);
    }
    CHECK(of.size() > 1);
  }
}

TEST_CASE("pairs with bodies have no operator left that the body stands for") {
  Draw draw(3);
  for (int i = 0; i < 6; ++i) {
    const GraphPair pair = draw_pair(draw, "body");
    onnx::ModelProto after;
    REQUIRE(after.ParseFromString(pair.after));
    CHECK(after.functions_size() > 0);
    CHECK(after.functions(after.functions_size() - 1).domain() == "body");
  }
}

TEST_CASE("generate --pairs writes two models and inputs and outputs and what the pair is") {
  const Workshop here;
  const auto into = [&](const std::string& name, const std::string& more) {
    return etalon_command({"generate", "--pairs=folding", "--count", "2", "--seed", "4", "--out",
                           here.at(name), more});
  };
  const test::Outcome first = into("a", "--no-proved");
  CHECK(first.code == exit_ok);
  CHECK(first.out.find("2 pairs of models in ") != std::string::npos);
  CHECK(into("b", "--no-proved").code == exit_ok);
  CHECK(files_in(here.at("a")) == files_in(here.at("b")));
  CHECK(into("a", "--force").code == exit_ok);
  const auto about = nlohmann::json::parse(file_text(here.at("a/pair_0000_folding/pair.json")));
  CHECK(about.at("kind") == "folding");
  CHECK(about.at("digits") == "same");
  const auto files = files_in(here.at("a/pair_0000_folding"));
  for (const char* name : {"before.onnx", "after.onnx", "test_data_set_0/output_0.pb"}) {
    CHECK(files.contains(name));
  }
  check_fails({"generate", "--pairs=rewrite", "--out", here.at("c")}, exit_usage,
              "--pairs=rewrite: the kinds are body, upgrade, folding");
}

}  // namespace
}  // namespace etalon::graph_pairs_test
