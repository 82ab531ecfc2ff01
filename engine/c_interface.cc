#include "engine/c_interface.h"

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include "engine/interpreter/interpreter.h"
#include "engine/interpreter/open_list.h"
#include "engine/interpreter/whole_outputs.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"
#include "engine/operators/choice_scope.h"
#include "engine/operators/rooms.h"
#include "engine/values/evaluation.h"

struct EtalonModel {
  etalon::BoundModel model;
  std::filesystem::path folder;
};

namespace etalon {
namespace {

std::string& last_message() {
  thread_local std::string message;
  return message;
}

// Runs `action`. An exception becomes a status and this thread's message.
template <class F>
EtalonStatus guarded(F action) {
  try {
    last_message().clear();
    action();
    return ETALON_OK;
  } catch (const Error& error) {
    last_message() = error.what();
    return static_cast<EtalonStatus>(static_cast<int>(error.kind()) + 1);
  } catch (const std::bad_alloc&) {
    last_message() = "out of memory";  // short: needs no allocation
    return ETALON_LIMIT_EXCEEDED;
  } catch (const std::exception& error) {
    last_message() = error.what();
    return ETALON_INTERNAL_ERROR;
  }
}

const ValueInfo* named(const std::vector<ValueInfo>& values, std::string_view name) {
  for (const ValueInfo& value : values) {
    if (value.name == name) return &value;
  }
  return nullptr;
}

Bindings read_inputs(const EtalonModel& model, const EtalonValue* inputs, size_t count) {
  Bindings bindings;
  for (size_t i = 0; i < count; ++i) {
    if (!inputs[i].name) throw InvalidInput("input {} of the call has no name", i);
    const ValueInfo* input = named(model.model.graph.inputs, inputs[i].name);
    if (!input) throw InvalidInput("the model has no input '{}'", inputs[i].name);
    if (bindings.count(input->name) != 0) {
      throw InvalidInput("input '{}' is given twice", input->name);
    }
    const std::string_view bytes(static_cast<const char*>(inputs[i].bytes), inputs[i].size);
    bindings[input->name] = parse_value(bytes, input->type, DataFolder{model.folder});
  }
  return bindings;
}

const char* copied(std::string_view text) {
  char* copy = new char[text.size() + 1];
  std::memcpy(copy, text.data(), text.size());
  copy[text.size()] = '\0';
  return copy;
}

// Copies the outputs into memory that etalon_free_outputs releases.
EtalonValue* handed_over(const EtalonModel& model, const std::vector<std::string>& serialized) {
  auto* values = new EtalonValue[serialized.size()]();
  try {
    for (size_t i = 0; i < serialized.size(); ++i) {
      values[i] = {etalon_output_name(&model, i), copied(serialized[i]), serialized[i].size()};
    }
  } catch (...) {
    etalon_free_outputs(values, serialized.size());
    throw;
  }
  return values;
}

Values evaluated(const EtalonModel& model, const EtalonValue* inputs, size_t count,
                 uint64_t max_memory) {
  Options options;
  if (max_memory > 0) options.limits.max_memory = max_memory;
  return determined_outputs(model.model, read_inputs(model, inputs, count), options);
}

std::vector<std::string> serialized(const EtalonModel& model, const Values& results) {
  std::vector<std::string> texts;
  for (size_t i = 0; i < results.size(); ++i) {
    texts.push_back(serialize_value(results[i], model.model.graph.outputs[i].name));
  }
  return texts;
}

// The open points of each output, by its name.
using NamedOpenElements = std::vector<std::pair<const char*, OpenElements>>;
NamedOpenElements open_points_of(const EtalonModel& model, const Values& results) {
  NamedOpenElements all;
  for (size_t i = 0; i < results.size(); ++i) {
    if (!results[i].is_tensor()) continue;
    for (OpenElements& each : open_elements_of(results[i].tensor())) {
      all.emplace_back(etalon_output_name(&model, i), std::move(each));
    }
  }
  return all;
}

// Copies them into memory that etalon_free_open_points releases.
EtalonOpenPoint* handed_over(const NamedOpenElements& open) {
  auto* points = new EtalonOpenPoint[open.size()]();
  try {
    for (size_t i = 0; i < open.size(); ++i) {
      const auto& [output, elements] = open[i];
      points[i] = {output, nullptr, nullptr, elements.depends, elements.shape, nullptr, 0};
      points[i].point = copied(elements.point);
      points[i].node = copied(elements.node);
      if (elements.mask.empty()) continue;
      auto* mask = new uint8_t[elements.mask.size()];
      std::copy(elements.mask.begin(), elements.mask.end(), mask);
      points[i].mask = mask;
      points[i].element_count = elements.mask.size();
    }
  } catch (...) {
    etalon_free_open_points(points, open.size());
    throw;
  }
  return points;
}

const Leniency by_producer{.dialect = {Dialect::Of::by_producer}};

}  // namespace
}  // namespace etalon

const char* etalon_version(void) { return ETALON_VERSION; }

const char* etalon_message(void) { return etalon::last_message().c_str(); }

EtalonStatus etalon_parse_model(const void* bytes, size_t size, const char* folder,
                                EtalonModel** model) {
  *model = nullptr;
  return etalon::guarded([&] {
    const std::filesystem::path place = folder ? folder : "";
    const std::string_view text(static_cast<const char*>(bytes), size);
    *model = new EtalonModel{etalon::parse_model(text, place, etalon::by_producer), place};
  });
}

EtalonStatus etalon_load_model(const char* file, EtalonModel** model) {
  *model = nullptr;
  return etalon::guarded([&] {
    const std::filesystem::path path = file, folder = path.parent_path();
    *model = new EtalonModel{
        etalon::load_model(path, {}, etalon::SymbolicLinks::refused, etalon::by_producer),
        folder.empty() ? "." : folder};
  });
}

void etalon_free_model(EtalonModel* model) { delete model; }

const char* etalon_input_name(const EtalonModel* model, size_t index) {
  const auto& inputs = model->model.graph.inputs;
  return index < inputs.size() ? inputs[index].name.c_str() : nullptr;
}

const char* etalon_output_name(const EtalonModel* model, size_t index) {
  const auto& outputs = model->model.graph.outputs;
  return index < outputs.size() ? outputs[index].name.c_str() : nullptr;
}

EtalonStatus etalon_run(const EtalonModel* model, const EtalonValue* inputs, size_t input_count,
                        uint64_t max_memory, EtalonValue** outputs, size_t* output_count) {
  *outputs = nullptr;
  *output_count = 0;
  return etalon::guarded([&] {
    const etalon::Values results = etalon::evaluated(*model, inputs, input_count, max_memory);
    const std::vector<std::string> serialized = etalon::serialized(*model, results);
    *outputs = etalon::handed_over(*model, serialized);
    *output_count = serialized.size();
  });
}

EtalonStatus etalon_run_plain(const EtalonModel* model, const EtalonValue* inputs,
                              size_t input_count, uint64_t max_memory, EtalonValue** outputs,
                              size_t* output_count) {
  const etalon::Setting plain(&etalon::Evaluation::plain, true);
  return etalon_run(model, inputs, input_count, max_memory, outputs, output_count);
}

EtalonStatus etalon_run_open(const EtalonModel* model, const EtalonValue* inputs,
                             size_t input_count, uint64_t max_memory, EtalonValue** outputs,
                             size_t* output_count, EtalonOpenPoint** points, size_t* point_count) {
  *outputs = nullptr;
  *output_count = 0;
  *points = nullptr;
  *point_count = 0;
  return etalon::guarded([&] {
    const etalon::ChoiceScope scope(etalon::Recording::on);
    const etalon::Values results = etalon::evaluated(*model, inputs, input_count, max_memory);
    const std::vector<std::string> serialized = etalon::serialized(*model, results);
    const auto open = etalon::open_points_of(*model, results);
    EtalonOpenPoint* handed = etalon::handed_over(open);
    try {
      *outputs = etalon::handed_over(*model, serialized);
    } catch (...) {
      etalon_free_open_points(handed, open.size());
      throw;
    }
    *output_count = serialized.size();
    *points = handed;
    *point_count = open.size();
  });
}

void etalon_free_outputs(EtalonValue* outputs, size_t output_count) {
  for (size_t i = 0; i < output_count; ++i) delete[] static_cast<const char*>(outputs[i].bytes);
  delete[] outputs;
}

void etalon_free_open_points(EtalonOpenPoint* points, size_t point_count) {
  for (size_t i = 0; i < point_count; ++i) {
    delete[] points[i].point;
    delete[] points[i].node;
    delete[] points[i].mask;
  }
  delete[] points;
}
