// Shared by the tests of loading: messages from their text form, errors as text, files.
#pragma once

#include <google/protobuf/text_format.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "conformance/common/paths.h"
#include "conformance/tests/text.h"
#include "engine/loader/loader.h"
#include "onnx.pb.h"

namespace etalon {

template <class Proto>
Proto message(const std::string& text) {
  Proto proto;
  if (!google::protobuf::TextFormat::ParseFromString(text, &proto)) {
    throw std::logic_error("the test's message is malformed: " + text);
  }
  return proto;
}

// The bytes of a model of opset 13 whose graph has this text.
inline std::string model_bytes(const std::string& graph, const std::string& more = "") {
  return message<onnx::ModelProto>("ir_version: 8 opset_import { version: 13 } " + more +
                                   " graph { name: \"g\" " + graph + " }")
      .SerializeAsString();
}

inline BoundModel model_of(const std::string& graph, const std::string& more = "") {
  return parse_model(model_bytes(graph, more));
}

using test::refusal;

inline std::string model_refusal(const std::string& graph, const std::string& more = "") {
  return refusal([&] { model_of(graph, more); });
}

// Writes a file with this name inside `folder`, and makes the folders in its path.
inline std::filesystem::path write_in(const TemporaryFolder& folder, const std::string& name,
                                      const std::string& bytes) {
  const std::filesystem::path file = folder.path() / name;
  std::filesystem::create_directories(file.parent_path());
  std::ofstream(file, std::ios::binary) << bytes;
  return file;
}

}  // namespace etalon
