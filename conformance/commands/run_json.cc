#include "conformance/commands/run_json.h"

#include "conformance/common/json_values.h"
#include "engine/interpreter/open_list.h"
#include "engine/numerics/numerics.h"
#include "engine/values/json.h"

namespace etalon {

using nlohmann::ordered_json;

namespace {

// Adds the open elements of a tensor to the list. `item` is its place in a sequence, or null.
void add_open(const Tensor& X, const ordered_json& item, ordered_json& list) {
  for (const OpenElements& open : open_elements_of(X)) {
    ordered_json elements = ordered_json::array();
    size_t position = 0;
    each_index(X.shape(), [&](const Shape& index) {
      if (open.mask[position++] != 0) elements.push_back(index);
    });
    ordered_json one = {{"point", open.point},
                        {"node", open.node},
                        {"depends", open.depends},
                        {"shape", open.shape},
                        {"elements", std::move(elements)}};
    if (!item.is_null()) one["item"] = item;
    list.push_back(std::move(one));
  }
}

ordered_json open_of(const Value& value) {
  ordered_json list = ordered_json::array();
  if (value.is_tensor()) add_open(value.tensor(), nullptr, list);
  if (!value.is_sequence()) return list;
  const auto& items = value.sequence().items;
  for (size_t i = 0; i < items.size(); ++i) {
    if (items[i].is_tensor()) add_open(items[i].tensor(), i, list);
  }
  return list;
}

}  // namespace

ordered_json outputs_json(const Model& model, const Values& outputs) {
  ordered_json list = ordered_json::array();
  for (size_t i = 0; i < outputs.size(); ++i) {
    list.push_back({{"name", model.graph.outputs[i].name},
                    {"value", value_to_json(outputs[i])},
                    {"open", open_of(outputs[i])}});
  }
  return {{"schema", 1}, {"outputs", std::move(list)}};
}

}  // namespace etalon
