// Which refusals of a runtime are open.
#include "conformance/judge/refusals.h"

#include "conformance/cases/open_points.h"
#include "conformance/tests/catch.h"
#include "conformance/tests/engine/loader/loading.h"
#include "engine/loader/bind.h"
#include "engine/operators/schema.h"
#include "engine/values/json.h"

namespace etalon::refusals_test {
namespace {

const std::string division =
    "node { op_type: 'Div' input: 'numerators' input: 'b' output: 'y' } "
    "input { name: 'numerators' type { tensor_type { elem_type: 6 } } } "
    "input { name: 'b' type { tensor_type { elem_type: 6 } } } ";

bool fits(const std::string& message, Status status = Status::error,
          const std::string& point = "Div.integer_zero_divisor") {
  const BoundModel model = model_of(division);
  const std::vector<std::string> ids = fitting({point}, {status, message}, model);
  CHECK((ids.empty() || ids == std::vector<std::string>{point}));
  return !ids.empty();
}

CaseResult result(const std::string& op, Status status, const std::string& message) {
  CaseResult made;
  made.operators = {op};
  made.status = status;
  made.message = message;
  if (status != Status::open) return made;
  made.message = "a refusal is permitted by Div.integer_zero_divisor: " + message;
  made.open = {"Div.integer_zero_divisor"};
  made.refusal = to_string(Refusal{Status::error, message});
  return made;
}

}  // namespace

TEST_CASE("a refusal fits that says what is wrong with the call") {
  for (const char* message : {
           "RuntimeError: invalid argument",
           "ValueError: value is out of range",
           "cannot convert float NaN to integer",
           "RuntimeError: integers are not supported here",
           // The operator, an input of the node.
           "RuntimeError: in Div: failed",
           "RuntimeError: numerators: failed",
           // The point's subject.
           "FAIL : element_wise_ops.cc:692 Compute Integer division by zero",
           "ZeroDivisionError: ",
       }) {
    INFO(message);
    CHECK(fits(message));
  }
  CHECK(fits("no", Status::invalid));
}

TEST_CASE("a refusal does not fit that says nothing of the call") {
  for (const char* message : {"", "  ", "RuntimeError", "RuntimeError: ", "RuntimeError: boom",
                              "Exception: failed", "error 3", "RuntimeError: Individual"}) {
    INFO(message);
    CHECK_FALSE(fits(message));
  }
  // What Etalon says in place of the runtime.
  CHECK_FALSE(fits("the backend gave no reason", Status::invalid));
  CHECK_FALSE(fits("the backend's reply is not JSON: invalid"));
  CHECK_FALSE(fits("the backend wrote an unreadable output: tensor 'y': unsupported"));
}

TEST_CASE("a refusal's words fit the point's own question") {
  CHECK(fits("need at least one array to concatenate", Status::error, "Loop.no_iteration"));
  CHECK_FALSE(fits("ZeroDivisionError", Status::error, "Slice.duplicates"));
  CHECK(fits("'axes' has duplicates", Status::error, "Slice.duplicates"));
  // Part of a longer word, as in the names of C++ functions.
  CHECK(fits("CreateMelWeightMatrix<T>", Status::error, "MelWeightMatrix.nan"));
  CHECK(fits("RUNTIME_EXCEPTION : stod", Status::error, "Cast.no_number"));
}

TEST_CASE("a refusal does not fit that is about another node") {
  const BoundModel model = model_of(
      "node { op_type: 'Div' input: 'numerators' input: 'b' output: 'y' } "
      "node { op_type: 'Transpose' input: 'y' output: 'z' } "
      "input { name: 'numerators' type { tensor_type { elem_type: 6 } } } "
      "input { name: 'b' type { tensor_type { elem_type: 6 } } } ");
  const auto fits_here = [&](const char* message) {
    return !fitting({"Div.integer_zero_divisor"}, {Status::error, message}, model).empty();
  };
  CHECK(fits_here("invalid argument"));
  CHECK(fits_here("Div before Transpose: invalid argument"));
  CHECK_FALSE(fits_here("Transpose: invalid argument"));
  CHECK_FALSE(fits_here("unsupported: Transpose of a zero-sized tensor"));
  CHECK_FALSE(fits_here("Transpose of the numerators: invalid argument"));
}

TEST_CASE("the refusals of runtimes that the atlas has measured fit") {
  size_t seen = 0;
  for (const auto& [id, answers] : open_points().peers.answers) {
    if (refusable({id}).empty()) continue;
    const OperatorPoints& of = *open_points().find(id).first;
    Model model;
    Node node;
    node.op_type = of.op;
    node.domain = canonical_domain(of.domain);
    model.opsets[node.domain] = newest_opset(node.domain);
    model.graph.nodes.push_back(node);
    const BoundModel bound = bind(std::move(model));
    for (const auto& [runtime, answer] : answers) {
      const std::string message = answer.value("error", "");
      if (message.empty() || message.ends_with("…")) continue;  // cut before the reason
      INFO(id << ", " << runtime << ": " << message);
      CHECK_FALSE(fitting({id}, {Status::error, message}, bound).empty());
      ++seen;
    }
  }
  CHECK(seen > 100);
}

TEST_CASE("a refusal that a runtime also gives where it must answer is not open") {
  const std::string words = "RuntimeError: invalid argument";
  for (const char* other : {"Add-14", "Div-14"}) {
    std::vector<CaseResult> results = {result("Div-14", Status::open, words),
                                       result(other, Status::error, words)};
    settle_blanket_refusals(results);
    CHECK(results[0].status == Status::error);
    CHECK(results[0].message == words);
    CHECK(results[0].open.empty());
    CHECK(results[0].refusal.empty());
  }
}

TEST_CASE("a refusal stays open beside others in other words") {
  const std::string words = "RuntimeError: invalid argument";
  for (const CaseResult& other :
       {result("Add-14", Status::error, words + "s"), result("Add-14", Status::invalid, words),
        result("Mod-13", Status::open, words)}) {
    std::vector<CaseResult> results = {result("Div-14", Status::open, words), other};
    settle_blanket_refusals(results);
    CHECK(results[0].status == Status::open);
    CHECK(result_from_json(to_json(results[0])).refusal == "error: " + words);
  }
}

TEST_CASE("words for what a runtime lacks make a refusal of a valid call unsupported") {
  for (const char* message :
       {"RuntimeError: Pad only supports mode constant", "ValueError: only supported on CPU",
        "axis 1 is not supported", "integers are not yet supported",
        "Resize does not support cubic", "doesn't support bfloat16", "it's not implemented",
        "Unsupported type: int4",
        "NotImplementedError: ", "[ONNXRuntimeError] : 9 : NOT_IMPLEMENTED : no kernel",
        "this build has no support for strings", "op Foo unimplemented"}) {
    INFO(message);
    CHECK(status_for_valid_call(Status::error, message) == Status::unsupported);
    CHECK(status_for_valid_call(Status::invalid, message) == Status::unsupported);
  }
}

TEST_CASE("other refusals stay what they are and so do other statuses") {
  for (const char* message :
       {"ValueError: axes don't match array", "RuntimeError: invalid argument", "error 3", "",
        "the support of this window is empty", "the backend's reply is not supported JSON"}) {
    INFO(message);
    CHECK(status_for_valid_call(Status::error, message) == Status::error);
    CHECK(status_for_valid_call(Status::invalid, message) == Status::invalid);
  }
  CHECK(status_for_valid_call(Status::crash, "not supported") == Status::crash);
  CHECK(status_for_valid_call(Status::pass, "not supported") == Status::pass);
}

TEST_CASE("words that a runtime also says where it must answer make both unsupported") {
  const std::string words = "RuntimeError: integers are not supported";
  CaseResult other = result("Add-14", Status::unsupported, words);
  other.refusal = to_string(Refusal{Status::error, words});
  std::vector<CaseResult> results = {result("Div-14", Status::open, words), other};
  settle_blanket_refusals(results);
  CHECK(results[0].status == Status::unsupported);
  CHECK(results[0].message == words);
  CHECK(results[0].open.empty());
}

}  // namespace etalon::refusals_test
