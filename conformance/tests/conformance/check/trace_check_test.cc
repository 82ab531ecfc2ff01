#include "conformance/check/trace_check.h"

#include <cmath>

#include "conformance/cases/value_files.h"
#include "conformance/common/json.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/npy.h"

namespace etalon::trace_check_test {
namespace {

namespace fs = std::filesystem;
using test::etalon_command;
using test::floats;
using test::has;
using test::Outcome;
using test::SmallModel;
using test::write_text;

constexpr float x = 3.1F;

// y = exp(x²) + x, and what a framework's hooks recorded of it: with exponentials `factor` times
// too large.
struct Workshop {
  explicit Workshop(float factor) {
    SmallModel small(13);
    small.input("x", floats({x})).node("Mul", {"x", "x"}, {"/m/p"});
    small.node("Exp", {"/m/p"}, {"/m/e"}).node("Add", {"/m/e", "x"}, {"y"}).output("y");
    write_text(at("model.onnx"), small.bytes());
    write_text(at("x.npy"), format_npy(floats({x})));
    const float p = x * x;
    const float e = std::exp(p) * factor;
    for (const char* folder : {"trace/m", "inner/m"}) {
      fs::create_directories(at(folder));
      write_text(at(folder) + "/p.npy", format_npy(floats({p})));
      write_text(at(folder) + "/e.npy", format_npy(floats({e})));
    }
    write_text(at("trace/y.npy"), format_npy(floats({e + x})));
  }
  std::string at(const std::string& name) const { return (folder.path() / name).string(); }
  Outcome check(const std::string& trace, std::vector<std::string> more = {}) const {
    more.insert(more.begin(),
                {"check", at("model.onnx"), "--inputs", at("x.npy"), "--outputs", at(trace)});
    return etalon_command(more);
  }
  TemporaryFolder folder;
};

}  // namespace

TEST_CASE("check: inner values of a sound trace pass") {
  const Outcome outcome = Workshop(1).check("trace");
  INFO(outcome.out);
  CHECK(outcome.code == 0);
  CHECK(has(outcome.out, "trace: 2 of 2 inner values are within the tolerance of Etalon's\n"));
  CHECK(has(outcome.out, "nodes: of 3, on the runtime's own values: "));
}

TEST_CASE("check: the first line names the node at which a trace and the model part") {
  const Workshop here(1.01F);
  const Outcome outcome = here.check("trace");
  INFO(outcome.out);
  CHECK(outcome.code == 1);
  CHECK(
      outcome.out.starts_with("fails (wrong): the trace and the model part at Exp-13 (output "
                              "'/m/e'), on the trace's own values\ny: fails"));
  CHECK(has(outcome.out,
            "trace: 1 of 2 inner values are within the tolerance of Etalon's; the "
            "first that is not: '/m/e' of Exp-13 (output '/m/e')\n"));
  const auto document = nlohmann::json::parse(here.check("trace", {"--format", "json"}).out);
  CHECK(document.at("pass") == false);
  CHECK(document.at("trace").at("outside") == 1);
  CHECK(document.at("trace").at("first_wrong") == "/m/e");
  CHECK(has(document.at("headline"), "part at Exp-13"));
  CHECK(document.at("nodes").at("wrong") == 1);
}

TEST_CASE("check: a trace may have inner values alone") {
  CHECK(Workshop(1).check("inner").code == 0);
  const Outcome outcome = Workshop(1.01F).check("inner");
  INFO(outcome.out);
  CHECK(outcome.code == 1);
  CHECK(has(outcome.out, "part at Exp-13"));
}

TEST_CASE(
    "check: a node belongs to the group of the nodes that read an output of it not recorded") {
  // y = -b of [a, b] = x; the framework recorded a, and 4 for y, which is -3.
  TemporaryFolder folder;
  const auto at = [&](const std::string& name) { return (folder.path() / name).string(); };
  SmallModel small(13);
  small.input("x", floats({2, 3})).node("Split", {"x"}, {"a", "b"}).node("Neg", {"b"}, {"y"});
  write_text(at("model.onnx"), small.output("y").bytes());
  write_text(at("x.npy"), format_npy(floats({2, 3})));
  fs::create_directories(at("trace"));
  write_text(at("trace/a.npy"), format_npy(floats({2})));
  write_text(at("trace/y.npy"), format_npy(floats({4})));
  const Outcome outcome = etalon_command(
      {"check", at("model.onnx"), "--inputs", at("x.npy"), "--outputs", at("trace")});
  INFO(outcome.out);
  CHECK(outcome.code == 1);
  CHECK(
      has(outcome.out, "part at the group Split-13 (output 'a') and Neg-13 (output 'y'), 2 nodes"));
}

TEST_CASE("check: arrays that the model does not have are named in a warning") {
  const Workshop here(1);
  test::write_tar(here.at("t.npz"), {{"y.npy", file_text(here.at("trace/y.npy"))},
                                     {"/m/e.npy", file_text(here.at("trace/m/e.npy"))},
                                     {"encoder.gru.npy", file_text(here.at("x.npy"))}});
  const Outcome outcome = here.check("t.npz");
  CHECK(outcome.code == 0);
  CHECK(has(outcome.out, "1 of 1 inner values"));
  CHECK(has(outcome.err,
            "warning: 1 array is not judged, since the model's graph has no value of "
            "the name: 'encoder.gru'"));
}

TEST_CASE("check: a value's name leads to no file outside the folder") {
  const Workshop here(1);
  SmallModel small(13);
  small.input("x", floats({x})).node("Mul", {"x", "x"}, {"../secret"});
  small.node("Exp", {"../secret"}, {"y"}).output("y");
  write_text(here.at("model.onnx"), small.bytes());
  write_text(here.at("secret.npy"), "not an array");
  const float p = x * x;
  write_text(here.at("trace/y.npy"), format_npy(floats({std::exp(p)})));
  const Outcome outcome = here.check("trace");
  INFO(outcome.err);
  CHECK(outcome.code == 0);
  CHECK_FALSE(has(outcome.out, "trace:"));
}

}  // namespace etalon::trace_check_test
