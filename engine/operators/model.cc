#include "engine/operators/model.h"

#include <algorithm>
#include <tuple>

#include "engine/loader/checker.h"
#include "engine/loader/reader.h"
#include "engine/loader/wire.h"
#include "engine/operators/schema.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

Model checked(Model model) {
  check_model(model);
  return model;
}

}  // namespace

std::string_view name(AttributeType type) {
  constexpr std::string_view names[] = {
      "undefined",      "float",      "int",        "string",  "tensor", "graph",
      "floats",         "ints",       "strings",    "tensors", "graphs", "sparse_tensor",
      "sparse_tensors", "type_proto", "type_protos"};
  const auto index = static_cast<size_t>(type);
  return index < std::size(names) ? names[index] : names[0];
}

const Function* Model::function(std::string_view domain, std::string_view name,
                                std::string_view overload) const {
  const auto key = std::make_tuple(canonical_domain(domain), name, overload);
  const auto key_of = [](const Function& function) {
    return std::make_tuple(std::string_view(function.domain), std::string_view(function.name),
                           std::string_view(function.overload));
  };
  const auto found = std::lower_bound(
      functions.begin(), functions.end(), key,
      [&](const Function& each, const auto& wanted) { return key_of(each) < wanted; });
  return found != functions.end() && key_of(*found) == key ? &*found : nullptr;
}

Model load_model(const std::filesystem::path& file) {
  onnx::ModelProto proto;
  parse_message(file, "the model", proto);
  const std::filesystem::path folder = file.parent_path();
  return checked(read_model(proto, {folder.empty() ? "." : folder}));
}

Model parse_model(std::string_view bytes, const std::filesystem::path& folder) {
  onnx::ModelProto proto;
  parse_message(bytes, "the model", proto);
  return checked(read_model(proto, {folder}));
}

}  // namespace etalon
