#include "engine/loader/loader.h"

#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/reader.h"
#include "engine/loader/wire.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

BoundModel checked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder,
                         const IgnoredAttributes& ignored = {}) {
  BoundModel model = unchecked_model(proto, folder, ignored);
  check_model(model);
  return model;
}

}  // namespace

BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored) {
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(file, "the model", proto);
  const std::filesystem::path folder = file.parent_path();
  return checked_model(*proto, folder.empty() ? "." : folder, ignored);
}

BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder) {
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(bytes, "the model", proto);
  return checked_model(*proto, folder);
}

BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder,
                           const IgnoredAttributes& ignored) {
  return bind(read_model(proto, {folder}), ignored);
}

}  // namespace etalon
