#include <set>

#include "conformance/commands/commands.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/conformance/generate/generate_support.h"
#include "conformance/tests/conformance/support.h"

namespace etalon::generate_command_test {
namespace {

using test::check_fails;
using test::Workshop;

TEST_CASE("generate: options that cannot be combined are wrong usage") {
  const Workshop here;
  const std::string out = here.at("c");
  check_fails({"generate", "--out", out}, exit_usage, "one of MODEL");
  check_fails({"generate", "m.onnx", "--operator", "Abs", "--out", out}, exit_usage,
              "one of MODEL");
  check_fails({"generate", "--operator", "Abs", "--random", "1", "--out", out}, exit_usage,
              "need MODEL");
  check_fails({"generate", "m.onnx", "--seed", "1", "--out", out}, exit_usage, "--seed");
  check_fails({"generate", "m.onnx", "--dim", "N=1", "--out", out}, exit_usage, "--dim");
  check_fails({"generate", "m.onnx", "--random", "1", "--dim", "N", "--out", out}, exit_usage,
              "NAME=LENGTH");
  check_fails({"generate", "m.onnx", "--count", "3", "--out", out}, exit_usage, "--count");
  check_fails({"generate", "--operator", "Abs", "--count", "0", "--out", out}, exit_usage,
              "--count");
  check_fails({"generate", "--operator", "Abs", "--allow-unspecified", "--out", out}, exit_usage,
              "--allow-unspecified");
  check_fails({"generate", "--operator", "Abs", "--rtol", "-1", "--out", out}, exit_usage,
              "negative");
  check_fails({"generate", "--operator", "Abs"}, exit_usage, "--out");
  CHECK(here.names().empty());
}

}  // namespace
}  // namespace etalon::generate_command_test
