#include "conformance/judge/trial.h"

#include <fmt/format.h>

#include <algorithm>

#include "conformance/cases/mdf_cases.h"
#include "conformance/cases/operator_index.h"
#include "conformance/judge/case_outputs.h"
#include "conformance/judge/compare_mdf.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/loader.h"
#include "engine/loader/wire.h"
#include "engine/values/mapped.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace {

// What a backend is told of a model that it should refuse: the inputs and outputs of the graph, as
// far as they can be read.
BoundModel declared_part(const onnx::ModelProto& proto, const std::filesystem::path& folder) {
  const ChargedMessage<onnx::ModelProto> part;
  part->set_ir_version(proto.ir_version());
  *part->mutable_opset_import() = proto.opset_import();
  part->mutable_graph()->set_name(proto.graph().name());
  *part->mutable_graph()->mutable_input() = proto.graph().input();
  *part->mutable_graph()->mutable_output() = proto.graph().output();
  *part->mutable_graph()->mutable_initializer() = proto.graph().initializer();
  try {
    return unchecked_model(*part, folder);
  } catch (const InvalidModel&) {
    return bind({});
  }
}

}  // namespace

CaseResult Trial::run() {
  try {
    if (!test_.problem.empty()) throw InvalidInput("{}", test_.problem);
    test_.function ? judge_function() : judge_model();
    require_whole_files();
    expect_error();
  } catch (const Error& error) {
    settle_error(error);
  } catch (const std::bad_alloc&) {
    fail(Status::error, out_of_memory());
  } catch (const std::exception& problem) {
    fail(Status::error, problem.what());
  }
  settle_known();
  add_remarks();
  result_.seconds = taken_;
  return result_;
}

void Trial::judge_model() {
  terms_ = terms(test_);
  const ChargedMessage<onnx::ModelProto> proto;
  timed([&] { read_message(test_, *proto); });
  const BoundModel model = read_model(*proto);
  for (const DataSet& set : timed([&] { return data_sets(test_, model); })) {
    if (result_.status == Status::pass || result_.status == Status::statistical ||
        result_.status == Status::open) {
      if (options_.details && set_ == 0) {
        describe(model, set, tolerance_for(terms_, options_), result_.details);
      }
      judge_set(*proto, model, set);
      ++set_;
    }
  }
}

void Trial::judge_function() {
  result_.operators.push_back(mdf_case_label(test_));
  terms_ = terms(test_);
  const mdf::Value actual = timed([&] { return call_mdf_case(test_); });
  if (terms_.error) return;
  const RuleResult verdict =
      compare_mdf(actual, mdf_case_output(test_), tolerance_for(terms_, options_));
  add_distances(verdict);
  if (!verdict.pass()) record(verdict);
}

void Trial::fail(Status status, const std::string& message) {
  result_.status = status;
  result_.message = message;
}

void Trial::label(const BoundModel& model) {
  for (const OperatorUse& use : operators_used(model)) {
    result_.operators.push_back(use.label);
    if (!use.implemented && options_.backend == nullptr) result_.missing.push_back(use.label);
  }
}

BoundModel Trial::read_model(const onnx::ModelProto& proto) {
  try {
    BoundModel model = timed([&] { return unchecked_model(proto, test_.folder, ignored()); });
    label(model);
    for (std::string& warning : opset_warnings(model)) remarks_.push_back(std::move(warning));
    timed([&] { check_model(model); });
    return model;
  } catch (const InvalidModel&) {
    if (options_.backend == nullptr || !terms_.error) throw;
    return declared_part(proto, test_.folder);
  }
}

IgnoredAttributes Trial::ignored() {
  const std::vector<std::string>& names = options_.ignored_attributes;
  return {
      {names.begin(), names.end()}, [this](std::string_view node, std::string_view attribute) {
        remarks_.push_back(fmt::format("{}: attribute {} is ignored", node, in_quotes(attribute)));
      }};
}

void Trial::add_remarks() {
  for (const std::string& remark : remarks_) {
    result_.message += (result_.message.empty() ? "" : "; ") + remark;
  }
}

Options Trial::evaluation() const {
  Options options;
  options.as_released = options_.as_released;
  options.lenient = is_lenient(identity_);
  options.plain = options_.plain;
  options.arithmetic = options_.arithmetic;
  if (options_.backend) {
    options.arithmetic = joined(options.arithmetic, options_.backend->arithmetic());
  }
  return options;
}

Values Trial::evaluated(const BoundModel& model, const DataSet& set) {
  if (options_.proved && !result_.proof) result_.proof.emplace();
  const auto outputs = [&] {
    std::optional<ProofScope> proving;
    if (options_.proved) proving.emplace(*result_.proof);
    Values results = (terms_.error ? evaluate : whole_outputs)(model, set.inputs, evaluation());
    if (proving) proving->add(results);
    return results;
  };
  try {
    return outputs();
  } catch (const Error&) {
    identify();
    if (!is_lenient(identity_)) throw;
    return outputs();
  }
}

std::optional<Values> Trial::outputs_of(const onnx::ModelProto& proto, const BoundModel& model,
                                        const DataSet& set) {
  if (options_.backend == nullptr) return timed([&] { return evaluated(model, set); });
  const double left = options_.backend->timeout() - taken_;
  const std::optional<std::filesystem::path> file = model_path(test_);
  RuntimeAnswer answer =
      file
          ? options_.backend->run(*file, model, set.inputs, stored_inputs(test_, set_, model), left)
          : options_.backend->run(proto.SerializeAsString(), model, set.inputs, left);
  taken_ += answer.seconds;
  if (!answer.remark.empty()) remarks_.push_back(answer.remark);
  if (answer.status == Status::pass) return std::move(answer.outputs);
  refused_ = answer.status == Status::invalid || answer.status == Status::error;
  if (terms_.error && refused_) return std::nullopt;
  if (refused_ && refuses_at_open_point(model, set, {answer.status, answer.message})) {
    return std::nullopt;
  }
  if (answer.status == Status::fail) result_.kind = Mismatch::count;
  const Status status = status_for_valid_call(answer.status, answer.message);
  if (status != answer.status) result_.refusal = to_string({answer.status, answer.message});
  if (status == Status::unsupported && result_.operators.size() == 1) {
    result_.missing = result_.operators;
  }
  fail(status, answer.message);
  return std::nullopt;
}

AnsweredCall Trial::answered(const BoundModel& model, const DataSet& set) const {
  Options options = evaluation();
  const std::chrono::duration<double> share(options_.backend->timeout() * share_of_time);
  options.limits.deadline = begin_ + std::chrono::duration_cast<Clock::duration>(share);
  return {model, set.inputs, options, options_.choices};
}

bool Trial::refuses_at_open_point(const BoundModel& model, const DataSet& set,
                                  const Refusal& refusal) {
  const std::vector<std::string> points = fitting(answered(model, set).refusals(), refusal, model);
  if (points.empty()) return false;
  result_.open.insert(result_.open.end(), points.begin(), points.end());
  result_.refusal = to_string(refusal);
  fail(Status::open,
       fmt::format("a refusal is permitted by {}: {}", fmt::join(points, ", "), refusal.message));
  return true;
}

CaseResult judge(const Case& test, const JudgeOptions& options) {
  return Trial(test, options).run();
}

bool is_for_backends(const Case& test) {
  if (test.form != Case::Form::own) return true;
  if (test.function) return false;
  const CaseTerms says = terms(test);
  return !says.error || *says.error == to_string(ErrorKind::InvalidModel) ||
         *says.error == to_string(ErrorKind::InvalidInput);
}

}  // namespace etalon
