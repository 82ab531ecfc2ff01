// The model that a command line names: a file, or a case.
#include <fmt/format.h>

#include "conformance/cases/case_names.h"
#include "conformance/commands/model_options.h"
#include "conformance/generate/case_files.h"
#include "engine/loader/bind.h"
#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon {

namespace fs = std::filesystem;

namespace {

// The case's model and data sets in a temporary folder.
ModelChoice written_case(const Case& test) {
  const onnx::ModelProto proto = model_message(test);
  const BoundModel model = unchecked_model(proto, test.folder, {});
  CaseFiles files;
  files.model = proto.SerializeAsString();
  for (const DataSet& set : data_sets(test, model)) {
    CaseFiles::Set written;
    for (const ValueInfo& input : model.graph.inputs) {
      const auto value = set.inputs.find(input.name);
      if (value != set.inputs.end()) written.inputs.emplace_back(input.name, value->second);
    }
    files.sets.push_back(std::move(written));
  }
  ModelChoice choice;
  choice.folder = std::make_shared<TemporaryFolder>();
  write_case(choice.folder->path(), files);
  choice.model = choice.folder->path() / "model.onnx";
  choice.inputs = choice.folder->path() / "test_data_set_0";
  return choice;
}

}  // namespace

ModelChoice stored_case(const Case& test) {
  if (!test.problem.empty()) throw InvalidInput("{}", test.problem);
  if (test.function) throw InvalidInput("{}: a case of an MDF function has no model", test.id());
  if (test.form != Case::Form::folder) return written_case(test);
  ModelChoice choice;
  choice.model = test.folder / "model.onnx";
  const fs::path inputs = test.folder / "test_data_set_0";
  if (fs::is_directory(inputs)) choice.inputs = inputs;
  return choice;
}

ModelChoice choose_model(const std::string& word) {
  const bool is_model = word.ends_with(".onnx") || (fs::exists(word) && !word.ends_with(".json"));
  // A model that does not exist is named as such when it is read.
  if (is_model && !fs::is_directory(word)) return {word, "", nullptr};
  return stored_case(find_case(word));
}

ModelChoice choose_model(const std::string& word, ValueFiles& inputs) {
  ModelChoice choice = choose_model(word);
  if (inputs.none()) inputs.all = choice.inputs;
  return choice;
}

}  // namespace etalon
