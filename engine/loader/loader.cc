#include "engine/loader/loader.h"

#include "engine/loader/bind.h"
#include "engine/loader/checker.h"
#include "engine/loader/dialect.h"
#include "engine/loader/mapped_model.h"
#include "engine/loader/order.h"
#include "engine/loader/reader.h"
#include "engine/loader/wire.h"
#include "onnx.pb.h"

namespace etalon {
namespace {

void warn(const Leniency& leniency, const std::vector<std::string>& sentences) {
  if (!leniency.on_warning) return;
  for (const std::string& sentence : sentences) leniency.on_warning(sentence);
}

// How a model's message becomes a model.
struct Reading {
  const DataFolder& data;
  const IgnoredAttributes& ignored;
  const Leniency& leniency;

  BoundModel model(onnx::ModelProto& proto, const MappedInitializers& mapped = {}) const {
    const bool admitted = prepare(proto, leniency);
    BoundModel model = bind(read_model(proto, data, mapped), ignored);
    if (!admitted) refuse_dialect(model);
    warn(leniency, opset_warnings(model));
    check_model(model);
    return model;
  }
};

// A model of which large initializers were left out; nothing if the rest is malformed.
std::optional<BoundModel> without_parsing_initializers(const std::optional<MappedModel>& mapped,
                                                       const Reading& reading) {
  if (!mapped) return std::nullopt;
  ChargedMessage<onnx::ModelProto> proto;
  proto.charge_contents(mapped->size());
  if (!mapped->parse(*proto)) return std::nullopt;
  return reading.model(*proto, mapped->initializers());
}

}  // namespace

bool prepare(onnx::ModelProto& model, const Leniency& leniency) {
  const bool admitted = admits(leniency.dialect, model);
  if (admitted) translate(model, leniency.dialect);
  if (leniency.sorts) warn(leniency, sort_nodes(model));
  return admitted;
}

BoundModel load_model(const std::filesystem::path& file, const IgnoredAttributes& ignored,
                      SymbolicLinks links, const Leniency& leniency) {
  const std::filesystem::path folder = file.parent_path();
  const DataFolder data{folder.empty() ? "." : folder.native(), links};
  const Reading reading{data, ignored, leniency};
  if (auto model = without_parsing_initializers(MappedModel::of(file), reading)) {
    return std::move(*model);
  }
  ChargedMessage<onnx::ModelProto> proto;
  parse_file(file, "the model", proto);
  return reading.model(*proto);
}

BoundModel parse_model(std::string_view bytes, const std::filesystem::path& folder,
                       const Leniency& leniency) {
  const DataFolder data{folder};
  const IgnoredAttributes none;
  const Reading reading{data, none, leniency};
  if (auto model = without_parsing_initializers(MappedModel::of(bytes), reading)) {
    return std::move(*model);
  }
  ChargedMessage<onnx::ModelProto> proto;
  parse_message(bytes, "the model", proto);
  return reading.model(*proto);
}

BoundModel unchecked_model(const onnx::ModelProto& proto, const std::filesystem::path& folder,
                           const IgnoredAttributes& ignored) {
  return bind(read_model(proto, {folder}), ignored);
}

}  // namespace etalon
