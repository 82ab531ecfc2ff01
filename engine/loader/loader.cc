#include "engine/loader/loader.h"

#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/reader.h"
#include "engine/loader/wire.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

BoundModel checked(BoundModel model) {
  check_model(model);
  return model;
}

// True if at least half of the message is raw_data of the main graph. Then the tensors refer to it,
// and the rest of the message stays too.
bool mostly_raw_data(const onnx::ModelProto& proto, size_t message_bytes) {
  size_t raw = 0;
  for (const auto& tensor : proto.graph().initializer()) raw += tensor.raw_data().size();
  return raw >= message_bytes / 2;
}

}  // namespace

BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored,
                      SymbolicLinks links) {
  const auto message = std::make_shared<ChargedMessage<onnx::ModelProto>>();
  const onnx::ModelProto& proto = **message;
  parse_message(file, "the model", *message);
  const KeptMessage kept = mostly_raw_data(proto, message_size(file)) ? message : nullptr;
  const std::filesystem::path folder = file.parent_path();
  const DataFolder data{folder.empty() ? "." : folder, links};
  return checked(bind(read_model(proto, data, kept), ignored));
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
