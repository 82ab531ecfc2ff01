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

}  // namespace

BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored,
                      SymbolicLinks links) {
  const std::filesystem::path folder = file.parent_path();
  const DataFolder data{folder.empty() ? "." : folder, links};
  if (const auto mapped = MappedModel::of(file)) {
    ChargedMessage<onnx::ModelProto> proto;
    proto.charge_contents(mapped->size());
    if (mapped->parse(*proto)) {
      return checked(bind(read_model(*proto, data, mapped->initializers()), ignored));
    }
  }
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(file, "the model", proto);
  return checked(bind(read_model(*proto, data), ignored));
}

BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder) {
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(bytes, "the model", proto);
  return checked(unchecked_model(*proto, folder));
}

BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder,
                           const IgnoredAttributes& ignored) {
  return bind(read_model(proto, {folder}), ignored);
}

}  // namespace etalon
