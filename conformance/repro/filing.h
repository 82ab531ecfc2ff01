// The folder of a wrong node: the case, as small as it can be, and repro.py.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "conformance/bisect/bisect.h"
#include "conformance/repro/peers.h"
#include "conformance/run/backend.h"

namespace etalon {

struct Filing {
  const NodeFault& fault;
  std::string label;    // "Conv-11": the operator at fault
  Tolerance tolerance;  // that the case states
  Options evaluation;   // of smaller cases
  std::string runtime;  // "onnxruntime 1.31.1"
  std::optional<Peers> peers;
  std::string source;   // the case that they have run: "1.22.0/node/test_abs"; may be empty
  double seconds = 60;  // for making it smaller; 0: it stays as it is
};

struct Filed {
  size_t elements = 0;       // of the inputs, as they were
  size_t elements_left = 0;  // of the minimal case
  bool has_program = false;  // repro.py is there: only for a fault that is confirmed
};
// "3 of 768 elements; repro.py shows it without Etalon".
std::string to_string(const Filed& filed);

// Writes them to the folder. Where smaller cases do not fail in the same way, the case stays as it
// is. Inputs that the backend says it made constants (adapter.py) are initializers of the model.
Filed write_filed(const std::filesystem::path& folder, const Filing& filing, Backend& backend);

// repro.py for a case of one set that the runtime has been judged by. `differs`: the runtime has
// given outputs, and it is asked for them again.
void write_repro_of(const std::filesystem::path& folder, const CaseFiles& files,
                    const std::string& title, bool differs, Backend& backend);

}  // namespace etalon
