#include "engine/c_interface.h"

#include <cstring>
#include <new>
#include <string>

#include "engine/interpreter/interpreter.h"
#include "engine/loader/loader.h"
#include "engine/loader/serialization.h"

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
    *model = new EtalonModel{etalon::parse_model(text, place), place};
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
    etalon::Options options;
    if (max_memory > 0) options.limits.max_memory = max_memory;
    const etalon::Values results =
        etalon::evaluate(model->model, etalon::read_inputs(*model, inputs, input_count), options);
    std::vector<std::string> serialized;
    for (size_t i = 0; i < results.size(); ++i) {
      serialized.push_back(etalon::serialize_value(results[i], model->model.graph.outputs[i].name));
    }
    *outputs = etalon::handed_over(*model, serialized);
    *output_count = serialized.size();
  });
}

void etalon_free_outputs(EtalonValue* outputs, size_t output_count) {
  for (size_t i = 0; i < output_count; ++i) delete[] static_cast<const char*>(outputs[i].bytes);
  delete[] outputs;
}
