#include "engine/loader/loader.h"

#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/mapped_model.h"
#include "engine/loader/reader.h"
#include "engine/loader/wire.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

BoundModel checked(BoundModel model) {
  check_model(model);
  return model;
}

// A model of which large initializers were left out; nothing if the rest is malformed.
std::optional<BoundModel> without_parsing_initializers(const std::optional<MappedModel>& mapped,
                                                       const DataFolder& data,
                                                       const IgnoredAttributes& ignored) {
  if (!mapped) return std::nullopt;
  ChargedMessage<onnx::ModelProto> proto;
  proto.charge_contents(mapped->size());
  if (!mapped->parse(*proto)) return std::nullopt;
  return checked(bind(read_model(*proto, data, mapped->initializers()), ignored));
}

}  // namespace

BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored,
                      SymbolicLinks links) {
  const std::filesystem::path folder = file.parent_path();
  const DataFolder data{folder.empty() ? "." : folder.native(), links};
  if (auto model = without_parsing_initializers(MappedModel::of(file), data, ignored)) {
    return std::move(*model);
  }
  ChargedMessage<onnx::ModelProto> proto;
  parse_file(file, "the model", proto);
  return checked(bind(read_model(*proto, data), ignored));
}

BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder) {
  if (auto model = without_parsing_initializers(MappedModel::of(bytes), {folder}, {})) {
    return std::move(*model);
  }
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(bytes, "the model", proto);
  return checked(unchecked_model(*proto, folder));
}

BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder,
                           const IgnoredAttributes& ignored) {
  return bind(read_model(proto, {folder}), ignored);
}

}  // namespace etalon
