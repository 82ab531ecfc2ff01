#include "conformance/commands/progress.h"

#include <pty.h>
#include <sys/wait.h>

#include <iostream>

#include "conformance/commands/commands.h"
#include "conformance/common/paths.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/small_models.h"
#include "conformance/tests/conformance/support.h"
#include "conformance/tests/text.h"
#include "engine/loader/serialization.h"

namespace etalon::progress_test {
namespace {

using test::floats;
using test::has;
using test::SmallModel;

// What a command writes to a terminal.
std::string on_terminal(const std::vector<std::string>& words) {
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, nullptr);
  REQUIRE(child >= 0);
  if (child == 0) {
    const int code = run_command_line(words, std::cout, std::cerr);
    std::cout.flush();
    _exit(code);
  }
  std::string text(1 << 16, '\0');
  size_t size = 0;
  ssize_t got = 0;
  while ((got = read(terminal, text.data() + size, text.size() - size)) > 0) {
    size += static_cast<size_t>(got);
  }
  close(terminal);
  waitpid(child, nullptr, 0);
  text.resize(size);
  return text;
}

// y = −|x| on disk.
class Files {
 public:
  Files() {
    const Tensor x = floats({1, 2});
    SmallModel small(13);
    small.input("x", x).node("Abs", {"x"}, {"a"}).node("Neg", {"a"}, {"y"}).output("y");
    test::write_text(path("model.onnx"), small.bytes());
    write_value(path("x.npy"), x, "x");
    write_value(path("y.npy"), floats({-1, -2.5}), "y");
  }
  std::string path(const std::string& name) const { return (folder_.path() / name).string(); }

 private:
  TemporaryFolder folder_;
};

const std::string line = "\r\033[Knode 1 of 2, Abs-13 (output 'a'), 0 s";
const std::string cleared = "\r\033[K";

TEST_CASE("run shows the node under evaluation on a terminal and clears it before the outputs") {
  const Files files;
  const std::string text =
      on_terminal({"run", files.path("model.onnx"), "--inputs", files.path("x.npy")});
  INFO(text);
  CHECK(has(text, line));
  CHECK(has(text, cleared + "y: tensor(float)"));
}

TEST_CASE("run with all values lists these instead") {
  const Files files;
  const std::string text = on_terminal(
      {"run", files.path("model.onnx"), "--inputs", files.path("x.npy"), "--all-values"});
  CHECK_FALSE(has(text, "node 1 of 2"));
  CHECK(has(text, "Neg-13"));
}

TEST_CASE("check shows the node under evaluation on a terminal") {
  const Files files;
  const std::string text = on_terminal({"check", files.path("model.onnx"), "--inputs",
                                        files.path("x.npy"), "--outputs", files.path("y.npy")});
  INFO(text);
  CHECK(has(text, line));
  CHECK(has(text, cleared + "y: fails (wrong): "));
}

TEST_CASE("bisect shows the node under evaluation on a terminal") {
  const Files files;
  const std::string backend = R"(python3 -uc 'import json, sys
for line in sys.stdin:
  ask = json.loads(line)
  status = "ok" if ask["ask"] == "describe" else "unsupported"
  print(json.dumps({"id": ask["id"], "status": status, "name": "n", "version": "1"}))')";
  const std::string text = on_terminal(
      {"bisect", files.path("model.onnx"), "--inputs", files.path("x.npy"), "--backend", backend});
  INFO(text);
  CHECK(has(text, line));
  CHECK(has(text, "Abs-13 (output 'a'), node 1 of 2, is the first node that the runtime does not"));
}

TEST_CASE("a node of another model than the one whose nodes are counted is shown by its label") {
  SmallModel small(13);
  small.input("x", floats({1})).node("Abs", {"x"}, {"a"}).node("Neg", {"a"}, {"y"}).output("y");
  const BoundModel model = small.model(), other = small.model();
  CHECK(numbered_label(model.graph, model.graph.nodes[1]) == "node 2 of 2, Neg-13 (output 'y')");
  CHECK(numbered_label(model.graph, other.graph.nodes[1]) == "Neg-13 (output 'y')");
}

TEST_CASE("without a terminal; nothing is shown") {
  const Files files;
  CHECK(test::etalon_command({"run", files.path("model.onnx"), "--inputs", files.path("x.npy")})
            .err.empty());
}

}  // namespace
}  // namespace etalon::progress_test
