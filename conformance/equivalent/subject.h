// One of the two models, its values on an input, and parts of it as models.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "conformance/equivalent/coverage.h"
#include "conformance/equivalent/digests.h"
#include "conformance/generate/case_files.h"
#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon::equivalent {

class Subject {
 public:
  // Reads the model. Throws what load_model() throws.
  Subject(const std::filesystem::path& file, SymbolicLinks links, const Leniency& leniency = {});
  // The same from bytes.
  explicit Subject(const std::string& bytes);

  const BoundModel& model() const { return model_; }
  const Graph& graph() const { return model_.graph; }
  // Declares another length of an input's axis, which it has to have; that of outputs then is not
  // known.
  void declare_length(const std::string& input, size_t axis, int64_t length);
  // The node that makes the value of the main graph; nothing for inputs and initializers.
  std::optional<size_t> maker(const std::string& name) const;
  // Of initializers, which are made dense.
  const Bindings& constants() const { return constants_; }
  const std::map<std::string, Digest>& constant_digests() const { return constant_digests_; }
  // The names that a node and the graphs inside it read, each once.
  static std::vector<std::string> names_read(const Node& node);
  // The nodes that the value is computed from, ascending, when all of `given` are given.
  std::vector<size_t> nodes_behind(const std::string& name,
                                   const std::function<bool(const std::string&)>& given) const;
  // Those nodes as a model with one output of this type, and with the names that they read as
  // inputs, unless these are initializers that `values` lacks.
  std::string part(const std::vector<size_t>& nodes, const Bindings& values,
                   const std::string& output, const Type& type, CaseValues& inputs) const;

 private:
  void prepare(const Leniency& leniency);

  BoundModel model_;
  onnx::ModelProto skeleton_;  // without initializers of the main graph
  std::map<std::string, size_t, std::less<>> makers_;
  Bindings constants_;
  std::map<std::string, Digest> constant_digests_;
};

// False for few or equal elements, which other values may have by chance.
bool is_telling(const Value& value);

// The values of a model on one input: of inputs, initializers and nodes of the main graph.
struct Evaluated {
  Bindings values;
  std::map<std::string, Digest> digests;
  std::map<Digest, std::vector<std::string>> names;  // in the order of the nodes
  std::set<std::string> constant;  // those that depend on initializers alone, but no initializers
  Values outputs;
};
// Keeps what nodes compute in `computations`, and what they reach. Throws what evaluate() throws.
Evaluated evaluated(const Subject& subject, const Bindings& inputs, const Options& options,
                    Computations& computations, Coverage* coverage = nullptr);

}  // namespace etalon::equivalent
