#include "conformance/generate/model_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/loader/loader.h"
#include "engine/loader/order.h"
#include "engine/loader/serialization.h"
#include "engine/values/utf8.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

constexpr int most_attempts = 20;
constexpr int most_for_finite = 3;  // more of these, where results are not finite

// The bytes of a protobuf message with a model.
void check_message_size(size_t bytes) {
  if (bytes <= INT_MAX) return;
  throw LimitExceeded(
      "with its external data, the model is larger than the 2 GiB of a protobuf "
      "message");
}

// Copies the external data of every tensor in a message, nested messages included, into the
// message. True when there was any.
bool embed_external(google::protobuf::Message& message, const DataFolder& folder) {
  if (auto* tensor = dynamic_cast<onnx::TensorProto*>(&message)) {
    if (tensor->data_location() != onnx::TensorProto::EXTERNAL) return false;
    const Tensor data = read_tensor(*tensor, folder);
    const std::string name = tensor->name();
    check_message_size(data.size());
    tensor->Clear();
    write_tensor(data, name, *tensor);
    return true;
  }
  bool any = false;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const google::protobuf::FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const google::protobuf::FieldDescriptor* field : fields) {
    if (field->cpp_type() != google::protobuf::FieldDescriptor::CPPTYPE_MESSAGE) continue;
    if (!field->is_repeated()) {
      any |= embed_external(*reflection.MutableMessage(&message, field), folder);
      continue;
    }
    for (int i = 0; i < reflection.FieldSize(message, field); ++i) {
      any |= embed_external(*reflection.MutableRepeatedMessage(&message, field, i), folder);
    }
  }
  return any;
}

// A case's inputs are numbered without gaps. Up to the last given input, an input that is not given
// has the value of its initializer.
CaseValues inputs_in_order(const Model& model, const Bindings& bindings) {
  CaseValues values;
  size_t given = 0;
  for (const ValueInfo& input : model.graph.inputs) {
    const auto bound = bindings.find(input.name);
    if (bound != bindings.end()) {
      values.emplace_back(input.name, bound->second);
      given = values.size();
    } else if (const auto initial = model.graph.initializers.find(input.name);
               initial != model.graph.initializers.end()) {
      values.emplace_back(input.name, initial->second);
    }
  }
  values.resize(given);
  return values;
}

size_t count_not_finite(const Values& outputs) {
  size_t count = 0;
  for (const Value& value : outputs) {
    if (!value.is_tensor() || !is_float(value.tensor().dtype())) continue;
    for (const double x : value.tensor().as<double>()) count += std::isfinite(x) ? 0 : 1;
  }
  return count;
}

EvaluatedInputs evaluate_once(const BoundModel& model, const Bindings& given,
                              const ModelCaseOptions& options, Draw* draw, int attempt,
                              bool& draws_lengths) {
  EvaluatedInputs result{given, {}, {}};
  if (draw != nullptr) {
    result.drawn = add_random_inputs(model, options.dimensions, *draw, result.inputs, attempt);
    draws_lengths = !result.drawn.lengths.empty();
  }
  result.expectation =
      expected_outputs(model, result.inputs, options.allow_unspecified, options.evaluation);
  return result;
}

}  // namespace

EvaluatedInputs evaluated_inputs(const BoundModel& model, const Bindings& given,
                                 const ModelCaseOptions& options, Draw* draw) {
  std::optional<EvaluatedInputs> best;
  size_t least = 0;
  int tried_again = 0;
  bool draws_lengths = false;
  for (int attempt = 0;; ++attempt) {
    try {
      EvaluatedInputs result = evaluate_once(model, given, options, draw, attempt, draws_lengths);
      const size_t count = draw == nullptr ? 0 : count_not_finite(result.expectation.outputs);
      if (!best || count < least) {
        best = std::move(result);
        least = count;
      }
      if (count == 0 || tried_again++ == most_for_finite) return *std::move(best);
    } catch (const Error& error) {
      // A length that was drawn may contradict what the model declares.
      const bool again =
          draw != nullptr && (error.kind() == ErrorKind::InvalidInput ||
                              (draws_lengths && error.kind() == ErrorKind::InvalidModel));
      if (best && (!again || attempt + 1 >= most_attempts)) return *std::move(best);
      if (!again || attempt + 1 >= most_attempts) throw;
    }
  }
}

CaseFiles::Set set_of(const Model& model, const EvaluatedInputs& evaluated) {
  CaseFiles::Set set;
  set.inputs = inputs_in_order(model, evaluated.inputs);
  for (size_t i = 0; i < evaluated.expectation.outputs.size(); ++i) {
    set.outputs.emplace_back(model.graph.outputs[i].name, evaluated.expectation.outputs[i]);
  }
  return set;
}

std::string self_contained_model(const fs::path& file, SymbolicLinks links, bool sorts) {
  std::string bytes = file_text(file);
  onnx::ModelProto proto;
  if (!proto.ParseFromString(bytes)) throw InvalidModel("{}: not a model", file.string());
  const fs::path folder = file.parent_path();
  const bool embedded = embed_external(proto, {folder.empty() ? "." : folder, links});
  const bool sorted = sorts && !sort_nodes(proto).empty();
  if (!embedded && !sorted) return bytes;
  check_message_size(proto.ByteSizeLong());
  return proto.SerializeAsString();
}

CaseFiles model_case(const ModelCaseOptions& options) {
  const Options& evaluation = options.evaluation;
  const BoundModel model = load_model(options.model, {}, options.links,
                                      {evaluation.lenient, evaluation.on_warning, options.dialect});
  std::optional<Draw> draw;
  if (options.seed) draw.emplace(*options.seed);
  CaseFiles files;
  for (size_t i = 0; i < options.sets; ++i) {
    const EvaluatedInputs evaluated = evaluated_inputs(model, read_inputs(model, options.files),
                                                       options, draw ? &*draw : nullptr);
    files.sets.push_back(set_of(model, evaluated));
    if (options.on_drawn && draw) options.on_drawn(evaluated.drawn);
    files.proof += evaluated.expectation.proof;
    if (!evaluated.expectation.unspecified.empty()) {
      files.unspecified = evaluated.expectation.unspecified;
      files.error = evaluated.expectation.error;
    }
  }
  files.model = self_contained_model(options.model, options.links, evaluation.lenient);
  return files;
}

}  // namespace etalon
