// What a domain is, stated by its schema file: no code names one.
#include "engine/operators/domain.h"

#include "conformance/generate/one_node.h"
#include "conformance/tests/ops/one_node.h"
#include "engine/operators/choice.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/model.h"
#include "engine/operators/schema.h"

namespace etalon::test::domain_test {
namespace {

constexpr int companions[] = {13, 17};
constexpr EmbeddedLeftOut left_out[] = {{"Guess", "nobody knows it"}};
constexpr EmbeddedDomain own = {.domain = "own.domain",
                                .prefixed_points = true,
                                .named_alone = true,
                                .companions = companions,
                                .left_out = left_out};

// The ids of the points that a node of this domain meets.
std::vector<std::string> met_in(const std::string& domain) {
  Node node;
  node.domain = domain;
  node.op_type = "Relu";
  const Setting running(&Evaluation::node, &node);
  const ChoiceScope scope(Recording::on);
  no_result(f32({1}, {2}), "nan", [] { return Bools(Shape{1}, true); });
  return scope.met();
}

TEST_CASE("A domain of one's own has what its file states") {
  add_domain(own);
  CHECK(met_in("own.domain") == std::vector<std::string>{"own.domain.Relu.nan"});
  CHECK(domain_of("own.domain").named_alone);
  CHECK_FALSE(domain_of("own.domain").partial);
  CHECK(companion_opset("own.domain", 1) == 13);
  CHECK(companion_opset("own.domain", 2) == 17);
  CHECK(companion_opset("own.domain", 3) == newest_opset(""));
  CHECK(why_left_out("own.domain", "Guess") == "nobody knows it");
  CHECK(why_left_out("own.domain", "Relu").empty());
}

TEST_CASE("A domain whose file states nothing has no properties") {
  CHECK(met_in("another.domain") == std::vector<std::string>{"Relu.nan"});
  CHECK_FALSE(domain_of("another.domain").named_alone);
  CHECK(companion_opset("another.domain", 1) == newest_opset(""));
}

TEST_CASE("Domains of the library have what their files state") {
  CHECK(domain_of("ai.onnx.ml").companions.size() == 5);
  CHECK(met_in("com.microsoft") == std::vector<std::string>{"com.microsoft.Relu.nan"});
  CHECK(met_in("ai.onnx.ml") == std::vector<std::string>{"Relu.nan"});
}

}  // namespace
}  // namespace etalon::test::domain_test
