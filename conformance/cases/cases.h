// Test cases: finding and reading them.
//
// Three forms: a folder in the official layout (model.onnx, test_data_set_N/input_I.pb and
// output_I.pb, optional data.json with rtol and atol); an official "light" model (a folder whose
// data.json names a model in ../../light, with inputs that are computed, not stored); one entry of
// a JSON file of the project's own. In place of a .pb, a .npy is read as well; in place of all
// inputs or all outputs, inputs.npz or outputs.npz.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "conformance/cases/tolerance.h"
#include "engine/interpreter/interpreter.h"

namespace onnx {
class ModelProto;
}  // namespace onnx

namespace etalon {

// A folder of the official layout with the values of one evaluation.
struct DataSetFolder {
  std::string name;                // test_data_set_N
  std::vector<std::string> files;  // the names in it, sorted
};

struct Case {
  enum class Form { folder, light, own };
  Form form = Form::folder;
  std::string release;
  std::string suite;
  std::string name;
  std::filesystem::path folder;          // of the case; of the file, for own cases
  std::vector<DataSetFolder> data_sets;  // official layout, by number
  // Own cases: their file, its whole content, and the position of this case in it.
  std::filesystem::path file;
  std::shared_ptr<const nlohmann::json> document;
  size_t index = 0;
  // Own cases of an MDF function: the same content with dictionaries in their order; else nullptr.
  std::shared_ptr<const nlohmann::ordered_json> function;
  // Official cases: a checksum of model and data sets, and the releases that contain the case with
  // exactly these bytes, in order; `release` is the last. Either may be empty.
  std::string identity;
  std::vector<std::string> releases;

  // Why there is no case to run, for example a file that cannot be read; else empty. A case with a
  // problem is invalid.
  std::string problem;

  std::string id() const { return release + "/" + suite + "/" + name; }
};

// The release name of the project's own cases, and of cases from elsewhere.
inline constexpr std::string_view own_release = "own";
inline constexpr std::string_view local_release = "local";

// The prefix of the "url" of an official light model.
inline constexpr std::string_view light_prefix = "onnx/backend/test/data/light/";

// Every case at or below `path`: a case's folder, a tree of them ([release/]suite/name), a JSON
// file of own cases, or a tree of those. Sorted by release, suite and name. `release`, unless
// empty, replaces the release in the path. In a tree, hidden files and folders are left out, links
// to folders are followed (each folder counts once), and a file that cannot be read becomes a case
// with a problem. A tree without cases is not an error. Throws InvalidInput when `path` is none of
// these, or is a file that cannot be read.
std::vector<Case> discover(const std::filesystem::path& path, const std::string& release = {});

// The project's own cases; none where the data folder has none.
std::vector<Case> own_cases();

// SHA-256 over the files of model and data sets, in the order of their paths. Of each file: the
// path relative to the case's folder, a NUL, the size in decimal, a NUL, the bytes. Empty for own
// cases.
std::string identity_of(const Case& test);

// Cases of several releases with the same suite, name and identity become one case, that of the
// newest release. Sorted by release, suite and name.
std::vector<Case> unite(std::vector<Case> cases);

struct DataSet {
  Bindings inputs;
  Values expected;
};

// What a case specifies in addition to its data.
struct CaseTerms {
  Tolerance tolerance;
  std::optional<std::string> error;  // the kind of error that is expected
  std::optional<std::string> xfail;  // why the case is known to fail
};

// Each throws InvalidInput or InvalidModel, naming the file, when a file cannot be read.
onnx::ModelProto model_message(const Case& test);
void read_message(const Case& test, onnx::ModelProto& model);  // an empty one
// The model's file; nothing for own cases, which have none.
std::optional<std::filesystem::path> model_path(const Case& test);
CaseTerms terms(const Case& test);
// The data sets in order, at least one: outputs by position, inputs as numbered_inputs binds them.
std::vector<DataSet> data_sets(const Case& test, const Model& model);

// The files of a data set's inputs that are stored as .pb, by the input's name.
std::map<std::string, std::filesystem::path, std::less<>> stored_inputs(const Case& test,
                                                                        size_t data_set,
                                                                        const Model& model);

// Values from a folder with <stem>_0, <stem>_1, … (.pb or .npy) or <stem>s.npz, for `formals` by
// position or, in an archive, by name. There may be fewer values than formals.
Values numbered_values(const std::filesystem::path& folder, const std::string& stem,
                       const std::vector<ValueInfo>& formals);

// The graph's inputs that have no initializer, in order.
std::vector<ValueInfo> bare_inputs(const Model& model);

// The inputs in a folder (see numbered_values): for the graph's bare inputs or, if there are more
// values than bare inputs, for all its inputs. Throws InvalidInput when there are more values than
// inputs.
Bindings numbered_inputs(const std::filesystem::path& folder, const Model& model);

}  // namespace etalon
